"""What a frame shows a moment later: a small map of every head, and means over all rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.measures import mean_saturation
from engine.normalizers import QUIET, softmax
from engine.pooling import edges_of, larger, pooled
from engine.rows import Bools, Floats, stage_rows
from engine.scene import Scene
from engine.spans import Spans, chunks
from engine.view import varied_of
from engine.words import Axis, axis_in

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Detail:
    """Small maps (H + 2, h, w) of all heads of the layer, then mean and max; means over the rows that see a key."""

    scene: Scene
    maps: Numbers
    visible: Numbers
    mean_entropy: float | None  # bits; None for mean and max, and where the variant's rows do not sum to 1
    mean_gradient: float | None  # None also where there is no softmax
    row_error: float  # worst |sum of weights - 1| over all rows and heads of the layer


@QUIET
def detail_of(scene: Scene, capture: Capture, size: int, cancelled: Callable[[], bool]) -> Detail | None:
    """Weights of every head, at most `size` x `size` pixels each, and the means of the open head; None when cancelled.

    Words are merged and specials folded as in the large map; a pixel shows the maximum of the cells it covers. Each
    head is computed once, a strip of rows at a time: memory is O(strip x N + heads x size^2).
    """
    varied = varied_of(scene, capture)
    capture, spec = varied.capture, varied.spec
    means: tuple[float, float] | tuple[None, None] | None = (None, None)
    if isinstance(scene.head, int) and varied.sums is None:
        means = mean_saturation(capture, scene.layer, scene.head, spec, cancelled)
    if means is None:
        return None
    maps = _Maps(axis_in(capture, scene.merge, scene.specials), capture.heads, size)
    for strip in _strips(maps.axis, len(capture.tokens)):
        mean: Any = 0.0
        seen: Any = False
        for head in range(capture.heads):
            if cancelled():
                return None
            weights, visible = stage_rows(capture, scene.layer, head, spec, "weights", strip.start, strip.stop)
            maps.check(weights, visible)
            maps.draw(head, strip, weights)
            maps.show(head, strip, visible)
            mean, seen = mean + weights, seen | visible
        maps.draw(capture.heads, strip, mean / np.float32(capture.heads))
        maps.show(capture.heads, strip, seen)
    maps.values[-1] = maps.values[: capture.heads].max(axis=0)  # of merged words: each head's own sum
    maps.visible[-1] = maps.visible[capture.heads]
    entropy, gradient = means
    steepness = gradient if spec.normalizer is softmax else None
    return Detail(scene, maps.values, maps.visible, entropy, steepness, maps.row_error)


@dataclass(frozen=True)
class _Strip:
    """Rows computed at once: shown words first..last, tokens start..stop, folded neighbours included."""

    first: int
    last: int
    start: int
    stop: int


def _strips(axis: Axis, tokens: int) -> Iterator[_Strip]:
    """Every token belongs to one strip."""
    start, end = 0, len(axis.groups)
    for first, last in chunks(axis.groups, 0, end):
        stop = tokens if last == end else axis.groups[last - 1].tokens[-1] + 1
        yield _Strip(first, last, start, stop)
        start = stop


class _Maps:
    """Small maps that fill strip by strip."""

    def __init__(self, axis: Axis, heads: int, size: int) -> None:
        self.axis = axis
        self._edges = edges_of(0, 0, size, len(axis.groups))
        self._columns = Spans.of(axis.groups)
        side = len(self._edges) - 1
        self.values = np.zeros((heads + 2, side, side), np.float32)
        self.visible = np.zeros(self.values.shape, np.bool_)
        self.row_error = 0.0
        self._last: tuple[_Strip, Bools, Bools] | None = None  # the last strip's mask, and its pooled form

    def draw(self, at: int, strip: _Strip, weights: Floats) -> None:
        """Put weights (tokens of the strip, N) on map `at`: a word's keys summed, its queries averaged, then pooled."""
        rows = Spans.of(self.axis.groups[strip.first : strip.last])
        here = self.values[at, self._lines(strip)]
        here[:] = larger(here, self._small(strip, self._merged(strip, rows, weights) / rows.sizes[:, None]))

    def show(self, at: int, strip: _Strip, visible: Bools) -> None:
        """Mark what may be seen on map `at`; most heads share one mask, which is pooled once."""
        if self._last is None or self._last[0] != strip or not np.array_equal(self._last[1], visible):
            rows = Spans.of(self.axis.groups[strip.first : strip.last])
            cells = self._merged(strip, rows, visible.astype(np.float32)) > 0
            self._last = (strip, visible, self._small(strip, cells))
        self.visible[at, self._lines(strip)] |= self._last[2]

    def check(self, weights: Floats, visible: Bools) -> None:
        """Keep the worst distance of a row's sum from 1; a row that sees nothing has none. NaN wins."""
        errors = np.abs(weights.sum(axis=1, dtype=np.float64) - 1)[visible.any(axis=1)]
        self.row_error = float(np.maximum(self.row_error, errors.max(initial=0)))

    def _merged(self, strip: _Strip, rows: Spans, cells: Floats) -> Floats:
        return self._columns.sum(rows.sum(cells, 0, strip.start), 1)

    def _lines(self, strip: _Strip) -> slice:
        """The pixel rows that a strip reaches; the first and the last may belong to its neighbours too."""
        low = np.searchsorted(self._edges, strip.first, "right") - 1
        return slice(int(low), int(np.searchsorted(self._edges, strip.last)))

    def _small(self, strip: _Strip, cells: Any) -> Any:
        lines = self._lines(strip)
        down = np.clip(self._edges[lines.start : lines.stop + 1] - strip.first, 0, strip.last - strip.first)
        return pooled(pooled(cells, down, 0), self._edges, 1)
