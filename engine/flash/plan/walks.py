"""One pass over tiles: which step is which operation on which tile, and what all steps before it have cost.

Every outer block ("walk") begins with the opening operations, goes through its tiles and ends with the closing
ones. Kept are sums per run of tiles and per walk; a step is made from them when somebody asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from engine.algebra import FULL
from engine.arrays import Array
from engine.flash.plan.costs import Op, Sums, sums
from engine.flash.plan.grid import Axis, Runs
from engine.flash.plan.loops import Loop

OPENING, TILE, CLOSING = range(3)
MASK: Final = "mask"


class Place(NamedTuple):
    """A step of a pass: operation number `op` of a part of walk `walk`; before it, `tiles` of its tiles are done."""

    walk: int
    part: int
    op: int
    tiles: int
    inner: int | None  # the block of the tile
    cut: bool


@dataclass(frozen=True, eq=False)
class Pass:
    """A loop over its runs of tiles. backwards: it goes through each walk's tiles from last to first.

    edges (parts + 1,): where the inner blocks of each part of an outer block begin and end.
    """

    loop: Loop
    outer: Axis
    inner: Axis
    runs: Runs
    edges: Array
    backwards: bool = False

    @cached_property
    def _cut(self) -> Array:
        """(runs,): 1 where a tile takes the masking step."""
        return (self.runs.kind != FULL) & any(op.name == MASK for op in self.loop.tile)

    @cached_property
    def _order(self) -> Array:
        """(runs,): the runs as they are walked."""
        if not self.backwards:
            return np.arange(len(self.runs.start))
        return np.lexsort((-self.runs.start, self.runs.outer))

    @cached_property
    def start(self) -> Array:
        return self.runs.start[self._order]

    @cached_property
    def stop(self) -> Array:
        return self.runs.stop[self._order]

    @cached_property
    def cut(self) -> Array:
        return self._cut[self._order]

    @cached_property
    def tiles(self) -> Array:
        """(runs + 1,): tiles before each run."""
        return _before(self.stop - self.start)

    @cached_property
    def tokens(self) -> Array:
        """(runs + 1,): tokens of the inner blocks before each run."""
        return _before(self.inner.edge(self.stop) - self.inner.edge(self.start))

    @cached_property
    def steps(self) -> Array:
        """(runs + 1,): steps on tiles before each run."""
        return _before((self.stop - self.start) * (self._plain + self.cut))

    @cached_property
    def _plain(self) -> int:
        """Steps on a tile that no mask cuts."""
        return sum(op.name != MASK for op in self.loop.tile)

    @cached_property
    def walks(self) -> int:
        return len(self.runs.first) - 1

    @cached_property
    def begins(self) -> Array:
        """(walks + 1,): the step at which each walk begins, counted in this pass."""
        around = len(self.loop.opening) + len(self.loop.closing)
        return self.steps[self.runs.first] + around * np.arange(self.walks + 1)

    def __len__(self) -> int:
        return int(self.begins[-1])

    @cached_property
    def parts(self) -> tuple[tuple[Op, ...], ...]:
        """Opening, tile and closing."""
        return self.loop.opening, self.loop.tile, self.loop.closing

    @cached_property
    def _first(self) -> tuple[tuple[Sums, ...], ...]:
        return tuple(sums(part) for part in self.parts)

    @cached_property
    def _later(self) -> tuple[tuple[Sums, ...], ...]:
        return tuple(sums(op.later() for op in part) for part in self.parts)

    def sums(self, walk: int) -> tuple[tuple[Sums, ...], ...]:
        """What the first operations of each part cost in a walk."""
        return self._later if walk >= self.loop.parts else self._first

    def block(self, walk: int) -> int:
        """The outer block that is walked."""
        return walk // self.loop.parts

    def place(self, step: int) -> Place:
        """Which operation a step of this pass is, 0 <= step < len."""
        walk = int(np.searchsorted(self.begins, step, "right")) - 1
        at = step - int(self.begins[walk])
        opening = len(self.loop.opening)
        low, high = int(self.runs.first[walk]), int(self.runs.first[walk + 1])
        if at < opening:
            return Place(walk, OPENING, at, 0, None, False)
        at += int(self.steps[low]) - opening
        if at >= self.steps[high]:
            return Place(
                walk, CLOSING, at - int(self.steps[high]), int(self.tiles[high] - self.tiles[low]), None, False
            )
        run = int(np.searchsorted(self.steps, at, "right")) - 1
        cut = bool(self.cut[run])
        done, op = divmod(at - int(self.steps[run]), self._plain + cut)
        op += not cut and op >= self._masking
        inner = int(self.stop[run]) - 1 - done if self.backwards else int(self.start[run]) + done
        return Place(walk, TILE, op, int(self.tiles[run] - self.tiles[low]) + done, inner, cut)

    @cached_property
    def _masking(self) -> int:
        """Where the masking step stands in a tile; after its end where there is none."""
        names = [op.name for op in self.loop.tile]
        return names.index(MASK) if MASK in names else len(names)

    def step_of(self, walk: int, part: int, op: int, inner: int | None) -> int | None:
        """The step of an operation, counted in this pass; None for a tile that is not visited or not masked."""
        begin, low, high = (int(x) for x in (self.begins[walk], *self.runs.first[walk : walk + 2]))
        if part == OPENING:
            return begin + op
        begin += len(self.loop.opening)
        if part == CLOSING:
            return begin + int(self.steps[high] - self.steps[low]) + op
        run = None if inner is None else self._run(low, high, inner)
        if run is None or inner is None or (op == self._masking and not self.cut[run]):
            return None
        done = int(self.stop[run]) - 1 - inner if self.backwards else inner - int(self.start[run])
        op -= not self.cut[run] and op > self._masking
        return begin + int(self.steps[run] - self.steps[low]) + done * (self._plain + int(self.cut[run])) + op

    def _run(self, low: int, high: int, inner: int) -> int | None:
        """The run, of those from low to high, with this inner block."""
        if self.backwards:
            run = low + int(np.searchsorted(-self.start[low:high], -inner, "left"))
        else:
            run = low + int(np.searchsorted(self.stop[low:high], inner, "right"))
        return run if run < high and self.start[run] <= inner < self.stop[run] else None


def _before(counts: Array) -> Array:
    """(n + 1,) int64: the sum of all before each, and of all."""
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
