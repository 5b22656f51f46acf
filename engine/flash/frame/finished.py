"""Row blocks that are done: their output tile by tile, and how far it is from dense attention."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.flash.frame.inputs import Inputs
from engine.flash.frame.view import Bools, Floats
from engine.flash.plan.schedules import Schedule
from engine.flash.replays.streams import Stream

TOGETHER: Final = 2**17  # cells of the map whose row blocks are run at once: tiles may be as small as one cell


@dataclass(frozen=True, eq=False)
class Finished:
    """The row blocks of a forward schedule, each computed when it is first asked for. One thread asks."""

    schedule: Schedule
    inputs: Inputs
    joined: Callable[[int, int], Stream]  # row blocks first to last as one
    _newest: dict[Hashable, Floats] = field(default_factory=dict)

    @cached_property
    def output(self) -> Floats:
        """(n_q, dv), 0 in rows that were not computed yet."""
        return np.zeros((self.schedule.n_q, self.schedule.d_v), np.float32)

    @cached_property
    def lse(self) -> Floats:
        """(n_q,) the log-sum-exp of each row, -inf where nothing is seen or was computed yet."""
        return np.full(self.schedule.n_q, -np.inf, np.float32)

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """(row_blocks,) the largest |output - dense| of each block; NaN before it is computed."""
        return np.full(self.schedule.row_blocks, np.nan)

    @cached_property
    def known(self) -> Bools:
        """(row_blocks,) which blocks are computed."""
        return np.zeros(self.schedule.row_blocks, np.bool_)

    def compute(self, i: int) -> None:
        """Run row block i to its end, and its neighbours with it, and compare them with the whole rows at once."""
        if self.known[i]:
            return
        s = self.schedule
        height = max(TOGETHER // (s.block_q * s.n_k), 1)
        blocks = slice(i // height * height, min((i // height + 1) * height, s.row_blocks))
        start, stop = s.rows(blocks.start)[0], s.rows(blocks.stop - 1)[1]
        end, dense = self.joined(blocks.start, blocks.stop).end, self.inputs.rows(start, stop).output[0, 0]
        self.output[start:stop], self.lse[start:stop] = end.output[0, 0], end.lse[0, 0]
        edges = np.arange(0, stop - start, s.block_q)
        self.errors[blocks] = np.maximum.reduceat(apart(self.output[start:stop], dense).max(axis=1), edges)
        self.known[blocks] = True

    def newest(self, key: Hashable, make: Callable[[], Floats | None]) -> Floats | None:
        """What was made for this key, the same array again as long as no other is asked for: most steps store nothing.

        Nobody writes into it. None, when that was cancelled, is not kept.
        """
        found = self._newest.get(key)
        if found is None:
            found = make()
            self._newest.clear()
            if found is not None:
                self._newest[key] = found
        return found

    def error(self, blocks: Bools) -> float | None:
        """The largest difference in these row blocks (row_blocks,); None for none, or when one is not computed."""
        if not blocks.any() or not self.known[blocks].all():
            return None
        return float(self.errors[blocks].max())


def difference(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The largest |one - other|, as `apart` has it; 0 for nothing."""
    return float(apart(one, other).max(initial=0.0))


def apart(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
    """|one - other|, cell by cell; numbers that are not finite in both alike do not differ, else they do infinitely."""
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(invalid="ignore"):
        distance = np.where(same, 0.0, np.abs(one.astype(np.float64) - other))
    return np.where(np.isnan(distance), np.inf, distance)
