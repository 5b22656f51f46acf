"""Chunks of groups, and sums over groups."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maps import spans
from engine.maps.spans import Spans, chunks
from engine.maps.words import axis_of
from tests.engine.conftest import MakeTokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b c d e f", [(0, 4), (4, 6)]),
        ("a b+c+d e f+g+h", [(0, 2), (2, 4)]),
        ("a b+c+d+e+f g h", [(0, 1), (1, 2), (2, 4)]),
        ("a [S] [S] [S] b c", [(0, 1), (1, 3)]),
        ("[S] a+b+c+d+e", [(0, 1)]),
        ("[S]", []),
    ],
)
def test_chunks_of_four_tokens(
    tokens_of: MakeTokens, monkeypatch: pytest.MonkeyPatch, text: str, expected: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(spans, "CHUNK", 4)
    groups = axis_of(tokens_of(text), merge=True, specials=False).groups
    assert list(chunks(groups, 0, len(groups))) == expected


def test_chunks_of_a_part(tokens_of: MakeTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "CHUNK", 2)
    groups = axis_of(tokens_of("a b c d e f g"), merge=True, specials=False).groups
    assert list(chunks(groups, 1, 6)) == [(1, 3), (3, 5), (5, 6)]


@given(st.lists(st.sampled_from(["[S]", "a", "b+c", "d+e+f"]), min_size=1, max_size=9), st.integers(0, 1))
def test_sums_are_over_each_groups_own_tokens(tokens_of: MakeTokens, words: list[str], axis: int) -> None:
    tokens = tokens_of(" ".join(words))
    groups = axis_of(tokens, merge=True, specials=False).groups
    cells = np.random.default_rng(0).random((len(tokens), len(tokens)), np.float32)
    expected = [cells.take(group.tokens, axis).sum(axis) for group in groups]
    got = Spans.of(groups).sum(cells, axis)
    np.testing.assert_allclose(np.moveaxis(got, axis, 0), np.reshape(expected, (len(groups), len(tokens))), rtol=1e-5)
    np.testing.assert_array_equal(Spans.of(groups).sizes, [len(group.tokens) for group in groups])
