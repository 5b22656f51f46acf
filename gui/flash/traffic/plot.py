"""What the three plots share: grid lines with numbers, lines, and labels at their right ends that do not meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.plot_axis import PlotAxis

NUMBERS: Final = 30  # px left of the plot
LINE: Final = 14  # px from line to line of a label
FOOT: Final = 34  # below: numbers, and the name of the axis
BESIDE: Final = 40  # px that this name may be wider than the axis, on each side
RIGHT, CENTRE, LEFT = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True)
class Label:
    """What stands beside the end of a line: its name in its colour, and a number below."""

    y: float
    name: str
    number: str
    role: str


@dataclass(frozen=True)
class Plot:
    """Two axes in a widget, the numbers that stand beside them, and what the lower one is called."""

    across: PlotAxis
    up: PlotAxis
    numbers_across: Sequence[tuple[float, str]]
    numbers_up: Sequence[tuple[float, str]]
    name: str

    def draw_frame(self, painter: QPainter, theme: Theme, within: QRect) -> None:
        """Grid lines with their numbers, and the name of the lower axis, as far as a box is painted."""
        face, left, right = font("axis"), round(self.across.start), round(self.across.end)
        for number, text in self.numbers_up:
            y = round(self.up.at(number))
            painter.fillRect(left, y, right - left, 1, theme["line"])
            if within.left() < left:
                put(painter, QRect(0, y - 8, left - 7, 16), text, face, theme["ink3"], RIGHT)
        bottom = round(self.up.start)
        for number, text in self.numbers_across:
            x, wide = round(self.across.at(number)), text_width(text, face) + 2
            box = QRect(max(x - wide // 2, 0), bottom + 4, wide, 16)
            painter.fillRect(x, bottom, 1, 4, theme["line_strong"])
            put(painter, box, text, face, theme["ink3"], CENTRE)
        name = QRect(left, bottom + 18, right - left, 16).adjusted(-BESIDE, 0, BESIDE, 0)
        put(painter, name, self.name, face, theme["ink3"], CENTRE)

    def points(self, x: NDArray[Any], y: NDArray[Any]) -> list[QPointF]:
        """The pixels of a line."""
        return [QPointF(self.across.at(float(a)), self.up.at(float(b))) for a, b in zip(x, y, strict=True)]

    def draw_line(
        self, painter: QPainter, x: NDArray[Any], y: NDArray[Any], colour: QColor, width: float = 1.5
    ) -> None:
        """A line through points."""
        self.draw_points(painter, self.points(x, y), colour, width)

    @staticmethod
    def draw_points(painter: QPainter, points: Sequence[QPointF], colour: QColor, width: float = 1.5) -> None:
        """A line through pixels."""
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))

    def draw_labels(self, painter: QPainter, labels: Sequence[Label], theme: Theme, right: int) -> None:
        """Names of lines at their right ends, moved apart where they would meet."""
        left = round(self.across.end) + 8
        both = len(labels) * 2 * LINE <= self.up.start - self.up.end + 8  # room for the numbers too
        tall = (1 + both) * LINE
        places = apart([label.y - tall / 2 for label in labels], tall, self.up.end - 4, self.up.start + 4)
        for label, y in zip(labels, places, strict=True):
            box = QRect(left, round(y), right - left, LINE)
            put(painter, box, label.name, font("axis", 600), theme[label.role], LEFT)
            if both:
                put(painter, box.translated(0, LINE), label.number, font("axis"), theme["ink2"], LEFT)


def apart(tops: Sequence[float], tall: float, first: float, last: float) -> list[float]:
    """Places of blocks `tall` px high, near `tops`, in their order, that do not meet, between first and last."""
    order = np.argsort(tops, kind="stable")
    placed = [0.0] * len(tops)
    at = first
    for index in order:
        placed[index] = max(at, tops[index])
        at = placed[index] + tall
    limit = last
    for index in order[::-1]:
        placed[index] = min(placed[index], limit - tall)
        limit = placed[index]
    return placed
