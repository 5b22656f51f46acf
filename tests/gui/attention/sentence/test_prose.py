"""What the sentence says, over rows written by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from engine.shown.view import View
from gui.attention.sentence.prose import Piece, Prose, prose_of, share
from tests.gui.attention.handmade import view_of_row

BANK = "the bank of river"
HINT = " Click any word to ask the same of it."


def said(line: tuple[Piece, ...]) -> str:
    return "".join(piece.text for piece in line)


def told(*args: Any, **kwargs: Any) -> tuple[str, str]:
    prose = prose_of(view_of_row(*args, **kwargs))
    return said(prose.headline), said(prose.body)


CASES: dict[str, tuple[list[float], dict[str, Any], str, str]] = {
    "usual": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {},
        "bank looks at river",
        "It gives 52 % of its attention there. Next is “of” with 24 %." + HINT,
    ),
    "next is special": (
        [0.3, 0.03, 0.01, 0.04, 0.52, 0.1],
        {},
        "bank looks at river",
        "It gives 52 % of its attention there. Next is [CLS] with 30 %." + HINT,
    ),
    "a tie": (
        [0.05, 0.05, 0, 0.4, 0.4, 0.1],
        {},
        "bank looks at of",
        "It gives 40 % of its attention there. “river” gets as much." + HINT,
    ),
    "a tie with itself": (
        [0.05, 0.05, 0.4, 0, 0.4, 0.1],
        {"query": 4},
        "river looks at bank",
        "It gives 40 % of its attention there. It gives itself as much." + HINT,
    ),
    "all on one": ([0, 0, 0, 0, 1, 0], {}, "bank looks at river", "It gives 100 % of its attention there." + HINT),
    "nearly all on one": (
        [0, 0, 0, 0.002, 0.998, 0],
        {},
        "bank looks at river",
        "It gives 99.8 % of its attention there." + HINT,
    ),
    "itself": (
        [0.1, 0.1, 0.6, 0.1, 0.1, 0],
        {},
        "bank looks at itself",
        "It gives 60 % of its attention there. Next is “the” with 10 %." + HINT,
    ),
    "scale turned down": (
        [0.0, 0.01, 0.0, 0.2, 0.78, 0.01],
        {"scale": 3.0, "trained": [0.1, 0.04, 0, 0.24, 0.52, 0.1]},
        "bank looks at river",
        "It gives 78 % of its attention there. At √dk = 3.00, sharper than the model, which gives 52 % at 5.66.",
    ),
    "scale turned up": (
        [0.1, 0.1, 0.1, 0.2, 0.4, 0.1],
        {"scale": 8.0, "trained": [0.1, 0.04, 0, 0.24, 0.52, 0.1]},
        "bank looks at river",
        "It gives 40 % of its attention there. At √dk = 8.00, flatter than the model, which gives 52 % at 5.66.",
    ),
    "special on top": (
        [0.61, 0.2, 0.05, 0.05, 0.08, 0.01],
        {},
        "bank looks mostly at [CLS]",
        "61 % of its attention is there. Among the words “the” comes first with 20 %." + HINT,
    ),
    "special on top and shown": (
        [0.45, 0.2, 0.05, 0.2, 0.09, 0.01],
        {"specials": True},
        "bank looks most at [CLS]",
        "45 % of its attention is there. Among the words “the” comes first with 20 %." + HINT,
    ),
    "causal": (
        [0.62, 0.31, 0.07, 0, 0, 0],
        {"hidden": [3, 4, 5], "changed": True},
        "bank looks mostly at [CLS]",
        "62 % of its attention is there. Among the words “the” comes first with 31 %."
        " The mask hides all that comes after “bank”.",
    ),
    "causal and a word on top": (
        [0.3, 0.63, 0.07, 0, 0, 0],
        {"hidden": [3, 4, 5], "changed": True, "trained": [0.9, 0.04, 0.06, 0, 0, 0]},
        "bank looks at the",
        "It gives 63 % of its attention there. As trained the model gives 4.0 %."
        " The mask hides all that comes after “bank”.",
    ),
    "some hidden": (
        [0.0, 0.0, 0.3, 0, 0.7, 0],
        {"hidden": [1, 3]},
        "bank looks at river",
        "It gives 70 % of its attention there. Next is itself with 30 %. The mask hides 2 of 4 words.",
    ),
    "only special visible": (
        [1, 0, 0, 0, 0, 0],
        {"hidden": [1, 2, 3, 4, 5], "query": 0},
        "[CLS] looks at itself",
        "100 % of its attention is there. The mask hides every word.",
    ),
    "sees nothing": (
        [0] * 6,
        {"hidden": range(6)},
        "The mask hides every word",
        "bank sees nothing, so all its weights are 0.",
    ),
    "alike": (
        [0.17, 0.16, 0.18, 0.15, 0.16, 0.18],
        {},
        "bank looks everywhere alike",
        "Nothing gets more than 18 %; an even share would be 17 %.",
    ),
    "alike but for one": (
        [0.26, 0.15, 0.15, 0.14, 0.15, 0.15],
        {},
        "bank looks most at [CLS]",
        "26 % of its attention is there. Among the words “the” comes first with 15 %." + HINT,
    ),
    "alike at a large scale": (
        [0.17, 0.16, 0.18, 0.15, 0.16, 0.18],
        {"scale": 64.0},
        "bank looks everywhere alike",
        "Nothing gets more than 18 %; an even share would be 17 %. At √dk = 64.00, flatter than the model at 5.66.",
    ),
    "mean": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {"head": "mean"},
        "bank looks at river",
        "On average over 12 heads it gives 52 % of its attention there. Next is “of” with 24 %." + HINT,
    ),
    "max": (
        [0.5, 0.3, 0.1, 0.9, 0.95, 0.5],
        {"head": "max"},
        "bank looks at river",
        "None of the 12 heads gives more than 95 %. Next is “of” with 90 %." + HINT,
    ),
    "chosen": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {"key": 3},
        "bank gives of 24 %",
        "Most goes to “river”, 52 %.",
    ),
    "chosen is the top": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {"key": 4},
        "bank looks at river",
        "It gives 52 % of its attention there. Next is “of” with 24 %." + HINT,
    ),
    "chosen itself": (
        [0.05, 0.03, 0.012, 0.238, 0.52, 0.15],
        {"key": 2},
        "bank gives itself 1.2 %",
        "Most goes to “river”, 52 %.",
    ),
    "chosen and turned": (
        [0.0, 0.01, 0.0, 0.2, 0.78, 0.01],
        {"key": 3, "scale": 3.0, "trained": [0.1, 0.04, 0, 0.24, 0.52, 0.1]},
        "bank gives of 20 %",
        "Most goes to “river”, 78 %. At √dk = 3.00, sharper than the model, which gives it 24 % at 5.66.",
    ),
    "chosen is special": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {"key": 0},
        "bank gives [CLS] 5.0 %",
        "Most goes to “river”, 52 %.",
    ),
    "chosen is hidden": (
        [0.62, 0.31, 0.07, 0, 0, 0],
        {"hidden": [3, 4, 5], "key": 4, "changed": True},
        "bank cannot see river",
        "The mask hides it. Most goes to [CLS], 62 %.",
    ),
    "chosen in the mean": (
        [0.05, 0.03, 0.01, 0.24, 0.52, 0.15],
        {"key": 3, "head": "mean"},
        "bank gives of 24 %",
        "That is the average over 12 heads. Most goes to “river”, 52 %.",
    ),
    "not finite": (
        [0.05, math.nan, 0.01, 0.24, 0.52, 0.15],
        {},
        "bank has no finite weights",
        "Some numbers of this row are infinite or not a number (NaN), so softmax has no answer.",
    ),
    "not finite in what is folded": (
        [math.nan, 0.1, 0.01, 0.24, 0.5, 0.15],
        {},
        "bank has no finite weights",
        "Some numbers of this row are infinite or not a number (NaN), so softmax has no answer.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_sentence(case: str) -> None:
    weights, choices, headline, body = CASES[case]
    assert told(BANK, weights, **{"query": 2} | choices) == (headline, body)


def test_pieces_of_a_word_are_one_word_and_share_an_even_part() -> None:
    alike = [0.17, 0.165, 0.165, 0.17, 0.165, 0.165]
    assert told("un|break|able bank", alike, query=4)[0] == "bank looks everywhere alike"
    most = [0.1, 0.2, 0.2, 0.2, 0.2, 0.1]
    assert told("un|break|able bank", most, query=4)[0] == "bank looks everywhere alike"
    assert told("un|break|able bank", [0.01, 0.3, 0.3, 0.3, 0.08, 0.01], query=4)[0] == "bank looks at unbreakable"
    assert told("un|break|able bank", most, query=2)[0] == "unbreakable looks everywhere alike"


@pytest.mark.parametrize("specials", [True, False])
@pytest.mark.parametrize(("weight", "words"), [(0.2, "20 %"), (0.003, "0.30 %"), (0.00001, "next to nothing")])
def test_the_marked_word_is_named_wherever_a_special_token_gets_more(specials: bool, weight: float, words: str) -> None:
    row = [0.3, weight, 0, 0, 0, 0.7 - weight]
    for query in (0, 2, 5):
        view = view_of_row(BANK, row, query=query, specials=specials)
        assert view.axis.groups[view.key_group].label == "the"
        assert f" Among the words “the” comes first with {words}." in prose_of(view).plain()


def test_only_special_tokens() -> None:
    headline, body = told("", [0.7, 0.3], query=1)
    assert (headline, body) == (
        "[SEP] looks mostly at [CLS]",
        "70 % of its attention is there. Next is itself with 30 %.",
    )


def test_words_have_the_colour_of_query_and_key() -> None:
    prose = prose_of(view_of_row(BANK, [0.05, 0.03, 0.01, 0.24, 0.52, 0.15], query=2))
    assert prose.headline == (Piece("bank", "query"), Piece(" looks at "), Piece("river", "key"))


def test_the_index_of_d_stands_below_the_line() -> None:
    prose = prose_of(view_of_row(BANK, [0.0, 0.01, 0.0, 0.2, 0.78, 0.01], query=2, scale=3.0))
    assert Piece("k", "sub") in prose.body


def test_a_screen_reader_hears_sentences() -> None:
    prose = Prose((Piece("bank", "query"), Piece(" looks at river")), (Piece("It gives 52 %."),))
    assert prose.plain() == "bank looks at river. It gives 52 %."


def test_real_numbers(look: Callable[..., View]) -> None:
    prose = prose_of(look())
    assert said(prose.headline) == "bank looks at river"
    assert said(prose.body) == "It gives 52 % of its attention there. Next is “muddy” with 24 %." + HINT
    turned = prose_of(look(scale=3.0))
    assert said(turned.body).endswith("At √dk = 3.00, sharper than the model, which gives 52 % at 5.66.")
    causal = prose_of(look(variant="causal", stage="masked"))
    assert said(causal.headline) == "bank looks mostly at [CLS]"
    assert said(causal.body).endswith("“the” comes first with 31 %. The mask hides all that comes after “bank”.")


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (1.0, "100 %"),
        (0.9996, "100 %"),
        (0.9993, "99.9 %"),
        (0.994, "99 %"),
        (0.523, "52 %"),
        (0.1, "10 %"),
        (0.0523, "5.2 %"),
        (0.00342, "0.34 %"),
        (0.0, "0.00 %"),
    ],
)
def test_shares_have_the_digits_that_count(weight: float, words: str) -> None:
    assert share(weight) == words


def test_a_word_alone_has_no_other_to_ask() -> None:
    assert "Click any word" not in said(prose_of(view_of_row("hello", [0.3, 0.5, 0.2])).body)
    assert "Click any word" in said(prose_of(view_of_row("hello there", [0.2, 0.5, 0.1, 0.2])).body)
