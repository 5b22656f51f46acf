"""What must be seen in a raster: diagonals, the largest, what is hidden, not finite or folded away."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.capture import Capture
from engine.maps.rows import STAGES, stage_rows
from tests.engine.conftest import MakeCapture
from tests.engine.maps.drawing import WORDS, draw


@pytest.fixture(scope="session")
def diagonal(capture_of: MakeCapture) -> Capture:
    """512 tokens, each of which sees itself with weight 0.99 and more."""
    angles = np.arange(512) * 2 * np.pi / 512
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return capture_of(directions * 300, directions * 300)


@pytest.mark.parametrize("stage", ["weights", "scaled"])
def test_a_one_token_diagonal_never_breaks(diagonal: Capture, stage: str) -> None:
    least = 0.9 if stage == "weights" else 0.999 * 300**2
    for pixels in range(40, 601, 7):
        shown = draw(diagonal, spec=Spec(scale=1.0), stage=stage, height=pixels, width=pixels)
        assert len(shown.values) == min(pixels, 512)
        assert shown.values.diagonal().min() > least, pixels


def test_a_diagonal_never_breaks_in_a_part_or_a_rectangle(diagonal: Capture) -> None:
    for top, height, width in ((0, 97, 300), (13, 300, 97), (200, 40, 41)):
        shown = draw(
            diagonal, spec=Spec(scale=1.0), top=top, rows=300, left=top, columns=300, height=height, width=width
        )
        for token in range(top, top + 300):
            row = np.searchsorted(shown.row_edges, token, "right") - 1
            column = np.searchsorted(shown.column_edges, token, "right") - 1
            assert shown.values[row, column] > 0.9


def test_queries_go_down_and_keys_across(capture_of: MakeCapture) -> None:
    keys = np.eye(4)
    shown = draw(capture_of(100 * keys[[3, 3, 0, 1]], keys), spec=Spec(scale=1.0))
    assert shown.values.round().tolist() == [[0, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]


def test_the_largest_magnitude_keeps_its_sign(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [2], [0.5]])
    assert draw(capture, spec=Spec(scale=1.0), stage="raw", width=2).values[0].tolist() == [-3, 2]
    assert draw(capture, spec=Spec(scale=1.0), stage="raw", width=1, height=1).peak == 3
    a_tie = draw(capture_of([[1], [-1]], [[2], [2]]), spec=Spec(scale=1.0), stage="raw", height=1)
    assert a_tie.values.tolist() == [[2, 2]]


def test_what_is_hidden_does_not_count(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [2], [9]])
    causal = Spec(scale=1.0, mask=masks.causal())
    shown = draw(capture, spec=causal, stage="masked", height=2, width=2)
    assert shown.values.tolist() == [[-3, 0], [-3, 9]]
    assert shown.visible.tolist() == [[True, False], [True, True]]
    assert draw(capture, spec=causal, stage="masked", height=4, width=1).values[:, 0].tolist() == [1, -3, -3, 9]
    assert draw(capture, spec=causal, stage="scaled", height=2, width=2).visible.all()


def test_merged_words_sum_their_keys_and_average_their_queries(random_capture: MakeCapture) -> None:
    capture = random_capture(text="a b+c d")
    weights, _ = stage_rows(capture, 0, 0, Spec(), "weights", 0, 4)
    shown = draw(capture, merge=True)
    assert shown.values.shape == (3, 3)
    assert shown.values[0, 1] == pytest.approx(weights[0, 1] + weights[0, 2])
    assert shown.values[1, 0] == pytest.approx((weights[1, 0] + weights[2, 0]) / 2)
    np.testing.assert_allclose(shown.values.sum(axis=1), 1, atol=1e-6)


@given(WORDS, st.booleans())
def test_a_row_and_its_special_share_sum_to_1(random_capture: MakeCapture, text: str, causal: bool) -> None:
    spec = Spec(mask=masks.causal() if causal else None)
    shown = draw(random_capture(text=text), spec=spec, merge=True, specials=False)
    np.testing.assert_allclose(shown.values.sum(axis=1) + shown.special, 1, atol=1e-6)
    assert shown.row_error < 1e-6


@pytest.mark.parametrize("stage", STAGES)
def test_the_special_share_is_stated_at_every_stage(random_capture: MakeCapture, stage: str) -> None:
    capture = random_capture(text="[CLS] a b+c [SEP] d [SEP]")
    weights, _ = stage_rows(capture, 0, 0, Spec(), "weights", 0, 7)
    shown = draw(capture, stage=stage, specials=False)
    np.testing.assert_allclose(shown.special, weights[[1, 2, 3, 5]][:, [0, 4, 6]].sum(axis=1), atol=1e-6)
    assert not draw(capture, stage=stage).special.any()


def test_a_nan_shows_as_nan_at_any_size_and_leaves_what_does_not_see_it(random_capture: MakeCapture) -> None:
    capture = random_capture(8)
    capture.layers[0].k[0, 5] = np.nan
    for pixels in (8, 4, 3):
        shown = draw(capture, spec=Spec(mask=masks.causal()), height=pixels, width=pixels)
        poisoned = [bool(edge > 5) for edge in shown.row_edges[1:]]
        assert np.isnan(shown.values).any(axis=1).tolist() == poisoned
        assert (shown.values[~shown.visible] == 0).all()
        assert 0 < shown.peak <= 1
        assert np.isnan(shown.row_error)


def test_a_nan_score_shows_in_its_pixel_only(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [np.nan], [2]])
    values = draw(capture, spec=Spec(scale=1.0), stage="raw", width=2).values
    assert (values[:, 0] == -3).all()
    assert np.isnan(values[:, 1]).all()


def test_row_error_tells_rows_that_do_not_sum_to_1(random_capture: MakeCapture) -> None:
    def half(scores: Any) -> tuple[Any, None]:
        return np.where(np.isfinite(scores), 0.5 / scores.shape[-1], 0), None

    capture = random_capture(4)
    for stage, error in (("weights", 0.5), ("value", 0.5), ("masked", 0)):
        assert draw(capture, spec=Spec(normalizer=half), stage=stage).row_error == pytest.approx(error)
    assert draw(capture, "mean", spec=Spec(normalizer=half)).row_error == pytest.approx(0.5)
    sees_all_but_one = Spec(normalizer=half, mask=masks.causal(2))
    assert draw(capture, spec=sees_all_but_one, rows=1).row_error == pytest.approx(0.5 + 0.5 / 4)
    assert draw(capture, "max").row_error == 0


def test_rows_that_see_nothing_are_no_error(random_capture: MakeCapture) -> None:
    shown = draw(random_capture(4), spec=Spec(mask=masks.causal(-2)))
    assert shown.row_error < 1e-6
    assert not shown.visible[:2].any()
