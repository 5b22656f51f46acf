"""The maps and the scores of all heads of a capture: what takes long, and depends on few of the scene's choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from engine.algebra import Mask as BuiltIn
from engine.attention import Spec, attend
from engine.capture import Capture
from engine.heads.patterns import PATTERNS
from engine.heads.pictures import Pictures, Strip, strips
from engine.heads.rows import Rows
from engine.heads.text import Text
from engine.maps.rows import Bools, Floats
from engine.maps.spans import CHUNK
from engine.maps.words import Axis, axis_in
from engine.normalizers import softmax
from engine.own import function_of
from engine.scene import Scene
from engine.shown.view import Cancelled, varied_of
from engine.variants import Varied

MEASURES: Final = tuple(name for name in PATTERNS if name != "pair")  # means over rows; a pair is one cell
CELLS: Final = 2**19  # of a strip, of all heads that are computed at once


@dataclass(frozen=True, eq=False)
class Measured:
    """All heads, layer by layer: what lies in layers from `done` on is not there yet (maps 0, scores NaN)."""

    maps: Floats  # (L, H, h, w): each the largest weight that a pixel covers; 0 where hidden
    visible: Bools  # (L, H, h, w)
    scores: Mapping[str, NDArray[np.float64]]  # for each measure but "pair" (L, H); NaN where no row counts
    counted: Mapping[str, NDArray[np.int_]]  # (L, H): how many rows that score is the mean of
    done: int  # layers finished
    row_error: float  # worst |sum of weights - 1| over all rows of the finished layers; NaN wins
    sums: str | None  # why rows do not sum to 1, so that entropy and distance mean nothing; None when they do


Emit = Callable[[Measured], None]


def varied_in(scene: Scene, capture: Capture, layer: int) -> Varied:
    """The capture and the spec that show the scene's variants and scale in any layer, not in the scene's own alone."""
    return varied_of(replace(scene, layer=layer), capture)


def measured_key(scene: Scene, capture: Capture, size: int) -> tuple[Any, ...]:
    """What maps and scores depend on: with equal keys they are equal.

    Not the layer, head, query, key, measure, threshold, sorting, or the axes of the scatter.
    """
    return (
        ref(capture),
        scene.variant,
        tuple(sorted(scene.parameters.items())),
        scene.scale,
        function_of(scene.function),  # None until it is approved
        scene.merge,
        scene.specials,
        size,
    )


def measure(
    scene: Scene,
    capture: Capture,
    size: int,
    cancelled: Cancelled,
    emit: Emit = lambda part: None,
) -> Measured | None:
    """Maps of at most `size` x `size` pixels and scores of all heads; None when cancelled.

    `emit` gets what is there after each layer; a part stays as it was where it is finished. The scene's variants and
    scale are in force in every layer. Each head is computed once, in strips of rows: memory is O(heads at once x strip
    x N + heads x size^2). ValueError with one sentence where a layer cannot run the variants.
    """
    capture.check_divisors()
    axis, text = axis_in(capture, scene.merge, scene.specials), Text.of(capture.tokens)
    tallies = {name: _Tally.of(len(capture.layers), capture.heads) for name in MEASURES}
    side = min(size, len(axis.groups))
    maps = np.zeros((len(capture.layers), capture.heads, side, side), np.float32)
    visible, worst, sums = np.zeros(maps.shape, np.bool_), 0.0, None
    measured = None
    for layer in range(len(capture.layers)):
        varied = varied_in(scene, capture, layer)
        sums = sums or varied.sums
        pictures = Pictures(axis, capture.heads, size)
        for heads, strip, rows in rows_of(varied, layer, text, axis):
            if cancelled():
                return None
            pictures.check(rows.weights, rows.visible)
            pictures.draw(heads.start, strip, rows.weights)
            pictures.show(heads.start, len(heads), strip, rows.visible)
            for name, tally in tallies.items():
                tally.add(layer, heads, *PATTERNS[name].of_rows(rows))
        maps[layer], visible[layer] = pictures.values, pictures.visible
        worst = float(np.maximum(worst, pictures.row_error))
        counted = {name: tally.rows.copy() for name, tally in tallies.items()}
        scores = {name: tally.means() for name, tally in tallies.items()}
        measured = Measured(_read_only(maps), _read_only(visible), scores, counted, layer + 1, worst, sums)
        emit(measured)
    return measured


@dataclass(frozen=True, eq=False)
class _Tally:
    """Sums over rows of one measure's numbers, and how many rows they are."""

    total: NDArray[np.float64]  # (L, H)
    rows: NDArray[np.int_]

    @classmethod
    def of(cls, layers: int, heads: int) -> _Tally:
        return cls(np.zeros((layers, heads)), np.zeros((layers, heads), np.int_))

    def add(self, layer: int, heads: range, numbers: Floats, counts: Bools) -> None:
        at = (layer, slice(heads.start, heads.stop))
        self.total[at] += np.where(counts, numbers, 0).sum(axis=1, dtype=np.float64)
        self.rows[at] += counts.sum(axis=1)

    def means(self) -> NDArray[np.float64]:
        """NaN where no row counts."""
        return np.where(self.rows > 0, self.total / np.maximum(self.rows, 1), np.nan)


def rows_at(varied: Varied, layer: int, text: Text, query: int) -> Rows:
    """One row of all heads of a layer."""
    q, k = _wide(varied, layer, slice(query, query + 1))
    return _rows(varied, q, k, 0, query, text)


def rows_of(varied: Varied, layer: int, text: Text, axis: Axis) -> Iterator[tuple[range, Strip, Rows]]:
    """The rows of all heads of a layer, as many heads at once as make few calls, and little memory."""
    n, every = len(text.kinds), varied.capture.heads
    q, k = _wide(varied, layer, slice(n))
    together = max(1, CELLS // max(1, min(n, CHUNK) * n))
    for strip in strips(axis, n):
        reach = _reach(varied.spec, strip, n)
        for first in range(0, every, together):
            heads = range(first, min(first + together, every))
            queries, keys = q[heads.start : heads.stop, strip.start : strip.stop], [k[head][:reach] for head in heads]
            yield heads, strip, _rows(varied, queries, keys, first, strip.start, text)


def _wide(varied: Varied, layer: int, queries: slice) -> tuple[Floats, list[Floats]]:
    """Some queries (H, n, d) of a layer in float32, and for each of its heads the keys (N, d)."""
    at = varied.capture.layers[layer]
    q, k = np.asarray(at.q[:, queries], np.float32), np.asarray(at.k, np.float32)
    return q, [k[at.kv_group(head)] for head in range(len(q))]


def _rows(varied: Varied, q: Floats, k: list[Floats], head: int, start: int, text: Text) -> Rows:
    """The rows of queries (H, n, d) from token `start` on, of heads from `head` on."""
    keys = np.stack(k)[None]
    attention = attend(q[None], keys, keys, varied.spec.shifted(head, start))  # only for its weights
    seen = attention.visible[0]
    return Rows(attention.weights[0], seen[:1] if seen.strides[0] == 0 else seen, start, text, varied.sums)


def _reach(spec: Spec, strip: Strip, n: int) -> int:
    """How many keys are enough: the mask may hide all after the strip. Only softmax does not count the hidden ones."""
    mask = spec.mask
    if isinstance(mask, BuiltIn) and spec.normalizer is softmax and strip.stop < n:
        return strip.stop if mask.tile(strip.start, strip.stop, strip.stop, n) == "empty" else n
    return n


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
