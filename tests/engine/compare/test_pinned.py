"""What is pinned: part of the scene's JSON, checked as the scene is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.compare.pinned import Pinned, pin
from engine.scene import Scene

CAUSAL = Scene(variant="window", parameters={"width": 3}, scale=3, layer=2, head="mean")


def test_a_pinned_view_comes_back_from_json() -> None:
    scene = replace(Scene(), pinned=pin(CAUSAL), comparison="difference")
    assert Scene.from_json(scene.to_json()) == scene
    assert json.loads(scene.to_json())["pinned"]["parameters"] == {"window.width": 3}


def test_a_scene_of_before_has_nothing_pinned() -> None:
    record = json.loads(Scene().to_json())
    del record["pinned"], record["comparison"]
    assert Scene.from_json(json.dumps(record)) == Scene()


def test_what_is_pinned_makes_the_same_scene_again() -> None:
    assert replace(Scene(), **pin(CAUSAL).choices()) == CAUSAL


def test_names_are_made_whole_as_in_the_scene() -> None:
    given = replace(pin(CAUSAL), parameters={"width": 5})
    made = replace(Scene(), pinned=given).pinned
    assert made is not None
    assert made.parameters == {"window.width": 5}


@pytest.mark.parametrize(
    "wrong",
    [{"layer": 9}, {"head": 12}, {"model": "gpt"}, {"variant": "no"}, {"scale": 0.0}, {"text": 3}, {"layer": -1}],
    ids=str,
)
def test_a_wrong_one_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^The pinned view is not valid: .*\.$"):
        replace(Scene(), pinned=replace(pin(Scene()), **wrong))


@pytest.mark.parametrize("record", [[], "x", {}, {"text": "a"}, pin(Scene()).choices() | {"query": 1}], ids=str)
def test_other_json_is_refused(record: Any) -> None:
    with pytest.raises(ValueError, match="these fields and no others"):
        Pinned.from_record(record)
    whole = json.loads(Scene().to_json()) | {"pinned": record}
    with pytest.raises(ValueError, match="these fields and no others"):
        Scene.from_json(json.dumps(whole))


def test_only_a_pinned_view_is_one() -> None:
    with pytest.raises(ValueError, match="a pinned view or nothing"):
        Scene(pinned=Scene())  # type: ignore[arg-type]
