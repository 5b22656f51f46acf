"""A small panel below a picker: a line for each choice, its name at the left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import words_font
from gui.parts.popup import Popup

PADDING: Final = 12
LINE: Final = 40
GAP: Final = 14


class LinesPopup(Popup):
    """`lines` are (name, widget)."""

    def __init__(self, name: str, theme: Theme, lines: Sequence[tuple[str, QWidget]], parent: QWidget) -> None:
        super().__init__("", name, theme, parent)
        self.lines = tuple(lines)
        self._names = max(text_width(words, words_font("caption")) for words, _ in lines)
        for _, widget in lines:
            widget.setParent(self)
        self._place()

    def open_below(self, anchor: QWidget, body: QRect) -> None:
        """Show below `body` (in `anchor`), inside its window."""
        self._place()
        window = anchor.window()
        corner = anchor.mapTo(window, QPoint(body.left(), body.bottom() + 5))
        self.show_in(window, corner.x(), corner.y())
        first = next((widget for _, widget in self.lines if widget.isEnabled()), self)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        left = PADDING + self._names + GAP
        wide = 0
        for index, (_, widget) in enumerate(self.lines):
            size = widget.sizeHint() if widget.minimumSize().isEmpty() else widget.size()
            top = PADDING // 2 + index * LINE + (LINE - size.height()) // 2
            widget.setGeometry(QRect(QPoint(left, top), size))
            wide = max(wide, size.width())
        self.setFixedSize(left + wide + PADDING, PADDING + LINE * len(self.lines))

    def draw(self, painter: QPainter) -> None:
        for index, (words, widget) in enumerate(self.lines):
            box = QRect(PADDING, PADDING // 2 + index * LINE, self._names + 2, LINE)
            ink = self.theme["ink3" if widget.isEnabled() else "disabled"]
            put(painter, box, words, words_font("caption"), ink, Qt.AlignmentFlag.AlignLeft)
