"""Scenes: what they refuse, and that they come back from JSON as they were."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rows import STAGES
from engine.scene import LONGEST_TEXT, Scene
from engine.variants import CATALOGUE

scenes = st.builds(
    Scene,
    text=st.text(max_size=40),
    layer=st.integers(0, 5),
    head=st.integers(0, 11) | st.sampled_from(["mean", "max"]),
    query=st.integers(0, 600),
    key=st.none() | st.integers(0, 600),
    stage=st.sampled_from(STAGES),
    variant=st.sampled_from(list(CATALOGUE)),
    scale=st.none() | st.floats(0.5, 64),
    merge=st.booleans(),
    viewport=st.none() | st.tuples(*[st.integers(0, 600)] * 4),
)


@given(scenes)
def test_json_gives_the_scene_back(scene: Scene) -> None:
    assert Scene.from_json(scene.to_json()) == scene


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("layer", 6, "layers 0 to 5"),
        ("layer", -1, "from 0"),
        ("layer", True, "from 0"),
        ("head", 12, "heads 0 to 11"),
        ("head", "median", "mean or max"),
        ("query", 1.5, "token number"),
        ("key", -1, "token number"),
        ("stage", "logits", "Unknown stage"),
        ("stage", ["raw"], "Unknown stage"),
        ("variant", "nope", "Unknown variant"),
        ("model", "gpt", "known: minilm"),
        ("model", None, "is text"),
        ("theme", "pink", "Unknown theme"),
        ("scale", 0, "0.5 to 64"),
        ("scale", 0.49, "0.5 to 64"),
        ("scale", 64.01, "0.5 to 64"),
        ("scale", math.nan, "0.5 to 64"),
        ("scale", math.inf, "0.5 to 64"),
        ("scale", "8", "0.5 to 64"),
        ("scale", True, "0.5 to 64"),
        ("merge", 1, "true or false"),
        ("viewport", (1, 2), "four numbers"),
        ("viewport", 7, "four numbers"),
        ("text", 3, "is text"),
        ("text", "x" * (LONGEST_TEXT + 1), "is the most"),
        ("parameters", 3, "table"),
    ],
)
def test_a_wrong_field_is_refused_in_words(field: str, value: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        replace(Scene(), **{field: value})
    assert "\n" not in str(caught.value)


def test_a_capture_file_brings_its_own_layers() -> None:
    assert Scene(source="x.safetensors", layer=29, head=8, model="other").layer == 29


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "[]",
        "{}",
        '{"qkvista": 2}',
        '{"qkvista": 1, "colour": 3}',
        '{"qkvista": 1, "layer": 9}',
        "[" * 100_000,
    ],
)
def test_what_is_no_scene_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a scene|unknown fields|has layers"):
        Scene.from_json(text)


def test_left_out_fields_keep_their_defaults() -> None:
    assert Scene.from_json(json.dumps({"qkvista": 1, "layer": 3})) == Scene(layer=3)
