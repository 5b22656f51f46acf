"""What a variant of positions does to a head: the mean score at each distance, with it and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.positions import by_distance, rope_by_distance
from engine.shown.view import View, varied_of

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class ByDistance:
    """`distances` q - k (2 N - 1,), rising: above 0 the key stands before the query. Mean scores at each, scaled."""

    distances: Numbers
    now: Numbers
    model: Numbers


def scores_by_distance(view: View) -> ByDistance | None:
    """Mean scaled q.k of the shown head over all pairs of one distance; None for mean and max.

    `now` has queries and keys as the variants turn them, `model` as the model itself has them; both at the scale in
    force. Special tokens count too. Costs O(d N log N): the map is never made.
    """
    if not isinstance(view.head, int):
        return None
    means = []
    for capture in (varied_of(view.scene, view.capture).capture, view.capture):
        layer = capture.layers[view.layer]
        q, k = (np.asarray(x, np.float64) for x in (layer.q[view.head], layer.k[layer.kv_group(view.head)]))
        distances, mean = by_distance(q, k)
        means.append(np.asarray(mean) / view.divisor)
    return ByDistance(np.asarray(distances), *means)


def rotation_by_distance(view: View) -> ByDistance | None:
    """The same of a head that the model itself turned: `now` as it did, `model` with the rotation taken out.

    None for mean and max, and for heads that nothing turned. Queries and keys are those of the scene's variants.
    """
    layer = varied_of(view.scene, view.capture).capture.layers[view.layer]
    if not isinstance(view.head, int) or layer.rotation is None:
        return None
    each, kv = layer.unrotated(), layer.kv_group(view.head)
    q, k = (np.asarray(x, np.float64) for x in (each[0][view.head], each[1][kv]))
    distances, turned, flat = rope_by_distance(q, k, **layer.rotation.choices)
    return ByDistance(np.asarray(distances), np.asarray(turned) / view.divisor, np.asarray(flat) / view.divisor)
