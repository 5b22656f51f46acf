"""Where the tile grid, the strips along its sides and their labels lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF

from engine.arrays import Array
from engine.flash.plan.schedules import Schedule
from gui.look.drawing import text_width
from gui.look.theme import font

NUMBERS: Final = (46, 34, 28)  # px for the numbers of the row blocks; in a small grid, in a tiny one
NUMBERED: Final = 12  # px of it that no number takes: to the strips, and to the edge
UP: Final = ((44, 22, 16), (28, 16, 12), (14, 8, 6))  # width of the strips at the sides: one at a side, two, more
FLAT: Final = ((30, 30, 20, 16), (20, 20, 14, 11), (12, 12, 8, 6))  # height of those above
SMALL: Final = (440, 260)  # px of width or height
BETWEEN: Final = 5  # from strip to strip
BESIDE: Final = 10  # from the strips to the tiles
TOP: Final = 18  # a line for "block 4" above
LETTERS: Final = 20  # a line for the letters of the strips at the sides, when no strip is above them
NEAR: Final = 12  # px more below the strips above, where the letters of two strips at the left reach below theirs
MARGIN: Final = 16  # at the right edge
BOTTOM: Final = 24  # the numbers of the key blocks
LARGEST: Final = 88  # px of one token
LEAST: Final = 44  # px of a tile's side, as long as all fit
FLAT_BELOW: Final = 0.25  # of the other side: a grid that is flatter gets larger tiles that way
GAP_FROM: Final = (5, 14)  # px of a tile that has a gap of 1, of 2


@dataclass(frozen=True, eq=False)
class Side:
    """Blocks of tokens along one side, in device pixels from the corner of the tiles.

    Where there are more blocks than pixels, a cell is one pixel and stands for several blocks.
    """

    tokens: int
    block: int
    pixels: int
    gap: int  # between two cells, at the end of each

    @property
    def blocks(self) -> int:
        return -(-self.tokens // self.block)

    @property
    def cells(self) -> int:
        return min(self.blocks, self.pixels)

    @property
    def pooled(self) -> bool:
        return self.cells < self.blocks

    @cached_property
    def first(self) -> Array:
        """(cells + 1,): the block with which each cell begins, and the number of blocks."""
        return np.arange(self.cells + 1) * self.blocks // self.cells

    @cached_property
    def edges(self) -> Array:
        """(cells + 1,): the pixel at which each cell begins, and the end. A last block of fewer tokens is smaller."""
        if self.pooled:
            return np.arange(self.cells + 1)
        tokens = np.minimum(np.arange(self.blocks + 1) * self.block, self.tokens)
        edges = np.floor(tokens * self.pixels / self.tokens + 0.5).astype(np.int64)
        if self.pixels // self.blocks >= GAP_FROM[0]:  # large tiles are all of one size
            side = min(self.block, self.tokens)
            pitch = self.pixels * side // self.tokens
            edges[:-1] = np.arange(self.blocks) * pitch
            edges[-1] = edges[-2] + max(round(pitch * int(tokens[-1] - tokens[-2]) / side), self.gap + 2)
        else:  # no block without a pixel
            edges = np.minimum(edges, self.pixels - np.arange(self.blocks, -1, -1))
        return edges

    @property
    def length(self) -> int:
        return int(self.edges[-1])

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """First pixel of each cell and the first of its gap."""
        return [(start, max(stop - self.gap, start + 1)) for start, stop in pairwise(self.edges.tolist())]

    def span(self, cell: int) -> tuple[int, int]:
        return self.spans[cell]

    def cell_of(self, block: int) -> int:
        return int(np.searchsorted(self.first, block, "right")) - 1 if self.pooled else block

    def at(self, pixel: float) -> int | None:
        """The block at a pixel, of several the first."""
        if not 0 <= pixel < self.length:
            return None
        return int(self.first[int(np.searchsorted(self.edges, pixel, "right")) - 1])


@dataclass(frozen=True, eq=False)
class Plan:
    """The whole picture: everything in the widget's units, but `rows` and `keys` in device pixels."""

    dpr: float
    corner: QPointF  # of the tiles
    rows: Side
    keys: Side
    left: dict[str, QRectF]  # strips, by letter
    above: dict[str, QRectF]
    right: dict[str, QRectF]

    @property
    def area(self) -> QRectF:
        """All tiles."""
        return QRectF(self.corner.x(), self.corner.y(), self.keys.length / self.dpr, self.rows.length / self.dpr)

    def rect(self, i: int, j: int) -> QRectF:
        """Tile (i, j) without its gap."""
        (top, bottom), (left, right) = self.rows.span(self.rows.cell_of(i)), self.keys.span(self.keys.cell_of(j))
        x, y = self.corner.x() + left / self.dpr, self.corner.y() + top / self.dpr
        return QRectF(x, y, (right - left) / self.dpr, (bottom - top) / self.dpr)

    def at(self, point: QPoint | QPointF) -> tuple[int, int] | None:
        """The tile at a point of the widget."""
        i = self.rows.at((point.y() - self.corner.y()) * self.dpr)
        j = self.keys.at((point.x() - self.corner.x()) * self.dpr)
        return None if i is None or j is None else (i, j)

    def cell(self, tile: tuple[int, int], point: QPoint, s: Schedule) -> tuple[int, int]:
        """Row and key, counted in the tile, of the cell of a tile at a point."""
        box, (r0, r1), (k0, k1) = self.rect(*tile), s.rows(tile[0]), s.keys(tile[1])
        down = (point.y() - box.top()) / box.height() * (r1 - r0)
        across = (point.x() - box.left()) / box.width() * (k1 - k0)
        return min(max(int(down), 0), r1 - r0 - 1), min(max(int(across), 0), k1 - k0 - 1)

    def block_of(self, letter: str, block: int) -> QRectF:
        """Where one block of a strip lies."""
        if letter in self.above:
            strip, (start, stop) = self.above[letter], self.keys.span(self.keys.cell_of(block))
            return QRectF(self.corner.x() + start / self.dpr, strip.top(), (stop - start) / self.dpr, strip.height())
        strip, (start, stop) = (self.left | self.right)[letter], self.rows.span(self.rows.cell_of(block))
        return QRectF(strip.left(), self.corner.y() + start / self.dpr, strip.width(), (stop - start) / self.dpr)


