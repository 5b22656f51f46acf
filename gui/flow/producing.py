"""How each workspace gets its numbers: jobs for the worker, which emit frozen views, then what takes longer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.capture import Capture
from engine.compare.compared import Compared, compared_of
from engine.own import function_of
from engine.scene import Scene
from engine.shown.thumbnails import Detail, detail_of
from engine.shown.view import View, view_of
from engine.why.why import Underway, Why, why_of
from gui.flow.worker import Cancelled

PAUSE: Final = 0.03  # s after the start of a view before its details are begun
FRAME: Final = 0.1  # s in which a view is finished although a newer scene waits: a drag shows frames
PATIENCE: Final = 0.5  # s before a lens says how far it is
SMALL: Final = 64  # pixels of a side of a small map in the Heads workspace

if TYPE_CHECKING:
    from engine.heads.view import HeadsView

Identity = tuple[object, ...]


@dataclass(frozen=True)
class Sizes:
    """Device pixels: of the map (height, width), of a head's small map, and of the map that it is compared with."""

    canvas: tuple[int, int]
    thumbnail: int
    beside: tuple[int, int] = (400, 400)


@dataclass(frozen=True, eq=False)
class Part:
    """A piece of a picture: a "view", or a "detail" that follows it."""

    kind: str
    record: Any


@dataclass(frozen=True, eq=False)
class Whole:
    """All parts of the scene's picture have been made."""

    scene: Scene


class Producer:
    """Makes the parts of a scene's picture, last a `Whole`; fewer when cancelled. For the worker's thread alone."""

    def __init__(self) -> None:
        self._detail: tuple[Identity, Detail] | None = None
        self._why: Why | None = None

    def produce(
        self,
        scene: Scene,
        capture: Capture | None,
        sizes: Sizes,
        cancelled: Cancelled,
        emit: Callable[[object], None],
        pinned: Callable[[], Capture] | None = None,
    ) -> None:
        """Emit the parts, each as soon as it is made. Raises ValueError with a sentence for what cannot be shown.

        Only a shape in the Flash workspace needs no capture. `pinned` loads that of the pinned view; without it the
        scene is shown alone.
        """
        if scene.workspace == "learn":
            from gui.learn.lesson import Lesson

            emit(Part("view", Lesson(scene, capture if scene.live == "own" else None)))
            done = True
        elif scene.workspace == "flash":
            done = self._flash(scene, capture, cancelled, emit)
        elif capture is None:
            raise ValueError("There is no text to look at.")
        elif scene.workspace == "heads":
            done = self._heads(scene, capture, sizes, cancelled, emit)
        else:
            done = self._attention(scene, capture, sizes, cancelled, emit, pinned)
        if done:
            emit(Whole(scene))

    def _attention(
        self,
        scene: Scene,
        capture: Capture,
        sizes: Sizes,
        cancelled: Cancelled,
        emit: Callable[[object], None],
        pinned: Callable[[], Capture] | None,
    ) -> bool:
        started = time.monotonic()
        hurried = cancelled_after(started, cancelled)
        view = view_of(scene, capture, sizes.canvas, hurried, True)
        if view is None:
            return False
        compared = None
        if pinned is not None and scene.pinned is not None:
            compared = _compared(view, pinned, sizes, hurried, emit, estimate=True)
            if compared is None:
                return False
        else:
            emit(Part("view", view))
        if view.estimate:
            view = view_of(scene, capture, sizes.canvas, cancelled)
            if view is None:
                return False
            emit(Part("view", view))
        unfinished = compared is not None and (compared.estimate or compared.view is not view)
        if unfinished and pinned is not None and _compared(view, pinned, sizes, cancelled, emit) is None:
            return False
        if not self._explain(view, cancelled, emit):
            return False
        identity = _identity(scene, capture, sizes.thumbnail)
        if self._detail is None or self._detail[0] != identity:
            while time.monotonic() - started < PAUSE and not cancelled():  # a drag paints its frame undisturbed
                time.sleep(0.004)
            detail = detail_of(scene, capture, sizes.thumbnail, cancelled)
            if detail is None:
                return False
            self._detail = identity, detail
        emit(Part("detail", replace(self._detail[1], scene=scene)))
        return True

    def _explain(self, view: View, cancelled: Cancelled, emit: Callable[[object], None]) -> bool:
        """What the lens beside the map shows, if it is not the weights; what takes long says how far it is."""
        started = told = time.monotonic()

        def tell(share: float) -> None:
            nonlocal told
            now = time.monotonic()
            if now - started > PATIENCE and now - told > FRAME:
                told = now
                emit(Part("detail", Underway(view.scene, share)))

        why = why_of(view, self._why, tell, cancelled_after(started, cancelled))
        if why is not None:
            self._why = why
            emit(Part("detail", why))
        return why is not None or view.scene.lens == "weights"

    def _heads(
        self, scene: Scene, capture: Capture, sizes: Sizes, cancelled: Cancelled, emit: Callable[[object], None]
    ) -> bool:
        """All heads, as far as they are known every tenth of a second; what takes long is kept with the capture."""
        from engine.heads.view import heads_of

        told = time.monotonic()

        def tell(part: HeadsView) -> None:
            nonlocal told
            if time.monotonic() - told > FRAME:
                told = time.monotonic()
                emit(Part("view", part))

        view = heads_of(scene, capture, SMALL, cancelled, tell)
        if view is None:
            return False
        emit(Part("view", view))
        return True

    def _flash(
        self, scene: Scene, capture: Capture | None, cancelled: Cancelled, emit: Callable[[object], None]
    ) -> bool:
        """A frame, then how far it is from dense attention, and how traffic grows where that is looked at."""
        from engine.flash.frame.frames import flash_detail, flash_view
        from engine.flash.hardware.growing import GROWN, growth_of

        started = time.monotonic()
        view = flash_view(scene, capture, cancelled_after(started, cancelled))
        if view is None:
            return False
        emit(Part("view", view))
        if scene.shape is None:
            detail = flash_detail(scene, capture, cancelled, view)
            if detail is None:
                return False
            emit(Part("detail", detail))
        if scene.plot in GROWN:
            growth = growth_of(scene, capture, cancelled)
            if growth is None:
                return False
            emit(Part("detail", growth))
        return True


def cancelled_after(started: float, cancelled: Cancelled) -> Cancelled:
    """Whether a job is replaced, and has had its frame since `started`."""
    return lambda: cancelled() and time.monotonic() - started > FRAME


def _compared(
    view: View,
    pinned: Callable[[], Capture],
    sizes: Sizes,
    cancelled: Cancelled,
    emit: Callable[[object], None],
    estimate: bool = False,
) -> Compared | None:
    """Emit a view and what it is compared with, one right after the other; the view alone where that fails."""
    try:
        compared = compared_of(view, pinned(), sizes.beside, cancelled, estimate)
    except (ValueError, OSError) as error:
        emit(Part("view", view))
        raise ValueError(f"The pinned view: {error}") from error
    emit(Part("view", view))
    if compared is not None:
        emit(Part("detail", compared))
    return compared


def _identity(scene: Scene, capture: Capture, size: int) -> Identity:
    """What the thumbnails depend on."""
    parameters = tuple(sorted(scene.parameters.items()))
    computed = (scene.layer, scene.head, scene.variant, parameters, scene.scale, function_of(scene.function))
    return (capture, size, scene.merge, scene.specials, *computed)
