"""What stands before a person's own function runs: whose file, what is written there, and that it runs as code."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.own import OwnFile
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.plain import broken, tip
from gui.look.theme import Theme, font
from gui.parts.buttons import RING, TextButton, panel, words_font
from gui.parts.floating import Floating

WIDTH: Final = 620
MARGIN: Final = 16
TEXT: Final = 42  # after the icon
LINE: Final = 18
CODE: Final = 17
LEAST: Final = 8  # lines of the file, in the lowest window too
EDGE: Final = 16  # px of the window that stay free below
WARNING: Final = (
    "It runs as code with your rights, without a sandbox: it can read, change and send whatever you can. "
    "Run it only if you know what it does."
)
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class OwnCard(Floating):
    """Floats below the controls, over the workspace, which stays usable. `agreed(file)` by Run; Cancel, Escape close.

    The keyboard is on Cancel at first. `parent` is the window.
    """

    agreed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("ownCard", parent)
        self.file: OwnFile | None = None
        self._below: QWidget | None = None
        self._most = LEAST
        self.run, self.cancel = TextButton("Run it", "primary", self), TextButton("Cancel", parent=self)
        self.run.setObjectName("runOwn")
        self.cancel.setObjectName("cancelOwn")
        self.run.clicked.connect(self._agree)
        self.cancel.clicked.connect(self.close_card)
        self.setTabOrder(self.cancel, self.run)

    def ask(self, file: OwnFile, below: QWidget) -> None:
        """Show what would run, under a widget of the window."""
        self.file, self._below = file, below
        self.place()
        self.setAccessibleName(f"{self.title()} {WARNING}")
        self.setAccessibleDescription(f"{self.size_words()}. It begins: {' / '.join(self.lines())}")
        self.setToolTip(tip(str(file.path)))
        self.open(self.cancel)

    def title(self) -> str:
        """The question."""
        return f"Run {self.file.name}?" if self.file else ""

    def size_words(self) -> str:
        """ "34 lines, 1,204 bytes"."""
        if self.file is None:
            return ""
        count = len(self.file.source.splitlines())
        return f"{count:,} {'line' if count == 1 else 'lines'}, {self.file.size:,} bytes"

    def lines(self) -> list[str]:
        """The file, or how it begins where the window has no room for all of it."""
        every, most = self.file.source.expandtabs(4).splitlines() if self.file else [], self._most
        return every if len(every) <= most else [*every[: most - 1], f"… {len(every) - most + 1:,} more lines"]

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.run.apply_theme(new)
        self.cancel.apply_theme(new)

    # Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.draw_panel(painter)
        draw_icon(painter, "triangle-alert", QRect(MARGIN, 15, 16, 16), self.theme["warn"])
        head = QRect(TEXT, 12, self.width() - TEXT - MARGIN, 22)
        put(painter, head, self.title(), words_font("body", 600), self.theme["ink"], LEFT)
        put(painter, head, self.size_words(), words_font("caption"), self.theme["ink3"], RIGHT)
        for number, words in enumerate(self._warning()):
            line = QRect(TEXT, 36 + LINE * number, head.width(), LINE)
            put(painter, line, words, words_font("caption"), self.theme["ink2"], LEFT)
        box = self._code_box()
        panel(painter, box, self.theme["sunken"], self.theme["line"], 6)
        painter.setFont(font("code"))
        painter.setPen(self.theme["ink"])
        for number, words in enumerate(self.lines()):
            line = QRect(box.left() + 10, box.top() + 8 + CODE * number, box.width() - 20, CODE)
            cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, LEFT | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, cut)

    def _warning(self) -> list[str]:
        return broken(WARNING, words_font("caption"), self.width() - TEXT - MARGIN, 3)

    def _code_box(self) -> QRect:
        return QRect(TEXT, self._code_top(), self.width() - TEXT - MARGIN, CODE * max(len(self.lines()), 1) + 16)

    def _code_top(self) -> int:
        return 36 + LINE * len(self._warning()) + 10

    def place(self) -> None:
        """Under its anchor, in the middle of the window, as wide as there is room."""
        window = self.parentWidget()
        if self._below is None or window is None:
            return
        self.resize(min(WIDTH, window.width() - 32), 10)
        size = self.run.sizeHint(), self.cancel.sizeHint()
        under = self._below.mapTo(window, QPoint(0, self._below.height())).y() + 10
        around = self._code_top() + 16 + size[0].height() + 27 - 2 * RING
        self._most = max((window.height() - EDGE - under - around) // CODE, LEAST)
        top = self._code_box().bottom() + 13 - RING
        self.resize(self.width(), top + size[0].height() + 14 - RING)
        x = self.width() - MARGIN + RING - size[0].width()
        self.run.setGeometry(QRect(QPoint(x, top), size[0]))
        self.cancel.setGeometry(QRect(QPoint(x + 2 * RING - 8 - size[1].width(), top), size[1]))
        self.move((window.width() - self.width()) // 2, under)
        self.update()

    def sizeHint(self) -> QSize:
        return self.size()

    def _agree(self) -> None:
        self.close_card()
        if self.file is not None:
            self.agreed.emit(self.file)
