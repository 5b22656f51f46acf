"""A backward pass of one head by any of its steps, and how far its gradients are from those of dense attention.

A text has no loss. Here it is half the sum of the squared outputs, whose gradient by O is O itself: dO = O, which makes
each D the squared length of its row. Nothing N x N is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.flash.frame.dense import dense_gradients
from engine.flash.frame.finished import Finished, apart
from engine.flash.frame.inputs import CELLS, Cancelled
from engine.flash.frame.progress import written
from engine.flash.frame.view import Floats
from engine.flash.plan.schedules import Schedule
from engine.flash.replays.execution import Execution
from engine.flash.replays.rectangle import Rectangle, Rows, rectangle

LETTERS: Final = ("dQ", "dK", "dV")
STORES: Final = {"standard": ("store_dq", "store_dk", "store_dv")}
_TILED: Final = ("store_dq", "store_dkv", "store_dkv")


@dataclass(eq=False)
class Reverse:
    """The sums of a backward schedule, and the rectangles of the map that they are made of. One thread asks.

    dK and dV of the first `known` key blocks are final; dQ has been summed over the first `at` of them. A step costs
    one row or key block; a jump back begins dQ anew.
    """

    schedule: Schedule
    run: Execution  # of the forward pass, whose q, k, v and spec these are
    finished: Finished
    known: int = field(default=0, init=False)
    at: int = field(default=0, init=False)
    errors: dict[str, NDArray[np.float64]] = field(default_factory=dict, init=False)  # by letter, of each block
    largest: dict[str, float] = field(default_factory=dict, init=False)  # by letter, in the end

    @cached_property
    def _sums(self) -> tuple[Floats, Floats, Floats]:
        s = self.schedule
        sizes = ((s.n_q, s.d), (s.n_k, s.d), (s.n_k, s.d_v))
        dq, dk, dv = (np.zeros(size, np.float32) for size in sizes)
        return dq, dk, dv

    def rows(self, start: int, stop: int) -> Rows:
        """dO, L and D of the rows start..stop, as the forward pass left them; of others what is known by now."""
        for i in range(start // self.schedule.block_q, -(-stop // self.schedule.block_q)):
            self.finished.compute(i)
        output, lse = self.finished.output[None, None], self.finished.lse[None, None]
        return Rows(output, np.where(np.isneginf(lse), np.float32(0), lse), (output * output).sum(axis=-1))

    def over(self, rows: tuple[int, int], keys: tuple[int, int]) -> Rectangle:
        """P, dP and dS of some rows and keys, half-open ranges."""
        return rectangle(self.run, self.rows(*rows), slice(*rows), slice(*keys))

    def gradients(self, t: int, most: int, cancelled: Cancelled) -> Mapping[str, Floats] | None:
        """dQ, dK and dV by letter as they are summed up after t steps, on the chip and in HBM.

        None when cancelled, and when more than `most` cells of the map are still to be computed.
        """
        s = self.schedule
        (v, v_rows), (k, k_rows), (q, q_inner) = (s.timeline.reach(op, t) for op in ("grad_v", "grad_k", "grad_q"))
        by_key, far = s.algorithm != "standard", max(v, k)
        cells = self._missing(far, by_key) + max(v_rows, k_rows) * s.block_k
        if cells > most or not self._advance(far, by_key, cancelled):
            return None
        dq, dk, dv = (x.copy() for x in self._sums)
        dk[s.key_axis.edge(k) :] = 0
        dv[s.key_axis.edge(v) :] = 0
        if not by_key:
            dq[s.row_axis.edge(q) :] = 0
        if v_rows:
            dv[slice(*s.keys(v))] = self.over((0, v_rows), s.keys(v)).dv()[0, 0]
        if k_rows:
            dk[slice(*s.keys(k))] = self.over((0, k_rows), s.keys(k)).dk()[0, 0]
        if q_inner and by_key:
            dq[:q_inner] += self.over((0, q_inner), s.keys(q)).dq()[0, 0]
        elif q_inner:
            dq[slice(*s.rows(q))] = self.over(s.rows(q), (0, q_inner)).dq()[0, 0]
        return {"dQ": dq, "dK": dk, "dV": dv}

    def finish(self, most: int, cancelled: Cancelled) -> bool:
        """Sum up all, and compare it with dense attention, once; False when cancelled, or when that is more than `most`
        cells of the map."""
        s = self.schedule
        if self.errors or s.n_q * s.n_k > most:
            return bool(self.errors)
        if not self._advance(s.key_blocks, True, cancelled):
            return False
        dense = dense_gradients(self.finished.inputs, cancelled)
        if dense is None:
            return False
        for letter, ours, theirs, axis in zip(LETTERS, self._sums, dense, (s.row_axis, *[s.key_axis] * 2), strict=True):
            firsts = np.arange(axis.blocks) * axis.block
            self.errors[letter] = np.maximum.reduceat(apart(ours, theirs).max(axis=1), firsts)
            self.largest[letter] = float(np.abs(ours).max(initial=0, where=np.isfinite(ours)))
        return True

    def differences(self, t: int) -> Mapping[str, float]:
        """By letter, the largest difference to dense gradients among the blocks that are stored for good after t steps.

        Empty before one is, and until it is computed.
        """
        s, found = self.schedule, {}
        for letter, op in zip(LETTERS, STORES.get(s.algorithm, _TILED), strict=True):
            if self.errors:
                blocks = written(s, op, t, for_good=True)
                if blocks.any():
                    found[letter] = float(self.errors[letter][blocks].max())
        return found

    def _missing(self, blocks: int, exact: bool) -> int:
        """Cells of the map to be computed, forward and backward, until the sums stand after so many key blocks."""
        s, forward = self.schedule, int((~self.finished.known).sum()) * self.schedule.block_q * self.schedule.n_k
        if self.known >= blocks and not exact:
            return forward
        start = self.at if self.at <= blocks else 0
        return forward + int(s.key_axis.edge(blocks) - s.key_axis.edge(start)) * s.n_q

    def _advance(self, blocks: int, exact: bool, cancelled: Cancelled) -> bool:
        """Sum up the first key blocks; exact: dQ over no more than these. False when cancelled, to go on from there."""
        s, (dq, dk, dv) = self.schedule, self._sums
        if self.known >= blocks and not exact:
            return True
        if self.at > blocks:
            dq[:], self.at = 0, 0
        while self.at < blocks:
            stop = min(self.at + max(CELLS // (s.n_q * s.block_k), 1), blocks)
            keys = slice(int(s.key_axis.edge(self.at)), int(s.key_axis.edge(stop)))
            if not self._add(keys, dq, dk, dv, cancelled):
                return False
            self.at, self.known = stop, max(self.known, stop)
        return True

    def _add(self, keys: slice, dq: Floats, dk: Floats, dv: Floats, cancelled: Cancelled) -> bool:
        """Sum up some keys over all rows, in strips, and only then keep it."""
        s, height = self.schedule, max(CELLS // (keys.stop - keys.start), 1)
        added: list[tuple[slice, Any]] = []
        sums_k, sums_v = np.zeros_like(dk[keys]), np.zeros_like(dv[keys])
        for start in range(0, s.n_q, height):
            if cancelled():
                return False
            rows = slice(start, min(start + height, s.n_q))
            part = self.over((rows.start, rows.stop), (keys.start, keys.stop))
            added.append((rows, part.dq()[0, 0]))
            sums_k += part.dk()[0, 0]
            sums_v += part.dv()[0, 0]
        for rows, more in added:
            dq[rows] += more
        dk[keys], dv[keys] = sums_k, sums_v
        return True
