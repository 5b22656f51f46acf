"""What is written in a picture of a widget: each text with its colour, its place, and the picture without any text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QTextItem
from PySide6.QtWidgets import QWidget

from gui.export.engine import RelayEngine, kept
from gui.export.picture import pixels_of
from gui.export.relay import Relay

LARGE, BOLD = 24.0, 18.66  # px from which on a text is large, and a bold one (WCAG 2.2, 1.4.3)
SHARE = 0.15  # of a text's box that a colour must have to be what lies behind it


@dataclass(frozen=True)
class Written:
    """A text in `colour` within `box`, in pixels of the widget; `opacity` is the painter's."""

    text: str
    colour: QColor
    opacity: float
    box: QRect
    large: bool


class _Engine(RelayEngine):
    """Keeps texts instead of painting them."""

    def __init__(self, target: QPainter) -> None:
        super().__init__(target, 1.0)
        self.written: list[Written] = []

    @kept
    def drawTextItem(self, p: Any, item: QTextItem) -> None:
        at, font = QPointF(p), item.font()
        ink = QFontMetricsF(font).tightBoundingRect(item.text())
        around = QRectF(at.x(), at.y() + ink.top(), item.width(), ink.height())
        if not item.text().strip() or not self._ready(around):
            return
        box = self._transform.mapRect(around)
        box = box if self._set is None else box & self._set.boundingRect()
        large = font.pixelSize() >= LARGE or (font.pixelSize() >= BOLD and font.weight() >= 700)
        pen = QColor(self._target.pen().color())
        self.written.append(Written(item.text(), pen, self._target.opacity(), box.toAlignedRect(), large))


class _Ground(Relay):
    def __init__(self, target: QPainter, size: QSize) -> None:
        super().__init__(target, size, 1.0)
        self.engine: _Engine = _Engine(target)


def written_on(widget: QWidget) -> tuple[list[Written], np.ndarray[Any, Any]]:
    """All texts of a widget that are painted as texts, and the codes of its pixels (height, width) without them."""
    picture = QImage(widget.size(), QImage.Format.Format_RGB32)
    with QPainter(picture) as target:
        ground = _Ground(target, widget.size())
        with QPainter(ground) as painter:
            widget.render(painter, QPoint())
        if ground.engine.error is not None:
            raise ground.engine.error
    return ground.engine.written, pixels_of(picture)


def grounds(box: QRect, pixels: np.ndarray[Any, Any]) -> Iterator[QColor]:
    """The colours that a large share of a box has."""
    height, width = pixels.shape
    inside = pixels[max(box.top(), 0) : min(box.bottom() + 1, height), max(box.left(), 0) : min(box.right() + 1, width)]
    codes, counts = np.unique(inside, return_counts=True)
    for code, count in zip(codes, counts, strict=True):
        if count >= SHARE * inside.size:
            yield QColor.fromRgb(int(code) & 0xFFFFFF)
