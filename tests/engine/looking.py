"""Looking at small texts as if they were long: sums are kept, and sixty cells are many."""

from __future__ import annotations

from typing import Any

import pytest

from engine.capture import Capture
from engine.maps import drawn
from engine.maps.drawn import KEPT
from engine.scene import Scene
from engine.shown.view import View, view_of

SCENE = Scene(text="x", model="minilm", query=3, head=0)
TEXT = " ".join(["[CLS]", *["a", "b+c", "d", "e+f+g", "[SEP]"] * 6])


def make_long(patch: pytest.MonkeyPatch) -> None:
    """Every text is long from here on, and nothing is kept yet."""
    patch.setattr(drawn, "LONG", 1)
    patch.setattr(drawn, "FIRST", 60)
    patch.setattr(drawn, "MOVE", 40)
    patch.setattr("engine.maps.sampled.LEAST", 2)
    forget()


def forget() -> None:
    KEPT.clear()


def look(
    scene: Scene, capture: Capture, estimate: bool = False, canvas: tuple[int, int] = (300, 300), stop: Any = None
) -> View | None:
    return view_of(scene, capture, canvas, stop or (lambda: False), estimate)


def seen(scene: Scene, capture: Capture, estimate: bool = False, canvas: tuple[int, int] = (300, 300)) -> View:
    view = look(scene, capture, estimate, canvas)
    assert view is not None
    return view
