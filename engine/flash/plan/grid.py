"""Rows and keys in blocks, and what a mask makes of each tile: runs of tiles, found without asking for each one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.algebra import CUT, EMPTY, FULL, Mask, See, kinds_of
from engine.arrays import Array

ASKED: Final = 2**14  # rectangles that a mask is asked about at once


@dataclass(frozen=True)
class Axis:
    """Tokens 0 to length, in blocks of `block`; the last block may be shorter."""

    length: int
    block: int

    @property
    def blocks(self) -> int:
        return -(-self.length // self.block)

    def span(self, at: int) -> tuple[int, int]:
        """The half-open range of tokens of a block. Raises IndexError for a block that is not there."""
        if not 0 <= at < self.blocks:
            raise IndexError(f"There is no block {at}; the last is {self.blocks - 1}.")
        return at * self.block, min((at + 1) * self.block, self.length)

    def edge(self, at: Array) -> Array:
        """The token at which a block begins, or the end of all; numbers or arrays of them."""
        return np.minimum(at * self.block, self.length)

    def size(self, at: Array) -> Array:
        """How many tokens a block has; numbers or arrays of them."""
        return self.edge(at + 1) - self.edge(at)


@dataclass(frozen=True, eq=False)
class Runs:
    """Tiles of one kind side by side: of outer block w the runs first[w] to first[w + 1], in rising order."""

    first: Array  # (outer + 1,)
    start: Array  # (runs,), the first inner block
    stop: Array  # (runs,), the one after the last
    kind: Array  # (runs,), EMPTY, CUT or FULL

    @property
    def outer(self) -> Array:
        """(runs,), the outer block of each."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))


def rectangles(mask: See | None, rows: Axis, keys: Axis) -> Array:
    """(n, 5): from row block, to row block, from key block, to key block, CUT or FULL; what is in none is empty.

    A mask that answers for its tiles is asked about all of them together, then about quarters where that is no
    certain answer. For somebody's own function every tile counts as cut.
    """
    whole = np.array([(0, rows.blocks, 0, keys.blocks)], np.int64)
    if not isinstance(mask, Mask):
        return np.append(whole, [[FULL if mask is None else CUT]], axis=1)
    return np.concatenate(list(_descent(mask, rows, keys, whole)))


def _descent(mask: Mask, rows: Axis, keys: Axis, boxes: Array) -> Iterator[Array]:
    """Rectangles (n, 4) with their kind (m, 5): certain, or a single tile; each level asks for many at once."""
    i0, i1, j0, j1 = boxes.T
    kinds = kinds_of(mask, rows.edge(i0), rows.edge(i1), keys.edge(j0), keys.edge(j1))
    settled = (kinds != CUT) | ((i1 - i0 == 1) & (j1 - j0 == 1))
    yield _side_by_side(np.column_stack((boxes, kinds))[settled & (kinds != EMPTY)])
    quarters = _quarters(boxes[~settled])
    for at in range(0, len(quarters), ASKED):
        yield from _descent(mask, rows, keys, quarters[at : at + ASKED])


def _quarters(boxes: Array) -> Array:
    """Each rectangle in four, or in two where it is one tile wide, those of one together."""
    i0, i1, j0, j1 = boxes.T[..., None]
    quarters = np.empty((len(boxes), 4, 4), np.int64)
    quarters[:, :2, 0], quarters[:, 2:, 1] = i0, i1
    quarters[:, :2, 1] = quarters[:, 2:, 0] = (i0 + i1 + 1) // 2
    quarters[:, ::2, 2], quarters[:, 1::2, 3] = j0, j1
    quarters[:, ::2, 3] = quarters[:, 1::2, 2] = (j0 + j1 + 1) // 2
    there = (quarters[..., 0] < quarters[..., 1]) & (quarters[..., 2] < quarters[..., 3])
    return quarters[there]


def _side_by_side(boxes: Array) -> Array:
    """Tiles that touch and are of one kind as one rectangle: along their row, then rows that are the same."""
    low = boxes[:, 1] - boxes[:, 0] == 1
    i0, _, j0, j1, kind = boxes[low].T
    i0, j0, j1, kind = merged(i0, j0, j1, kind)
    shape = (*boxes[:, [2, 3]].max(axis=0, initial=0) + 1, 3)
    of, i0, i1, _ = merged(np.ravel_multi_index((j0, j1, kind), shape), i0, i0 + 1, kind)
    j0, j1, kind = np.unravel_index(of, shape)
    return np.concatenate((boxes[~low], np.column_stack((i0, i1, j0, j1, kind))))


