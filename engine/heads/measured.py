"""The maps and the scores of all heads of a capture: what takes long, and depends on few of the scene's choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.rows import Bools, Floats
from engine.scene import Scene


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


def measured_key(scene: Scene, capture: Capture, size: int) -> tuple[Any, ...]:
    """What maps and scores depend on: with equal keys they are equal.

    Not the layer, head, query, key, measure, threshold, sorting, or the axes of the scatter.
    """
    return (
        ref(capture),
        scene.variant,
        tuple(sorted(scene.parameters.items())),
        scene.scale,
        scene.merge,
        scene.specials,
        size,
    )
