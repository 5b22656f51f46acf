"""Which tokens an axis shows, merges and folds away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maps.words import PIECES, axis_of
from tests.engine.conftest import MakeTokens

TEXT = "[CLS] the un+break+able dog [SEP]"


@pytest.mark.parametrize(
    ("merge", "specials", "labels", "folded", "group_of"),
    [
        (True, True, "[CLS] the un·break·able dog [SEP]", (), (0, 1, 2, 2, 2, 3, 4)),
        (True, False, "the un·break·able dog", (0, 6), (-1, 0, 1, 1, 1, 2, -1)),
        (False, True, "[CLS] the un break able dog [SEP]", (), (0, 1, 2, 3, 4, 5, 6)),
        (False, False, "the un break able dog", (0, 6), (-1, 0, 1, 2, 3, 4, -1)),
    ],
)
def test_axis(
    tokens_of: MakeTokens, merge: bool, specials: bool, labels: str, folded: tuple[int, ...], group_of: tuple[int, ...]
) -> None:
    axis = axis_of(tokens_of(TEXT), merge, specials)
    assert " ".join(group.label for group in axis.groups) == labels
    assert (axis.folded, axis.group_of) == (folded, group_of)
    assert [group.special for group in axis.groups] == [group.label.startswith("[") for group in axis.groups]


def test_the_same_word_number_on_both_sides_of_a_special_token_is_two_words(tokens_of: MakeTokens) -> None:
    tokens = tuple(t if t.special else replace(t, word=0) for t in tokens_of("[CLS] a [SEP] b [SEP]"))
    assert [group.tokens for group in axis_of(tokens, merge=True, specials=False).groups] == [(1,), (3,)]
    assert [group.tokens for group in axis_of(tokens, merge=True, specials=True).groups] == [(i,) for i in range(5)]


def test_tokens_without_a_word_are_never_merged(tokens_of: MakeTokens) -> None:
    tokens = tuple(replace(token, word=None) for token in tokens_of("a+b c"))
    assert [group.label for group in axis_of(tokens, merge=True, specials=True).groups] == ["a", "b", "c"]


def test_a_word_of_hundreds_of_pieces_is_cut_but_within_no_character(tokens_of: MakeTokens) -> None:
    tokens = tokens_of("+".join("a" * 150) + " dog")
    sizes = [len(group.tokens) for group in axis_of(tokens, merge=True, specials=True).groups]
    assert sizes == [PIECES, PIECES, 150 - 2 * PIECES, 1]
    rest = tuple(
        replace(t, end=t.start) if 63 < i < 66 else t for i, t in enumerate(tokens)
    )  # two bytes more of a letter
    sizes = [len(group.tokens) for group in axis_of(rest, merge=True, specials=True).groups]
    assert sizes == [PIECES + 2, PIECES, 150 - 2 * PIECES - 2, 1]
    endless = tuple(replace(t, end=t.start) if i else t for i, t in enumerate(tokens[:-1]))
    assert [len(group.tokens) for group in axis_of(endless, merge=True, specials=True).groups] == [2 * PIECES, 22]


def test_nothing_to_show(tokens_of: MakeTokens) -> None:
    assert axis_of((), merge=True, specials=True).groups == ()
    axis = axis_of(tokens_of("[CLS] [SEP]"), merge=True, specials=False)
    assert (axis.groups, axis.folded) == ((), (0, 1))


@given(st.lists(st.sampled_from(["[S]", "a", "b+c", "d+e+f"]), max_size=12), st.booleans(), st.booleans())
def test_every_token_is_shown_once_or_folded(
    tokens_of: MakeTokens, words: list[str], merge: bool, specials: bool
) -> None:
    tokens = tokens_of(" ".join(words))
    axis = axis_of(tokens, merge, specials)
    shown = [i for group in axis.groups for i in group.tokens]
    assert shown == sorted(shown)
    assert sorted([*shown, *axis.folded]) == list(range(len(tokens)))
    assert all(axis.group_of[i] == index for index, group in enumerate(axis.groups) for i in group.tokens)
    assert all(axis.group_of[i] == -1 for i in axis.folded)
