"""Which tile is loaded, computed and stored when, and what that costs, without any numbers of a model.

A schedule is that of one (batch, query head). With grouped queries each query head of a group has its own, and loads
the keys and values of its group for itself. Nothing here is N x N: runs of tiles are kept, and sums over them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from engine.algebra import EMPTY, KINDS, Kind, Mask, See
from engine.arrays import Array
from engine.flash.plan.checks import check
from engine.flash.plan.chip import Resident, peak
from engine.flash.plan.grid import Axis, Runs, rectangles, runs_of, window_of
from engine.flash.plan.ledger import Totals
from engine.flash.plan.loops import Sizes
from engine.flash.plan.orders import LOOPS
from engine.flash.plan.passes import passes_of
from engine.flash.plan.steps import Position, Step
from engine.flash.plan.timeline import Timeline

__all__ = ["Position", "Resident", "Schedule", "Step", "Totals", "schedule"]

TOTALS: Final = ("tiles_total", "tiles_visited", "hbm_read", "hbm_written", "operations", "sram_peak")
NUMBERS: Final = ("n_q", "n_k", "d", "d_v", "block_q", "block_k", "splits", "itemsize")


@dataclass(frozen=True)
class Schedule:
    """The steps of one algorithm: `len(s)`, `s[t]`, and what is true after t of them. Made by `schedule`.

    Two are equal when all that was asked for is.
    """

    algorithm: str
    direction: str
    n_q: int
    n_k: int
    d: int
    d_v: int
    block_q: int
    block_k: int
    splits: int
    itemsize: int
    mask: See | None
    reverse: bool = False

    def __len__(self) -> int:
        return len(self.timeline)

    def __getitem__(self, t: int) -> Step:
        """Step t, the first is 0; negative ones from the end. Raises IndexError."""
        return self.timeline.step(t + len(self) if t < 0 else t)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.timeline)

    @cached_property
    def row_axis(self) -> Axis:
        return Axis(self.n_q, self.block_q)

    @cached_property
    def key_axis(self) -> Axis:
        return Axis(self.n_k, self.block_k)

    @property
    def row_blocks(self) -> int:
        return self.row_axis.blocks

    @property
    def key_blocks(self) -> int:
        return self.key_axis.blocks

    def rows(self, i: int) -> tuple[int, int]:
        """The half-open range of queries of row block i. Raises IndexError."""
        return self.row_axis.span(i)

    def keys(self, j: int) -> tuple[int, int]:
        """The half-open range of keys of key block j. Raises IndexError."""
        return self.key_axis.span(j)

    @property
    def asked(self) -> bool:
        """The mask is somebody's own function, which cannot answer for tiles: all of them are visited and masked."""
        return self.mask is not None and not isinstance(self.mask, Mask)

    @cached_property
    def boxes(self) -> Array:
        """(n, 5): rectangles of tiles of one kind, see `rectangles`."""
        return rectangles(self.mask, self.row_axis, self.key_axis)

    @cached_property
    def runs(self) -> Runs:
        """Of each row block, the key tiles that are not empty."""
        return runs_of(self.boxes, self.row_blocks)

    @cached_property
    def timeline(self) -> Timeline:
        sizes = Sizes(self.n_q, self.n_k, self.d, self.d_v, self.itemsize, self.splits)
        loops = LOOPS[self.algorithm, self.direction](sizes)
        return Timeline(passes_of(loops, self.boxes, self.row_axis, self.key_axis, self.reverse), self.direction)

    @property
    def starts(self) -> Array:
        """int64: the step at which each walk over an outer block begins, all passes one after the other."""
        return self.timeline.starts

    @property
    def tiles_total(self) -> int:
        return self.row_blocks * self.key_blocks

    @property
    def tiles_visited(self) -> int:
        return self.timeline.tiles

    @property
    def hbm_read(self) -> int:
        """Bytes, as everywhere."""
        return self.totals(len(self)).read

    @property
    def hbm_written(self) -> int:
        return self.totals(len(self)).written

    @property
    def operations(self) -> int:
        """Multiplications and additions of matrix products: forward 2 rows columns (d + d_v) a visited tile."""
        return self.totals(len(self)).operations

    @cached_property
    def sram_peak(self) -> int:
        """The most bytes that lie in SRAM after any step."""
        return max(peak(one) for one in self.timeline.passes)

    def totals(self, t: int) -> Totals:
        """What the first t steps have cost, 0 <= t <= len. Raises IndexError."""
        return self.timeline.totals(t)

    def position(self, t: int) -> Position | None:
        """Where the schedule stands after t steps, None after none. Raises IndexError."""
        return self.timeline.position(t)

    def resident(self, t: int) -> tuple[Resident, ...]:
        """What lies in SRAM after t steps: nothing after the last one of an outer block. Raises IndexError."""
        return self.timeline.resident(t)

    def find(self, op: str, i: int | None = None, j: int | None = None, split: int = 0) -> int | None:
        """The number, from 0, of the step that does `op` on row block i and key block j; None where there is none."""
        return self.timeline.find(op, i, j, split)

    def kind(self, i: int, j: int) -> Kind:
        """What the mask makes of tile (i, j). Raises IndexError."""
        self.rows(i), self.keys(j)
        return KINDS[int(self.kinds(i, i + 1, j, j + 1)[0, 0])]

    def kinds(self, i0: int, i1: int, j0: int, j1: int) -> Array:
        """(i1 - i0, j1 - j0) uint8: what the mask makes of these tiles, 0 empty, 1 cut, 2 full."""
        return window_of(self.runs, i0, i1, j0, j1)

    def done(self, t: int, i0: int, i1: int, j0: int, j1: int) -> Array:
        """(i1 - i0, j1 - j0) bool: which of these tiles are done after t steps, all their products summed up."""
        done = self.timeline.done(t, np.arange(i0, i1)[:, None], np.arange(j0, j1))
        everywhere = self.algorithm == "standard"  # it knows no skipping
        return done if everywhere else done & (self.kinds(i0, i1, j0, j1) != EMPTY)


def schedule(
    n_q: int,
    n_k: int,
    d: int,
    *,
    block_q: int,
    block_k: int,
    algorithm: str = "fa2",
    direction: str = "forward",
    mask: See | None = None,
    d_v: int | None = None,
    splits: int = 1,
    itemsize: int = 2,
    reverse: bool = False,
) -> Schedule:
    """The schedule of one (batch, query head): n_q queries, n_k keys of size d, values of size d_v (None: d).

    Tiles are block_q x block_k, the last ones smaller. algorithm: "standard", "fa1", "fa2" or "decoding" (with its
    number of `splits` of the keys). itemsize: bytes of an element in HBM. reverse: walks the key tiles from last to
    first, as real kernels do, at the same cost. Tiles that the mask empties are skipped, but for the standard one.
    Raises ValueError, in a sentence, for what does not belong together.
    """
    made = Schedule(
        algorithm, direction, n_q, n_k, d, d if d_v is None else d_v, block_q, block_k, splits, itemsize, mask, reverse
    )
    check(made)
    numbers: dict[str, Any] = {name: operator.index(getattr(made, name)) for name in NUMBERS}
    return replace(made, **numbers)
