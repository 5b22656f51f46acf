"""Small pieces of painting that several panes share: rasters, hatches, text that fits."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPaintEngine, QPainter, QPen

from gui.look.theme import Theme

HATCH_STEP = 9  # along an edge: 6 px from line to line


def indices(values: NDArray[Any], low: float, high: float) -> NDArray[np.uint8]:
    """Where each value lies in a table of 256 colours, clipped at both ends (NaN at 0: draw it apart)."""
    span = (high - low) or 1.0
    with np.errstate(over="ignore", invalid="ignore"):  # of infinite and of very large numbers
        scaled = np.subtract(values, low, dtype=np.float32) * np.float32(255.0 / span)
    np.nan_to_num(scaled, copy=False, nan=0.0)
    found: NDArray[np.uint8] = np.clip(np.rint(scaled), 0, 255).astype(np.uint8)
    return found


def hatch(
    painter: QPainter, area: QRect | QRectF, theme: Theme, role: str = "line_strong", step: int = HATCH_STEP
) -> None:
    """Diagonal 1 px lines over `area`, the sign of a masked cell; the lines of neighbours meet."""
    box = QRectF(area)
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme[role], 1))
    first = int((box.left() + box.top()) // step) * step
    at = first
    while at <= box.right() + box.bottom():
        painter.drawLine(
            QRectF(at - box.bottom(), box.bottom(), 0, 0).topLeft(), QRectF(at - box.top(), box.top(), 0, 0).topLeft()
        )
        at += step
    painter.restore()


def is_vector(painter: QPainter) -> bool:
    """Whether what is painted stays text and lines (gui/export/relay.py), so that no picture of it should be made."""
    return painter.paintEngine().type() == QPaintEngine.Type.User


def is_magnified(painter: QPainter) -> bool:
    """Whether what is painted is larger than its widget, as on a slide: a picture kept for the widget would be soft."""
    return painter.deviceTransform().m11() > 1.01 * painter.device().devicePixelRatioF()


def mix(colour: QColor, into: QColor, share: float) -> QColor:
    """`share` of `colour` over the rest of `into`."""

    def channel(a: float, b: float) -> float:
        return a * share + b * (1 - share)

    return QColor.fromRgbF(
        channel(colour.redF(), into.redF()),
        channel(colour.greenF(), into.greenF()),
        channel(colour.blueF(), into.blueF()),
    )


@lru_cache(8192)
def text_width(text: str, face: QFont) -> int:
    """How wide a line is in pixels; kept, for most words of a frame were in the last one too."""
    return QFontMetrics(face).horizontalAdvance(text)


@lru_cache(8192)
def elided(text: str, face: QFont, width: int) -> str:
    """`text` cut in the middle to fit; hover gives it whole. Short ones, which fit surely, are not measured."""
    if text.isascii() and len(text) * face.pixelSize() <= width:
        return text
    return QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideMiddle, width)


def put(painter: QPainter, box: QRect, text: str, face: QFont, ink: QColor, align: Qt.AlignmentFlag) -> None:
    """One line of text in a box, centred vertically, elided in the middle where it does not fit."""
    painter.setFont(face)
    painter.setPen(ink)
    painter.drawText(box, _on_a_line(align), elided(text, face, box.width()))


@cache
def _on_a_line(align: Qt.AlignmentFlag) -> int:
    """Flags put together once: Python's enumerations are slow, and a frame has hundreds of texts."""
    return int((align | Qt.AlignmentFlag.AlignVCenter).value | Qt.TextFlag.TextSingleLine.value)
