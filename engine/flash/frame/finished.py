"""Row blocks that are done: their output tile by tile, and how far it is from dense attention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.flash.frame.inputs import Inputs
from engine.flash.frame.view import Bools, Floats
from engine.flash.plan.schedules import Schedule
from engine.flash.replays.streams import Stream


@dataclass(frozen=True, eq=False)
class Finished:
    """The row blocks of a forward schedule, each computed when it is first asked for. One thread asks."""

    schedule: Schedule
    inputs: Inputs
    row: Callable[[int], Stream]

    @cached_property
    def output(self) -> Floats:
        """(n_q, dv), 0 in rows that were not computed yet."""
        return np.zeros((self.schedule.n_q, self.schedule.d_v), np.float32)

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """(row_blocks,) the largest |output - dense| of each block; NaN before it is computed."""
        return np.full(self.schedule.row_blocks, np.nan)

    @cached_property
    def rescales(self) -> NDArray[np.int64]:
        """(row_blocks,) how often a row of the block was rescaled by a factor that is not 1."""
        return np.zeros(self.schedule.row_blocks, np.int64)

    @cached_property
    def always(self) -> NDArray[np.int64]:
        """(row_blocks,) the same without lazy rescaling."""
        return np.zeros(self.schedule.row_blocks, np.int64)

    @cached_property
    def known(self) -> Bools:
        """(row_blocks,) which blocks are computed."""
        return np.zeros(self.schedule.row_blocks, np.bool_)

    def compute(self, i: int) -> None:
        """Run row block i to its end, and compare it with the whole rows at once."""
        if self.known[i]:
            return
        start, stop = self.schedule.rows(i)
        stream = self.row(i)
        state = stream.state(len(self.schedule))
        dense = self.inputs.rows(start, stop).output[0, 0]
        self.output[start:stop] = state.output[0, 0]
        self.errors[i] = difference(self.output[start:stop], dense)
        self.rescales[i] = self.always[i] = state.rescales
        if stream.block.lazy:
            self.always[i] = sum(int(replace(each, lazy=False).shrunk.sum()) for each in stream.online)
        self.known[i] = True

    def error(self, blocks: Bools) -> float | None:
        """The largest difference in these row blocks (row_blocks,); None for none, or when one is not computed."""
        if not blocks.any() or not self.known[blocks].all():
            return None
        return float(self.errors[blocks].max())


def difference(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The largest |one - other|; numbers that are not finite in both alike do not differ, else it is infinite."""
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(invalid="ignore"):
        apart = np.where(same, 0.0, np.abs(one.astype(np.float64) - other))
    return float(np.where(np.isnan(apart), np.inf, apart).max(initial=0.0))
