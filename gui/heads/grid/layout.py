"""Where the small maps of all heads stand: the longer of layers and heads runs across; by score in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QPoint, QRect

from gui.heads.pointed import Place

TOP: Final = (74, 66)  # where the first map begins, and compact
LEFT: Final = (54, 16)  # by layer there are numbers at the left, by score there are none
RIGHT: Final = 16
FOOT: Final = 12
SCORE: Final = (22, 20)  # below a map: its bar and its number
GAP: Final = 5  # at least, between maps
LARGEST: Final = 96
SMALLEST: Final = 8


@dataclass(frozen=True)
class GridLayout:
    """The grid in a pane of (width, height) pixels; `cells` are the words of a map; `order` is by score, or None."""

    layers: int
    heads: int
    width: int
    height: int
    cells: int
    compact: bool = False
    order: tuple[Place, ...] | None = None

    @property
    def layers_across(self) -> bool:
        """Whether columns are layers."""
        return self.layers > self.heads

    @property
    def across(self) -> int:
        """Columns."""
        return max(self.layers, self.heads)

    @property
    def down(self) -> int:
        """Rows."""
        return min(self.layers, self.heads)

    @cached_property
    def left(self) -> int:
        """Where the first map begins."""
        return LEFT[self.order is not None]

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """From one map to the next, across and down."""
        wide = (self.width - self.left - RIGHT + GAP) / self.across
        tall = (self.height - TOP[self.compact] - FOOT) / self.down
        return wide, max(tall, SMALLEST + SCORE[self.compact])

    @cached_property
    def side(self) -> int:
        """The side of a map: whole cells where that leaves a cell two pixels or loses little."""
        wide, tall = self.pitch
        side = int(min(wide - GAP, tall - SCORE[self.compact], LARGEST))
        whole = side // self.cells * self.cells if self.cells else 0
        return max(whole if 5 * whole >= 4 * side else side, SMALLEST)

    def box(self, place: Place) -> QRect:
        """The map of a head."""
        column, row = self.cell(place)
        wide, tall = self.pitch
        return QRect(self.left + round(column * wide), TOP[self.compact] + round(row * tall), self.side, self.side)

    def places(self) -> Iterator[Place]:
        """All heads, layer by layer."""
        return ((layer, head) for layer in range(self.layers) for head in range(self.heads))

    def at(self, point: QPoint) -> Place | None:
        """The head under a point, its score and half of the gap around it included."""
        wide, tall = self.pitch
        column, row = int((point.x() - self.left + GAP / 2) // wide), int((point.y() - TOP[self.compact] + 2) // tall)
        if not (0 <= column < self.across and 0 <= row < self.down):
            return None
        if self.order is not None:
            return self.order[row * self.across + column]
        return (column, row) if self.layers_across else (row, column)

    def moved(self, place: Place, right: int, down: int) -> Place:
        """The head so many columns and rows further; the same at the edge."""
        column, row = self.cell(place)
        column, row = min(max(column + right, 0), self.across - 1), min(max(row + down, 0), self.down - 1)
        if self.order is not None:
            return self.order[row * self.across + column]
        return (column, row) if self.layers_across else (row, column)

    def cell(self, place: Place) -> tuple[int, int]:
        """Column and row of a head."""
        if self.order is not None:
            row, column = divmod(self.order.index(place), self.across)
            return column, row
        layer, head = place
        return (layer, head) if self.layers_across else (head, layer)
