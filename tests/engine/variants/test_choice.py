"""What a record holds, which variants combine, and what parameters may be."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scene import Scene
from engine.variants import CATALOGUE, FAMILIES, canonical, clash, names_of, numbers_of, parameters_from

MASKS = {"causal", "causal-bottom-right", "padding", "window", "prefix", "dilated", "global", "bigbird"}
MASKS |= {"document", "chunk", "sinks"}
SCORES = {"alibi", "t5-bias", "softcap", "forgetting"}
NORMALISERS = {"learned-sink", "off-by-one", "sigmoid", "sparsemax", "entmax15", "linear"}
SHARING = {"mqa", "gqa", "mla", "differential"}
REQUIRED = MASKS | SCORES | NORMALISERS | SHARING | {"as-trained", "full", "rope", "qk-norm", "gated"}


# Records


def test_the_catalogue_has_the_required_names() -> None:
    assert set(CATALOGUE) == REQUIRED and len(REQUIRED) == 30
    assert next(iter(CATALOGUE)) == "as-trained"


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_record_says_what_it_is(name: str) -> None:
    variant = CATALOGUE[name]
    assert variant.name == name
    assert variant.family in FAMILIES
    texts = (variant.title, variant.idea, variant.formula, variant.source, variant.good_for, variant.used_by)
    assert all(text.strip() == text and text and "\n" not in text for text in texts)
    assert variant.idea.endswith(".")
    assert 2016 <= variant.year <= 2026
    assert all(other.title != variant.title for other in CATALOGUE.values() if other is not variant)
    assert bool(variant.against) == bool(variant.because)
    assert variant.against <= {*CATALOGUE, *FAMILIES}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_parameter_starts_within_its_limits(name: str) -> None:
    variant = CATALOGUE[name]
    assert len({p.name for p in variant.parameters}) == len(variant.parameters)
    for p in variant.parameters:
        assert p.least <= p.default <= p.most
        assert p.title and p.hint
        assert not p.logarithmic or p.least > 0
        assert not p.whole or all(x == int(x) for x in (p.least, p.most, p.default))
        for wrong in (p.least - 1, p.most + 1, math.nan, math.inf, True, "3", None, *[p.least + 0.5] * p.whole):
            with pytest.raises(
                ValueError, match=rf"^The parameter {name}\.{p.name} is a .*number from .* to .*, not .*\.$"
            ):
                p.checked(wrong, name)
        assert [p.checked(x, name) for x in (p.least, p.default, p.most)] == [p.least, p.default, p.most]


def test_what_the_model_lacks_comes_from_you() -> None:
    yours = {name for name, variant in CATALOGUE.items() if variant.parameters_from == "you"}
    assert yours == {name for name, variant in CATALOGUE.items() if variant.parameters} | {"mqa"}
    assert parameters_from("as-trained") == parameters_from("causal+alibi") == "model"
    assert parameters_from("causal+window") == "you"


# Combinations


def expected_clash(a: str, b: str) -> bool:
    """The rules, as people would say them."""
    pair = {a, b}
    return (
        a == b
        or "as-trained" in pair
        or ("full" in pair and bool(pair & {*MASKS, "forgetting"}))
        or (a in NORMALISERS and b in NORMALISERS)
        or (a in SHARING and b in SHARING)
        or ("linear" in pair and bool(pair & {*SCORES, "differential"}))
    )


def test_which_pairs_combine() -> None:
    for a, b in [*permutations(CATALOGUE, 2), *((name, name) for name in CATALOGUE)]:
        sentence = clash((a, b))
        assert (sentence is not None) == expected_clash(a, b), (a, b)
        if sentence is not None:
            assert sentence.endswith(".")
            assert CATALOGUE[a].title in sentence and CATALOGUE[b].title in sentence


def test_three_names_clash_where_two_of_them_do() -> None:
    assert clash(("window", "alibi", "sparsemax")) is None
    assert clash(("window", "sparsemax", "sigmoid")) == (
        "Sparsemax and Sigmoid do not combine: each takes the place of softmax."
    )
    assert clash(["causal"]) is None


def test_names_are_joined_by_plus() -> None:
    assert names_of("window+alibi+sparsemax") == ("window", "alibi", "sparsemax")
    for wrong in ("", "+", "window+", "windows", "Window", "window, alibi", 3, None, ["window"]):
        with pytest.raises(ValueError, match=r"^Unknown variant .*; known: as-trained, full, .*\.$"):
            names_of(wrong)
    with pytest.raises(ValueError, match=r"^Full and Causal do not combine: full hides nothing\.$"):
        names_of("full+causal")


# Parameters


def test_a_parameter_has_its_full_name() -> None:
    assert canonical("window+alibi", {"window.width": 3}) == {"window.width": 3}
    assert canonical("window", {"width": 3.0}) == {"window.width": 3}
    assert canonical("alibi", {}) == {}
    assert numbers_of("dilated", {"rate": 3}) == {"dilated.width": 4, "dilated.rate": 3}


@pytest.mark.parametrize(
    ("variant", "parameters", "sentence"),
    [
        ("window+sinks", {"width": 3}, "The parameter width is not clear: choose window.width or sinks.width."),
        ("alibi", {"width": 3}, "The variant alibi has no parameter 'width'; it takes none."),
        (
            "sinks",
            {"window.width": 3},
            "The variant sinks has no parameter 'window.width'; known: sinks.count, sinks.width.",
        ),
        ("window", {"width": 0}, "The parameter window.width is a whole number from 1 to 2048, not 0."),
        ("window", {"width": 2.5}, "The parameter window.width is a whole number from 1 to 2048, not 2.5."),
        ("softcap", {"limit": -1}, "The parameter softcap.limit is a number from 0.5 to 100, not -1."),
    ],
)
def test_a_parameter_that_cannot_be(variant: str, parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        canonical(variant, parameters)
    assert str(refusal.value) == sentence
    with pytest.raises(ValueError, match=r"\.$"):
        Scene(variant=variant, parameters=parameters)


def test_a_scene_keeps_full_names_and_is_the_same_json() -> None:
    scene = Scene(variant="window+alibi+sparsemax", parameters={"width": 3})
    assert scene.parameters == {"window.width": 3}
    assert Scene.from_json(scene.to_json()) == scene
    with pytest.raises(ValueError, match="Sparsemax and Entmax"):
        Scene(variant="sparsemax+entmax15")


@given(st.text() | st.integers() | st.none(), st.dictionaries(st.text(), st.none() | st.floats() | st.text()))
def test_whatever_is_no_choice_is_refused_with_one_sentence(variant: Any, parameters: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        canonical(variant, parameters | {"no such": 1})
