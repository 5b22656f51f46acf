"""In which order the parts of an Attention picture are made, and which of them are made again."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.capture import Capture
from engine.scene import Scene
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from engine.why import why as room
from engine.why.rollout import rollout_of
from engine.why.why import Underway, Why
from gui.flow import producing
from gui.flow.producing import Part, Producer, Sizes, Whole

BANK = Path(__file__).parents[3] / "resources" / "examples" / "bank-muddy.safetensors"
SIZES = Sizes((100, 100), 20)


def produced(producer: Producer, scene: Scene, capture: Capture, cancelled: Any = lambda: False) -> list[Any]:
    """What was emitted, one after the other: records, and the Whole."""
    emitted: list[Any] = []
    producer.produce(scene, capture, SIZES, cancelled, emitted.append)
    return [each.record if isinstance(each, Part) else each for each in emitted]


@pytest.fixture
def capture() -> Capture:
    return Capture.load(BANK)


def test_the_lens_comes_after_the_view_and_before_the_small_maps(capture: Capture) -> None:
    found = produced(Producer(), Scene(lens="values"), capture)
    assert [type(each) for each in found] == [View, Why, Detail, Whole]
    assert all(each.scene.lens == "values" for each in found)


def test_without_a_lens_nothing_more_is_made(capture: Capture) -> None:
    assert [type(each) for each in produced(Producer(), Scene(), capture)] == [View, Detail, Whole]


def test_numbers_that_stay_are_not_made_again(capture: Capture) -> None:
    producer, scene = Producer(), Scene(lens="rollout", layer=5)
    first = produced(producer, scene, capture)[1]
    again = produced(producer, replace(scene, head=2, key=3), capture)[1]
    assert again.found is first.found
    assert again.view.head == 2
    other = produced(producer, replace(scene, query=4), capture)[1]
    assert other.found is not first.found


def test_what_takes_long_says_how_far_it_is(capture: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producing, "PATIENCE", -1.0)
    monkeypatch.setattr(producing, "FRAME", 0.0)
    found = produced(Producer(), Scene(lens="rollout", layer=5), capture)
    told = [each.share for each in found if isinstance(each, Underway)]
    assert told == pytest.approx([layer / 6 for layer in range(6)])
    assert [type(each) for each in found if not isinstance(each, Underway)] == [View, Why, Detail, Whole]


def test_what_is_quick_says_nothing(capture: Capture) -> None:
    assert not any(isinstance(each, Underway) for each in produced(Producer(), Scene(lens="rollout"), capture))


def test_a_newer_scene_ends_it(capture: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producing, "FRAME", 0.0)
    asked = threading.Event()

    def slow(*given: Any) -> Any:
        asked.set()
        return rollout_of(*given)

    def no_more(*given: Any) -> None:
        raise AssertionError("nobody waits for it")

    monkeypatch.setattr(room, "rollout_of", slow)
    monkeypatch.setattr(producing, "detail_of", no_more)
    found = produced(Producer(), Scene(lens="rollout", layer=5), capture, asked.is_set)
    assert [type(each) for each in found] == [View]
