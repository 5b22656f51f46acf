"""The sheet of keys: all keys of the workspace on one card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.access.speech import announce
from gui.actions import WORKSPACES, Action
from gui.commands.page import COLUMN, GAP, KeysPage
from gui.commands.sections import Section, sections
from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.messages.copied import copy_text
from gui.parts.buttons import IconButton, words_font
from gui.parts.floating import Floating

MARGIN: Final = 24
HEAD: Final = 52
EDGE: Final = 32  # px of the window that stay free on every side, at least
BAR: Final = 14  # px of a scroll bar
MOST: Final = 3  # columns
SCROLLS: Final[dict[int, int]] = {
    Qt.Key.Key_Down: 40,
    Qt.Key.Key_Up: -40,
    Qt.Key.Key_PageDown: 400,
    Qt.Key.Key_PageUp: -400,
    Qt.Key.Key_Home: -100_000,
    Qt.Key.Key_End: 100_000,
}
LEFT: Final = Qt.AlignmentFlag.AlignLeft


class Sheet(Floating):
    """Escape, F1, its cross or a click beside it closes it; Ctrl+C copies it as text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("keySheet", parent, veil=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sections: list[Section] = []
        self._remark = ""
        self.page = KeysPage()
        self.area = QScrollArea(self)
        self.area.setWidget(self.page)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.viewport().setAutoFillBackground(False)
        self.page.setAutoFillBackground(False)
        self.cross = IconButton("x", "Close", self, 14)
        self.cross.setObjectName("closeKeys")
        self.cross.clicked.connect(self.close_card)

    def show_keys(self, actions: Sequence[Action], workspace: str) -> None:
        """Open with the keys of these commands, and of the parts of a workspace."""
        self.sections = sections(actions, workspace)
        title = next(title for name, title, _ in WORKSPACES if name == workspace)
        self._remark = f"in {title}; Ctrl+C copies them"
        self.setAccessibleName(f"Keys {self._remark}")
        self.setAccessibleDescription(self.plain().replace("\n", ". "))
        self.open(self)
        self.area.verticalScrollBar().setValue(0)
        announce(self, self.accessibleName())

    def plain(self) -> str:
        """All keys as text."""
        return "\n\n".join(section.plain() for section in self.sections)

    def place(self) -> None:
        """In the middle of the window, in as many columns as there is room for; what does not fit scrolls."""
        window = self.parentWidget()
        assert window is not None
        room = window.width() - 2 * EDGE - 2 * MARGIN
        self.page.show_sections(self.sections, min(max((room + GAP) // (COLUMN + GAP), 1), MOST))
        inner = self.page.size()
        tall = min(HEAD + inner.height() + MARGIN, window.height() - 2 * EDGE)
        self.resize(inner.width() + 2 * MARGIN, tall)
        self.area.setGeometry(MARGIN, HEAD, inner.width() + BAR, tall - HEAD - 8)
        self.move((window.width() - self.width()) // 2, (window.height() - tall) // 2)
        size = self.cross.sizeHint()
        self.cross.setGeometry(QRect(QPoint(self.width() - size.width() - 10, 10), size))

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.page.theme = new
        self.page.update()
        self.cross.apply_theme(new)

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.area.verticalScrollBar()
        if event.key() in SCROLLS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            bar.setValue(bar.value() + SCROLLS[event.key()])
        elif event.matches(QKeySequence.StandardKey.Copy):
            copy_text(self.plain(), "all keys", self)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.draw_panel(painter)
            line = QRect(MARGIN, 14, self.cross.x() - MARGIN, 26)
            face = words_font("heading")
            put(painter, line, "Keys", face, self.theme["ink"], LEFT)
            line.setLeft(line.left() + text_width("Keys", face) + 10)
            put(painter, line.translated(0, 1), self._remark, words_font("caption"), self.theme["ink3"], LEFT)
