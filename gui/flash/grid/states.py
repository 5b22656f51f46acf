"""What every tile on screen looks like after so many steps, as numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.arrays import Array
from engine.flash.plan.schedules import Schedule
from gui.flash.grid.geometry import Side

EMPTY, CUT, FULL = range(3)  # as Schedule.kinds has them
WAITING, STORED, DONE = range(3)
SKIPPED: Final = -1


def kinds_on_screen(s: Schedule, rows: Side, keys: Side) -> Array:
    """(cells, cells) uint8: what the mask makes of each cell; of several tiles in one, the one that shows most."""
    if not (rows.pooled or keys.pooled):
        return s.kinds(0, s.row_blocks, 0, s.key_blocks)
    found = np.zeros((rows.cells, keys.cells), np.uint8)
    runs = s.runs
    cell: Array = np.searchsorted(rows.first, runs.outer, "right") - 1
    start: Array = np.searchsorted(keys.first, runs.start, "right") - 1
    stop: Array = np.searchsorted(keys.first, runs.stop, "left")
    for kind in (CUT, FULL):
        marks = np.zeros((rows.cells, keys.cells + 1), np.int32)
        of = runs.kind == kind
        np.add.at(marks, (cell[of], start[of]), 1)
        np.subtract.at(marks, (cell[of], stop[of]), 1)
        found[np.cumsum(marks[:, :-1], axis=1) > 0] = kind
    return found


def states_on_screen(s: Schedule, t: int, kinds: Array, rows: Side, keys: Side) -> Array:
    """(cells, cells) int8: WAITING, STORED (its numbers lie in HBM), DONE, or SKIPPED; of several tiles all are."""
    i, j = rows.first[1:] - 1, keys.first[1:] - 1  # the last tiles of each cell are the last to be done
    states = np.zeros(kinds.shape, np.int8)
    if s.algorithm == "standard":
        states[_stored(s, t, i, j)] = STORED
    done = s.timeline.done(t, i[:, None], j)
    states[np.broadcast_to(done, states.shape)] = DONE
    if s.algorithm != "standard":
        states[kinds == EMPTY] = SKIPPED
    return states


def _stored(s: Schedule, t: int, i: Array, j: Array) -> Array:
    """Which tiles of standard attention have been written to HBM: S of the forward pass, dP of the backward one."""
    op = "store_s" if s.direction == "forward" else "store_dp"
    steps = np.full((len(i), len(j)), len(s), np.int64)
    first = s.find(op, 0, 0)
    last = s.find(op, s.row_blocks - 1, s.key_blocks - 1)
    if first is None or last is None or t <= first:
        return steps < 0
    if t > last:
        return steps > 0
    where = s.position(t)
    assert where is not None
    row = where.i or 0
    column = -1 if where.j is None else where.j if where.op == op else where.j - 1
    done: Array = (i[:, None] < row) | ((i[:, None] == row) & (j <= column))
    return done