def plan_of(width: int, height: int, dpr: float, schedule: Schedule, sides: tuple[tuple[str, ...], ...]) -> Plan:
    """Lay the grid out in `width` x `height`; `sides` are the letters of the strips at the left, above and right."""
    left, above, right = sides
    small = sum(min(width, height) < least for least in SMALL)
    wide = (UP[small][min(max(len(one), 1), 3) - 1] for one in (left, right))
    flat = FLAT[small][min(max(len(above), 1), 4) - 1]
    at_left, at_right = wide
    numbers = max(NUMBERS[small], text_width(str(schedule.row_blocks - 1), font("axis", 600)) + NUMBERED)
    x = numbers + len(left) * (at_left + BETWEEN) + BESIDE - BETWEEN
    y = TOP + len(above) * (flat + BETWEEN) + BESIDE - BETWEEN + NEAR * (len(left) > 1)
    y = max(y, TOP + LETTERS)
    after = len(right) * (at_right + BETWEEN) - BETWEEN + BESIDE + MARGIN
    rows, keys = _sides(schedule, max(width - x - after, 40), max(height - y - BOTTOM, 40), dpr)
    x += max(0, (width - x - after - round(keys.length / dpr)) // 3)
    area = QRectF(x, y, keys.length / dpr, rows.length / dpr)
    first = x - BESIDE - len(left) * (at_left + BETWEEN) + BETWEEN
    beside = {
        letter: QRectF(first + n * (at_left + BETWEEN), y, at_left, area.height()) for n, letter in enumerate(left)
    }
    over = {letter: QRectF(x, TOP + n * (flat + BETWEEN), area.width(), flat) for n, letter in enumerate(above)}
    last = {
        letter: QRectF(area.right() + BESIDE + n * (at_right + BETWEEN), y, at_right, area.height())
        for n, letter in enumerate(right)
    }
    return Plan(dpr, area.topLeft(), rows, keys, beside, over, last)


def _sides(s: Schedule, width: int, height: int, dpr: float) -> tuple[Side, Side]:
    """Tokens are squares, but for tiles that would be too flat to be seen; rows and keys."""
    across, down = int(width * dpr), int(height * dpr)
    token = min(across / s.n_k, down / s.n_q, LARGEST * dpr)
    made = []
    for tokens, block, room in ((s.n_q, s.block_q, down), (s.n_k, s.block_k, across)):
        blocks = -(-tokens // block)
        tile = token * min(block, tokens)
        if tokens < FLAT_BELOW * max(s.n_q, s.n_k):
            tile = max(tile, min(LEAST * dpr, room / blocks))
        gap = sum(tile >= least * dpr for least in GAP_FROM) * max(1, round(dpr))
        pixels = min(room, round(tile * tokens / min(block, tokens)))
        made.append(Side(tokens, block, max(pixels, 1), gap))
    return made[0], made[1]
