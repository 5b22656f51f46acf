"""What a comparison says is made from its numbers, and named after what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.capture import Capture
from engine.compare.compared import Compared, compared_of
from engine.compare.pinned import pin
from engine.files.examples import GALLERY
from engine.scene import Scene
from engine.shown.view import view_of
from gui.attention.compare.words import facts_of, name_of, sentence_of
from gui.look.runs import text_of

Compare = Callable[..., Compared]


@pytest.fixture
def compare() -> Compare:
    """compare({"head": 7}, ...) is the first start with these choices, compared with one that differs so."""

    def made(pinned: dict[str, Any], now: str = "bank-muddy", was: str = "bank-muddy", **choices: Any) -> Compared:
        texts = [GALLERY[name] for name in (now, was)]
        scene = Scene(text=texts[0].text, **choices)
        scene = replace(scene, pinned=pin(replace(scene, **{"text": texts[1].text} | pinned)))
        captures = [Capture.load(text.path) for text in texts]
        view = view_of(scene, captures[0], (50, 50), lambda: False)
        assert view is not None
        found = compared_of(view, captures[1], (50, 50), lambda: False)
        assert found is not None
        return found

    return made


def said(compared: Compared) -> str:
    return "".join(text_of(runs) for runs in sentence_of(compared))


def test_one_difference_gives_the_pinned_view_its_name(compare: Compare) -> None:
    assert said(compare({"layer": 2, "head": 7})) == "bank gives river 52 % here and 3.2 % in the pinned head (L2 H7)."
    assert said(compare({"head": "mean"})).endswith("in the pinned head (L0 mean).")
    assert said(compare({"scale": 3.0})) == "bank gives river 52 % here and 78 % in the pinned view (√dₖ = 3.00)."
    assert said(compare({"scale": None}, scale=3.0)).endswith(
        "78 % here and 52 % in the pinned view (the model’s scale)."
    )
    assert said(compare({"variant": "window", "parameters": {"width": 3}})).endswith(
        "variant (Sliding window, width 3)."
    )


def test_of_several_differences_the_head_names_it(compare: Compare) -> None:
    assert said(compare({"layer": 2, "head": 7, "scale": 3.0})).endswith("in the pinned view (L2 H7).")


def test_what_a_mask_hides_is_said(compare: Compare) -> None:
    found = compare({"variant": "causal"})
    assert said(found).startswith("bank gives river 52 % here and nothing (masked) in the pinned variant (Causal")


def test_the_view_itself_is_no_comparison_yet(compare: Compare) -> None:
    assert said(compare({})).startswith("This is the pinned view")


def test_the_query_itself(compare: Compare) -> None:
    assert said(compare({"head": 7}, key=2)).startswith("bank gives itself 0.79 % here and 0.60 %")


def test_another_text_says_how_many_words_stand_in_both(compare: Compare) -> None:
    other = {"now": "bank-river", "was": "bank-muddy"}
    assert said(compare({}, query=5, **other)).endswith("in the pinned sentence. 5 of 10 words stand in both.")
    assert said(compare({}, query=7, **other)).startswith("watched is not in the pinned text, so its row has no")
    assert said(compare({}, query=5, key=2, **other)).startswith("sat is not in the pinned text.")


def test_hidden_tokens_of_the_same_text_are_compared_too(compare: Compare) -> None:
    assert said(compare({"head": 7}, key=0)).startswith("bank gives [CLS] ")


def test_a_pinned_text_that_was_read_in_part_is_said(compare: Compare) -> None:
    compared = compare({}, now="bank-river", was="bank-muddy", query=5)
    assert "read" not in said(compared)
    capture = compared.pinned.capture
    longer = replace(capture, text=capture.text + " and on" * 3)
    compared = replace(compared, pinned=replace(compared.pinned, capture=longer))
    words = len(capture.text.split())
    assert f" Of the pinned text MiniLM-L6-v2 read {words} of {words + 6} words. " in said(compared)
    same = replace(compared, view=replace(compared.view, capture=longer))
    assert "read" not in said(same), "which the window says"


def test_an_own_function_that_was_not_approved_is_said(compare: Compare) -> None:
    found = compare({"function": "/somewhere/bias.py", "head": 7})
    assert "Pinned without “bias.py”, which was not approved in this session." in said(found)
    assert [(fact.name, fact.value, fact.alarm) for fact in facts_of(found)][1] == ("pinned without", "bias.py", True)


def test_the_name_has_all_that_makes_the_map(compare: Compare) -> None:
    scene = Scene(variant="window", parameters={"width": 3}, scale=3, layer=2, head="max", function="/x/bias.py")
    assert name_of(pin(scene)) == "L2 max, Sliding window, width 3, √dₖ = 3.00, bias.py"
    assert facts_of(compare({"head": 7}))[0].plain() == "pinned L0 H7, as trained MiniLM-L6-v2"
