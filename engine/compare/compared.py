"""What a view is compared with: the pinned view under the same query, and the map of the difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.compare.alignment import Alignment, alignment_of
from engine.compare.difference import Drawing, Pair, quick, sampled
from engine.compare.pinned import Pinned, same_words
from engine.maps.blocks import Run
from engine.maps.drawn import KEPT, identity
from engine.maps.raster import Raster, Viewport
from engine.own import heeding
from engine.scene import Scene
from engine.shown.view import View, query_of, round_up, varied_of, view_of
from engine.variants import Varied

Numbers = NDArray[Any]
Cancelled = Callable[[], bool]

NO_WORDS: Final = "No word stands in both texts, so there is nothing to subtract."
OTHER_STAGE: Final = "Mean and max of all heads have weights only: look at the weights to subtract them."


@dataclass(frozen=True, eq=False)
class Difference:
    """The view's map less the pinned one at the view's stage; its colours run from -limit to limit."""

    map: Raster
    limit: float


@dataclass(frozen=True, eq=False)
class Compared:
    """A view and the pinned one beside it.

    Where no word of the pinned text stands for the query (the key), its `query_group` (`key_group`) is -1.
    """

    view: View
    pinned: View
    aligned: Alignment
    difference: Difference | None  # where it is looked at
    reason: str  # why there can be none, "" where there can

    @property
    def scene(self) -> Scene:
        return self.view.scene

    @property
    def estimate(self) -> bool:
        """Whether an exact one is still to come."""
        return self.difference.map.estimate if self.difference else self.pinned.estimate

    @property
    def answered(self) -> bool:
        """Whether the query stands in both texts."""
        return self.pinned.query_group >= 0 or (self.aligned.same and self.view.query_group < 0)

    def there(self, scene: Scene) -> dict[str, Any]:
        """What stands in the pinned text for the query, key and part of the map of `scene`, which is of this text.

        A query that has no counterpart is left out. A scene of another text has the view's own.
        """
        of = scene if same_words(scene, self.scene) else self.scene
        query = self.aligned.token(query_of(of, self.view.capture))
        key = None if of.key is None else self.aligned.token(of.key)
        found = {"key": key, "viewport": self.aligned.window(of.viewport)}
        return found if query is None else {"query": query} | found

    def weights(self) -> Numbers:
        """(G,): what the pinned view gives the words of this one, NaN where it has no such word or no such query."""
        found, there = np.full(len(self.aligned.there), np.nan), self.aligned.there
        if self.answered:
            found[there >= 0] = self.pinned.row.shown[there[there >= 0]]
        return found

    @property
    def folded(self) -> float:
        """What the pinned view gives hidden special tokens; NaN without such tokens or such a query."""
        has = self.answered and self.pinned.axis.folded and self.view.axis.folded
        return self.pinned.row.folded if has else float("nan")


@heeding
def compared_of(
    view: View, capture: Capture, canvas: tuple[int, int], cancelled: Cancelled, estimate: bool = False
) -> Compared | None:
    """What the view's scene has pinned, on the `capture` of the pinned text; None when cancelled.

    `canvas` is (height, width), in device pixels, of the map beside the view's or of the difference. With `estimate` a
    long text's may be a sample. Raises ValueError with one sentence for what cannot be shown.
    """
    scene = view.scene
    assert scene.pinned is not None
    aligned = alignment_of(view.capture, capture, scene.merge, scene.specials)
    differs = scene.comparison == "difference"
    beside = _scene_beside(view, scene.pinned, aligned)
    pinned = view_of(beside, capture, canvas, cancelled, estimate or differs)
    if pinned is None:
        return None
    pinned = _framed(view, pinned, aligned)
    reason = "" if aligned.matched else NO_WORDS
    reason = reason or ("" if pinned.stage == view.stage else OTHER_STAGE)
    difference = None
    if differs and not reason:
        difference = _difference(view, pinned, aligned, canvas, cancelled, estimate)
        if difference is None:
            return None
    return Compared(view, pinned, aligned, difference, reason)


def _scene_beside(view: View, pinned: Pinned, aligned: Alignment) -> Scene:
    """The pinned view as a scene: the query, key and part of the map are those of its own text."""
    query, key = aligned.token(view.query), aligned.token(view.key)
    part = aligned.window(view.scene.viewport)
    return replace(view.scene, pinned=None, **pinned.choices(), query=query or 0, key=key, viewport=part)


def _framed(view: View, pinned: View, aligned: Alignment) -> View:
    """With the colours of the view, and without a query or key that its text does not have."""
    query, key = aligned.token(view.query), aligned.token(view.key)
    return replace(
        pinned,
        query_group=-1 if query is None else pinned.query_group,
        key_group=-1 if key is None else pinned.key_group,
        top=view.top,
        limit=view.limit if pinned.stage == view.stage else pinned.limit,
    )


def _difference(
    view: View, pinned: View, aligned: Alignment, canvas: tuple[int, int], cancelled: Cancelled, estimate: bool
) -> Difference | None:
    """The whole map gives the limit, so that a zoom keeps its colours."""
    pair, of = Pair(_run(view), _run(pinned), aligned, view.stage), (view, pinned)
    full = _map(pair, of, canvas, None, cancelled, estimate)
    part = full if view.scene.viewport is None else _map(pair, of, canvas, view.scene.viewport, cancelled, estimate)
    return None if full is None or part is None else Difference(part, round_up(full.peak))


def _map(
    pair: Pair,
    of: tuple[View, View],
    canvas: tuple[int, int],
    part: tuple[int, int, int, int] | None,
    cancelled: Cancelled,
    estimate: bool,
) -> Raster | None:
    """A part of the difference, kept for the next view as maps are."""
    viewport = Viewport(*(part or (0, 0, 0, 0)), *canvas)
    view, pinned = of
    names = (identity(view.scene, _varied(view)), identity(pinned.scene, _varied(pinned)), ref(pinned.capture))
    key = ("compared", *names, pair.stage, viewport)
    found = KEPT.get(view.capture, key, Raster)
    small = quick(pair, viewport) if estimate and found is None else None
    if small is not None:
        return sampled(pair, small, cancelled)
    if found is None:
        drawing = KEPT.take(view.capture, key, Drawing) or Drawing(pair, viewport)
        found = drawing.go_on(pair, cancelled)
        KEPT.keep(view.capture, key, drawing if found is None else found)
    return found


def _run(view: View) -> Run:
    varied = _varied(view)
    return Run.of(varied.capture, view.layer, view.head, varied.spec)


def _varied(view: View) -> Varied:
    return varied_of(view.scene, view.capture)
