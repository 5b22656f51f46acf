"""Where attention goes wrong elsewhere: rows that see nothing, what is not finite, half precision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine import masks
from engine.attention import Spec, attend
from tests.engine.numbers import close, qkv


@pytest.mark.parametrize("xp", [np, torch])
def test_a_row_that_sees_nothing_is_zero(xp: Any) -> None:
    q, k, v = (xp.asarray(x) for x in qkv())
    got = attend(q, k, v, Spec(mask=masks.causal(-2)))
    nothing, rest = slice(0, 2), slice(2, 5)
    for stage, zero in (("weights", 0), ("output", 0), ("lse", -math.inf), ("masked", -math.inf)):
        values = getattr(got, stage)
        assert (values[:, :, nothing] == zero).all(), stage
        assert not xp.isnan(values).any(), stage
    assert xp.isfinite(xp.asarray(got.lse)[:, :, rest]).all()


@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_in_a_hidden_key_or_value_does_not_leak(xp: Any, bad: float) -> None:
    q, k, v = qkv(n_q=7)
    expected = attend(q, k, v, Spec(mask=masks.causal())).output[:, :, :6]
    k[:, :, 6], v[:, :, 6] = bad, bad
    got = attend(xp.asarray(q), xp.asarray(k), xp.asarray(v), Spec(mask=masks.causal()))
    close(got.output[:, :, :6], expected)
    assert xp.isnan(got.output[:, :, 6]).all()
    assert (got.weights[:, :, :6, 6] == 0).all()


def test_a_nan_in_a_value_reaches_only_the_rows_and_sizes_that_take_it() -> None:
    q, k, v = qkv(n_q=7)
    clean = attend(q, k, v, Spec(mask=masks.causal())).output
    v[0, 1, 4, 2] = math.nan
    got = attend(q, k, v, Spec(mask=masks.causal())).output
    expected = clean.copy()
    expected[0, 2:, 4:, 2] = math.nan
    close(got, expected)


def test_no_score_is_too_large_for_a_mask() -> None:
    q = np.full((1, 1, 1, 1), 1e5, np.float32)
    k = np.array([1.0, -1e6], np.float32).reshape(1, 1, 2, 1)
    hides_the_larger = attend(-q, k, k, Spec(mask=masks.keep(np.array([[True, False]]))))
    assert hides_the_larger.weights.tolist() == [[[[1, 0]]]]


def test_hidden_is_minus_infinity_in_half_precision_too() -> None:
    x = torch.full((1, 1, 2, 1), 256, dtype=torch.float16)  # its square is beyond float16, which ends at 65504
    got = attend(-x, x, x, Spec(mask=masks.causal()))
    assert got.masked.tolist() == [[[[-65536, -math.inf], [-65536, -65536]]]]
    assert got.weights.tolist() == [[[[1, 0], [0.5, 0.5]]]]
    with pytest.raises(RuntimeError, match="without overflow"):
        torch.zeros(1, dtype=torch.float16).masked_fill(torch.tensor([True]), -1e9)  # why no number will do


def test_scale_0_weighs_alike_and_no_scale_is_one_over_sqrt_d() -> None:
    arrays = qkv(d=9)
    close(attend(*arrays, Spec(scale=0)).weights, np.full((2, 4, 5, 7), 1 / 7))
    assert (attend(*arrays, Spec(scale=0.0)).scaled == 0).all()
    close(attend(*arrays).scaled, attend(*arrays).raw / 3)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_stays_in_the_error_budget(dtype: torch.dtype) -> None:
    q, k, v = (torch.as_tensor(x).to(dtype) for x in qkv(n_q=64, n_k=64, d=32, d_v=32))
    mask = masks.causal()
    got = attend(q, k, v, Spec(mask=mask))
    exact = attend(q.double(), k.double(), v.double(), Spec(mask=mask)).output
    plain = sdpa(q, k, v, is_causal=True, enable_gqa=True)
    assert got.output.dtype == got.weights.dtype == dtype
    assert {got.masked.dtype, getattr(got.lse, "dtype", None)} == {torch.float32}
    budget = 2 * (plain.double() - exact).abs().max() + 1e-6 * v.double().abs().max()
    assert (got.output.double() - exact).abs().max() <= budget


def test_half_precision_scores_do_not_overflow_in_numpy() -> None:
    q = np.full((1, 1, 1, 64), 100, np.float16)
    got = attend(q, np.concatenate([q, -q], axis=2), np.ones((1, 1, 2, 1), np.float16))
    assert got.raw.tolist() == [[[[640000, -640000]]]]
    assert got.weights.dtype == got.output.dtype == np.float16
    assert got.weights.tolist() == [[[[1, 0]]]]


@pytest.mark.parametrize("xp", [np, torch])
def test_infinite_scores_show_as_nan_without_a_warning(xp: Any) -> None:
    q = xp.asarray(np.full((1, 1, 2, 2), 1e30, np.float32))
    got = attend(q, q, q, Spec(scale=0.0))
    assert xp.isnan(got.weights).all()


def test_no_queries() -> None:
    assert attend(*qkv(n_q=0)).output.shape == (2, 4, 0, 3)
