"""The small maps: against the whole map of every head, pooled by a plain loop."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.capture import Capture, Layer
from engine.maps.rows import stage_rows
from engine.maps.spans import CHUNK
from engine.maps.words import axis_of
from engine.scene import Scene
from engine.shown import measures
from engine.shown.saturation import CELLS, DIVISORS, all_rows
from engine.shown.thumbnails import Detail, detail_of
from engine.shown.view import varied_of
from engine.variants import Varied
from tests.engine.conftest import MakeCapture

WORDS = st.lists(st.sampled_from(["[S]", "a", "b", "c+d", "e+f+g"]), min_size=1, max_size=12).map(" ".join)


def small(scene: Scene, capture: Capture, size: int = 70) -> Detail:
    detail = detail_of(scene, capture, size, lambda: False)
    assert detail is not None
    return detail


def by_the_book(scene: Scene, capture: Capture, head: int | str, size: int) -> tuple[Any, Any]:
    """One head's small map and what is visible in it, from its whole map; "max" is over the heads' merged maps."""
    if head == "max":
        each = [by_the_book(scene, capture, one, size) for one in range(capture.heads)]
        return np.max([small for small, _ in each], axis=0), np.any([seen for _, seen in each], axis=0)
    spec, n = varied_of(scene, capture).spec, len(capture.tokens)
    weights, visible = stage_rows(capture, 0, head, spec, "weights", 0, n)
    groups = [list(group.tokens) for group in axis_of(capture.tokens, scene.merge, scene.specials).groups]
    cells = np.array([[weights[np.ix_(row, column)].sum(1).mean() for column in groups] for row in groups])
    seen = np.array([[visible[np.ix_(row, column)].any() for column in groups] for row in groups])
    side = min(size, len(groups))
    edges = [i * len(groups) // side for i in range(side)] + [len(groups)] if side else [0]
    spans = [slice(a, b) for a, b in pairwise(edges)]
    maps = np.array([[cells[rows, columns].max() for columns in spans] for rows in spans])
    shown = np.array([[seen[rows, columns].any() for columns in spans] for rows in spans])
    return maps.reshape(side, side), shown.reshape(side, side)


@settings(deadline=None)
@given(WORDS, st.booleans(), st.booleans(), st.sampled_from(["as-trained", "causal"]), st.integers(1, 14))
def test_every_small_map_is_the_whole_map_pooled(
    random_capture: MakeCapture, text: str, merge: bool, specials: bool, variant: str, size: int
) -> None:
    capture = random_capture(heads=4, kv_heads=2, text=text)
    scene = Scene(head=1, merge=merge, specials=specials, variant=variant, scale=1.5)
    detail = small(scene, capture, size)
    heads: tuple[int | str, ...] = (0, 1, 2, 3, "mean", "max")
    assert len(detail.maps) == len(heads)
    for drawn, visible, head in zip(detail.maps, detail.visible, heads, strict=True):
        expected, seen = by_the_book(scene, capture, head, size)
        np.testing.assert_allclose(drawn, expected, atol=1e-6)
        np.testing.assert_array_equal(visible, seen)


@pytest.mark.parametrize("n", [CHUNK - 1, CHUNK + 1, 3 * CHUNK + 5])
def test_strips_of_rows_leave_no_seam(random_capture: MakeCapture, n: int) -> None:
    text = " ".join(["[CLS]"] + ["a", "b+c", "d+e+f"] * (n // 6) + ["[SEP]"])
    capture = random_capture(heads=2, text=text)
    for variant in ("as-trained", "causal"):
        scene = Scene(head=0, variant=variant)
        detail = small(scene, capture, 17)
        heads: tuple[int | str, ...] = (0, 1, "mean", "max")
        for at, head in enumerate(heads):
            expected, seen = by_the_book(scene, capture, head, 17)
            np.testing.assert_allclose(detail.maps[at], expected, atol=1e-6)
            np.testing.assert_array_equal(detail.visible[at], seen)


def test_means_are_over_all_rows_of_the_open_head(random_capture: MakeCapture) -> None:
    capture = random_capture(150, heads=2, text="")
    scene = Scene(head=1, variant="causal")
    weights, _ = stage_rows(capture, 0, 1, varied_of(scene, capture).spec, "weights", 0, 150)
    detail = small(scene, capture)
    assert detail.mean_entropy == pytest.approx(float(measures.entropy(weights).mean()), rel=1e-5)
    assert detail.mean_gradient == pytest.approx(float(measures.gradient(weights).mean()), rel=1e-5)


@pytest.mark.parametrize("head", ["mean", "max"])
def test_mean_and_max_have_no_mean_of_their_own(random_capture: MakeCapture, head: str) -> None:
    detail = small(Scene(head=head), random_capture(6, heads=2))
    assert (detail.mean_entropy, detail.mean_gradient) == (None, None)


def test_the_worst_row_counts_whatever_its_head_and_even_when_it_is_folded_away(random_capture: MakeCapture) -> None:
    capture = random_capture(heads=3, text="[CLS] a b c [SEP]")
    assert 0 <= small(Scene(head=0), capture).row_error < 1e-6
    layer = capture.layers[0]
    for token in (0, 2, 4):
        q = layer.q.copy()
        q[2, token] = np.nan
        broken = replace(capture, layers=(Layer(q, layer.k, layer.v, layer.scale, layer.mask),))
        assert np.isnan(small(Scene(head=0), broken).row_error), token
        assert np.isfinite(small(Scene(head=0), broken).maps[0]).all()


def test_a_row_that_sees_nothing_is_no_error(random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.tri(5, dtype=bool)
    seen[2] = False
    spec = Spec(mask=masks.keep(seen))
    monkeypatch.setattr("engine.shown.thumbnails.varied_of", lambda scene, capture: Varied(capture, spec))
    detail = small(Scene(head=0), random_capture(5))
    assert detail.row_error < 1e-6
    assert not detail.visible[:, 2].any()
    assert (detail.maps[:, 2] == 0).all()


def test_nothing_but_folded_tokens_gives_empty_maps(random_capture: MakeCapture) -> None:
    detail = small(Scene(head=0), random_capture(heads=2, text="[CLS] [SEP]"))
    assert detail.maps.shape == (4, 0, 0)


def test_it_can_be_cancelled_at_every_head_of_every_strip(random_capture: MakeCapture) -> None:
    capture = random_capture(2 * CHUNK, heads=3)
    asked = 0

    def counting() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert detail_of(Scene(head=0), capture, 20, counting) is not None
    assert asked >= 2 * 3
    for last in range(1, asked + 1):
        left, fresh = iter([False] * (last - 1) + [True]), replace(capture)  # of which no curves are kept
        assert detail_of(Scene(head=0), fresh, 20, lambda left=left: next(left)) is None  # type: ignore[misc]


@pytest.mark.parametrize("variant", ["as-trained", "causal+alibi", "sparsemax"])
def test_the_study_of_all_rows_is_the_mean_of_their_weights(random_capture: MakeCapture, variant: str) -> None:
    capture, n = random_capture(CHUNK + 9, heads=3), CHUNK + 9
    scene = Scene(head=1, variant=variant, scale=3.0)
    detail = detail_of(scene, capture, 20, lambda: False)
    assert detail is not None and detail.curves is not None and detail.mean_largest is not None
    curves = detail.curves
    for at in (0, 13, 56):
        divisor = float(curves.divisors[at])
        spec = varied_of(replace(scene, scale=divisor), capture).spec
        weights, seen = stage_rows(capture, 0, 1, spec, "weights", 0, n)
        weights = weights.astype(np.float64)
        assert curves.largest[at] == pytest.approx(weights.max(1).mean(), abs=1e-6)
        assert curves.entropy[at] * curves.most == pytest.approx(measures.entropy(weights).mean(), abs=1e-5)
        assert curves.most == pytest.approx(np.log2(seen.sum(1)).mean())
        if curves.gradient is not None:
            assert curves.gradient[at] * curves.peak == pytest.approx(measures.gradient(weights).mean(), abs=1e-6)
    assert (curves.gradient is None) == (variant == "sparsemax")
    spec = varied_of(scene, capture).spec
    largest = stage_rows(capture, 0, 1, spec, "weights", 0, n)[0].max(1)
    assert detail.mean_largest == pytest.approx(float(largest.mean()), abs=1e-6)
    turned = detail_of(replace(scene, scale=9.0), capture, 20, lambda: False)
    assert turned is not None and turned.curves is curves  # kept over a drag


def test_the_study_of_a_long_text_is_given_up_soon(random_capture: MakeCapture) -> None:
    """Between two looks are so many cells at most, each at every divisor."""
    count = 2048
    capture, scene = random_capture(count, heads=1, d=2), Scene(head=0)
    asks: list[int] = []

    def cancelled() -> bool:
        asks.append(1)
        return False

    assert all_rows(scene, varied_of(scene, capture), cancelled) is not None
    assert len(asks) == count * count // CELLS


def test_all_rows_are_one_hot_up_to_where_the_last_of_them_is(random_capture: MakeCapture) -> None:
    capture = random_capture(6)
    steep = replace(capture, layers=tuple(replace(each, q=each.q * 400) for each in capture.layers))
    detail = detail_of(Scene(head=0), steep, 20, lambda: False)
    assert detail is not None and detail.curves is not None and detail.curves.one_hot is not None
    raw = stage_rows(steep, 0, 0, varied_of(Scene(head=0), steep).spec, "raw", 0, 6)[0]
    ends = [measures.one_hot_until(DIVISORS, measures.saturation(row, row > -np.inf, DIVISORS)[2]) for row in raw]
    assert detail.curves.one_hot == pytest.approx(min(end or 0 for end in ends), rel=0.02)
