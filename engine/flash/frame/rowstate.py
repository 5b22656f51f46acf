"""What the rows of the block in SRAM carry along after a step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.flash.frame.session import Session
from engine.flash.frame.view import Floats, RowState
from engine.flash.plan.steps import Step
from engine.flash.replays.streams import Stream

_RISEN = ("max", "rescale", "accumulate", "store")  # operations on a tile from which on the new maximum is known


class _Rows(NamedTuple):
    """Maxima and sums (R,) before the tile and now, the factor between them, and the row that the tile changes most."""

    before: tuple[Floats, Floats]
    now: tuple[Floats, Floats]
    factor: Floats
    most: int = 0


def row_state(session: Session, step: Step | None, query: int | None) -> RowState | None:
    """The rows of the newest step's block; None where no running maximum exists. `query` is a row to point out."""
    inputs, s = session.inputs, session.schedule
    if inputs is None or step is None or step.i is None or s.algorithm == "standard" or s.direction != "forward":
        return None
    start, stop = s.rows(step.i)
    rows = _between(session, step) if step.j is None else _in_tile(session.row(step.i), step)
    return RowState(
        i=step.i,
        start=start,
        labels=inputs.row_labels(start, stop),
        m_before=rows.before[0],
        m=rows.now[0],
        factor=rows.factor,
        l_before=rows.before[1],
        l=rows.now[1],
        query=query - start if query is not None and start <= query < stop else rows.most,
    )


def _between(session: Session, step: Step) -> _Rows:
    """Before the first tile, after the last one, and when parts are merged and stored: nothing changes any more."""
    s, i = session.schedule, step.i or 0
    stream = session.row(i)
    if step.op in ("merge", "store"):  # parts come together; what stands beside the keys joins
        t = s.find(step.op, i, split=step.split)
        state = stream.state(len(s) if t is None else t + 1)
        now = state.m[0, 0], state.l[0, 0]
    else:
        online = stream.online[step.split]
        place = 0 if step.op == "load_q" else online.m.shape[-1] - 1
        now = online.m[0, 0, :, place], online.l[0, 0, :, place]
    return _Rows(now, now, np.ones_like(now[0]))


def _in_tile(stream: Stream, step: Step) -> _Rows:
    at, here = range_of(stream, place_of(stream, step.j))
    online = stream.online[at]
    m, total = online.m[0, 0], online.l[0, 0]
    before, after = (m[:, here], total[:, here]), (m[:, here + 1], total[:, here + 1])
    fresh = np.isneginf(before[0])  # nothing was there to shrink
    factor = np.where(fresh, np.float32(1), online.factors[0, 0, :, here])
    most = int(np.argmin(factor)) if (factor < 1).any() else int(np.argmax(after[1] - before[1]))
    if step.op not in _RISEN:
        return _Rows(before, before, np.ones_like(factor), most)
    sums = {"max": before[1], "rescale": factor * before[1]}
    return _Rows(before, (after[0], sums.get(step.op, after[1])), factor, most)


def place_of(stream: Stream, j: int | None) -> int:
    """Where key tile j stands among the tiles that a row block visits."""
    return stream.tiles.index(-1 if j is None else j)


def range_of(stream: Stream, place: int) -> tuple[int, int]:
    """The range of keys that is summed on its own in which a tile falls, and its place there."""
    at = int(np.searchsorted(stream.edges, place, "right")) - 1
    return at, place - stream.edges[at]
