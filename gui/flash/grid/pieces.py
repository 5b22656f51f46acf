"""What a step may change in the tile grid, and where: pieces, to be compared with those of the frame before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF

from engine.flash.frame.view import FlashView, Strip
from gui.flash.grid.active import TAG
from gui.flash.grid.geometry import Plan
from gui.flash.grid.labels import keys_box, over_box, rows_box, splits_box
from gui.flash.grid.strips import Strips
from gui.flash.pane import Numbers, Piece

AROUND: Final = 8  # px of a frame about the smallest tile
TAGGED: Final = 140  # px of what is written above the tile of a backward pass, at most
GUIDE: Final = 3  # px at each side of a dotted line


def pieces_of(view: FlashView, plan: Plan, painter: Strips, strips: Sequence[Strip]) -> dict[str, Piece]:
    """All pieces but the picture of the tiles; `strips` are those that are painted, with their newest numbers."""
    step = view.step
    i, j, split = (None, None, None) if step is None else (step.i, step.j, step.split)
    found: dict[str, Piece] = {
        f"strip {strip.letter}": (
            painter.box(strip.letter),
            (Numbers(strip.values), strip.held, strip.active, strip.limit, strip.growing),
        )
        for strip in strips
    }
    found |= {
        "rows": (rows_box(plan), i),
        "keys": (keys_box(plan), j),
        "over": (over_box(plan, j), j),
        "splits": (splits_box(plan), split),
        "tile": _tile(view, plan),
    }
    return found | _guides(view, plan)


def _tile(view: FlashView, plan: Plan) -> Piece:
    """What is framed: the tile in SRAM, or a whole row of S."""
    step, tile = view.step, view.tile
    if step is None or not view.resident:
        return QRect(), None
    if tile is None:
        first, last = (plan.rect(step.i or 0, j) for j in (0, view.schedule.key_blocks - 1))
        shown = None if view.band is None else (view.band.shown, view.band.limit, Numbers(view.band.cells))
        names = [each.name for each in view.resident]
        return framed(first.united(last), tagged=view.band is not None), (step.i, names, shown)
    box = framed(plan.rect(tile.i, tile.j), tagged=view.schedule.direction == "backward")
    return box, (tile.i, tile.j, tile.shown, tile.limit, view.limit, Numbers(tile.cells), Numbers(tile.visible))


def framed(tile: QRectF, *, tagged: bool = False) -> QRect:
    """A tile, or a row of them, with the frame around it, and with what is written above one of a backward pass."""
    box = tile.toAlignedRect().adjusted(-AROUND, -AROUND, AROUND, AROUND)
    return box.united(QRect(box.left(), box.top() - TAG, TAGGED, TAG)) if tagged else box


def _guides(view: FlashView, plan: Plan) -> dict[str, Piece]:
    """The dotted lines to the tile."""
    step = view.step
    if step is None or not view.resident:
        return {"across": (QRect(), None), "down": (QRect(), None)}
    area, tile = plan.area.toAlignedRect(), plan.rect(step.i or 0, step.j or 0).toAlignedRect()
    across = QRect(area.left() - 10, tile.center().y() - GUIDE, area.width() + 12, 2 * GUIDE + 1)
    down = QRect(tile.center().x() - GUIDE, area.top() - 10, 2 * GUIDE + 1, area.height() + 12)
    if step.i is not None and step.j is not None:  # they end at the tile
        across.setRight(tile.left() + GUIDE)
        down.setBottom(tile.top() + GUIDE)
    return {"across": (across, (step.i, step.j)), "down": (down, (step.i, step.j))}
