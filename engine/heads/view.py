"""What the Heads workspace shows: all layers x heads, each with its small map and its scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.heads.histograms import Histogram, histogram_of
from engine.heads.measured import Measured, measure, measured_key
from engine.heads.pair import pair_scores
from engine.heads.patterns import PATTERNS, Pattern
from engine.kept import Kept
from engine.maps.rows import Bools, Floats
from engine.maps.words import Axis, axis_in
from engine.own import heeding
from engine.scene import Scene
from engine.shown.view import FEW_WORDS, Cancelled, round_up
from engine.variants import TRAINED

Scores = NDArray[np.float64]
_MEASURED: Final = Kept[Measured](2)
_PAIRS: Final = Kept[Scores](2)


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


@heeding
def heads_of(
    scene: Scene,
    capture: Capture,
    size: int,
    cancelled: Cancelled,
    emit_part: Callable[[HeadsView], None] = lambda part: None,
) -> HeadsView | None:
    """All heads of `capture`, small maps of at most `size` x `size` pixels; None when cancelled.

    `emit_part` gets what is there after each layer but the last. What takes long is kept: measure, threshold, sorting,
    query, key and the open head change without it. Raises ValueError with one sentence where a layer cannot run the
    scene's variants.
    """
    key = measured_key(scene, capture, size)
    pairs = _PAIRS.get(capture, (key, scene.query, scene.key), lambda: pair_scores(scene, capture))

    def emit(part: Measured) -> None:
        if part.done < len(capture.layers):
            emit_part(shown(scene, capture, part, pairs))

    measured = _MEASURED.get(capture, key, lambda: measure(scene, capture, size, cancelled, emit))
    return None if measured is None else shown(scene, capture, measured, pairs)


def shown(scene: Scene, capture: Capture, measured: Measured, pairs: Scores) -> HeadsView:
    """What the scene shows of what was measured; `pairs` (L, H) is the cell of its query and key in every head."""
    axis, done = axis_in(capture, scene.merge, scene.specials), measured.done
    ready = np.zeros(pairs.shape, np.bool_)
    ready[:done] = True
    scores = {**measured.scores, "pair": pairs if ready.all() else np.where(ready, pairs, np.nan)}
    rows = {name: int(counted.max(initial=0)) for name, counted in measured.counted.items()}
    pattern, chosen = PATTERNS[scene.measure], scores[scene.measure]
    peak = float(measured.maps[:done].max(initial=0))
    own = [layer.scale for layer in capture.layers]
    return HeadsView(
        scene=scene,
        capture=capture,
        axis=axis,
        done=done,
        changed=scene.variant != TRAINED or (scene.scale is not None and set(own) != {1.0 / scene.scale}),
        maps=measured.maps,
        visible=measured.visible,
        top=1.0 if len(axis.groups) <= FEW_WORDS else min(1.0, round_up(peak)),
        scores=scores,
        rows={**rows, "pair": int(np.isfinite(scores["pair"]).any())},
        missing={name: _why(PATTERNS[name], measured) for name in PATTERNS if np.isnan(scores[name]).all()},
        matching=ready if scene.threshold is None else matching(pattern, chosen, scene.threshold),
        order=ranked(pattern, chosen),
        histograms={name: histogram_of(PATTERNS[name], scores[name]) for name in PATTERNS},
        measured_on=_subject(scene),
        row_error=measured.row_error,
        sums=measured.sums,
    )


def matching(pattern: Pattern, scores: Scores, threshold: float) -> Bools:
    """Which heads lie on the telling side of a threshold, the threshold itself included; never those without a score.

    That is above it for what a head looks at, and below it for entropy and distance: focused and near heads.
    """
    return scores >= threshold if pattern.keeps == "at least" else scores <= threshold


def ranked(pattern: Pattern, scores: Scores) -> NDArray[np.int_]:
    """(L * H, 2): layer and head, the most telling first, those without a score last; equal ones stay as they lie."""
    telling = -scores if pattern.keeps == "at least" else scores
    return np.stack(np.unravel_index(np.argsort(telling, axis=None, kind="stable"), scores.shape), axis=1)


def _why(pattern: Pattern, measured: Measured) -> str:
    whole_rows = pattern.cells is None
    return f"Needs rows that sum to 1. {measured.sums}" if whole_rows and measured.sums else pattern.needs


def _subject(scene: Scene) -> str:
    if scene.measured_on == "text" or scene.source:
        return "this text"
    return f"random repeat, seed {scene.seed}, {scene.repeats} tokens twice"
