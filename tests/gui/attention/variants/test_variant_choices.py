"""What a choice makes of the scene's variants and their numbers, and what a search finds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.scene import Scene
from engine.variants import CATALOGUE, FAMILIES, TRAINED, Variant, clash
from gui.attention.variants.choices import (
    active,
    alone,
    best,
    joined,
    number_of,
    refusal,
    search,
    setting,
    title_of,
    without,
)

WINDOW, ALIBI = CATALOGUE["window"], CATALOGUE["alibi"]
WIDTH = WINDOW.parameters[0]


def found(words: str) -> list[str]:
    return [each.name for each in search(words) if isinstance(each, Variant)]


def test_without_words_all_are_found_as_trained_first_and_families_as_headings() -> None:
    every = search("")
    assert every[0] is CATALOGUE[TRAINED]
    assert sorted(found("")) == sorted(CATALOGUE)
    headings = [each for each in every if isinstance(each, str)]
    assert headings == [title for family, title in FAMILIES.items() if family != CATALOGUE[TRAINED].family]
    assert every[every.index(WINDOW) - 1] != WINDOW
    for heading, follower in pairwise(every):
        if isinstance(heading, str):
            assert isinstance(follower, Variant)
            assert FAMILIES[follower.family] == heading


@pytest.mark.parametrize(
    ("words", "name"), [("WIND", "window"), ("alib", "alibi"), ("2108.12409", "alibi"), ("causal", "causal")]
)
def test_titles_names_and_papers_are_searched(words: str, name: str) -> None:
    assert name in found(words)
    winner = best(search(words), words)
    assert winner is not None and winner.name == name


def test_each_word_must_occur_and_nothing_is_nothing() -> None:
    assert found("press 2108") == ["alibi"]
    assert found("press 2109") == []
    assert search("no such thing at all") == []
    assert best([], "x") is None


def test_variants_join_and_leave_with_their_numbers() -> None:
    scene = Scene(**alone(Scene(), "window"))
    scene = Scene(**{"variant": scene.variant} | setting(scene, WINDOW, WIDTH, 7))
    assert number_of(scene, WINDOW, WIDTH) == 7
    both = Scene(**joined(scene, "alibi"))
    assert active(both) == (WINDOW, ALIBI)
    assert title_of(both) == f"{WINDOW.title} + {ALIBI.title}"
    assert number_of(both, WINDOW, WIDTH) == 7
    assert without(both, "window") == {"variant": "alibi", "parameters": {}}
    assert without(scene, "window")["variant"] == TRAINED
    assert alone(both, "window") == {"variant": "window", "parameters": {"window.width": 7}}


def test_the_default_is_no_number_of_the_scene() -> None:
    scene = Scene(variant="window", parameters={"window.width": 7})
    assert setting(scene, WINDOW, WIDTH, WIDTH.default) == {"parameters": {}}
    assert setting(scene, WINDOW, WIDTH, None) == {"parameters": {}}
    assert number_of(Scene(variant="window"), WINDOW, WIDTH) == WIDTH.default


def test_what_does_not_combine_says_why() -> None:
    scene = Scene(variant="sigmoid")
    assert refusal(scene, "sparsemax") == clash(("sigmoid", "sparsemax")) != ""
    assert refusal(scene, "alibi") == ""
    assert refusal(Scene(), "sparsemax") == ""
    assert "combines with nothing" in refusal(scene, TRAINED)


def test_where_nothing_differs_any_more_no_difference_is_shown() -> None:
    scene = Scene(variant="window", stage="difference")
    assert alone(scene, TRAINED)["stage"] == without(scene, "window")["stage"] == "weights"
    assert "stage" not in alone(scene, "causal")
    assert "stage" not in alone(Scene(variant="window", stage="difference", scale=2.0), TRAINED)
