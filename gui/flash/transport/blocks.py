"""The scale of the scrubber: where each outer block begins, and the labels that fit."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from engine.arrays import Array
from engine.flash.plan.schedules import Schedule
from gui.look.drawing import text_width
from gui.look.theme import font

SPACE: Final = 10  # px between two labels, at least
GAP: Final = 3  # px between two blocks
SLIMMEST: Final = 7  # px of a block that still has a gap
SHORTEST: Final = 20  # px of a label


@dataclass(frozen=True, eq=False)
class Blocks:
    """Steps over `width` pixels from `left` on; each outer block of the schedule is a piece of them."""

    schedule: Schedule
    left: int
    width: int
    _names: dict[int, str] = field(default_factory=dict)

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

    @cached_property
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
        """What an outer block is: "row block 5", "key block 2", "split 1"."""
        if block not in self._names:
            start = int(self.edges[block])
            first, (_, one, _) = self.schedule[start], self.schedule.timeline.place(start)
            name = f"key block {first.j}" if one.loop.by_key else f"row block {first.i}"
            if self.schedule.splits > 1 and self.schedule.row_blocks == 1:
                name = "merge" if first.op == "merge" else f"split {first.split}"
            self._names[block] = name
        return self._names[block]

    def labels(self, now: int) -> list[tuple[float, str, int]]:
        """(middle, text, block) of what fits: the block `now` first, then as many others as have room."""
        here = self._label(now, whole=True)
        found = [here]
        for label in self._others:
            before = found[-1] if len(found) > 1 else None
            clear = abs(label[0] - here[0]) >= (label[3] + here[3]) / 2
            if label[2] != now and clear and (before is None or label[0] - before[0] >= (label[3] + before[3]) / 2):
                found.append(label)
        return [label[:3] for label in found]

    @cached_property
    def _others(self) -> list[tuple[float, str, int, float]]:
        """Labels that have a chance, from left to right."""
        count = len(self.edges) - 1
        every = max(1, -(-count * SHORTEST // max(self.width, 1)))
        return [self._label(block) for block in range(0, count, every)]

    def _label(self, block: int, whole: bool = False) -> tuple[float, str, int, float]:
        """(middle, text, block, room): the whole name where the block is wide enough for it, else its number."""
        left, right = (self.x(float(edge)) for edge in self.edges[block : block + 2])
        text = self.name(block)
        if not whole and text_width(text, font("axis", 600)) + SPACE > right - left:
            text = text.rsplit(" ", 1)[-1]
        room = text_width(text, font("axis", 600)) + SPACE
        middle = min(max((left + right) / 2, self.left + room / 2), self.left + self.width - room / 2)
        return middle, text, block, room
