"""What a frame shows a moment later: a small map of every head, and means over all rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.heads.measured import rows_of
from engine.heads.pictures import Pictures
from engine.heads.text import Text
from engine.maps.words import axis_in
from engine.normalizers import QUIET, softmax
from engine.own import heeding
from engine.scene import Scene
from engine.shown.measures import mean_saturation
from engine.shown.saturation import Curves, all_rows
from engine.shown.view import varied_of

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
    mean_largest: float | None = None  # of each row's largest weight; None as the entropy is
    curves: Curves | None = None  # the same means at every scale; None as the entropy is


@heeding
@QUIET
def detail_of(scene: Scene, capture: Capture, size: int, cancelled: Callable[[], bool]) -> Detail | None:
    """Weights of every head, at most `size` x `size` pixels each, and the means of the open head; None when cancelled.

    Words are merged and specials folded as in the large map; a pixel shows the maximum of the cells it covers. Each
    head is computed once, a strip of rows at a time: memory is O(heads at once x strip x N + heads x size^2).
    """
    varied = varied_of(scene, capture)
    capture, spec = varied.capture, varied.spec
    studied = isinstance(scene.head, int) and varied.sums is None
    means: tuple[float, float, float] | tuple[None, None, None] | None = (None, None, None)
    if studied:
        means = mean_saturation(capture, scene.layer, scene.head, spec, cancelled)
    if means is None:
        return None
    heads = capture.heads
    maps = Pictures(axis_in(capture, scene.merge, scene.specials), heads + 2, size)
    total: Any = 0.0
    seen: Any = False
    for some, strip, rows in rows_of(varied, scene.layer, Text.of(capture.tokens), maps.axis):
        if cancelled():
            return None
        maps.check(rows.weights, rows.visible)
        maps.draw(some.start, strip, rows.weights)
        maps.show(some.start, len(some), strip, rows.visible)
        total, seen = total + rows.weights.sum(axis=0, keepdims=True), seen | rows.visible.any(axis=0, keepdims=True)
        if some.stop == heads:  # the strip is done
            maps.draw(heads, strip, total / np.float32(heads))
            maps.show(heads, 1, strip, seen)
            total, seen = 0.0, False
    maps.values[-1] = maps.values[:heads].max(axis=0)  # of merged words: each head's own sum
    maps.visible[-1] = maps.visible[heads]
    curves = all_rows(scene, varied, cancelled) if studied else None
    if studied and curves is None:
        return None
    entropy, gradient, largest = means
    steepness = gradient if spec.normalizer is softmax else None
    return Detail(scene, maps.values, maps.visible, entropy, steepness, maps.row_error, largest, curves)
