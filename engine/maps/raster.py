"""Any rectangle of an attention map at screen resolution, chunk by chunk of rows, never the whole map at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.attention import Spec
from engine.maps.blocks import Block, Run, block_of
from engine.maps.pooling import Ints, edges_of, larger, pooled
from engine.maps.rows import SCORES, Bools, Floats
from engine.maps.rowsums import RowSums
from engine.maps.spans import Spans, chunks
from engine.maps.words import Axis

if TYPE_CHECKING:
    from engine.capture import Capture

np.empty(31 * 2**20, np.uint8)  # from this glibc learns to reuse the memory of strips: half of a long map's time
STRIP: Final = 2**20  # cells of all heads computed between two looks at whether the picture is still wanted


@dataclass(frozen=True)
class Viewport:
    """A rectangle of shown groups (0 rows or columns: all from there on) and the device pixels it may fill."""

    top: int = 0
    left: int = 0
    rows: int = 0
    columns: int = 0
    height: int = 512
    width: int = 512


@dataclass(frozen=True, eq=False)
class Raster:
    """A rectangle of a map, one value a pixel, or one a cell where there are fewer cells than pixels."""

    values: Floats  # (h, w); 0 where not visible
    visible: Bools  # (h, w)
    row_edges: Ints  # (h + 1,): raster row i covers the shown groups row_edges[i] to row_edges[i + 1]
    column_edges: Ints  # (w + 1,)
    special: Floats  # (h,): a row's weight on folded special tokens, whatever the stage
    peak: float  # largest finite |value|
    row_error: float  # worst |sum of weights - 1| of the rows computed; 0 for scores and for head "max"
    sampled: int = 1  # one of so many rows was computed, and says all of its pixel; 1 = all were

    @property
    def estimate(self) -> bool:
        """Whether rows were left out."""
        return self.sampled > 1

    @property
    def nbytes(self) -> int:
        return sum(x.nbytes for x in (self.values, self.visible, self.row_edges, self.column_edges, self.special))


def raster(
    capture: Capture,
    layer: int,
    head: int | str,
    spec: Spec,
    stage: str,
    axis: Axis,
    viewport: Viewport,
    cancelled: Callable[[], bool] = lambda: False,
) -> Raster | None:
    """The rectangle at a stage of `engine.maps.rows.STAGES`; None as soon as `cancelled()` says so.

    A merged word's cell is the sum over its keys and the mean over its queries; for scores the mean over the visible
    pieces of both. A pixel shows the largest magnitude, sign kept, of all cells it covers, so that a one-token
    diagonal never breaks; NaN wins, so that it shows. Memory is O(CHUNK x N + h x w).
    """
    run = Run.of(capture, layer, head, spec)
    return Drawing(run, stage, axis, viewport).go_on(run, cancelled)


class Drawing:
    """A raster as far as it is drawn: what was cancelled goes on where it stopped. It does not hold the capture.

    With `sums`, which must be those of the run's head on this axis, a part of the columns costs no more than itself,
    and a strip of whole rows leaves its own there.
    """

    def __init__(self, run: Run, stage: str, axis: Axis, viewport: Viewport, sums: RowSums | None = None) -> None:
        self._stage, self._axis, self._sums = stage, axis, sums
        self._rows = edges_of(viewport.top, viewport.rows, viewport.height, len(axis.groups))
        self._columns = edges_of(viewport.left, viewport.columns, viewport.width, len(axis.groups))
        self._spans = axis.spans[int(self._columns[0]) : int(self._columns[-1])]
        self._weighs = stage not in SCORES or bool(axis.folded)
        self._part = sums is not None and 0 < len(self._spans.starts) < len(axis.groups)
        most = max(STRIP // max(len(axis.group_of) * run.heads(stage), 1), 1)
        self._rest = list(chunks(axis.groups, self._rows[0], self._rows[-1], most))[::-1]
        self._values = np.zeros((len(self._rows) - 1, len(self._columns) - 1), np.float32)
        self._visible = np.zeros(self._values.shape, np.bool_)
        self._special = np.zeros(len(self._values), np.float32)
        self._worst = 0.0

    @property
    def nbytes(self) -> int:
        return self._values.nbytes + self._visible.nbytes

    def go_on(self, run: Run, cancelled: Callable[[], bool]) -> Raster | None:
        """The raster, or None when cancelled before it was whole; `run` is the one that it was begun with."""
        while self._rest:
            if cancelled():
                return None
            first, last = self._rest[-1]
            rows = self._axis.spans[first:last]
            block = self._whole(run, first, last, rows) if not self._part else self._cut(run, first, last, rows)
            self._put(first, last, block)
            self._rest.pop()
        edges = (self._rows, self._columns)
        return Raster(self._values, self._visible, *edges, self._special, peak_of(self._values), self._worst)

    def _whole(self, run: Run, first: int, last: int, rows: Spans, stage: str = "") -> Block:
        """Rows over all keys, which leave their sums."""
        columns = Spans.of(()) if stage else self._spans
        if self._sums is None:
            return block_of(run, self._stage, rows, columns, self._axis.folded)
        noting = run.normalized(self._sums.noting())
        block = block_of(noting, stage or self._stage, rows, columns, self._axis.folded)
        if self._weighs:
            self._sums.note(slice(first, last), block.special, block.errors)
        return block

    def _cut(self, run: Run, first: int, last: int, rows: Spans) -> Block:
        """Rows over the keys of the columns alone."""
        sums, groups = self._sums, slice(first, last)
        part = run.at_keys(int(self._spans.starts[0]), int(self._spans.stops[-1]))
        if sums is None or not self._weighs:
            return block_of(part, self._stage, rows, self._spans, ())
        if not sums.known[groups].all():
            self._whole(run, first, last, rows, "weights")
        block = block_of(part.normalized(sums.divided(slice(None))), self._stage, rows, self._spans, ())
        return replace(
            block,
            special=sums.special[groups],
            errors=block.errors if self._stage in SCORES else sums.errors[groups],
        )

    def _put(self, first: int, last: int, block: Block) -> None:
        """Pool rows first..last into the pixels they reach."""
        low, high = np.searchsorted(self._rows, first, "right") - 1, np.searchsorted(self._rows, last)
        down = np.clip(self._rows[low : high + 1] - first, 0, last - first)
        across = self._columns - self._columns[0]
        here, values, special = slice(low, high), self._values, self._special
        values[here] = larger(values[here], pooled(pooled(block.cells, down, 0), across, 1))
        self._visible[here] |= True if block.seen is None else pooled(pooled(block.seen, down, 0), across, 1)
        special[here] = larger(special[here], pooled(block.special, down, 0))
        self._worst = float(np.maximum(self._worst, block.errors.max(initial=0)))  # NaN wins


def peak_of(values: Floats) -> float:
    """The largest finite magnitude, 0 of nothing."""
    magnitudes = np.abs(values)
    return float(magnitudes.max(initial=0, where=np.isfinite(magnitudes)))
