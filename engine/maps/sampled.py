"""A first look at a long map: one of several rows, each exact over all its keys, at fewer pixels, marked as such.

Every pixel row shows the row in its own middle, so that a one-token diagonal goes on from pixel to pixel as in the
exact picture; what only rows between show is missing until that is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from engine.maps.blocks import Run, block_of
from engine.maps.pooling import Ints, edges_of, pooled
from engine.maps.raster import Raster, Viewport, peak_of
from engine.maps.rowsums import RowSums
from engine.maps.spans import Spans
from engine.maps.words import Axis

STRIP: Final = 2**19  # cells computed at once
LEAST: Final = 48  # rows, whatever they cost


def rows_for(cells: int, keys: int, viewport: Viewport, axis: Axis) -> int:
    """How many pixel rows may be sampled: no more than the picture has, and about `cells` cells in all."""
    count = len(_edges(viewport, axis)) - 1
    return min(count, max(cells // max(keys, 1), LEAST))


def sample(
    run: Run,
    stage: str,
    axis: Axis,
    viewport: Viewport,
    rows: int,
    cancelled: Callable[[], bool],
    sums: RowSums | None = None,
) -> Raster | None:
    """The rectangle at `rows` pixels of height and as many fewer of width, a row a pixel; None when cancelled.

    Columns are pooled as in `engine.maps.raster`. With `sums` that know these rows, a part of the columns costs no more
    than itself.
    """
    shown = _edges(viewport, axis)
    width = max(round(viewport.width * rows / max(len(shown) - 1, 1)), 1)
    edges = edges_of(viewport.top, viewport.rows, rows, len(axis.groups))
    column_edges = edges_of(viewport.left, viewport.columns, min(width, viewport.width), len(axis.groups))
    chosen = (edges[:-1] + edges[1:] - 1) // 2
    columns = axis.spans[int(column_edges[0]) : int(column_edges[-1])]
    values = np.zeros((len(chosen), len(column_edges) - 1), np.float32)
    visible, special, worst = np.zeros(values.shape, np.bool_), np.zeros(len(chosen), np.float32), 0.0
    known = sums is not None and bool(sums.known[chosen].all()) and len(columns.starts) > 0
    keys = int(columns.stops[-1] - columns.starts[0]) if known else len(axis.group_of)
    some = max(STRIP // max(keys, 1), 1)
    for first in range(0, len(chosen), some):
        if cancelled():
            return None
        here = slice(first, first + some)
        tokens, spans = tokens_of(axis, chosen[here])
        part = run.at_queries(tokens)
        if known and sums is not None:
            part = _divided(part, columns, sums, tokens)
        block = block_of(part, stage, spans, columns, () if known else axis.folded)
        values[here] = pooled(block.cells, column_edges - column_edges[0], 1)
        visible[here] = True if block.seen is None else pooled(block.seen, column_edges - column_edges[0], 1)
        special[here] = sums.special[chosen[here]] if known and sums is not None else block.special
        worst = float(np.maximum(worst, block.errors.max(initial=0)))
    of = -(-int(edges[-1] - edges[0]) // max(len(chosen), 1))
    return Raster(values, visible, edges, column_edges, special, peak_of(values), worst, max(of, 1))


def _edges(viewport: Viewport, axis: Axis) -> Ints:
    return edges_of(viewport.top, viewport.rows, viewport.height, len(axis.groups))


def tokens_of(axis: Axis, chosen: Ints) -> tuple[Ints, Spans]:
    """The tokens of some groups, one after the other, and where among them each group is."""
    spans = Spans(axis.spans.starts[chosen], axis.spans.stops[chosen])
    tokens = np.concatenate([np.arange(*ends) for ends in zip(spans.starts, spans.stops, strict=True)])
    stops = np.cumsum(spans.stops - spans.starts)
    return tokens, Spans(np.append(0, stops[:-1]), stops)


def _divided(part: Run, columns: Spans, sums: RowSums, tokens: Any) -> Run:
    """Only the keys of these columns, under what all keys of the rows add up to."""
    fewer = part.at_keys(int(columns.starts[0]), int(columns.stops[-1]))
    return fewer.normalized(sums.divided(tokens))
