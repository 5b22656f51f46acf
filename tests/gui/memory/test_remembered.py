"""The settings file: what it holds comes back, what means nothing is left out, what is no settings file is refused."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.looks import COLOURS, THEMES
from gui.memory.remembered import MOST_RECENT, Remembered

FULL = Remembered(
    theme="dark",
    colours="grey",
    contrast="more",
    zoom=1.25,
    toured=True,
    read=("idea", "qkv"),
    solved=("river",),
    recent=("/a/ü.txt", "/b\ud800.txt"),
    window=(-1200, 40, 1440, 900),
    maximised=True,
    habits={"rowSwitch": "one"},
)


def said(**changes: Any) -> str:
    return json.dumps({"qkvista_settings": 1} | changes)


def test_every_field_comes_back() -> None:
    assert all(getattr(FULL, field.name) != getattr(Remembered(), field.name) for field in fields(Remembered))
    assert Remembered.from_json(FULL.to_json()) == FULL
    FULL.to_json().encode()  # a path that is not UTF-8 is saved too


@given(st.sampled_from(THEMES), st.sampled_from(COLOURS), st.floats(0.125, 8), st.booleans())
def test_all_that_can_be_chosen_comes_back(theme: str, colours: str, zoom: float, toured: bool) -> None:
    chosen = replace(FULL, theme=theme, colours=colours, zoom=zoom, toured=toured)
    assert Remembered.from_json(chosen.to_json()) == chosen


BAD: list[tuple[str, Any]] = [
    *(("theme", "pink"), ("theme", 3), ("theme", ["dark"]), ("colours", "red"), ("contrast", True)),
    *(("zoom", 0), ("zoom", True), ("zoom", 10**400), ("zoom", float("nan")), ("zoom", "1"), ("zoom", -1)),
    *(("toured", 1), ("toured", "yes"), ("maximised", 0)),
    *(("read", "idea"), ("read", [1]), ("read", ["x" * 5000]), ("read", ["idea"] * 300), ("solved", [""])),
    *(("recent", ["/f"] * (MOST_RECENT + 1)), ("recent", [["/f"]]), ("recent", ["/a\0b"]), ("recent", {"a": 1})),
    *(("window", [1, 2, 3]), ("window", [0, 0, 0, 10]), ("window", [0, 0, 10, -1]), ("window", [0.5, 0, 9, 9])),
    *(("habits", {"a": 1}), ("habits", {"a": ""}), ("habits", ["a"]), ("habits", {"a": "x" * 101}), ("habits", "one")),
    *(("window", [10**9, 0, 9, 9]), ("window", [True, 0, 9, 9]), ("window", "full"), ("window", 4)),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_field_that_means_nothing_has_its_default_and_the_others_come_back(name: str, value: Any) -> None:
    record = json.loads(FULL.to_json()) | {name: value}
    assert Remembered.from_json(json.dumps(record)) == replace(FULL, **{name: getattr(Remembered(), name)})


def test_fields_of_another_version_are_ignored() -> None:
    assert Remembered.from_json(said(theme="light", hologram=[1])) == Remembered(theme="light")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "3", "{}", '"dark"', '{"theme": "dark"}', '{"qkvista_settings": 2}', "[" * 100_000],
)
def test_what_is_no_settings_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^it .{1,80}\.$"):
        Remembered.from_json(text)
