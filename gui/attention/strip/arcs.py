"""Arcs from the query to the keys it looks at: the heavier, the thicker and the more orange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gui.look.drawing import mix
from gui.look.theme import Theme

FINE: Final = 0.03  # a weight whose arc is a hairline
MOST: Final = 24
CONTROL: Final = 1.33  # control points stand this many arc heights above the chips
DOT: Final = 4.0  # radius
LOOP: Final = 10.0  # half the width of the arc from a word to itself, and how much higher it is


@dataclass(frozen=True)
class Arc:
    """One arc, in pixels: where it starts and ends on the base line, and how high it may rise."""

    start: float
    end: float
    weight: float


def height_of(arc: Arc, room: float) -> float:
    """How high an arc rises: with its length, up to `room` minus half its own width."""
    own = LOOP + width_of(arc) if arc.start == arc.end else 0.0
    return min(14 + 0.155 * abs(arc.end - arc.start) + own, room - width_of(arc) / 2)


def width_of(arc: Arc) -> float:
    return 1 + 7 * min(1.0, max(0.0, arc.weight))


def path_of(arc: Arc, base: float, room: float) -> QPainterPath:
    """The cubic of an arc; its highest point is `height_of` above `base`."""
    rise = CONTROL * height_of(arc, room)
    out = LOOP + width_of(arc) / 2 if arc.start == arc.end else 0.0
    start, end = arc.start - out, arc.end + out
    path = QPainterPath(QPointF(start, base))
    path.cubicTo(QPointF(start, base - rise), QPointF(end, base - rise), QPointF(end, base))
    return path


def draw_arcs(painter: QPainter, theme: Theme, arcs: Sequence[Arc], base: float, room: float) -> None:
    """Paint the heaviest arcs, the widest last, up from the line `base`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for arc in sorted(arcs, key=lambda arc: arc.weight)[-MOST:]:
        share = 0.2 + 0.8 * min(1.0, max(0.0, arc.weight) / 0.4)
        colour = mix(theme["query_fill"], theme["surface"], share)
        width = width_of(arc) if arc.weight >= FINE else 1.0  # wider lines cost five times as much
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawPath(path_of(arc, base, room))
    painter.restore()


def draw_dot(painter: QPainter, theme: Theme, x: float, y: float, role: str) -> None:
    """The end of an arc: a dot with a rim of paper around it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme["surface"], 2))
    painter.setBrush(theme[role])
    painter.drawEllipse(QPointF(x, y), DOT + 0.5, DOT + 0.5)
    painter.restore()
