"""Which blocks of a result have been written by some step, and which of them for good."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np

from engine.flash.frame.view import Bools, Whole
from engine.flash.plan.schedules import Schedule


def written(s: Schedule, op: str, t: int, *, for_good: bool = False) -> Bools:
    """Which row or key blocks the operation `op` has written, in the first t steps: (row_blocks,) or (key_blocks,).

    for_good: only those that it will not write again. Where the outer loop goes through the keys, an operation of the
    inner loop writes each row block many times; a row block without tiles counts as final when all is done.
    """
    if s.find(op, 0) is not None:
        return _first(s.row_blocks, t, lambda i: s.find(op, i))
    if s.find(op, None, 0) is not None:
        return _first(s.key_blocks, t, lambda j: s.find(op, None, j))
    if s.algorithm == "standard":
        return _first(s.row_blocks, t, lambda i: s.find(op, i, s.key_blocks - 1))
    return _rewritten(s, op, t, for_good)


def final(s: Schedule, t: int) -> Bools:
    """Which row blocks have their last output in HBM after t steps (row_blocks,); backward, all from the start."""
    if s.direction == "backward":
        return np.ones(s.row_blocks, np.bool_)
    return written(s, "store", t, for_good=True)


def in_order(blocks: int, t: int, step: Callable[[int], int | None]) -> int:
    """How many of the blocks, which are written one after the other, each by its `step`, are among the first t."""
    return bisect_left(range(blocks), t, key=lambda block: _known(step(block)))


def _first(blocks: int, t: int, step: Callable[[int], int | None]) -> Bools:
    return np.arange(blocks) < in_order(blocks, t, step)


def _known(step: int | None) -> int:
    if step is None:
        raise ValueError("The operation is not done in every block.")
    return step


def _rewritten(s: Schedule, op: str, t: int, for_good: bool) -> Bools:
    step = s[t - 1] if t else None
    if step is None or step.j is None:
        return np.zeros(s.row_blocks, np.bool_)
    if t == len(s) and for_good:
        return np.ones(s.row_blocks, np.bool_)
    tile = _ends(s)[1 if for_good else 0]
    i = -1 if step.i is None else step.i
    now = s.find(op, step.i, step.j)
    row = np.arange(s.row_blocks)
    passed = (row < i) | ((row == i) & (now is not None and now < t))
    if step.i is None and _closing(s, t):
        passed = row >= 0
    done: Bools = (tile < step.j) | ((tile == step.j) & passed)
    return done


def _closing(s: Schedule, t: int) -> bool:
    """Whether the newest step closes a walk over the rows, and does not open it."""
    return s[t - 1].op == "store_dkv"


def _ends(s: Schedule) -> tuple[Whole, Whole]:
    """The first and the last key tile that each row block visits (row_blocks,); where none, one past the keys."""
    low, high = s.runs.first[:-1], s.runs.first[1:]
    none = np.full(s.row_blocks, s.key_blocks)
    some = high > low
    first, last = none.copy(), none.copy()
    first[some], last[some] = s.runs.start[low[some]], s.runs.stop[high[some] - 1] - 1
    return first, last
