"""Which words stand for each other: laws for any two texts, and what single texts mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.capture import Token
from engine.compare.alignment import align, alignment_of
from engine.maps.words import Axis, axis_of
from tests.engine.conftest import MakeCapture

words = st.lists(st.sampled_from(["the", "bank", "of", "river", "a|b", "The"]), max_size=12)


def axis(text: list[str], merge: bool = True, specials: bool = False) -> Axis:
    """[CLS], words (pieces parted by "|"), [SEP]."""
    tokens = [Token(1, "[CLS]", "[CLS]", 0, 0, True, None)]
    for number, word in enumerate(text):
        tokens += [Token(5, piece, piece, 0, 1, False, number) for piece in word.split("|")]
    return axis_of([*tokens, Token(2, "[SEP]", "[SEP]", 0, 0, True, None)], merge, specials)


def there(here: str, other: str) -> list[int]:
    found: list[int] = align(axis(here.split()), axis(other.split())).there.tolist()
    return found


@given(words, words, st.booleans(), st.booleans())
def test_matched_words_are_spelled_alike_and_never_cross(
    here: list[str], other: list[str], merge: bool, specials: bool
) -> None:
    a, b = axis(here, merge, specials), axis(other, merge, specials)
    aligned = align(a, b)
    matched = aligned.there[aligned.there >= 0]
    assert (np.diff(matched) > 0).all()
    for i, j in enumerate(aligned.there):
        if j >= 0:
            assert a.groups[i].label.casefold() == b.groups[j].label.casefold()
            assert a.groups[i].special == b.groups[j].special
    assert aligned.matched == len(matched)


@given(words, st.booleans())
def test_a_text_stands_for_itself_word_by_word(text: list[str], specials: bool) -> None:
    aligned = align(axis(text, specials=specials), axis(text, specials=specials))
    assert aligned.there.tolist() == list(range(len(aligned.there)))
    assert aligned.same
    assert [aligned.token(token) for token in range(len(aligned.here_axis.group_of))] == list(
        range(len(aligned.here_axis.group_of))
    )


@given(words, words, words)
def test_what_both_begin_or_end_with_is_matched(same: list[str], here: list[str], other: list[str]) -> None:
    """Word by word, whatever else repeats it: the words between begin and end with words of one text alone."""
    a, b = (["x", *here, "x"], ["y", *other, "y"])
    begun, ended = (align(axis(one), axis(two)) for one, two in ((same + a, same + b), (a + same, b + same)))
    count = len(same)
    assert begun.there[:count].tolist() == list(range(count))
    assert ended.there[len(a) :].tolist() == list(range(len(b), len(b) + count))


@given(words, words)
def test_back_is_the_inverse(here: list[str], other: list[str]) -> None:
    aligned = align(axis(here), axis(other))
    for i, j in enumerate(aligned.there):
        assert j < 0 or aligned.back.there[j] == i
    assert aligned.back.matched == aligned.matched
    assert set(aligned.back.there) <= {-1, *range(len(aligned.there))}
    assert (aligned.back.here_axis, aligned.back.there_axis) == (aligned.there_axis, aligned.here_axis)


@given(words, st.lists(st.sampled_from(["x", "y"]), max_size=4), st.integers(0, 12))
def test_words_put_in_leave_all_others_matched(text: list[str], new: list[str], at: int) -> None:
    assert align(axis(text), axis([*text[:at], *new, *text[at:]])).matched == len(text)


def test_case_and_pieces_do_not_part_words() -> None:
    assert there("Mr D|urs|ley slept", "mr dursley slept") == [0, 1, 2]


def test_the_longest_run_wins_between_what_both_begin_and_end_with() -> None:
    assert there("we sat on the bank and watched the river .", "the bank of the river was muddy .") == [
        *(-1, -1, -1, 0, 1, -1, -1, 3, 4, 7),
    ]


def test_nothing_matches_where_nothing_is_alike() -> None:
    assert align(axis(["bank"]), axis(["river"])).matched == 0


def test_special_tokens_match_special_tokens_alone() -> None:
    assert align(axis(["[CLS]"], specials=True), axis([], specials=True)).there.tolist() == [0, -1, 1]
    assert align(axis(["[SEP]"]), axis([], specials=True)).matched == 0, "a word that only looks like one"


def test_hidden_tokens_stand_for_each_other_in_the_same_text_alone() -> None:
    assert align(axis(["bank"]), axis(["bank"])).token(0) == 0
    other = align(axis(["bank", "x"]), axis(["bank"]))  # [CLS] bank x [SEP], and [CLS] bank [SEP]
    assert [other.token(token) for token in range(5)] == [None, 1, None, None, None]
    longer = align(axis(["bank", "x"]), axis(["bank", "x", "y"]))
    assert [longer.token(token) for token in range(5)] == [None, 1, 2, None, None]
    same = align(axis(["bank", "x"]), axis(["bank", "x"]))
    assert [same.token(token) for token in range(5)] == [0, 1, 2, 3, None]


@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize("specials", [False, True])
def test_words_are_those_that_are_shown_and_an_alignment_is_kept(
    random_capture: MakeCapture, merge: bool, specials: bool
) -> None:
    here, there = (random_capture(text=text) for text in ("[CLS] a b+c", "a b+c d [SEP]"))
    found = alignment_of(here, there, merge, specials)
    assert found.here_axis == axis_of(here.tokens, merge, specials)
    assert found.there_axis == axis_of(there.tokens, merge, specials)
    assert alignment_of(here, there, merge, specials) is found
    assert alignment_of(here, here, merge, specials) is not found
    assert alignment_of(here, there, not merge, specials) is not found
    assert alignment_of(here, there, merge, not specials) is not found


def test_a_part_of_the_map_becomes_the_part_with_its_words() -> None:
    aligned = align(
        axis(["we", "sat", "on", "the", "bank", "and", "watched", "the", "river", "."]),
        axis(["the", "bank", "of", "the", "river", "."]),
    )
    assert aligned.window(None) is None
    assert aligned.window((3, 7, 2, 2)) == (0, 3, 2, 2)
    assert aligned.window((3, 0, 6, 10)) == (0, 0, 5, 6)
    assert aligned.window((0, 3, 3, 2)) is None, "no word of these rows is there"


def test_long_texts_of_one_word_are_matched_at_once() -> None:
    assert align(axis(["a"] * 8192), axis(["a"] * 8000)).matched == 8000
