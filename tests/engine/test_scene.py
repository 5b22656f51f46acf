"""Scenes: what they refuse, and that they come back from JSON as they were."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heads.names import MEASURES
from engine.heads.patterns import PATTERNS
from engine.maps.rows import STAGES
from engine.scene import (
    ALGORITHMS,
    LARGEST_TILE,
    LENSES,
    LONGEST_REPEAT,
    LONGEST_SHAPE,
    LONGEST_TEXT,
    SORTINGS,
    Scene,
)
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
    lens=st.sampled_from(LENSES),
    viewport=st.none() | st.tuples(*[st.integers(0, 600)] * 4),
    threshold=st.none() | st.floats(0, 9),
    sorting=st.sampled_from(SORTINGS),
    repeats=st.integers(2, LONGEST_REPEAT),
    algorithm=st.sampled_from(ALGORITHMS),
    beside=st.sampled_from(("", *ALGORITHMS)),
    block_q=st.integers(1, LARGEST_TILE),
    shape=st.none() | st.tuples(st.integers(1, LONGEST_SHAPE), st.integers(1, LARGEST_TILE)),
    step=st.integers(0, 10**9),
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
        ("model", None, "must be a string"),
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
        ("text", 3, "must be a string"),
        ("text", "x" * (LONGEST_TEXT + 1), "is the most"),
        ("parameters", 3, "table"),
        ("function", 3, "must be a string"),
        ("measure", None, "Unknown measure"),
        ("up", "beauty", "Unknown up"),
        ("across", ["own"], "Unknown across"),
        ("threshold", math.nan, "finite number"),
        ("threshold", True, "finite number"),
        ("sorting", "name", "Unknown sorting"),
        ("measured_on", "mood", "Unknown measured_on"),
        ("seed", -1, "from 0"),
        ("repeats", 1, "from 2 to"),
        ("repeats", LONGEST_REPEAT + 1, "from 2 to"),
        ("algorithm", "", "Unknown algorithm"),
        ("beside", "fa9", "Unknown beside"),
        ("direction", "sideways", "Unknown direction"),
        ("plot", "pie", "Unknown plot"),
        ("block_q", 0, "from 1 to"),
        ("block_k", LARGEST_TILE + 1, "from 1 to"),
        ("block_k", 16.0, "from 1 to"),
        ("splits", 0, "from 1"),
        ("lazy", 1, "true or false"),
        ("shape", 128, "two numbers"),
        ("shape", (128,), "two numbers"),
        ("shape", (0, 64), "1 to"),
        ("shape", (LONGEST_SHAPE + 1, 64), "1 to"),
        ("shape", (128, LARGEST_TILE + 1), "1 to"),
        ("step", -1, "from 0"),
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


def test_the_measures_are_those_of_the_heads() -> None:
    assert tuple(PATTERNS) == MEASURES
