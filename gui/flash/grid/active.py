"""The tile in SRAM: its scores in colours, its numbers where they fit, hatch where the mask hides."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.arrays import Array
from engine.flash.frame.view import Tile
from gui.drawing import hatch, indices, text_width
from gui.numbers import fixed, score
from gui.theme import Theme, font

NUMBERS_FROM: Final = 28  # px of a cell
SLIMMEST: Final = 7  # px of the frame's inside, however small the tile
FRAME: Final = 3


def draw_scores(painter: QPainter, box: QRectF, tile: Tile, limit: float, theme: Theme) -> None:
    """The cells of a tile over a box; nothing where no scores are there."""
    if tile.scores is None:
        return
    scores = tile.scores
    places = indices(scores, -limit, limit)
    pixels = np.ascontiguousarray(theme.diverging.colours[places])
    if tile.visible is not None:
        pixels[~tile.visible] = theme["sunken"].rgba()
    rows, keys = pixels.shape
    image = QImage(pixels.data, keys, rows, 4 * keys, QImage.Format.Format_RGB32)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(box, image)
    hidden = tile.visible is not None and not tile.visible.all()
    if hidden:
        _hatch(painter, box, ~np.asarray(tile.visible), theme)
    if min(box.width() / keys, box.height() / rows) >= NUMBERS_FROM:
        _draw_numbers(painter, box, tile, theme.diverging.inks[places])


def _hatch(painter: QPainter, box: QRectF, hidden: Array, theme: Theme) -> None:
    rows, keys = hidden.shape
    tall, wide = box.height() / rows, box.width() / keys
    for row, cells in enumerate(hidden):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], cells.astype(np.int8), [0]))))
        for start, stop in edges.reshape(-1, 2).tolist():
            run = QRectF(box.left() + start * wide, box.top() + row * tall, (stop - start) * wide, tall)
            hatch(painter, run, theme, step=6 if tall < 12 else 9)


def _draw_numbers(painter: QPainter, box: QRectF, tile: Tile, inks: Array) -> None:
    assert tile.scores is not None
    rows, keys = tile.scores.shape
    tall, wide = box.height() / rows, box.width() / keys
    seen = np.isfinite(tile.scores) if tile.visible is None else tile.visible & np.isfinite(tile.scores)
    write = (
        score if all(text_width(score(float(x)), font("axis")) < wide - 3 for x in _ends(tile.scores[seen])) else _one
    )
    painter.setFont(font("axis"))
    for row, key in np.argwhere(seen).tolist():
        painter.setPen(QColor.fromRgba(int(inks[row, key])))
        cell = QRectF(box.left() + key * wide, box.top() + row * tall, wide, tall)
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, write(float(tile.scores[row, key])))


def _ends(seen: Array) -> list[float]:
    return [float(seen.min()), float(seen.max())] if seen.size else []


def _one(number: float) -> str:
    return fixed(number, 1 if abs(number) < 10 else 0)


def draw_frame(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """The thick frame around the tile in SRAM; a very small tile gets one that leaves it free."""
    out = FRAME / 2
    x, y = (max(out - 1, (SLIMMEST - side) / 2) for side in (box.width(), box.height()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme["ink"], FRAME))
    painter.drawRoundedRect(box.adjusted(-x, -y, x, y), 3, 3)
    painter.restore()
