"""From a scene and a capture to the frozen numbers that the Attention workspace shows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.maps.drawn import KEPT, Maps, identity
from engine.maps.raster import Raster
from engine.maps.rows import OF_ALL
from engine.maps.words import Axis, axis_in
from engine.own import OwnFunction, function_of, heeding
from engine.scene import Scene
from engine.shown.chosen import Cell, Row, cell_of, row_of
from engine.shown.saturation import Saturation, saturation_of
from engine.variants import TRAINED, Varied, vary

Numbers = NDArray[Any]
Cancelled = Callable[[], bool]

FEW_WORDS: Final = 64  # up to here the colours always run from 0 to 1
_STEPS: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, eq=False)
class View:
    """All that one frame shows. `key_group` and `query_group` count shown words, -1 for a folded special token."""

    scene: Scene
    capture: Capture
    axis: Axis
    layer: int
    head: int | str
    stage: str
    divisor: float
    trained_divisor: float
    changed: bool  # scale or variant differ from the model's own
    query: int
    query_group: int
    key: int
    key_group: int
    ranked: tuple[int, ...]  # visible shown words by weight, largest first
    row: Row
    cell: Cell | None  # None for mean and max
    saturation: Saturation | None
    map: Raster
    top: float  # the colours of weights run from 0 to this
    limit: float  # the colours of the map's stage run from 0 (or -limit) to this
    kv_head: int | None
    seconds: float
    sums: str | None = None  # why rows do not sum to 1; None when they do
    own: OwnFunction | None = None  # the person's function at work; None too where the scene's was not approved
    instead: Mapping[str, float] = field(default_factory=dict)  # numbers that had to be others: "gqa.groups" -> 4
    sampled: int = 1  # one of so many rows made the map or the range of its colours; 1 = all did

    @property
    def estimate(self) -> bool:
        """Whether an exact view is still to come."""
        return self.sampled > 1


def divisor_of(scene: Scene, capture: Capture) -> float:
    """The sqrt(d_k) in force: the person's, or the layer's own."""
    return scene.scale if scene.scale is not None else 1.0 / capture.layers[scene.layer].scale


def varied_of(scene: Scene, capture: Capture) -> Varied:
    """The capture and the spec that show the scene: its variants, its scale, and its own function where approved."""
    scale = None if scene.scale is None else 1.0 / scene.scale
    return vary(capture, scene.layer, scene.variant, scene.parameters, scale, function_of(scene.function))


@heeding
def view_of(
    scene: Scene, capture: Capture, canvas: tuple[int, int], cancelled: Cancelled, estimate: bool = False
) -> View | None:
    """The view of `scene` on `capture`; None when cancelled.

    `canvas` is (height, width) of the map in device pixels. With `estimate` the map of a long text may be a sample, as
    `View.estimate` then says. What does not change with the viewport is kept for the next view, and so is a map that
    was cancelled. Raises ValueError with one sentence when the scene's layer or head is not in the capture, and when
    the person's own function fails (an OwnError).
    """
    started = time.perf_counter()
    check(scene, capture)
    varied = varied_of(scene, capture)
    working, spec = varied.capture, varied.spec
    own, divisor = capture.layers[scene.layer].scale, divisor_of(scene, working)
    axis = axis_in(capture, scene.merge, scene.specials)
    stage = scene.stage if isinstance(scene.head, int) or scene.stage in OF_ALL else "weights"
    chosen = _chosen(scene, capture, varied, axis, divisor)
    query, key = chosen.query, chosen.key
    maps = Maps(scene, capture, varied, axis, canvas, cancelled)
    draw = maps.quick if estimate else maps.exact
    full = draw(stage)
    part = full if scene.viewport is None else draw(stage, scene.viewport)
    weights = full if stage == "weights" or len(axis.groups) <= FEW_WORDS else draw("weights")
    if full is None or part is None or weights is None:
        return None
    top = _top(len(axis.groups), weights.peak)
    return View(
        scene=scene,
        capture=capture,
        axis=axis,
        layer=scene.layer,
        head=scene.head,
        stage=stage,
        divisor=divisor,
        trained_divisor=1.0 / own,
        changed=(spec.scale, scene.variant, varied.own) != (own, TRAINED, None),
        query=query,
        query_group=axis.group_of[query],
        key=key,
        key_group=axis.group_of[key],
        ranked=chosen.ranked,
        row=chosen.row,
        cell=chosen.cell,
        saturation=chosen.saturation,
        map=part,
        top=top,
        limit=top if stage == "weights" else round_up(full.peak),
        kv_head=working.kv_group(scene.head, scene.layer) if isinstance(scene.head, int) else None,
        seconds=time.perf_counter() - started,
        sums=varied.sums,
        own=varied.own,
        instead=varied.instead,
        sampled=max(full.sampled, part.sampled, weights.sampled),
    )


@dataclass(frozen=True, eq=False)
class _Chosen:
    """What a view says of the chosen query and key, whatever part of the map is looked at."""

    query: int
    key: int
    ranked: tuple[int, ...]
    row: Row
    cell: Cell | None
    saturation: Saturation | None

    @property
    def nbytes(self) -> int:
        kept = (self.row, self.cell, self.saturation)
        arrays = (x for part in kept if part is not None for x in vars(part).values() if isinstance(x, np.ndarray))
        return 8 * len(self.ranked) + sum(x.nbytes for x in arrays)


def _chosen(scene: Scene, capture: Capture, varied: Varied, axis: Axis, divisor: float) -> _Chosen:
    query = query_of(scene, capture)
    at = (*identity(scene, varied), query, scene.key)
    found = KEPT.get(capture, at, _Chosen)
    if found is None:
        row = row_of(scene, varied, axis, query)
        order = np.argsort(-row.shown, kind="stable")
        ranked = tuple(order[row.shown_visible[order]].tolist())
        key = _key_of(scene, axis, ranked, query)
        cell, saturation = cell_of(scene, varied, axis, query, key), saturation_of(scene, varied, axis, query, divisor)
        found = _Chosen(query, key, ranked, row, cell, saturation)
        KEPT.keep(capture, at, found)
    return found


def round_up(peak: float) -> float:
    """The next round number from `peak` on: 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten; 1 for 0."""
    if not (math.isfinite(peak) and peak > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(peak))
    return next((step * power for step in (1, 1.5, 2, 3, 4, 5, 6, 8) if step * power >= peak * (1 - 1e-9)), 10 * power)


def _top(groups: int, peak: float) -> float:
    if groups <= FEW_WORDS:
        return 1.0
    return next((step for step in _STEPS if step >= peak), 1.0)


def check(scene: Scene, capture: Capture) -> None:
    """ValueError with one sentence for a layer or head that the capture does not have, and for its divisors."""
    capture.check_divisors()
    if scene.layer >= len(capture.layers):
        raise ValueError(f"This capture has layers 0 to {len(capture.layers) - 1}, not {scene.layer}.")
    if isinstance(scene.head, int) and scene.head >= capture.heads:
        raise ValueError(f"This capture has heads 0 to {capture.heads - 1}, not {scene.head}.")


def query_of(scene: Scene, capture: Capture) -> int:
    """The scene's query, or the last word when the text became shorter than that."""
    if scene.query < len(capture.tokens):
        return scene.query
    words = [i for i, token in enumerate(capture.tokens) if not token.special]
    return words[-1] if words else len(capture.tokens) - 1


def _key_of(scene: Scene, axis: Axis, ranked: tuple[int, ...], query: int) -> int:
    """The scene's key, or the first piece of the word that gets the most."""
    if scene.key is not None and scene.key < len(axis.group_of):
        return scene.key
    words = [g for g in ranked if not axis.groups[g].special]
    return axis.groups[words[0]].tokens[0] if words else query
