"""What the Heads workspace shows: all layers x heads, each with its small map and its scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.rows import Bools, Floats
from engine.scene import Scene
from engine.words import Axis

BINS = 24  # of a histogram


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many heads have which score of one measure."""

    edges: NDArray[np.float64]  # (BINS + 1,), from 0 to 1 for shares, else to the next round number
    counts: NDArray[np.int_]  # (BINS,); heads without a score are in none


@dataclass(frozen=True, eq=False)
class HeadsView:
    """All heads of a capture as the scene asks for them: its variants and its scale are in force in every layer.

    Mappings are by the names of `engine.heads.patterns.PATTERNS`, in its order. Layers from `done` on are not there
    yet: their maps are 0, their scores NaN, and they match nothing.
    """

    scene: Scene
    capture: Capture
    axis: Axis  # of every small map, both ways
    done: int  # layers finished, of len(capture.layers)
    changed: bool  # scale or variant differ from the model's own in some layer
    maps: Floats  # (L, H, h, w): weights; a pixel shows the largest it covers; 0 where hidden
    visible: Bools  # (L, H, h, w)
    top: float  # the colours of all small maps run from 0 to this
    scores: Mapping[str, NDArray[np.float64]]  # (L, H) each; NaN: this head has none
    rows: Mapping[str, int]  # how many rows of a map a score is the mean of: the most of any head
    missing: Mapping[str, str]  # why no head has a score, as a sentence; only measures of which that is so
    matching: NDArray[np.bool_]  # (L, H): on the telling side of scene.threshold; all finished heads without one
    order: NDArray[np.int_]  # (L * H, 2): layer and head by scene.measure, most telling first, those without last
    histograms: Mapping[str, Histogram]
    measured_on: str  # "this text", or "random repeat, seed 0, 32 tokens twice"
    row_error: float  # worst |sum of weights - 1| over all finished rows and heads; NaN wins
    sums: str | None  # why rows do not sum to 1; None when they do

    @property
    def complete(self) -> bool:
        """Whether all layers are finished."""
        return self.done == len(self.capture.layers)

    @property
    def matches(self) -> int:
        """How many heads match."""
        return int(self.matching.sum())
