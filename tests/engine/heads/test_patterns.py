"""Each measure on maps that have exactly a known value, and against a loop written from its definition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.capture import Capture
from engine.heads.measured import MEASURES, Measured, measure, varied_in
from engine.heads.patterns import PATTERNS
from engine.scene import Scene
from tests.engine.heads.handmade import SLOW, by_the_book, random, with_maps

TEXTS = st.lists(st.sampled_from(["[CLS]", "[SEP]", "a", "b", "c", "d+e", "d"]), min_size=1, max_size=14).map(" ".join)
REPEAT = "[CLS] a b c a b c [SEP]"  # tokens 0 to 7


def scores(capture: Capture, **choices: Any) -> Measured:
    measured = measure(Scene(**choices), capture, 8, lambda: False)
    assert measured is not None
    return measured


def score(name: str, capture: Capture, **choices: Any) -> tuple[Any, int]:
    measured = scores(capture, **choices)
    return float(measured.scores[name][0, 0]), int(measured.counted[name][0, 0])


def looking(n: int, share: float, targets: dict[int, tuple[int, ...]], elsewhere: int) -> Any:
    """A map whose rows give `share` to their targets together and the rest to one other key."""
    weights = np.zeros((n, n))
    for query in range(n):
        keys = targets.get(query, ())
        weights[query, list(keys)] = share / max(len(keys), 1)
        weights[query, elsewhere] += 1 - share if keys else 1
    return weights


KNOWN = [
    ("previous", {q: (q - 1,) for q in range(2, 7)} | {1: (0,)}, 7, 6),
    ("next", {q: (q + 1,) for q in range(1, 7)}, 0, 6),
    ("own", {q: (q,) for q in range(1, 7)}, 0, 6),
    ("first", dict.fromkeys(range(1, 7), (0,)), 7, 6),
    ("special", dict.fromkeys(range(1, 7), (0, 7)), 3, 6),
    ("separator", dict.fromkeys(range(1, 7), (7,)), 0, 6),
    ("duplicate", {1: (4,), 2: (5,), 3: (6,), 4: (1,), 5: (2,), 6: (3,)}, 0, 6),
    ("induction", {4: (2,), 5: (3,), 6: (4,)}, 0, 3),
]


@pytest.mark.parametrize(("name", "targets", "elsewhere", "rows"), KNOWN, ids=[known[0] for known in KNOWN])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_head_that_gives_a_known_share_has_that_score(
    name: str, targets: dict[int, tuple[int, ...]], elsewhere: int, rows: int, share: float
) -> None:
    capture = with_maps(REPEAT, looking(8, share, targets, elsewhere))
    assert score(name, capture) == (pytest.approx(share, abs=1e-6), rows)


def test_each_measure_of_cells_was_tried() -> None:
    assert [known[0] for known in KNOWN] == [name for name in MEASURES if PATTERNS[name].cells]
    assert set(SLOW) == set(MEASURES)


@pytest.mark.parametrize("keys", [1, 2, 4, 8])
def test_entropy_of_rows_that_spread_evenly_over_some_keys(keys: int) -> None:
    weights = np.zeros((8, 8))
    weights[:, :keys] = 1 / keys
    capture = with_maps(REPEAT, weights)
    assert score("bits", capture) == (pytest.approx(math.log2(keys), abs=1e-6), 6)
    assert score("entropy", capture) == (pytest.approx(math.log2(keys) / 3, abs=1e-6), 6)


def test_entropy_is_a_share_of_what_a_row_may_see() -> None:
    even = np.tri(5) / np.arange(1, 6)[:, None]
    capture = with_maps("a b c d e", even, mask="causal")
    assert score("entropy", capture) == (pytest.approx(1), 4), "the first row sees one key: no choice"
    assert score("bits", capture) == (pytest.approx(np.log2([2, 3, 4, 5]).mean()), 4)


def test_distance_in_tokens() -> None:
    weights = looking(8, 0.25, {q: ((q + 3) % 8,) for q in range(8)}, 0)
    expected = np.mean([0.25 * abs(q - (q + 3) % 8) + 0.75 * q for q in range(1, 7)])
    assert score("distance", with_maps(REPEAT, weights)) == (pytest.approx(expected, abs=1e-6), 6)


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.sampled_from(["none", "causal"]), st.sampled_from(["as-trained", "window", "prefix", "alibi"]))
def test_every_measure_is_what_its_definition_says(text: str, mask: str, variant: str) -> None:
    capture = random(text, layers=1, heads=2, kv_heads=1, mask=mask)
    measured = scores(capture, variant=variant)
    varied = varied_in(Scene(variant=variant), capture, 0)
    for head in range(2):
        attention = varied.capture.attention(0, head, varied.spec)
        for name in MEASURES:
            expected, rows = by_the_book(name, attention.weights[0, 0], attention.visible[0, 0], capture.tokens)
            found = measured.scores[name][0, head]
            assert found == pytest.approx(expected, abs=2e-6, nan_ok=True), name
            assert measured.counted[name][0, head] == rows, name


@pytest.mark.parametrize(
    ("name", "text", "mask"),
    [
        ("induction", "a b c d", "causal"),
        ("duplicate", "a b c d", "none"),
        ("special", "a b c", "none"),
        ("separator", "[CLS] a b", "none"),
        ("next", "a b c", "causal"),
        ("first", "a", "none"),
        ("previous", "[CLS] [SEP]", "none"),
        ("entropy", "a", "causal"),
    ],
)
def test_no_score_where_no_row_counts(name: str, text: str, mask: str) -> None:
    found, rows = score(name, random(text, mask=mask))
    assert math.isnan(found)
    assert rows == 0
    assert PATTERNS[name].needs.endswith(".")


def test_an_earlier_duplicate_counts_only_where_it_may_be_seen() -> None:
    capture = with_maps("a b a b", looking(4, 0.5, {2: (0,), 3: (1,)}, 1), mask="causal")
    assert score("duplicate", capture) == (pytest.approx((0.5 + 1) / 2, abs=1e-6), 2)


@pytest.mark.parametrize("variant", ["sigmoid", "off-by-one"])
def test_entropy_and_distance_mean_nothing_where_rows_do_not_sum_to_1(variant: str) -> None:
    measured = scores(random(REPEAT), variant=variant)
    assert measured.sums
    for name in MEASURES:
        alone = name in ("entropy", "bits", "distance")
        assert bool(np.isnan(measured.scores[name]).all()) == alone, name


def test_every_record_says_what_it_is() -> None:
    for name, pattern in PATTERNS.items():
        assert name == pattern.name
        assert all((pattern.title, pattern.source)) and pattern.idea.endswith(".") and "A[q" in pattern.formula
        assert (pattern.keeps == "at most") == (pattern.cells is None)
        assert pattern.unit == "share" or pattern.cells is None
