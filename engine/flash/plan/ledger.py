"""What the steps of a pass have cost, up to any one of them: from sums per walk, and one walk's own tiles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.arrays import Array
from engine.flash.plan.costs import Cost
from engine.flash.plan.walks import CLOSING, OPENING, TILE, Pass, Place


class Totals(NamedTuple):
    """Bytes read from HBM and written to it, multiplications and additions, and tiles that are done."""

    read: int
    written: int
    operations: int
    tiles: int


def walk_costs(one: Pass) -> Array:
    """(walks + 1, 3) int64: bytes read, bytes written and operations of all walks before each."""
    walk = np.arange(one.walks)
    size = one.outer.size(walk // one.loop.parts)
    low, high = one.runs.first[:-1], one.runs.first[1:]
    tiles, tokens = one.tiles[high] - one.tiles[low], one.tokens[high] - one.tokens[low]
    costs = np.zeros((one.walks + 1, 3), np.int64)
    for walks in (slice(0, one.loop.parts), slice(one.loop.parts, None)):  # what is loaded once is free after that
        opening, tile, closing = (part[-1] for part in one.sums(walks.start))
        for at in range(3):
            ends = _amount(one, opening[at] + closing[at], size[walks], 1, 0)
            inner = _amount(one, tile[at], size[walks], tiles[walks], tokens[walks])
            costs[1:][walks, at] = ends + inner
    return np.cumsum(costs, axis=0)


def within(one: Pass, place: Place) -> tuple[int, int, int]:
    """Bytes read, bytes written and operations of a walk before the step at `place`."""
    size = int(one.outer.size(one.block(place.walk)))
    opening, tile, closing = one.sums(place.walk)
    tokens = _tokens_before(one, place)
    last = int(one.inner.size(place.inner)) if place.inner is not None else 0
    read, written, operations = (
        _amount(one, opening[place.op if place.part == OPENING else -1][at], size, 1, 0)
        + _amount(one, tile[-1][at], size, place.tiles, tokens)
        + _amount(one, tile[place.op if place.part == TILE else 0][at], size, 1, last)
        + _amount(one, closing[place.op if place.part == CLOSING else 0][at], size, 1, 0)
        for at in range(3)
    )
    return int(read), int(written), int(operations)


def _amount(one: Pass, cost: Cost, size: Array, count: Array, tokens: Array) -> Array:
    """The cost on `count` tiles that have `size` tokens of the outer block and together `tokens` of the inner ones."""
    rows, columns = (tokens, count * size) if one.loop.by_key else (count * size, tokens)
    return cost.of(rows, columns, size * tokens)


def _tokens_before(one: Pass, place: Place) -> int:
    """Tokens of the inner blocks of a walk's tiles before the place."""
    low, high = (int(x) for x in one.runs.first[place.walk : place.walk + 2])
    at = int(one.tiles[low]) + place.tiles
    if at >= int(one.tiles[high]):
        return int(one.tokens[high] - one.tokens[low])
    run = int(np.searchsorted(one.tiles, at, "right")) - 1
    done = at - int(one.tiles[run])
    ends = (int(one.stop[run]) - done, int(one.stop[run])) if one.backwards else (one.start[run], one.start[run] + done)
    return int(one.tokens[run] - one.tokens[low] + one.inner.edge(ends[1]) - one.inner.edge(ends[0]))
