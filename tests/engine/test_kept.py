"""What was made for the newest choices is there again, and goes with its capture."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.capture import Capture
from engine.compare.compared import compared_of
from engine.compare.pinned import pin
from engine.heads.view import heads_of
from engine.kept import Kept
from engine.scene import Scene
from engine.shown.thumbnails import detail_of
from engine.shown.view import view_of
from tests.engine.conftest import MakeCapture

SCENE = Scene(head=0, query=1, variant="window")


def never() -> bool:
    return False


def looked(capture: Capture, here: Capture) -> None:
    view_of(SCENE, capture, (9, 9), never)


def studied(capture: Capture, here: Capture) -> None:
    detail_of(SCENE, capture, 9, never)


def measured(capture: Capture, here: Capture) -> None:
    heads_of(SCENE, capture, 9, never)


def compared(capture: Capture, here: Capture) -> None:
    view = view_of(replace(SCENE, pinned=pin(SCENE)), here, (9, 9), never)
    assert view is not None
    compared_of(view, capture, (9, 9), never)


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2)


def test_it_is_made_once(capture: Capture) -> None:
    kept, made = Kept[list[int]](2), list[int]()

    def make() -> list[int]:
        made.append(1)
        return [len(made)]

    first = kept.get(capture, "a", make)
    assert kept.get(capture, "a", make) is first and made == [1]
    assert kept.get(None, "a", make) == [2], "no capture is an owner of its own"


def test_the_one_not_asked_for_longest_goes(capture: Capture) -> None:
    kept = Kept[list[str]](2)
    a, b = (kept.get(capture, key, lambda key=key: [key]) for key in "ab")  # type: ignore[misc]
    assert kept.get(capture, "a", list) is a
    kept.get(capture, "c", lambda: ["c"])
    assert kept.get(capture, "a", list) is a
    assert kept.get(capture, "b", lambda: ["anew"]) == ["anew"] != b


def test_what_was_cancelled_is_not_kept(capture: Capture) -> None:
    kept = Kept[list[int]](2)
    assert kept.get(capture, "a", lambda: None) is None
    assert kept.get(capture, "a", lambda: [1]) == [1]


@pytest.mark.parametrize("look", [looked, studied, measured, compared])
def test_no_look_keeps_a_capture_alive(look: Callable[[Capture, Capture], None], random_capture: MakeCapture) -> None:
    capture = random_capture(9, heads=2, seed=7)
    look(capture, random_capture(9, heads=2))
    gone = weakref.ref(capture)
    del capture
    gc.collect()
    assert gone() is None
