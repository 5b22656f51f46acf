"""The icons of resources/icons, drawn in any colour at any device pixel ratio."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.look.drawing import is_vector
from gui.look.theme import RESOURCES

FOLDER: Final = RESOURCES / "icons"
GRID: Final = 24  # units across an icon
STROKE: Final = 1.35  # pixels, at every size


def _drawing(name: str, colour: str, width: int) -> QSvgRenderer:
    svg = (FOLDER / f"{name}.svg").read_text("utf-8").replace("currentColor", colour)
    svg = svg.replace('stroke-width="2"', f'stroke-width="{STROKE * GRID / width:.3f}"')
    return QSvgRenderer(QByteArray(svg.encode()))


@lru_cache(maxsize=256)
def _picture(name: str, colour: str, width: int, height: int, ratio: float) -> QPixmap:
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _drawing(name, colour, width).render(painter, QRectF(0, 0, width, height))
    painter.end()
    return picture


def pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon `name`, `size` pixels high and wide, its strokes in `colour` (an icon with its own colours keeps them).

    `ratio` is the device pixel ratio of what it is shown on. FileNotFoundError for an unknown name.
    """
    return _picture(name, colour.name(), size, size, ratio)


def draw_icon(painter: QPainter, name: str, box: QRect, colour: QColor) -> None:
    """Paint an icon into a square box, on whole device pixels; as lines where lines stay lines."""
    if is_vector(painter):
        _drawing(name, colour.name(), box.width()).render(painter, QRectF(box))
        return
    ratio = max(painter.deviceTransform().m11(), painter.device().devicePixelRatioF())  # larger on a slide
    painter.drawPixmap(box.topLeft(), pixmap(name, colour, box.width(), ratio))
