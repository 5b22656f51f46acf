"""The maps of a scene's head as a window asks for them: kept while the viewport moves, at first perhaps sampled."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from engine.maps.blocks import Run
from engine.maps.bounded import Bounded
from engine.maps.raster import Drawing, Raster, Viewport
from engine.maps.rows import SCORES
from engine.maps.rowsums import RowSums, is_plain
from engine.maps.sampled import rows_for, sample
from engine.maps.words import Axis
from engine.scene import Scene
from engine.variants import Varied

if TYPE_CHECKING:
    from engine.capture import Capture

KEPT: Final = Bounded(48 * 2**20)
LONG: Final = 1000  # tokens from which a part of the map is drawn from its own keys alone
FIRST: Final = 2_250_000  # cells of whole rows that a person need not wait for: 1,500 tokens
MOVE: Final = 700_000  # cells between known sums, for a step of a pan or a zoom

Cancelled = Callable[[], bool]


def identity(scene: Scene, varied: Varied) -> tuple[Hashable, ...]:
    """What the numbers of a scene's map depend on beside its capture and its stage."""
    parameters = tuple(sorted(scene.parameters.items()))
    return (scene.layer, scene.head, scene.variant, parameters, scene.scale, varied.own, scene.merge, scene.specials)


class Maps:
    """The maps of one scene on one canvas, (height, width) in device pixels. For the worker's thread alone."""

    def __init__(
        self, scene: Scene, capture: Capture, varied: Varied, axis: Axis, canvas: tuple[int, int], cancelled: Cancelled
    ) -> None:
        self._capture, self._axis, self._canvas, self._cancelled = capture, axis, canvas, cancelled
        self._run = Run.of(varied.capture, scene.layer, scene.head, varied.spec)
        self._identity = identity(scene, varied)
        self._sums: RowSums | None = None
        single = isinstance(scene.head, int) and is_plain(varied.spec.normalizer)
        if single and len(axis.group_of) >= LONG:
            self._sums = KEPT.get(capture, self._identity, RowSums)
            if self._sums is None:
                self._sums = RowSums(len(axis.group_of), len(axis.groups))
                KEPT.keep(capture, self._identity, self._sums)

    def exact(self, stage: str, part: tuple[int, int, int, int] | None = None) -> Raster | None:
        """The map at a stage, or its part (top, left, rows, columns); None when cancelled: the next call goes on."""
        viewport = Viewport(*(part or ()), **self._pixels)
        key = (*self._identity, stage, viewport)
        found = KEPT.get(self._capture, key, Raster)
        if found is None:
            drawing = KEPT.take(self._capture, key, Drawing)
            if drawing is None:
                drawing = Drawing(self._run, stage, self._axis, viewport, self._sums_for(stage))
            found = drawing.go_on(self._run, self._cancelled)
            KEPT.keep(self._capture, key, drawing if found is None else found)
        return found

    def quick(self, stage: str, part: tuple[int, int, int, int] | None = None) -> Raster | None:
        """The same, or a sample of it where it is neither kept nor made at once; None when cancelled."""
        viewport = Viewport(*(part or ()), **self._pixels)
        key = (*self._identity, stage, viewport)
        if KEPT.get(self._capture, key, Raster) is None:
            keys, most = self._width(stage, viewport)
            rows = rows_for(most, keys, viewport, self._axis)
            if self._height(viewport) > rows and self._height(viewport) * keys > most:
                return self._sample(stage, viewport, rows)
        return self.exact(stage, part)

    def _sample(self, stage: str, viewport: Viewport, rows: int) -> Raster | None:
        key = ("sample", *self._identity, stage, viewport)
        found = KEPT.get(self._capture, key, Raster)
        if found is None:
            sums = self._sums_for(stage)
            found = sample(self._run, stage, self._axis, viewport, rows, self._cancelled, sums)
            if found is not None:
                KEPT.keep(self._capture, key, found)
        return found

    @property
    def _pixels(self) -> dict[str, int]:
        return {"height": self._canvas[0], "width": self._canvas[1]}

    def _sums_for(self, stage: str) -> RowSums | None:
        return None if stage == "difference" else self._sums

    def _height(self, viewport: Viewport) -> int:
        return len(self._axis.groups[viewport.top :][: viewport.rows or None])

    def _width(self, stage: str, viewport: Viewport) -> tuple[int, int]:
        """How many cells a row costs, and how many cells may be computed at once."""
        sums, end = self._sums_for(stage), viewport.top + self._height(viewport)
        shown = len(self._axis.groups[viewport.left :][: viewport.columns or None])
        weighs = stage not in SCORES or bool(self._axis.folded)
        if sums is None or shown == len(self._axis.groups):
            return len(self._axis.group_of) * self._run.heads(stage), FIRST
        if weighs and not sums.known[viewport.top : end].all():
            return len(self._axis.group_of), FIRST
        return shown, MOVE
