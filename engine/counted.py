"""What rectangles of a large table hold, counted without the table: of a few points, and of tokens' numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from engine.arrays import Array

SETS: Final = 1024  # of numbers that a span of tokens may have; what is left over shares their places
SPANS: Final = 2**13  # that are remembered


class Points:
    """A few points of a table: of each power of two of rows, those in so many rows as one rising line."""

    def __init__(self, rows: Array, columns: Array, width: int) -> None:
        self._width, self._end = width + 1, int(rows.max(initial=-1)) + 1
        levels = range(self._end.bit_length())
        self._levels = [np.sort((rows >> level) * self._width + columns) for level in levels]

    def within(self, top: Array, end: Array, left: Array, right: Array) -> Array:
        """How many lie in rows top..end and columns left..right, half-open; arrays (n,)."""
        found, low, high = np.zeros(len(top), np.int64), np.minimum(top, self._end), np.minimum(end, self._end)
        for line in self._levels:
            for edge, before in ((low, 0), (high, 1)):
                at = np.flatnonzero((low < high) & (edge % 2 == 1))
                start = (edge[at] - before) * self._width
                found[at] += np.searchsorted(line, start + right[at]) - np.searchsorted(line, start + left[at])
                edge[at] += 1 - 2 * before
            low >>= 1
            high >>= 1
        return found


class Numbers:
    """The numbers of tokens (N,): whether two spans of tokens share one, and whether each has but the same one.

    Of more than SETS numbers some count as the same, so that spans that share none may count as sharing.
    """

    def __init__(self, numbers: Array) -> None:
        kinds, self._number = np.unique(numbers, return_inverse=True)
        self._piece = np.cumsum(np.diff(self._number, prepend=self._number[:1]) != 0)
        places = np.minimum(len(kinds), SETS)
        self._sets = lru_cache(SPANS)(lambda start, stop: _set_of(self._number[start:stop] % places, places))

    def shared(self, i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        """(n,) bool each, for half-open spans, none empty."""
        i0, i1, j0, j1 = (np.minimum(edge, len(self._number)) for edge in (i0, i1, j0, j1))
        (ours, one), (theirs, other) = self._spans(i0, i1), self._spans(j0, j1)
        some = (ours[one] & theirs[other]).any(axis=1)
        first, last = np.maximum(i1 - 1, 0), np.maximum(j1 - 1, 0)
        alone = (self._piece[np.minimum(i0, first)] == self._piece[first]) & (
            self._piece[np.minimum(j0, last)] == self._piece[last]
        )
        return some, alone & (self._number[first] == self._number[last]) & (i0 < i1) & (j0 < j1)

    def _spans(self, start: Array, stop: Array) -> tuple[Array, Array]:
        """The sets of the different spans, a row each, and which of them each span is."""
        spans, which = np.unique(start * (len(self._number) + 1) + stop, return_inverse=True)
        edges = zip(*np.divmod(spans, len(self._number) + 1), strict=True)
        return np.array([self._sets(int(a), int(b)) for a, b in edges]), which


def _set_of(places: Array, count: int) -> Array:
    """Which of `count` places are taken, a bit each, in whole words."""
    taken = np.zeros(-(-count // 64) * 64, np.bool_)
    taken[places] = True
    return np.packbits(taken).view(np.uint64)
