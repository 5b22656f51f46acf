"""The workspaces, as tabs on the top bar."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from gui.look.drawing import text_width
from gui.parts.buttons import RING, panel, ring, words_font
from gui.parts.segments import Segment, Segments

HEIGHT: Final = 30
PADDING: Final = 13
GAP: Final = 2


class Tab(Segment):
    """One tab."""

    def sizeHint(self) -> QSize:
        return QSize(text_width(self.text(), words_font("control")) + 2 * PADDING, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), self.row.theme
        if self.isChecked():
            panel(painter, self.rect(), colours["seg_on"], colours["line"])
        painter.setFont(words_font("control"))
        painter.setPen(colours["ink" if self.isChecked() or self.hovered else "ink2"])
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Tabs(Segments):
    """Segments without a track, and with more room."""

    segment = Tab

    def sizeHint(self) -> QSize:
        return QSize(list(self.segments.values())[-1].geometry().right() + 1 + RING, HEIGHT + 2 * RING)

    def _lay_out(self) -> None:
        left = RING
        for segment in self.segments.values():
            segment.setGeometry(QRect(QPoint(left, RING), segment.sizeHint()))
            left += segment.width() + GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._ring and self.hasFocus():
            ring(QPainter(self), self.segment_rect(self.value), self.theme["focus"])
