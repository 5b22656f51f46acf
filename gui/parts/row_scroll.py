"""The slim scroll bar of a list whose rows its parent paints."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from gui.look.theme import Theme

WIDTH: Final = 6
SHEET: Final = """QScrollBar {{ background: transparent; border: 0; width: {width}px; margin: 0; }}
QScrollBar::handle {{ background: {thumb}; border-radius: 3px; min-height: 24px; }}
QScrollBar::handle:hover {{ background: {over}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}"""


class RowScroll(QScrollBar):
    """At the right edge of its parent, and only where not all rows have room. Its value is in pixels."""

    def __init__(self, says: str, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._list = parent
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(says)
        self.valueChanged.connect(lambda: parent.update())
        self.hide()

    def apply_theme(self, new: Theme) -> None:
        """Take the colours of another theme."""
        names = {"thumb": new["line_strong"].name(), "over": new["control_border"].name()}
        self.setStyleSheet(SHEET.format(width=WIDTH, **names))

    def fit(self, top: int, row: int, seen: int, count: int) -> None:
        """Stand beside `seen` of `count` rows, `row` pixels high each, from `top` on."""
        self.setVisible(seen < count)
        self.setRange(0, (count - seen) * row)
        self.setPageStep(seen * row)
        self.setSingleStep(row)
        self.setGeometry(QRect(self._list.width() - WIDTH - 4, top, WIDTH, seen * row))

    def reveal(self, place: int) -> None:
        """Bring a row that is scrolled away to the middle."""
        row, page, top = self.singleStep(), self.pageStep(), self.value()
        if self.maximum() > 0 and not top <= place * row <= top + page - row:
            self.setValue((place - page // row // 2) * row)

    def turn(self, event: QWheelEvent) -> None:
        """What the wheel does over the list."""
        self.setValue(self.value() - (event.pixelDelta().y() or event.angleDelta().y() // 2))
