"""The command palette: a field to type in, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.access.speech import announce
from gui.actions import Action
from gui.commands.finding import find
from gui.commands.list import FoundList
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.theme import Theme, font
from gui.parts.buttons import ICON, KEPT_REASONS
from gui.parts.floating import Floating

WIDTH: Final = 560
TOP: Final = 60  # below the top bar
FIELD: Final = 44
MARGIN: Final = 14
EMPTY: Final = 48  # px of the sentence when nothing is found
PAGE: Final = 8  # rows
STEPS: Final[dict[int, int]] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: PAGE,
    Qt.Key.Key_PageUp: -PAGE,
}
ENDS: Final = (Qt.Key.Key_Home, Qt.Key.Key_End)
LEFT: Final = Qt.AlignmentFlag.AlignLeft

Typed = Callable[[str], Sequence[Action]]


class Palette(Floating):
    """`chosen(action)` by Enter or a click, after it has closed; Escape, or a click beside it, closes it."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("palette", parent, veil=True)
        self.setAccessibleName("Commands")
        self._actions: Sequence[Action] = ()
        self._recent: Sequence[str] = ()
        self._more: Typed = lambda typed: ()
        self._nothing: Callable[[str], str] = lambda typed: ""
        self.field = QLineEdit(self)
        self.field.setObjectName("commandField")
        self.field.setAccessibleName("Search the commands")
        self.field.setPlaceholderText("Search commands, chapters, examples, variants; 3.5 is layer 3, head 5")
        self.field.setFont(font("body"))
        self.field.setStyleSheet("QLineEdit, QLineEdit:focus { background: transparent; border: none; padding: 0; }")
        self.field.textChanged.connect(self._find)
        self.field.installEventFilter(self)
        self.list = FoundList(self.theme, self)
        self.list.taken.connect(self._take)
        self.list.pointed.connect(self._say)
        self.setFocusProxy(self.field)

    def show_actions(
        self, actions: Sequence[Action], recent: Sequence[str], more: Typed, nothing: Callable[[str], str]
    ) -> None:
        """Open on these commands; `more` are those that only what was typed makes, `nothing` says why none is found."""
        self._actions, self._recent, self._more, self._nothing = actions, recent, more, nothing
        self.field.clear()
        self._find("")
        self.open(self.field)

    def sentence(self) -> str:
        """What stands in place of the list when nothing was found, "" while something is."""
        return "" if self.list.rows.found else self._nothing(self.field.text())

    def place(self) -> None:
        """In the middle near the top, as high as what was found."""
        window = self.parentWidget()
        assert window is not None
        width, room = min(WIDTH, window.width() - 32), window.height() - TOP - FIELD - 16
        below = self.list.height_for(room) or EMPTY
        self.setGeometry((window.width() - width) // 2, TOP, width, FIELD + 2 + below)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.list.look.theme = new
        self.list.viewport().update()

    def _find(self, typed: str) -> None:
        made = [action for action in self._more(typed) if action.sensible()]
        found = find("" if made else typed, made or self._actions, self._recent)
        self.list.show_rows(found)
        self.place()
        self.update()

    def _say(self, row: int) -> None:
        """Tell screen readers what Enter would run."""
        said = self.list.rows.spoken(row) if row >= 0 else self.sentence()
        if said != self.field.accessibleDescription():
            self.field.setAccessibleDescription(said)
            announce(self.field, said)

    def _take(self, row: int) -> None:
        if row >= 0:
            action = self.list.rows.found[row].action
            self.close_card()
            self.chosen.emit(action)

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field:
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in KEPT_REASONS:
            self.hide()  # the keyboard has gone elsewhere
        return False

    def _key(self, event: QKeyEvent) -> bool:
        """The keys of the list; False for those of the field: with text in it Home and End too."""
        key = Qt.Key(event.key())
        if key in STEPS:
            self.list.go(self.list.at() + STEPS[key])
        elif key in ENDS and (not self.field.text() or event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            self.list.go(0 if key == Qt.Key.Key_Home else len(self.list.rows.found) - 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.at())
        else:
            return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)  # the field is all there is to stop at
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        left = MARGIN + ICON + 9
        self.field.setGeometry(left, 2, self.width() - left - MARGIN, FIELD - 3)
        self.list.setGeometry(1, FIELD + 1, self.width() - 2, self.height() - FIELD - 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.draw_panel(painter)
            draw_icon(painter, "search", QRect(MARGIN, (FIELD - ICON) // 2, ICON, ICON), self.theme["ink2"])
            painter.fillRect(1, FIELD, self.width() - 2, 1, self.theme["line"])
            line = QRect(MARGIN, FIELD + 1, self.width() - 2 * MARGIN, EMPTY)
            put(painter, line, self.sentence(), font("body"), self.theme["ink3"], LEFT)
