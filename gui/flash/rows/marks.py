"""The two drawings of a row: where its maximum was and is, and by what its sums shrink."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.flash.frame.view import RowState
from gui.look.theme import Theme

DOT: Final = 3.5


def range_of(state: RowState) -> tuple[float, float]:
    """What the axis of the maxima spans: all finite ones of the block."""
    every = np.concatenate([state.m_before, state.m])
    finite = every[np.isfinite(every)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)


def place(value: float, box: QRect, scale: tuple[float, float]) -> float:
    """The pixel of a maximum."""
    low, high = scale
    share = (value - low) / (high - low) if high > low else 0.5
    return box.left() + DOT + share * (box.width() - 2 * DOT)


def draw_maximum(
    painter: QPainter, box: QRect, theme: Theme, before: float, now: float, scale: tuple[float, float]
) -> None:
    """A hollow dot where the maximum was, a full one where it is, on one axis for all rows; -inf and NaN have none."""
    y = box.center().y() + 1
    painter.fillRect(box.left(), y, box.width(), 1, theme["line"])
    rose = before != now
    colour = theme["bar" if rose else "ink3"]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if math.isfinite(before) and rose and math.isfinite(now):
        painter.setPen(QPen(colour, 1.5))
        painter.drawLine(QPointF(place(before, box, scale), y + 0.5), QPointF(place(now, box, scale), y + 0.5))
        painter.setBrush(theme["surface"])
        painter.drawEllipse(QPointF(place(before, box, scale), y + 0.5), DOT - 0.5, DOT - 0.5)
    if math.isfinite(now):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(place(now, box, scale), y + 0.5), DOT, DOT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def draw_factor(painter: QPainter, box: QRect, theme: Theme, factor: float) -> None:
    """A bar as long as what stays of the sums; grey where all of it does."""
    track = QRectF(box.left(), box.center().y() - 2, box.width(), 6)
    painter.fillRect(track, theme["line"])
    if math.isfinite(factor):
        track.setWidth(track.width() * min(max(factor, 0), 1))
        painter.fillRect(track, theme["bar" if factor != 1 else "ink3"])
