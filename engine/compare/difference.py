"""The map of a difference: what a view gives less what the pinned one gives, cell by cell where both have the words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from engine.compare.alignment import Alignment
from engine.maps.blocks import Run, block_of
from engine.maps.pooling import Ints, edges_of, larger, pooled
from engine.maps.raster import Raster, Viewport, peak_of
from engine.maps.rows import SCORES
from engine.maps.sampled import rows_for, tokens_of
from engine.maps.spans import Spans, chunks
from engine.maps.words import Axis
from engine.normalizers import QUIET

STRIP: Final = 2**19  # cells of either map computed between two looks at whether the picture is still wanted
AT_ONCE: Final = 2_250_000  # cells of whole rows, of both maps, that a person need not wait for

Cancelled = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Pair:
    """Two heads at one stage, and which of their words stand for each other."""

    now: Run
    pinned: Run
    aligned: Alignment
    stage: str

    @property
    def cost(self) -> int:
        """Cells that one row of both maps has."""
        axes = (self.aligned.here_axis, self.aligned.there_axis)
        return sum(
            len(axis.group_of) * run.heads(self.stage) for axis, run in zip(axes, (self.now, self.pinned), strict=True)
        )

    def columns(self, first: int, last: int) -> Columns:
        """The words first..last here, as columns."""
        across = self.aligned.there[first:last]
        to = np.flatnonzero(across >= 0)
        here, there = self.aligned.here_axis, self.aligned.there_axis
        return Columns(last - first, to, _spans(here, first + to), _spans(there, across[to]))

    @QUIET
    def rows(self, groups: Ints, columns: Columns) -> tuple[Any, Any]:
        """The difference in the rows of some words here, and where there is one: (n, columns) each.

        Of scores both must be visible; a weight that is hidden in one map alone counts as the 0 that it is.
        """
        down = self.aligned.there[groups]
        rows = np.flatnonzero(down >= 0)
        values, seen = (np.zeros((len(groups), columns.width), kind) for kind in (np.float32, np.bool_))
        if not rows.size or not columns.to.size:
            return values, seen
        now, saw = _cells(self.now, self.stage, self.aligned.here_axis, groups[rows], columns.here)
        was, had = _cells(self.pinned, self.stage, self.aligned.there_axis, down[rows], columns.there)
        shown = saw & had if self.stage in SCORES else saw | had
        found = now - was if shown is True else np.where(shown, now - was, np.float32(0))
        if found.shape == values.shape:  # all have a counterpart
            return found, np.broadcast_to(shown, found.shape)
        at = np.ix_(rows, columns.to)
        values[at], seen[at] = found, shown
        return values, seen


@dataclass(frozen=True, eq=False)
class Columns:
    """Some words here that are looked at: `to` are those with a counterpart, `here` and `there` their tokens."""

    width: int
    to: Ints
    here: Spans
    there: Spans


def _spans(axis: Axis, groups: Ints) -> Spans:
    return Spans.of([axis.groups[group] for group in groups])


def _cells(run: Run, stage: str, axis: Axis, rows: Ints, columns: Spans) -> tuple[Any, Any]:
    """The cells of some words, in text order, with those of the columns, and which of them are visible."""
    down = _spans(axis, rows)
    if down.stops[-1] - down.starts[0] > 2 * down.sizes.sum():  # far between: only their own rows
        tokens, down = tokens_of(axis, rows)
        run = run.at_queries(tokens)
    block = block_of(run, stage, down, columns, ())
    return block.cells, True if block.seen is None else block.seen


class Drawing:
    """The map of a difference as far as it is drawn: a pixel shows the largest magnitude that it covers.

    What was cancelled goes on where it stopped.
    """

    def __init__(self, pair: Pair, viewport: Viewport) -> None:
        groups = pair.aligned.here_axis.groups
        self._rows = edges_of(viewport.top, viewport.rows, viewport.height, len(groups))
        self._columns = edges_of(viewport.left, viewport.columns, viewport.width, len(groups))
        self._shown = pair.columns(int(self._columns[0]), int(self._columns[-1]))
        most = max(STRIP // max(pair.cost, 1), 1)
        self._rest = list(chunks(groups, self._rows[0], self._rows[-1], most))[::-1]
        self._values = np.zeros((len(self._rows) - 1, len(self._columns) - 1), np.float32)
        self._visible = np.zeros(self._values.shape, np.bool_)

    @property
    def nbytes(self) -> int:
        return self._values.nbytes + self._visible.nbytes

    def go_on(self, pair: Pair, cancelled: Cancelled) -> Raster | None:
        """The raster, or None when cancelled before it was whole; `pair` is the one that it was begun with."""
        across = self._columns - self._columns[0]
        while self._rest:
            if cancelled():
                return None
            first, last = self._rest[-1]
            cells, seen = pair.rows(np.arange(first, last), self._shown)
            low, high = np.searchsorted(self._rows, first, "right") - 1, np.searchsorted(self._rows, last)
            down, here = np.clip(self._rows[low : high + 1] - first, 0, last - first), slice(low, high)
            self._values[here] = larger(self._values[here], pooled(pooled(cells, down, 0), across, 1))
            self._visible[here] |= pooled(pooled(seen, down, 0), across, 1)
            self._rest.pop()
        return _raster(self._values, self._visible, self._rows, self._columns)


def quick(pair: Pair, viewport: Viewport) -> Viewport | None:
    """The smaller picture that a first look at a long text is, one of several rows a pixel; None where all is fast."""
    groups = pair.aligned.here_axis
    rows = rows_for(AT_ONCE, pair.cost, viewport, groups)
    height = len(groups.groups[viewport.top :][: viewport.rows or None])
    if height * pair.cost <= AT_ONCE or rows >= height:
        return None
    return replace(viewport, height=rows, width=max(round(viewport.width * rows / viewport.height), 1))


def sampled(pair: Pair, viewport: Viewport, cancelled: Cancelled) -> Raster | None:
    """The difference in the middle row of every pixel, exact over all its keys; None when cancelled."""
    size = len(pair.aligned.here_axis.groups)
    rows = edges_of(viewport.top, viewport.rows, viewport.height, size)
    columns = edges_of(viewport.left, viewport.columns, viewport.width, size)
    shown, chosen = pair.columns(int(columns[0]), int(columns[-1])), (rows[:-1] + rows[1:] - 1) // 2
    values = np.zeros((len(chosen), len(columns) - 1), np.float32)
    visible, some = np.zeros(values.shape, np.bool_), max(STRIP // max(pair.cost, 1), 1)
    for first in range(0, len(chosen), some):
        if cancelled():
            return None
        here = slice(first, first + some)
        cells, seen = pair.rows(chosen[here], shown)
        values[here], visible[here] = (pooled(x, columns - columns[0], 1) for x in (cells, seen))
    of = -(-int(rows[-1] - rows[0]) // max(len(chosen), 1))
    return _raster(values, visible, rows, columns, max(of, 1))


def _raster(values: Any, visible: Any, rows: Ints, columns: Ints, of: int = 1) -> Raster:
    none = np.full(len(values), np.nan, np.float32)  # what hidden special tokens get is no cell that both maps have
    return Raster(values, visible, rows, columns, none, peak_of(values), 0.0, of)
