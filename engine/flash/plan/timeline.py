"""The passes of a schedule one after the other: any step of them, and what is true after it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from engine.arrays import Array
from engine.flash.plan import chip, ledger, steps
from engine.flash.plan.grid import Axis
from engine.flash.plan.ledger import Totals
from engine.flash.plan.steps import Position, Step
from engine.flash.plan.walks import TILE, Pass, Place


@dataclass(frozen=True, eq=False)
class Timeline:
    """Steps counted through all passes; everything but a walk over all of them takes O(log steps)."""

    passes: tuple[Pass, ...]
    direction: str

    @cached_property
    def offsets(self) -> list[int]:
        """The step at which each pass begins, and their number."""
        return [0, *accumulate(len(one) for one in self.passes)]

    @cached_property
    def costs(self) -> tuple[Array, ...]:
        """Of each pass (walks + 1, 3): what was spent before each walk, in the passes before it, too."""
        costs: list[Array] = []
        for one in self.passes:
            costs.append(ledger.walk_costs(one) + (costs[-1][-1] if costs else 0))
        return tuple(costs)

    @cached_property
    def starts(self) -> Array:
        begins = [one.begins[:-1] + at for one, at in zip(self.passes, self.offsets, strict=False)]
        return np.concatenate(begins)

    @cached_property
    def finishing(self) -> int:
        """The number of the pass in which tiles get done."""
        return next(n for n, one in enumerate(self.passes) if steps.finishing(one, self.direction) is not None)

    @cached_property
    def tiles(self) -> int:
        """Tiles visited."""
        return int(self.passes[self.finishing].tiles[-1])

    def __len__(self) -> int:
        return self.offsets[-1]

    def __iter__(self) -> Iterator[Step]:
        for one in self.passes:
            yield from steps.stream(one)

    def place(self, t: int) -> tuple[int, Pass, Place]:
        """Step t: the number of its pass, the pass, and the place in it. Raises IndexError."""
        if not 0 <= t < len(self):
            raise IndexError(f"There is no step {t:,} in a schedule of {len(self):,} steps.")
        number = bisect_right(self.offsets, t) - 1
        one = self.passes[number]
        return number, one, one.place(t - self.offsets[number])

    def step(self, t: int) -> Step:
        return steps.step_at(*self.place(t)[1:])

    def totals(self, t: int) -> Totals:
        if t == len(self):
            read, written, operations = self.costs[-1][-1].tolist()
            return Totals(read, written, operations, self.tiles)
        number, one, place = self.place(t)
        before = self.costs[number][place.walk].tolist()
        read, written, operations = (a + b for a, b in zip(before, ledger.within(one, place), strict=True))
        return Totals(read, written, operations, self._tiles_before(number, one, place))

    def _tiles_before(self, number: int, one: Pass, place: Place) -> int:
        if number != self.finishing:
            return self.tiles * (number > self.finishing)
        finish = steps.finishing(one, self.direction) or 0
        return int(one.tiles[one.runs.first[place.walk]]) + place.tiles + (place.part == TILE and place.op > finish)

    def position(self, t: int) -> Position | None:
        if t == 0:
            return None
        _, one, place = self.place(t - 1)
        finish = steps.finishing(one, self.direction)
        last = len(one.loop.tile) - 1 if finish is None else finish
        i, j = steps.tile_of(one, place)
        visited = place.tiles + (place.part == TILE and place.op >= last)
        first = one.runs.first[one.block(place.walk) * one.loop.parts]
        visited += int(one.tiles[one.runs.first[place.walk]] - one.tiles[first])
        op = one.parts[place.part][place.op].name
        return Position(op, i, j, steps.split_of(one, place), visited)

    def resident(self, t: int) -> tuple[chip.Resident, ...]:
        if t == 0:
            return ()
        number, one, place = self.place(t - 1)
        if t - self.offsets[number] == one.begins[place.walk + 1]:
            return ()
        i, j = steps.tile_of(one, place)
        rows, columns = (0 if at is None else int(axis.size(at)) for axis, at in zip(_axes(one), (i, j), strict=True))
        return tuple(
            chip.Resident(each.name, (i if each.of == "i" else j) or 0, chip.bytes_of(each, rows, columns))
            for each in chip.lying(one, place.part, place.op)
        )

    def find(self, op: str, i: int | None, j: int | None, split: int) -> int | None:
        for one, offset in zip(self.passes, self.offsets, strict=False):
            outer, inner = (j, i) if one.loop.by_key else (i, j)
            found = steps.find(one, op, outer, inner, split)
            if found is not None:
                return offset + found
        return None

    def reach(self, op: str, t: int) -> tuple[int, int]:
        """How far an operation on tiles is after t steps: the outer blocks that it is through with, and the tokens of
        the inner side that it has reached in the next one. KeyError for one that no tile has."""
        for one, offset in zip(self.passes, self.offsets, strict=False):
            at = next((at for at, each in enumerate(one.loop.tile) if each.name == op), None)
            if at is not None:
                return steps.reach(one, at, t - offset)
        raise KeyError(op)

    def done(self, t: int, i: Array, j: Array) -> Array:
        """bool: which tiles are done after t steps, if they are visited at all. i, j: blocks that broadcast."""
        one = self.passes[self.finishing]
        return steps.done_of(one, t - self.offsets[self.finishing], i, j, self.direction)


def _axes(one: Pass) -> tuple[Axis, Axis]:
    return (one.inner, one.outer) if one.loop.by_key else (one.outer, one.inner)
