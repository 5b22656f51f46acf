"""Rows of a head equal the rows of the whole attention, computed at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.attention import Attention, Spec, attend
from engine.capture import Capture
from engine.maps.rows import SCORES, STAGES, stage_rows
from engine.variants import CATALOGUE, vary
from tests.engine.conftest import MakeCapture


def own_head_and_block(b: Any, h: Any, q: Any, k: Any) -> Any:
    return (k <= q) & (k % (h + 1) == 0)


def by_head_and_distance(score: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return score - (h + 1) * abs(q - k)


SPECS = {
    "plain": Spec(),
    "causal": Spec(mask=masks.causal()),
    "by head": Spec(scale=0.3, mask=own_head_and_block, score=by_head_and_distance),
    "some see nothing": Spec(mask=masks.causal(-3)),
}


def whole(capture: Capture, spec: Spec) -> Attention:
    layer = capture.layers[0]
    return attend(layer.q[None], layer.k[None], layer.v[None], spec)


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
@pytest.mark.parametrize("stage", STAGES[:-1])
@pytest.mark.parametrize("head", [0, 1, 3])
def test_rows_equal_the_whole(random_capture: MakeCapture, spec: Spec, stage: str, head: int) -> None:
    capture = random_capture(9, heads=4, kv_heads=2, d=3)
    values, visible = stage_rows(capture, 0, head, spec, stage, 2, 7)
    full = whole(capture, spec)
    lengths = np.linalg.norm(capture.layers[0].v[head // 2], axis=-1)
    expected = (full.weights * lengths if stage == "value" else getattr(full, stage))[0, head, 2:7]
    np.testing.assert_allclose(values, expected, atol=1e-6)
    before_the_mask = stage in ("raw", "scaled")
    assert (visible == (full.visible[0, head, 2:7] | before_the_mask)).all()
    assert values.dtype == np.float32


@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize("head", [0, 3, "mean", "max"])
def test_the_difference_is_to_what_the_model_itself_did(
    random_capture: MakeCapture, head: int | str, mask: str
) -> None:
    capture = random_capture(9, heads=4, kv_heads=2, d=4, mask=mask)
    hidden = {"none": masks.causal(99), "causal": masks.causal()}[mask]
    was, saw = stage_rows(capture, 0, head, Spec(mask=hidden), "weights", 2, 7)
    for variant in ("as-trained", "window", "full", "mqa", "rope+sparsemax"):
        varied = vary(capture, 0, variant)
        now, sees = stage_rows(varied.capture, 0, head, varied.spec, "weights", 2, 7)
        values, visible = stage_rows(varied.capture, 0, head, varied.spec, "difference", 2, 7)
        np.testing.assert_allclose(values, now - was, atol=1e-6)
        assert (visible == (saw | sees)).all()
        assert (np.abs(values).max() > 0.01) == (variant not in ("as-trained", "full" if mask == "none" else ""))


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_mean_and_max_are_elementwise_over_query_heads(random_capture: MakeCapture, spec: Spec) -> None:
    capture = random_capture(9, heads=4, kv_heads=2, d=3)
    full = whole(capture, spec)
    mean, seen = stage_rows(capture, 0, "mean", spec, "weights", 2, 7)
    np.testing.assert_allclose(mean, full.weights[0, :, 2:7].mean(axis=0), atol=1e-6)
    assert (seen == full.visible[0, :, 2:7].any(axis=0)).all()
    largest, seen = stage_rows(capture, 0, "max", spec, "weights", 2, 7)
    np.testing.assert_allclose(largest, full.weights[0, :, 2:7].max(axis=0), atol=1e-6)
    assert (seen == full.visible[0, :, 2:7].any(axis=0)).all()


@given(st.integers(0, 8), st.integers(1, 9))
def test_any_slice_of_rows_is_that_slice(random_capture: MakeCapture, start: int, rows: int) -> None:
    capture = random_capture(9, heads=2, d=3)
    every, _ = stage_rows(capture, 0, 1, SPECS["causal"], "weights", 0, 9)
    some, _ = stage_rows(capture, 0, 1, SPECS["causal"], "weights", start, start + rows)
    np.testing.assert_allclose(some, every[start : start + rows], atol=1e-6)


def test_a_float16_capture_is_computed_in_float32(random_capture: MakeCapture) -> None:
    capture = random_capture(9, d=8, dtype="float16")
    layer = capture.layers[0]
    q, k, v = (x.astype(np.float64)[None] for x in (layer.q, layer.k, layer.v))
    for stage in STAGES[:4]:
        values, _ = stage_rows(capture, 0, 1, Spec(), stage, 0, 9)
        assert values.dtype == np.float32
        np.testing.assert_allclose(values, getattr(attend(q, k, v), stage)[0, 1], atol=1e-6)


@pytest.mark.parametrize("head", ["mean", "max"])
@pytest.mark.parametrize("stage", [*SCORES, "value"])
def test_mean_and_max_have_weights_only(random_capture: MakeCapture, head: str, stage: str) -> None:
    with pytest.raises(ValueError, match=f"Head {head} has no stage {stage}"):
        stage_rows(random_capture(3), 0, head, Spec(), stage, 0, 1)


def test_unknown_choices_are_refused(random_capture: MakeCapture) -> None:
    with pytest.raises(ValueError, match="no stage colour"):
        stage_rows(random_capture(3), 0, 0, Spec(), "colour", 0, 1)
    with pytest.raises(ValueError, match="Head median"):
        stage_rows(random_capture(3), 0, "median", Spec(), "weights", 0, 1)


def test_a_nan_in_a_hidden_value_does_not_leak_into_value(random_capture: MakeCapture) -> None:
    capture = random_capture(4)
    capture.layers[0].v[0, 3] = np.nan
    values, _ = stage_rows(capture, 0, 0, Spec(mask=masks.causal()), "value", 0, 4)
    assert np.isfinite(values[:3]).all()
    assert np.isnan(values[3, 3])


@pytest.mark.parametrize(
    ("name", "trained", "visible"),
    [
        ("as-trained", "none", "xxx xxx xxx"),
        ("as-trained", "causal", "x.. xx. xxx"),
        ("full", "causal", "xxx xxx xxx"),
        ("causal", "none", "x.. xx. xxx"),
    ],
)
def test_variants(random_capture: MakeCapture, name: str, trained: str, visible: str) -> None:
    capture = random_capture(3, d=4, mask=trained)
    weights, seen = stage_rows(capture, 0, 0, vary(capture, 0, name).spec, "weights", 0, 3)
    assert " ".join("".join(".x"[int(cell)] for cell in row) for row in seen) == visible
    assert ((weights > 0) == seen).all()
    assert vary(capture, 0, name).spec.scale == capture.layers[0].scale == 0.5
    assert vary(capture, 0, name, scale=0.25).spec.scale == 0.25
    assert vary(capture, 0, name, scale=0.0).spec.scale == 0


def test_the_catalogue_is_found_by_its_names() -> None:
    assert all(variant.name == name and variant.title and variant.source for name, variant in CATALOGUE.items())
    assert next(iter(CATALOGUE)) == "as-trained"


def test_a_value_that_is_not_finite_shows_where_its_key_is_seen_and_warns_nobody(random_capture: MakeCapture) -> None:
    capture = random_capture(4, mask="causal")
    layer = capture.layers[0]
    layer.v[0, 2, 0] = np.inf
    layer.q[0, 3], layer.k[0] = 0, 0
    spec = Spec(mask=masks.causal(), normalizer=lambda scores: (np.where(np.arange(4) == 2, 0, scores), None))
    value, seen = stage_rows(capture, 0, 0, spec, "value", 0, 4)
    assert np.isnan(value[2:, 2]).all() and np.isfinite(np.delete(value, 2, axis=1)[seen[:, [0, 1, 3]]]).all()
    assert not value[~seen].any()
