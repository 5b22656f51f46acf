"""A mask as a small picture of tiles: seen whole, cut by the mask, or skipped."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engine.tiles import Tiles
from gui.look.drawing import hatch
from gui.look.theme import Theme

SIDE: Final = 56
STEP: Final = 5  # of the hatch, between lines: a tile of 7 px shows two


def draw_tiles(painter: QPainter, box: QRect, tiles: Tiles, theme: Theme) -> None:
    """Draw into a square box, queries down and keys across: full is flat, cut has its diagonal, empty is hatched."""
    count = len(tiles.kinds)
    edges = [round(at * box.width() / count) for at in range(count + 1)]
    painter.save()
    painter.fillRect(box, theme["sunken"])
    hatch(painter, box, theme, step=STEP)
    for row, kinds in enumerate(tiles.kinds):
        for column, kind in enumerate(kinds):
            top, left = box.top() + edges[row], box.left() + edges[column]
            cell = QRect(left, top, edges[column + 1] - edges[column] - 1, edges[row + 1] - edges[row] - 1)
            if kind != "empty":
                painter.fillRect(cell.adjusted(0, 0, 1, 1), theme["surface"])
                _draw_seen(painter, QRectF(cell), kind == "cut", theme)
    painter.setPen(QPen(theme["line_strong"], 1))
    painter.drawRect(QRectF(box).adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.restore()


def _draw_seen(painter: QPainter, cell: QRectF, cut: bool, theme: Theme) -> None:
    """A tile that some query sees: whole, or half of it under its diagonal."""
    if not cut:
        painter.fillRect(cell, theme["ghost_line"])
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme["ghost"])
    painter.drawPolygon(QPolygonF([cell.topLeft(), cell.bottomLeft(), cell.bottomRight()]))
    painter.setPen(QPen(theme["ink3"], 1))
    painter.drawLine(QLineF(cell.topLeft(), cell.bottomRight()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
