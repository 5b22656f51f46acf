"""How a tile looks in each of its states, painted once for a size and a theme."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from gui.flash.grid.cuts import Cut, runs_of
from gui.flash.grid.states import DONE, SKIPPED, STORED, WAITING
from gui.look.drawing import hatch, mix
from gui.look.theme import Theme

ROUND_FROM: Final = 16  # px of a tile with round corners
RADIUS: Final = 3
PICTURED: Final = 7  # px of a tile whose cut is drawn
FINE: Final = 5  # px along an edge between the lines of a hidden corner
Pixels = NDArray[np.uint32]


def done_colour(theme: Theme) -> QColor:
    """A tile whose scores are gone."""
    return QColor(theme.anchors["sequential"][1])


def flat_colour(theme: Theme, state: int) -> QColor:
    """A tile that is too small for lines: on average as the large one is, of a stored one half is done."""
    if state in (SKIPPED, WAITING):
        return theme["line" if state == SKIPPED else "surface"]
    return done_colour(theme) if state == DONE else mix(done_colour(theme), theme["surface"], 0.5)


def stamp(size: tuple[int, int], dpr: float, state: int, cut: Cut | None, hidden: bool, theme: Theme) -> Pixels:
    """A tile of `size` (width, height) device pixels, without its gap: (height, width) of 0xAARRGGBB.

    `hidden`: the mask hides all of it, and it is computed all the same.
    """
    width, height = size
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(theme["surface"])
    with QPainter(image) as painter:
        painter.scale(dpr, dpr)
        box = QRectF(0, 0, width / dpr, height / dpr)
        small = min(box.width(), box.height())
        if small < PICTURED:
            painter.fillRect(box, flat_colour(theme, state))
        else:
            _draw(painter, box, RADIUS if small >= ROUND_FROM else 0, state, cut, hidden, theme)
    lines = np.frombuffer(image.constBits(), np.uint32).reshape(height, image.bytesPerLine() // 4)
    return lines[:, :width].copy()


def _draw(painter: QPainter, box: QRectF, radius: int, state: int, cut: Cut | None, hidden: bool, theme: Theme) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    outline.addRoundedRect(box, radius, radius)
    painter.setClipPath(outline)
    painter.fillRect(box, _ground(state, theme))
    if state == SKIPPED:
        hatch(painter, box, theme)
        return
    if state == STORED:
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), box.height() / 2), done_colour(theme))
    if cut is not None or hidden:
        _draw_hidden(painter, box, cut, theme)
    if state != DONE or cut is not None or hidden:
        edge = theme["ghost_line"] if state == DONE else theme["line_strong"]
        painter.setPen(QPen(edge, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), max(radius - 0.5, 0), max(radius - 0.5, 0))


def _ground(state: int, theme: Theme) -> QColor:
    return {SKIPPED: theme["sunken"], DONE: done_colour(theme)}.get(state, theme["surface"])


def _draw_hidden(painter: QPainter, box: QRectF, cut: Cut | None, theme: Theme) -> None:
    """The hidden part: paper with fine lines, and the line of the cut."""
    part = QPainterPath()
    line: tuple[QPointF, QPointF] | None = None
    if cut is None:
        part.addRect(box)
    elif cut.above is not None or cut.below is not None:
        corners, line = _corner(box, cut)
        part.addPolygon(corners)
    else:
        part = hidden_cells(box, cut)
    painter.save()
    painter.setClipPath(part, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, theme["surface"])
    hatch(painter, box, theme, "ink3", FINE)
    painter.restore()
    if line is not None:
        painter.setPen(QPen(theme["ink2"], 1))
        painter.drawLine(*line)


def _corner(box: QRectF, cut: Cut) -> tuple[QPolygonF, tuple[QPointF, QPointF]]:
    """The hidden side of a straight cut, and its line."""
    side = box.width() / cut.shape[1], box.height() / cut.shape[0]
    n = cut.shape[0]
    at = cut.above if cut.above is not None else cut.below or 0
    first, last = (max(at, 0), max(-at, 0)), (min(n, n + at), min(n, n - at))  # (key, row) where it enters and leaves
    start, end = (QPointF(box.left() + k * side[0], box.top() + r * side[1]) for k, r in (first, last))
    if cut.above is not None:
        around = [box.topRight()] if at >= 0 else [box.bottomRight(), box.topRight(), box.topLeft()]
    else:
        around = [box.bottomRight(), box.bottomLeft(), box.topLeft()] if at > 0 else [box.bottomLeft()]
    return QPolygonF([start, end, *around]), (start, end)


def hidden_cells(box: QRectF, cut: Cut) -> QPainterPath:
    """The hidden cells of a tile, each row in runs."""
    part = QPainterPath()
    for run in runs_of(cut.cells, box):
        part.addRect(run)
    return part
