"""The output as it lies in HBM after some step: final where a row block is done, half-way where it comes back."""

from __future__ import annotations

import numpy as np

from engine.flash.frame.inputs import Cancelled
from engine.flash.frame.progress import written
from engine.flash.frame.session import Session
from engine.flash.frame.view import Bools, Floats


def output_so_far(session: Session, t: int, done: Bools, most: int, cancelled: Cancelled) -> Floats | None:
    """O (n_q, dv) after t steps, 0 in rows that are not stored; `done` (row_blocks,) are final by then.

    None without numbers, when cancelled, and when more than `most` cells of the map are still to be computed for it.
    What is final is computed once, and steps that store nothing get the same array again.
    """
    finished, s = session.finished, session.forward
    if finished is None:
        return None
    halfway = np.zeros_like(done) if session.schedule.direction == "backward" else written(s, "store", t) & ~done
    missing = done & ~finished.known
    visited, rows = s.timeline.reach("store", t) if halfway.any() else (0, 0)
    cells = (
        int(missing.sum()) * s.block_q * s.n_k + (rows * s.block_k + session.columns.missing(visited)) * halfway.any()
    )
    if cells > most:
        return None
    for i in np.flatnonzero(missing).tolist():
        if cancelled():
            return None
        finished.compute(i)

    def make() -> Floats | None:
        output: Floats = finished.output * np.repeat(done, s.block_q)[: s.n_q, None]
        if halfway.any():
            kept = np.repeat(halfway, s.block_q)[: s.n_q]
            found = session.columns.with_rows(visited, rows, cancelled)
            if found is None:
                return None
            output[kept] = found.output[0, 0][kept]
        return output

    return finished.newest((done.tobytes(), halfway.tobytes(), visited, rows), make)


def error_so_far(session: Session, done: Bools) -> float | None:
    """The largest |output - dense| in these row blocks; None for none, where not computed, and backward."""
    if session.finished is None or session.schedule.direction == "backward":
        return None
    return session.finished.error(done)
