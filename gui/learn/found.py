"""How many places of the open chapter have what is searched for, and the way from one to the next."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.learn.turning import Turning
from gui.look.drawing import put
from gui.parts.buttons import RING, IconButton, words_font

HIGH: Final = 36
EDGE: Final = 22


class FoundRow(Turning):
    """Steps to the place before and the next one."""

    def __init__(self, parent: QWidget) -> None:
        self.back = IconButton("chevron-left", "Place before (Shift+Enter)")
        self.next = IconButton("chevron-right", "Next place (Enter)")
        super().__init__(self.back, self.next, parent)
        self.words = ""

    def show_found(self, at: int, count: int, elsewhere: bool) -> None:
        """Say where one is: place `at` (from 0, -1 for none yet) of `count`; `elsewhere`: other chapters have some."""
        here = "in this chapter"
        self.words = f"{at + 1} of {count}" if at >= 0 else f"{count} {here}" if count else f"none {here}"
        self.setAccessibleName(f"Found: {self.words}")
        for button in (self.back, self.next):
            button.setEnabled(bool(count) or elsewhere)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.next.sizeHint()
        left = self.width() - EDGE + RING + 6 - 2 * size.width()
        for button in (self.back, self.next):
            button.setGeometry(left, (HIGH - size.height()) // 2, size.width(), size.height())
            left += size.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        line = QRect(EDGE, 0, self.back.x() - EDGE, HIGH)
        put(QPainter(self), line, self.words, words_font("caption"), self.theme["ink2"], Qt.AlignmentFlag.AlignLeft)
