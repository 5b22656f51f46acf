"""How the scores of one measure spread over the heads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.heads.patterns import Pattern
from engine.shown.view import round_up

BINS: Final = 24


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many heads have which score of one measure."""

    edges: NDArray[np.float64]  # (BINS + 1,), from 0 to 1 for shares, else to the next round number
    counts: NDArray[np.int_]  # (BINS,); heads without a score are in none


def histogram_of(pattern: Pattern, scores: NDArray[np.float64]) -> Histogram:
    """The histogram of some scores; a score on an edge belongs to the bin above it, the last one to the last bin."""
    finite = scores[np.isfinite(scores)]
    top = 1.0 if pattern.unit == "share" else round_up(float(finite.max(initial=0)))
    bins = np.clip((finite / top * BINS).astype(np.int_), 0, BINS - 1)
    return Histogram(np.linspace(0, top, BINS + 1), np.bincount(bins, minlength=BINS))
