"""What lies in SRAM after a step, and the most that ever does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.flash.plan.costs import Buffer
from engine.flash.plan.walks import CLOSING, OPENING, TILE, Pass


class Resident(NamedTuple):
    """A block in SRAM: its letter, the number of its row or key block, its bytes."""

    name: str
    block: int
    bytes: int


def lying(one: Pass, part: int, op: int) -> Iterator[Buffer]:
    """The buffers that are in use once operation `op` of a part is done, in the order in which they are drawn."""
    for buffer in one.loop.buffers:
        since = _where(one, buffer.since) if buffer.since else (OPENING, -1)
        until = _where(one, buffer.until) if buffer.until else (CLOSING + 1, 0)
        if since[0] == TILE != part:  # a tile's own buffers go with it
            continue
        if since <= (part, op) < until:
            yield buffer


def bytes_of(buffer: Buffer, rows: int, columns: int) -> int:
    return int(buffer.fixed + buffer.size.of(rows, columns, rows * columns))


def peak(one: Pass) -> int:
    """The largest sum of bytes after any step: the same for all tiles of a size, so one of each size is asked."""
    tiles = np.diff(one.tiles[one.runs.first])
    sizes = one.outer.size(np.arange(one.walks) // one.loop.parts)
    last = np.bincount(one.runs.outer[one.runs.stop == one.inner.blocks], minlength=one.walks)
    shapes = {(int(size), int(one.inner.size(0))) for size in np.unique(sizes[tiles > last])}
    shapes |= {(int(size), int(one.inner.size(one.inner.blocks - 1))) for size in np.unique(sizes[last > 0])}
    after = len(one.loop.opening) - (not one.loop.closing)
    found = [_sum(one, OPENING, op, int(size), 0) for op in range(after) for size in np.unique(sizes)]
    found += [_sum(one, TILE, op, *shape) for op in range(len(one.loop.tile)) for shape in shapes]
    found += [_sum(one, CLOSING, op, int(sizes[0]), 0) for op in range(len(one.loop.closing) - 1)]
    return max(found, default=0)


def _sum(one: Pass, part: int, op: int, outer: int, inner: int) -> int:
    rows, columns = (inner, outer) if one.loop.by_key else (outer, inner)
    return sum(bytes_of(buffer, rows, columns) for buffer in lying(one, part, op))


def _where(one: Pass, name: str) -> tuple[int, int]:
    """The part and number of an operation."""
    for part, ops in enumerate(one.parts):
        for at, op in enumerate(ops):
            if op.name == name:
                return part, at
    raise KeyError(name)
