"""Small maps of many heads, which fill strip by strip of rows and never need a whole map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.maps.pooling import edges_of, larger, pooled
from engine.maps.rows import Bools, Floats
from engine.maps.spans import chunks
from engine.maps.words import Axis


@dataclass(frozen=True)
class Strip:
    """Rows computed at once: shown words first..last, tokens start..stop, folded neighbours included."""

    first: int
    last: int
    start: int
    stop: int


def strips(axis: Axis, tokens: int) -> Iterator[Strip]:
    """Every token belongs to one strip."""
    start, end = 0, len(axis.groups)
    for first, last in chunks(axis.groups, 0, end):
        stop = tokens if last == end else axis.groups[last - 1].tokens[-1] + 1
        yield Strip(first, last, start, stop)
        start = stop


class Pictures:
    """A small map for each of some heads, at most `size` x `size`, words merged and specials folded as on `axis`.

    A pixel shows the largest magnitude of the cells that it covers, so that a one-token diagonal never breaks.
    """

    def __init__(self, axis: Axis, heads: int, size: int) -> None:
        self.axis = axis
        self._edges = edges_of(0, 0, size, len(axis.groups))
        self._spans = axis.spans
        side = len(self._edges) - 1
        self.values = np.zeros((heads, side, side), np.float32)
        self.visible = np.zeros(self.values.shape, np.bool_)
        self.row_error = 0.0
        self._last: tuple[Strip, Bools, Bools] | None = None  # the last strip's mask, and its pooled form

    def draw(self, first: int, strip: Strip, weights: Floats) -> None:
        """Put weights (H, tokens of the strip, N) on the maps from `first` on.

        A word's keys are summed, its queries averaged, then pixels pooled. Keys from strip.stop on may be left out
        where they are hidden.
        """
        at = self._pixels(strip, weights)
        here = self.values[first : first + len(weights), *at]
        here[:] = larger(here, self._small(strip, at, self._merged(strip, weights, mean=True)))

    def show(self, first: int, heads: int, strip: Strip, visible: Bools) -> None:
        """Mark what may be seen, (H or 1, tokens of the strip, N), on `heads` maps from `first` on.

        Most heads share one mask, which is pooled once.
        """
        at = self._pixels(strip, visible)
        if self._last is None or self._last[0] != strip or not np.array_equal(self._last[1], visible):
            cells = self._merged(strip, visible.astype(np.float32), mean=False) > 0
            self._last = (strip, visible, self._small(strip, at, cells))
        self.visible[first : first + heads, *at] |= self._last[2]

    def check(self, weights: Floats, visible: Bools) -> None:
        """Keep the worst distance of a row's sum from 1; a row that sees nothing has none. NaN wins."""
        sums = weights.sum(axis=2, dtype=np.float64)
        errors = np.where(visible.any(axis=2), np.abs(sums - 1), 0)
        self.row_error = float(np.maximum(self.row_error, errors.max(initial=0)))

    def _merged(self, strip: Strip, cells: Floats, mean: bool) -> Floats:
        rows, columns = self._spans[strip.first : strip.last], self._spans[: self._columns(strip, cells)]
        merged: Floats = columns.sum(rows.sum(cells, 1, strip.start), 2)
        return merged / rows.sizes[:, None] if mean and rows.sizes.max(initial=1) > 1 else merged

    def _columns(self, strip: Strip, cells: Any) -> int:
        """How many shown words the keys of the cells are."""
        return strip.last if cells.shape[2] == strip.stop else len(self._spans.starts)

    def _pixels(self, strip: Strip, cells: Any) -> tuple[slice, slice]:
        """The pixels that a strip reaches; the first and the last may belong to its neighbours too."""
        low = int(np.searchsorted(self._edges, strip.first, "right")) - 1
        high, across = np.searchsorted(self._edges, (strip.last, self._columns(strip, cells)))
        return slice(low, int(high)), slice(0, int(across))

    def _small(self, strip: Strip, at: tuple[slice, slice], cells: Any) -> Any:
        down = np.clip(self._edges[at[0].start : at[0].stop + 1] - strip.first, 0, strip.last - strip.first)
        across = np.minimum(self._edges[: at[1].stop + 1], cells.shape[2])
        return pooled(pooled(cells, down, 1), across, 2)
