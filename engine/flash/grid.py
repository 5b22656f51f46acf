"""Rows and keys in blocks, and what a mask makes of each tile: runs of tiles, found without asking for each one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from engine.algebra import Mask, See
from engine.arrays import Array

EMPTY, CUT, FULL = range(3)
NUMBER: Final = {"empty": EMPTY, "cut": CUT, "full": FULL}


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
    """(n, 5): from row block, to row block, from key block, to key block, kind; together they cover all tiles.

    A mask that answers for its tiles is asked about all of them together, then about quarters where that is no
    certain answer. For somebody's own function every tile counts as cut.
    """
    whole = (0, rows.blocks, 0, keys.blocks)
    if not isinstance(mask, Mask):
        return np.array([(*whole, FULL if mask is None else CUT)], np.int64)
    found, waiting = [], [whole]
    while waiting:
        i0, i1, j0, j1 = waiting.pop()
        ends = min(i1 * rows.block, rows.length), min(j1 * keys.block, keys.length)
        kind = mask.tile(i0 * rows.block, ends[0], j0 * keys.block, ends[1])
        if kind != "cut" or (i1 - i0 == 1 and j1 - j0 == 1):
            found.append((i0, i1, j0, j1, NUMBER[kind]))
            continue
        waiting += [(*i, *j) for i, j in product(_halves(i0, i1), _halves(j0, j1))]
    return np.array(found, np.int64)


def _halves(start: int, stop: int) -> list[tuple[int, int]]:
    middle = (start + stop + 1) // 2
    return [(start, middle), (middle, stop)] if middle < stop else [(start, stop)]


def runs_of(boxes: Array, outer: int, *, by_key: bool = False, empty: bool = False) -> Runs:
    """The rectangles as runs of key tiles in each of `outer` row blocks, or by_key: of row tiles in each key block.

    empty: tiles that hold nothing are runs, too.
    """
    boxes = boxes if empty else boxes[boxes[:, 4] != EMPTY]
    a0, a1, b0, b1, kind = boxes[:, [2, 3, 0, 1, 4] if by_key else [0, 1, 2, 3, 4]].T
    which = np.repeat(np.arange(len(boxes)), a1 - a0)
    begun = np.cumsum(a1 - a0) - (a1 - a0)
    return joined(a0[which] + np.arange(len(which)) - begun[which], b0[which], b1[which], kind[which], outer)


def joined(at: Array, start: Array, stop: Array, kind: Array, outer: int) -> Runs:
    """Pieces, each within one outer block, as runs: neighbours of one kind become one."""
    order = np.lexsort((start, at))
    at, start, stop, kind = at[order], start[order], stop[order], kind[order]
    new = np.ones(len(at), bool)
    new[1:] = (at[1:] != at[:-1]) | (start[1:] != stop[:-1]) | (kind[1:] != kind[:-1])
    ends = np.flatnonzero(np.append(new[1:], True)) if len(at) else np.array([], np.int64)
    first = np.searchsorted(at[new], np.arange(outer + 1))
    return Runs(first.astype(np.int64), start[new], stop[ends], kind[new].astype(np.uint8))


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
    at = runs.outer[part] - o0
    marks = np.zeros((o1 - o0, n1 - n0 + 1), np.int8)
    start, stop = (np.clip(edge[part], n0, n1) - n0 for edge in (runs.start, runs.stop))
    kind = runs.kind[part].astype(np.int8)
    np.add.at(marks, (at, start), kind)
    np.subtract.at(marks, (at, stop), kind)
    return np.cumsum(marks[:, :-1], axis=1).astype(np.uint8)
