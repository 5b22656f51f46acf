"""The legend of the map: a bar of its colours, what its ends mean, and a pointer at one value."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from engine.maps.raster import Raster
from gui.attention.map.pixels import diverging
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.theme import Theme, font

CENTRED: Final = 56  # the widest title that stands over the middle of the bar
END: Final = 40  # how far right of the bar a longer one goes
DIGITS: Final = (3, 4, 9)  # fewer than so many behind the point: rather other ticks than more digits


def limits(stage: str, limit: float) -> tuple[float, float]:
    """What the two ends of the colours mean."""
    return (-limit if diverging(stage) else 0.0), limit


@lru_cache(64)
def ticks(stage: str, limit: float, over: bool) -> list[tuple[float, str]]:
    """Values, smallest first, as the legend writes them, all exact; "≥" when numbers lie beyond `limit`."""
    low, high = limits(stage, limit)
    counts = (5, 3) if low < 0 else (5, 4, 6, 3)
    ways = ((n, d) for most in DIGITS for n in counts for d in range(most) if _exact(np.linspace(low, high, n), d))
    count, digits = next(ways, (3, DIGITS[-1]))
    bare = stage in ("weights", "difference")
    written = [(float(value), _short(float(value), digits, bare)) for value in np.linspace(low, high, count)]
    if over:
        written[-1] = (high, f"≥ {written[-1][1]}")
        if low < 0:
            written[0] = (low, f"≤ {written[0][1]}")
    return written


def beyond(raster: Raster, limit: float) -> bool:
    """Whether a visible number lies beyond the colours; infinite ones have no colour."""
    seen = raster.values[raster.visible & np.isfinite(raster.values)]
    return float(np.abs(seen).max(initial=0)) > limit * (1 + 1e-6)


def paint_legend(painter: QPainter, bar: QRect, title: str, stage: str, limit: float, over: bool, theme: Theme) -> None:
    """The bar with its title and ticks, painted 25 px above and 30 px beside it too."""
    colours = (theme.diverging if diverging(stage) else theme.sequential).colours
    column = np.ascontiguousarray(colours[::-1, None])
    painter.drawImage(QRectF(bar), QImage(column.data, 1, 256, 4, QImage.Format.Format_RGB32))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme["line_strong"], 1))
    painter.drawRoundedRect(QRectF(bar).adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2)
    painter.restore()
    face, ink = font("caption"), theme["ink3"]
    _paint_title(painter, bar, title, ink)
    for value, text in ticks(stage, limit, over):
        y = round(_height(bar, stage, limit, value))
        painter.setPen(QPen(theme["line_strong"], 1))
        painter.drawLine(bar.right() + 2, y, bar.right() + 4, y)
        put(painter, QRect(bar.right() + 7, y - 8, 37, 16), text, face, ink, Qt.AlignmentFlag.AlignLeft)


def _paint_title(painter: QPainter, bar: QRect, title: str, ink: QColor) -> None:
    """Over the middle of the bar; a long title is smaller, and ends where the ticks do."""
    middle, small = text_width(title, font("caption")), text_width(title, font("axis"))
    long = middle > CENTRED
    left, wide = (bar.right() + END - small, small) if long else (bar.center().x() - middle // 2, middle)
    box = QRect(left, bar.top() - 25, wide + 2, 16)
    put(painter, box, title, font("axis" if long else "caption"), ink, Qt.AlignmentFlag.AlignLeft)


def paint_estimate(painter: QPainter, bar: QRect, theme: Theme) -> None:
    """The mark of a map that is not exact yet, above the title."""
    text, face = "estimate", font("axis", 600)
    width = text_width(text, face)
    box = QRect(bar.right() + END - width, bar.top() - 40, width + 2, 16)
    put(painter, box, text, face, theme["warn"], Qt.AlignmentFlag.AlignLeft)


def paint_pointer(painter: QPainter, bar: QRect, stage: str, limit: float, value: float, theme: Theme) -> None:
    """A line across the bar, and a small arrow on its left."""
    y = _height(bar, stage, limit, value)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme["ink"], 2))
    painter.drawLine(QPointF(bar.left() - 1, y), QPointF(bar.right() + 2, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme["ink"])
    tip = QPointF(bar.left() - 1, y)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(-5, -3.5), tip + QPointF(-5, 3.5)]))
    painter.restore()


def _height(bar: QRect, stage: str, limit: float, value: float) -> float:
    """Where on the bar a value is; beyond its ends at the end."""
    low, high = limits(stage, limit)
    share = min(max((value - low) / (high - low), 0), 1)
    return bar.top() + (1 - share) * (bar.height() - 1)


def _exact(values: np.ndarray[tuple[int], np.dtype[np.float64]], digits: int) -> bool:
    return bool(np.allclose(np.round(values, digits), values, rtol=0, atol=1e-9 * max(abs(values[-1]), 1)))


def _short(value: float, digits: int, bare: bool) -> str:
    """A tick; whole numbers without digits, weights without the zero before the point."""
    if value == round(value):
        return fixed(value, 0)
    text = fixed(value, digits)
    return text.replace("0.", ".", 1) if bare and abs(value) < 1 else text
