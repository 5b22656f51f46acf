"""How each workspace gets its numbers: jobs for the worker, which emit frozen views, then what takes longer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.capture import Capture
from engine.scene import Scene
from engine.thumbnails import Detail, detail_of
from engine.view import view_of
from gui.worker import Cancelled

PAUSE: Final = 0.03  # s after the start of a view before its details are begun
FRAME: Final = 0.1  # s in which a view is finished although a newer scene waits: a drag shows frames

Identity = tuple[object, ...]


@dataclass(frozen=True)
class Sizes:
    """Device pixels: of the map (height, width), and of a head's small map."""

    canvas: tuple[int, int]
    thumbnail: int


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

    def parts(self, scene: Scene, capture: Capture, sizes: Sizes, cancelled: Cancelled) -> Iterator[Part | Whole]:
        """The parts, each as soon as it is made. Raises ValueError with a sentence for a scene that cannot be shown."""
        made = {"attention": self._attention}[scene.workspace]
        yield from made(scene, capture, sizes, cancelled)

    def _attention(self, scene: Scene, capture: Capture, sizes: Sizes, cancelled: Cancelled) -> Iterator[Part | Whole]:
        started = time.monotonic()
        view = view_of(scene, capture, sizes.canvas, lambda: cancelled() and time.monotonic() - started > FRAME)
        if view is None:
            return
        yield Part("view", view)
        identity = _identity(scene, capture, sizes.thumbnail)
        if self._detail is None or self._detail[0] != identity:
            while time.monotonic() - started < PAUSE and not cancelled():  # a drag paints its frame undisturbed
                time.sleep(0.004)
            detail = detail_of(scene, capture, sizes.thumbnail, cancelled)
            if detail is None:
                return
            self._detail = identity, detail
        yield Part("detail", replace(self._detail[1], scene=scene))
        yield Whole(scene)


def _identity(scene: Scene, capture: Capture, size: int) -> Identity:
    """What the thumbnails depend on."""
    parameters = tuple(sorted(scene.parameters.items()))
    computed = (scene.layer, scene.head, scene.variant, parameters, scene.scale, scene.function)
    return (capture, size, scene.merge, scene.specials, *computed)
