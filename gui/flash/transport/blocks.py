"""The scale of the scrubber: where each outer block begins, and the labels that fit."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from engine.arrays import Array
from engine.flash.schedules import Schedule
from gui.drawing import text_width
from gui.theme import font

SPACE: Final = 10  # px between two labels, at least
GAP: Final = 3  # px between two blocks
SLIMMEST: Final = 7  # px of a block that still has a gap
MOST: Final = 400  # labels that are tried


@dataclass(frozen=True, eq=False)
class Blocks:
    """Steps over `width` pixels from `left` on; each outer block of the schedule is a piece of them."""

    schedule: Schedule
    left: int
    width: int

    @cached_property
    def edges(self) -> Array:
        """The steps at which the blocks begin, and the last."""
        return np.append(self.schedule.starts, len(self.schedule))

    def x(self, step: float) -> float:
        """Where so many done steps lie."""
        return self.left + self.width * step / max(1, len(self.schedule))

    def step(self, x: float) -> int:
        """The step at a pixel, cut to the ends."""
        share = (x - self.left) / max(1, self.width)
        return min(max(round(share * len(self.schedule)), 0), len(self.schedule))

    @property
    def parted(self) -> bool:
        """Whether the blocks are wide enough to be told apart."""
        return bool(len(self.edges) - 1 <= self.width // SLIMMEST)

    def pieces(self) -> list[tuple[float, float]]:
        """Left and right of each block on screen; of very many the whole in one piece."""
        edges = self.edges.tolist() if self.parted else [0, len(self.schedule)]
        cut = GAP if self.parted else 0
        return [
            (self.x(a), max(self.x(b) - (cut if b < len(self.schedule) else 0), self.x(a) + 1))
            for a, b in itertools.pairwise(edges)
        ]

    def block_at(self, step: int) -> int:
        """The outer block, counted through all passes, that the newest of `step` steps belongs to."""
        return min(max(int(np.searchsorted(self.edges, step, "left")) - 1, 0), len(self.edges) - 2)

    def name(self, block: int) -> str:
        """What an outer block is: "row block 5", "key block 2"."""
        first = self.schedule[int(self.edges[block])]
        return f"row block {first.i}" if first.i is not None else f"key block {first.j}"

    def labels(self, now: int) -> list[tuple[float, str, int]]:
        """(middle, text, block) of what fits: the block `now` first, then as many others as have room."""
        count = len(self.edges) - 1
        every = max(1, -(-count // MOST))
        taken: list[tuple[float, float]] = []
        found = []
        for block in [now, *(b for b in range(0, count, every) if b != now)]:
            middle = (self.x(float(self.edges[block])) + self.x(float(self.edges[block + 1]))) / 2
            room = self.x(float(self.edges[block + 1])) - self.x(float(self.edges[block]))
            text = self.name(block)
            if text_width(text, font("axis", 600)) + SPACE > room and block != now:
                text = text.rsplit(" ", 1)[1]
            half = text_width(text, font("axis", 600)) / 2 + SPACE / 2
            middle = min(max(middle, self.left + half), self.left + self.width - half)
            if all(middle + half <= a or middle - half >= b for a, b in taken):
                taken.append((middle - half, middle + half))
                found.append((middle, text, block))
        return found
