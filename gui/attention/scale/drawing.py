"""How the scale slider looks: axis, track, the model's mark, the handle under its line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.attention.scale.axis import MARGIN, NUMBERS, ScaleAxis
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

HEIGHT: Final = 54
TRACK: Final = 19  # the middle of the track, from the top
RADIUS: Final = 8
RING: Final = 4  # from the handle to the focus ring
MODEL: Final = "model"  # beside the mark of its own scale, below the curves
BESIDE: Final = 9  # from the middle of the mark to the word


def draw_slider(
    painter: QPainter, width: int, scale: float | None, model: float | None, theme: Theme, focused: bool
) -> None:
    """Paint the slider; without a scale a quiet track, without the model's own no mark."""
    axis = ScaleAxis(width)
    _draw_axis(painter, axis, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    _draw_track(painter, width - MARGIN, theme["sunken"])
    if scale is None or model is None:
        return
    x, mark = axis.x(scale), axis.x(model)
    _draw_track(painter, x, theme["line_strong"])
    if abs(x - mark) >= 0.5:
        painter.setBrush(theme["ghost_line"])
        corners = (QPointF(mark - 5, TRACK - 12), QPointF(mark + 5, TRACK - 12), QPointF(mark, TRACK - 4))
        painter.drawPolygon(QPolygonF(corners))
        box = model_box(mark, x, width)
        if box is not None:
            put(painter, box, MODEL, font("axis"), theme["ink3"], Qt.AlignmentFlag.AlignLeft)
            painter.setPen(Qt.PenStyle.NoPen)
    stroke(painter, x, 0, TRACK, theme["ink"])
    painter.setBrush(theme["raised"])
    painter.setPen(QPen(theme["ink"], 2))
    painter.drawEllipse(QPointF(x, TRACK), RADIUS, RADIUS)
    if focused:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme["focus"], 2))
        painter.drawEllipse(QPointF(x, TRACK), RADIUS + RING, RADIUS + RING)


def model_box(mark: float, handle: float, width: int) -> QRect | None:
    """Where the word beside the mark stands clear of the handle and its ring; None without room on either side."""
    wide, free = text_width(MODEL, font("axis")), RADIUS + RING + 2
    for left in (round(mark) + BESIDE, round(mark) - BESIDE - wide):
        inside = left >= 4 and left + wide <= width - 4
        if inside and not left - free < handle < left + wide + free:
            return QRect(left, TRACK - 16, wide + 1, 14)
    return None


def stroke(painter: QPainter, x: float, top: int, bottom: int, colour: QColor) -> None:
    """An upright line of about a pixel at `x`, on whole device pixels: no seam where two panes meet."""
    ratio = painter.device().devicePixelRatioF()
    width = round(1.25 * ratio) / ratio
    painter.fillRect(QRectF(round((x - width / 2) * ratio) / ratio, top, width, bottom - top), colour)


def _draw_axis(painter: QPainter, axis: ScaleAxis, theme: Theme) -> None:
    for number in NUMBERS:
        x = round(axis.x(number))
        painter.fillRect(x, TRACK + 8, 1, 3, theme["line_strong"])
        box = QRect(x - 20, TRACK + 17, 41, 16)
        put(painter, box, f"{number:g}", font("axis"), theme["ink3"], Qt.AlignmentFlag.AlignHCenter)


def _draw_track(painter: QPainter, until: float, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(MARGIN, TRACK - 2, until - MARGIN, 4), 2, 2)
