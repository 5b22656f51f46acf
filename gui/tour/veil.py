"""Dims the window a little but for the controls that the tour speaks of, which get a ring; all stays usable."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme, theme

AROUND: Final = 4  # px from a control to its ring
RADIUS: Final = 8
DIM: Final = {"light": 0.16, "dark": 0.4}  # how much of the darkest role lies over the rest


class Veil(QWidget):
    """`show_boxes`: where the controls are, in its parent. The pointer and the keyboard go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tourVeil")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.theme: Theme = theme("light")
        self.boxes: tuple[QRect, ...] = ()

    def show_boxes(self, boxes: tuple[QRect, ...]) -> None:
        """Leave these clear."""
        if boxes != self.boxes:
            self.boxes = boxes
            self.update()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def holes(self) -> tuple[QRect, ...]:
        """What is clear: the controls and a little around them."""
        inside = self.rect().adjusted(2, 2, -2, -2)
        return tuple(box.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(inside) for box in self.boxes)

    def paintEvent(self, event: QPaintEvent) -> None:
        path, holes = QPainterPath(), QPainterPath()
        path.addRect(QRectF(self.rect()))
        for hole in self.holes():
            holes.addRoundedRect(QRectF(hole), RADIUS, RADIUS)
        dim = QColor(min(self.theme["ink"], self.theme["window"], key=QColor.lightness))
        dim.setAlphaF(DIM[self.theme.name])
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(path - holes, dim)
            painter.setPen(QPen(self.theme["focus"], 2))
            painter.drawPath(holes)
