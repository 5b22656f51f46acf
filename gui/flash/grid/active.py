"""The tile in SRAM: its scores in colours, its numbers where they fit, hatch where the mask hides."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.arrays import Array
from engine.flash.frame.view import Tile
from gui.flash.grid.cuts import runs_of
from gui.flash.units import three
from gui.look.drawing import hatch, indices, put, text_width
from gui.look.numbers import fixed, score, short_weight
from gui.look.theme import Theme, font

NUMBERS_FROM: Final = 28  # px of a cell
SLIMMEST: Final = 7  # px of the frame's inside, however small the tile
FRAME: Final = 3
TAG: Final = 16  # px of the line above a tile that says what is in it


def draw_scores(painter: QPainter, box: QRectF, tile: Tile, limit: float, theme: Theme) -> None:
    """The cells of a tile over a box, scores within `limit` or what else it is about; nothing where none are there."""
    scores = tile.cells
    if scores is None:
        return
    limit = limit if tile.limit is None else tile.limit
    places = indices(scores, -limit, limit)
    pixels = np.ascontiguousarray(theme.diverging.colours[places])
    if tile.visible is not None:
        pixels[~tile.visible] = theme["sunken"].rgba()
    rows, keys = pixels.shape
    image = QImage(pixels.data, keys, rows, 4 * keys, QImage.Format.Format_RGB32)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(box, image)
    if tile.visible is not None:
        for run in runs_of(~tile.visible, box):
            hatch(painter, run, theme, step=6 if run.height() < 12 else 9)
    if min(box.width() / keys, box.height() / rows) >= NUMBERS_FROM:
        _draw_numbers(painter, box, tile, scores, theme.diverging.inks[places])


def _draw_numbers(painter: QPainter, box: QRectF, tile: Tile, cells: Array, inks: Array) -> None:
    rows, keys = cells.shape
    tall, wide = box.height() / rows, box.width() / keys
    seen = np.isfinite(cells) if tile.visible is None else tile.visible & np.isfinite(cells)
    write = _writer(cells[seen], wide - 3, tile.limit)
    painter.setFont(font("axis"))
    for row, key in np.argwhere(seen).tolist():
        painter.setPen(QColor.fromRgba(int(inks[row, key])))
        cell = QRectF(box.left() + key * wide, box.top() + row * tall, wide, tall)
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, write(float(cells[row, key])))


def _writer(seen: Array, room: float, limit: float | None) -> Callable[[float], str]:
    """How the numbers of a tile are written: two digits that count, fewer where the cells are narrow."""

    def fits(write: Callable[[float], str]) -> bool:
        return all(text_width(write(x), font("axis")) < room for x in _ends(seen))

    digits = 2 if limit is None else 3 + max(0, -math.floor(math.log10(limit)) - 1)
    ways: list[Callable[[float], str]] = [score] if limit is None else []
    ways += [partial(short_weight, digits=digits - less) for less in range(digits) if limit is not None]
    return next((write for write in ways if fits(write)), _one)


def _ends(seen: Array) -> list[float]:
    return [float(seen.min()), float(seen.max())] if seen.size else []


def _one(number: float) -> str:
    return fixed(number, 1 if abs(number) < 10 else 0)


def draw_tag(painter: QPainter, box: QRectF, tile: Tile, theme: Theme) -> None:
    """Above the tile of a backward pass, what its numbers are, and how far its colours reach."""
    if tile.cells is None:
        return
    reach = "" if tile.limit is None or tile.shown == "P" else f"  ±{three(tile.limit)}"
    text, face = f"{tile.shown}{reach}", font("axis", 600)
    wide = text_width(text, face) + 10
    tag = QRectF(box.left() - FRAME / 2, box.top() - FRAME / 2 - TAG, wide, TAG)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme["ink"])
    painter.drawRoundedRect(tag, 3, 3)
    painter.restore()
    put(painter, tag.toRect(), text, face, theme["surface"], Qt.AlignmentFlag.AlignHCenter)


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
