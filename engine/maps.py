"""Any rectangle of an attention map at screen resolution, chunk by chunk of rows, never the whole map at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.attention import Spec
from engine.normalizers import QUIET
from engine.pooling import Ints, edges_of, larger, pooled
from engine.rows import SCORES, Bools, Floats, head_rows, stage_of, stage_rows
from engine.spans import Spans, chunks
from engine.variants import trained_spec
from engine.words import Axis

if TYPE_CHECKING:
    from engine.capture import Capture


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
    """The rectangle at a stage of `engine.rows.STAGES`; None as soon as `cancelled()` says so.

    A merged word's cell is the sum over its keys and the mean over its queries; for scores the mean over the visible
    pieces of both. A pixel shows the largest magnitude, sign kept, of all cells it covers, so that a one-token
    diagonal never breaks; NaN wins, so that it shows. Memory is O(CHUNK x N + h x w).
    """
    row_edges = edges_of(viewport.top, viewport.rows, viewport.height, len(axis.groups))
    column_edges = edges_of(viewport.left, viewport.columns, viewport.width, len(axis.groups))
    columns = Spans.of(axis.groups[column_edges[0] : column_edges[-1]])
    across = column_edges - column_edges[0]
    values = np.zeros((len(row_edges) - 1, len(column_edges) - 1), np.float32)
    visible = np.zeros(values.shape, np.bool_)
    special = np.zeros(len(values), np.float32)
    worst = 0.0
    for first, last in chunks(axis.groups, row_edges[0], row_edges[-1]):
        if cancelled():
            return None
        rows = Spans.of(axis.groups[first:last])
        block = _block(capture, layer, head, spec, stage, rows, columns, axis.folded)
        low, high = np.searchsorted(row_edges, first, "right") - 1, np.searchsorted(row_edges, last)
        down = np.clip(row_edges[low : high + 1] - first, 0, last - first)
        values[low:high] = larger(values[low:high], pooled(pooled(block.cells, down, 0), across, 1))
        visible[low:high] |= pooled(pooled(block.seen, down, 0), across, 1)
        special[low:high] = larger(special[low:high], pooled(block.special, down, 0))
        worst = float(np.maximum(worst, block.row_error))  # NaN wins
    magnitudes = np.abs(values)
    peak = float(magnitudes.max(initial=0, where=np.isfinite(magnitudes)))
    return Raster(values, visible, row_edges, column_edges, special, peak, worst)


_PARTS = ("cells", "seen", "special")


@dataclass(frozen=True, eq=False)
class _Block:
    """Some rows of the map, at the groups' own resolution."""

    cells: Floats  # (rows, columns)
    seen: Bools
    special: Floats  # (rows,)
    row_error: float


@QUIET
def _block(
    capture: Capture,
    layer: int,
    head: int | str,
    spec: Spec,
    stage: str,
    rows: Spans,
    columns: Spans,
    folded: tuple[int, ...],
) -> _Block:
    """The rows of some groups, merged to the groups of both axes; "max" takes each head's merged cells."""
    if stage == "difference":
        now, was = (
            _block(of, layer, head, by, "weights", rows, columns, folded)
            for of, by in ((capture, spec), (capture.own, trained_spec(capture.own.layers[layer])))
        )
        return _Block(now.cells - was.cells, now.seen | was.seen, now.special, 0.0)
    if head == "max":
        each = [_block(capture, layer, one, spec, stage, rows, columns, folded) for one in range(capture.heads)]
        cells, seen, special = (np.max([getattr(block, name) for block in each], axis=0) for name in _PARTS)
        return _Block(cells, seen, special, 0.0)
    start, stop = int(rows.starts[0]), int(rows.stops[-1])
    if isinstance(head, int):
        attention = head_rows(capture, layer, head, spec, start, stop)
        numbers, visible = stage_of(attention, stage)
        weights = stage_of(attention, "weights")[0] if folded or stage not in SCORES else numbers
    else:
        numbers, visible = stage_rows(capture, layer, head, spec, stage, start, stop)
        weights = numbers
    sums_to_one = stage not in SCORES

    def merged(x: Floats) -> Floats:
        return columns.sum(rows.sum(x, 0, start), 1)

    pieces = merged(visible.astype(np.float32))
    cells = merged(np.where(visible, numbers, np.float32(0)))
    cells /= np.maximum(pieces, 1) if stage in SCORES else rows.sizes[:, None]
    special = rows.sum(weights[:, folded].sum(axis=1), 0, start) / rows.sizes
    sums = weights[visible.any(axis=1)].sum(axis=1, dtype=np.float64) if sums_to_one else np.ones(0)
    return _Block(cells, pieces > 0, special, float(np.abs(sums - 1).max(initial=0)))
