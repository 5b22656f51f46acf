"""Online softmax in one query's row: its keys in the order in which they arrive, and the weights so far."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.flash.frame.rowstate import place_of, range_of
from engine.flash.frame.session import Session
from engine.flash.frame.view import CloseUp, Floats, Whole
from engine.flash.plan.steps import Step
from engine.flash.replays.rowblock import keys_of
from engine.flash.replays.streams import Stream, behind


def close_up(session: Session, t: int, step: Step | None, query: int | None) -> CloseUp | None:
    """The row of a query, a token of the text, after t steps; None where nothing is summed up tile by tile."""
    s, inputs = session.schedule, session.inputs
    if inputs is None or query is None or s.algorithm == "standard" or s.direction != "forward":
        return None
    row = query - inputs.first
    i = row // s.block_q
    whole = session.row_of(query, lambda: _whole(session, i, row, query))
    arrived = int(np.sum(s.done(t, i, i + 1, 0, s.key_blocks)))
    active = None
    if step is not None and step.i == i and step.j is not None:
        active = place_of(session.row(i), step.j)
    merged = s.algorithm == "decoding" and behind(s.find("store", i), t)
    return replace(
        whole,
        arrived=arrived,
        active=active,
        weights=whole.final if merged else _weights(whole, arrived),
        before=_weights(whole, max(arrived - 1, 0)),
    )


def _whole(session: Session, i: int, row: int, query: int) -> CloseUp:
    """All that happens in the row, at the start: nothing has arrived."""
    stream, inputs = session.row(i), session.inputs
    assert inputs is not None
    r = row - stream.block.start
    keys, scores = keys_of(stream.block.tiles), stream.block.cells.masked[0, 0, r]
    maxima, sums, factors = (_joined(stream, r, name) for name in ("m", "l", "factors"))
    nothing = np.zeros_like(scores)
    return CloseUp(
        query=query,
        label=inputs.labels[query],
        i=i,
        tiles=np.array(stream.tiles, np.int64),
        splits=np.array([range_of(stream, n)[0] for n in range(len(stream.tiles))], np.int64),
        edges=np.array(stream.block.edges, np.int64),
        keys=keys,
        labels=tuple(inputs.labels[key] for key in keys.tolist()),
        scores=scores,
        m=maxima,
        l=sums,
        factors=factors,
        arrived=0,
        active=None,
        weights=nothing,
        before=nothing,
        final=stream.block.cells.weights[0, 0, r],
    )


def _joined(stream: Stream, r: int, name: str) -> Floats:
    """m or l of row r after each tile, or the factor of each (1 where nothing was there to shrink), range by range."""
    parts = []
    for online in stream.online:
        values = getattr(online, name)[0, 0, r]
        fresh = np.isneginf(online.m[0, 0, r, :-1])
        parts.append(np.where(fresh, np.float32(1), values) if name == "factors" else values[1:])
    return np.concatenate(parts)


def _weights(row: CloseUp, arrived: int) -> Floats:
    """exp(score - m) / l of the keys of the first tiles, each range of keys for itself; 0 for the others."""
    weights = np.zeros_like(row.scores)
    for split in np.unique(row.splits[:arrived]):
        places: Whole = np.flatnonzero(row.splits[:arrived] == split)
        highest, total = row.m[places[-1]], row.l[places[-1]]
        part = slice(int(row.edges[places[0]]), int(row.edges[places[-1] + 1]))
        if total > 0:
            weights[part] = np.exp(row.scores[part] - highest) / total
    return weights