def runs_of(boxes: Array, outer: int, *, by_key: bool = False) -> Runs:
    """The rectangles as runs of key tiles in each of `outer` row blocks, or by_key: of row tiles in each key block."""
    a0, a1, b0, b1, kind = boxes[:, [2, 3, 0, 1, 4] if by_key else [0, 1, 2, 3, 4]].T
    which = np.repeat(np.arange(len(boxes)), a1 - a0)
    begun = np.cumsum(a1 - a0) - (a1 - a0)
    return joined(a0[which] + np.arange(len(which)) - begun[which], b0[which], b1[which], kind[which], outer)


def filled(runs: Runs, inner: int) -> Runs:
    """With the empty tiles between them as runs, too, so that every outer block has all `inner` ones."""
    outer = np.arange(len(runs.first) - 1)
    beside = np.append(runs.start, inner)
    after = np.where(np.isin(np.arange(1, len(beside)), runs.first), inner, beside[1:])
    before = np.where(runs.first[:-1] == runs.first[1:], inner, beside[runs.first[:-1]])
    at, start = np.concatenate((runs.outer, outer)), np.concatenate((runs.stop, outer * 0))
    stop = np.concatenate((after, before))
    gap = start < stop
    kinds = np.concatenate((runs.kind, np.full(gap.sum(), EMPTY)))
    return joined(
        np.concatenate((runs.outer, at[gap])),
        np.concatenate((runs.start, start[gap])),
        np.concatenate((runs.stop, stop[gap])),
        kinds,
        len(outer),
    )


def joined(at: Array, start: Array, stop: Array, kind: Array, outer: int) -> Runs:
    """Pieces, each within one outer block, as runs."""
    at, start, stop, kind = merged(at, start, stop, kind)
    return Runs(np.searchsorted(at, np.arange(outer + 1)).astype(np.int64), start, stop, kind.astype(np.uint8))


def merged(at: Array, start: Array, stop: Array, kind: Array) -> tuple[Array, Array, Array, Array]:
    """Pieces in rising order, neighbours of one kind in one outer block as one."""
    order = np.lexsort((start, at))
    at, start, stop, kind = at[order], start[order], stop[order], kind[order]
    new = (at[1:] != at[:-1]) | (start[1:] != stop[:-1]) | (kind[1:] != kind[:-1])
    first, last = (np.flatnonzero(edge) for edge in (np.append(len(at) > 0, new), np.append(new, len(at) > 0)))
    return at[first], start[first], stop[last], kind[first]


def clipped(runs: Runs, edges: Array) -> Runs:
    """Each outer block once for each range of inner blocks: outer block w * ranges + s has the part in range s.

    edges (ranges + 1,): where the ranges begin and end.
    """
    ranges = len(edges) - 1
    low: Array = np.searchsorted(edges, runs.start, "right") - 1
    count: Array = np.searchsorted(edges, runs.stop, "left") - low
    which = np.repeat(np.arange(len(low)), count)
    part = low[which] + np.arange(len(which)) - (np.cumsum(count) - count)[which]
    at = runs.outer[which] * ranges + part
    start, stop = np.maximum(runs.start[which], edges[part]), np.minimum(runs.stop[which], edges[part + 1])
    return joined(at, start, stop, runs.kind[which], (len(runs.first) - 1) * ranges)


def window_of(runs: Runs, o0: int, o1: int, n0: int, n1: int) -> Array:
    """The kinds (o1 - o0, n1 - n0) uint8 of outer blocks o0 to o1 and inner blocks n0 to n1."""
    part = slice(runs.first[o0], runs.first[o1])
    at = np.repeat(np.arange(o1 - o0), np.diff(runs.first[o0 : o1 + 1]))
    marks = np.zeros((o1 - o0, n1 - n0 + 1), np.int8)
    start, stop = (np.clip(edge[part], n0, n1) - n0 for edge in (runs.start, runs.stop))
    kind = runs.kind[part].astype(np.int8)
    np.add.at(marks, (at, start), kind)
    np.subtract.at(marks, (at, stop), kind)
    return np.cumsum(marks[:, :-1], axis=1, dtype=np.int8).view(np.uint8)
