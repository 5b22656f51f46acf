"""Attention against torch, against its own laws, and in every trap that is known."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine import masks, scores
from engine.attention import Attention, Spec, attend
from engine.normalizers import softmax

Arrays = tuple[Any, Any, Any]
STAGES = ("raw", "scaled", "scored", "masked", "visible", "weights", "output", "lse")
SIZES = st.integers(1, 6)


def qkv(
    heads: int = 4, kv_heads: int = 2, n_q: int = 5, n_k: int = 7, d: int = 8, d_v: int = 3, seed: int = 0
) -> Arrays:
    shapes = (2, heads, n_q, d), (2, kv_heads, n_k, d), (2, kv_heads, n_k, d_v)
    q, k, v = (np.random.default_rng([seed, i]).standard_normal(shape) for i, shape in enumerate(shapes))
    return q, k, v


def tensors(arrays: Arrays) -> Arrays:
    q, k, v = (torch.as_tensor(x) for x in arrays)
    return q, k, v


def close(a: Any, b: Any, atol: float = 1e-12) -> None:
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=atol, rtol=0)


# Oracles


@pytest.mark.parametrize("offset", [None, 0, 2])
@pytest.mark.parametrize("scale", [None, 0.3])
def test_equals_torch_sdpa(offset: int | None, scale: float | None) -> None:
    q, k, v = qkv()
    keep = torch.ones(5, 7, dtype=torch.bool).tril(offset) if offset is not None else None
    expected = sdpa(*tensors((q, k, v)), attn_mask=keep, scale=scale, enable_gqa=True)
    mask = masks.causal(offset) if offset is not None else None
    close(attend(q, k, v, Spec(scale=scale, mask=mask)).output, expected)


@pytest.mark.parametrize(("n_q", "n_k"), [(5, 7), (7, 5), (4, 4)])
def test_causal_with_offset_0_is_torchs_is_causal(n_q: int, n_k: int) -> None:
    arrays = qkv(n_q=n_q, n_k=n_k)
    expected = sdpa(*tensors(arrays), is_causal=True, enable_gqa=True)
    close(attend(*arrays, Spec(mask=masks.causal())).output, expected)


def soft_cap(score: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return 2 * torch.tanh(score / 2)


def by_distance(score: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return score - (h + 1) * abs(q - k) + b


def bottom_right(b: Any, h: Any, q: Any, k: Any) -> Any:
    return k <= q + 2


def own_block(b: Any, h: Any, q: Any, k: Any) -> Any:
    return ((q // 2 == k // 2) | (h == 3)) & (k != b)


@pytest.mark.parametrize("mask", [None, masks.causal(), bottom_right, own_block])
@pytest.mark.parametrize("score", [None, soft_cap, by_distance])
def test_any_score_mod_and_mask_mod_of_flex_attention_runs_unchanged(
    score: Callable[..., Any] | None, mask: Callable[..., Any] | None
) -> None:
    q, k, v = tensors(qkv(d_v=8))

    def both(s: Any, b: Any, h: Any, q_idx: Any, k_idx: Any) -> Any:  # flex masks by blocks of 128; this is the same
        scored = score(s, b, h, q_idx, k_idx) if score else s
        return torch.where(mask(b, h, q_idx, k_idx), scored, -math.inf) if mask else scored

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # flex_attention says that it is slow without compile
        expected, lse = flex_attention(q, k, v, score_mod=both, enable_gqa=True, return_lse=True)
    got = attend(q, k, v, Spec(score=score, mask=mask))
    close(got.output, expected)
    sees = got.visible.any(-1)
    close(np.asarray(got.lse)[sees], lse[sees], atol=1e-6)


@pytest.mark.parametrize("stage", STAGES)
def test_numpy_and_torch_agree(stage: str) -> None:
    spec = Spec(scale=0.7, score=by_distance, mask=masks.either(masks.causal(-1), masks.causal(-2)))
    arrays = qkv()
    ours, theirs = attend(*arrays, spec), attend(*tensors(arrays), spec)
    assert isinstance(getattr(ours, stage), np.ndarray)
    assert isinstance(getattr(theirs, stage), torch.Tensor)
    close(getattr(ours, stage), getattr(theirs, stage))


def test_gradients_flow_through_torch() -> None:
    inputs = [torch.as_tensor(x).requires_grad_() for x in qkv(heads=2, n_q=3, n_k=4, d=2, d_v=2)]
    mask = masks.causal(-1)  # the first query sees nothing
    assert torch.autograd.gradcheck(lambda q, k, v: attend(q, k, v, Spec(mask=mask)).output, inputs)


@pytest.mark.parametrize("hides", ["mask", "bias"])
def test_gradients_are_those_of_sdpas_mathematics(hides: str) -> None:
    keep = np.random.default_rng(7).random((2, 4, 5, 7)) < 0.5
    keep[..., 0] = True  # in a row that sees nothing torch's own are NaN
    added = torch.as_tensor(np.where(keep, np.random.default_rng(8).standard_normal(keep.shape), -np.inf))
    spec = Spec(mask=masks.keep(keep)) if hides == "mask" else Spec(score=scores.bias(added))
    gradients = []
    for ours in (True, False):
        q, k, v = inputs = [x.requires_grad_() for x in tensors(qkv())]
        with sdpa_kernel(SDPBackend.MATH):
            other = torch.as_tensor(keep) if hides == "mask" else added
            out = attend(q, k, v, spec).output if ours else sdpa(q, k, v, attn_mask=other, enable_gqa=True)
        gradients.append(torch.autograd.grad((out * torch.arange(3)).sum(), inputs))
    for a, b in zip(*gradients, strict=True):
        close(a, b)


# Meaning


def test_every_stage_on_numbers_that_one_can_follow() -> None:
    q, k = np.array([[[[1.0, 0.0], [0.0, 2.0]]]]), np.array([[[[2.0, 1.0], [4.0, 3.0]]]])
    spec = Spec(scale=0.5, score=lambda s, b, h, q, k: s + 10 * q + k, mask=masks.causal())
    got = attend(q, k, np.array([[[[1.0], [3.0]]]]), spec)
    close(got.raw[0, 0], [[2, 4], [2, 6]])
    close(got.scaled[0, 0], [[1, 2], [1, 3]])
    close(got.scored[0, 0], [[1, 3], [11, 14]])
    close(got.masked[0, 0], [[1, -np.inf], [11, 14]])
    assert got.visible[0, 0].tolist() == [[True, False], [True, True]]
    p = 1 / (1 + math.exp(-3))
    close(got.weights[0, 0], [[1, 0], [1 - p, p]])
    close(got.output[0, 0], [[1], [1 - p + 3 * p]])
    close(np.asarray(got.lse)[0, 0], [1, 14 + math.log1p(math.exp(-3))])


@pytest.mark.parametrize(
    ("n_q", "n_k", "offset", "expected"),
    [
        (2, 5, 0, "10000 11000"),
        (2, 5, 3, "11110 11111"),
        (5, 2, -3, "00 00 00 10 11"),
    ],
)
def test_causal_with_unequal_lengths(n_q: int, n_k: int, offset: int, expected: str) -> None:
    weights = attend(*qkv(n_q=n_q, n_k=n_k), Spec(mask=masks.causal(offset))).weights
    assert " ".join("".join("01"[int(w > 0)] for w in row) for row in weights[1, 2]) == expected


def test_the_index_arrays_lie_along_their_own_axes() -> None:
    seen: list[tuple[int, ...]] = []

    def watch(*index: Any) -> Any:
        seen.extend(i.shape for i in index)
        return index[3] >= 0

    assert attend(*qkv(), Spec(mask=watch)).visible.all()
    assert seen == [(2, 1, 1, 1), (1, 4, 1, 1), (1, 1, 5, 1), (1, 1, 1, 7)]


@given(st.integers(0, 3), st.integers(0, 4), st.integers(1, 5))
def test_a_shifted_spec_gives_a_slice_the_numbers_of_the_whole(head: int, start: int, rows: int) -> None:
    spec = Spec(scale=0.5, score=by_distance, mask=own_block)
    q, k, v = qkv()
    whole = attend(q, k, v, spec)
    kv = slice(head // 2, head // 2 + 1)
    part = attend(q[:, head : head + 1, start : start + rows], k[:, kv], v[:, kv], spec.shifted(head, start))
    close(part.weights, whole.weights[:, head : head + 1, start : start + rows])
    close(part.output, whole.output[:, head : head + 1, start : start + rows])


# Laws


@given(SIZES, SIZES, st.floats(-5, 5), st.integers(0, 99))
def test_a_row_sums_to_1_or_sees_nothing(n_q: int, n_k: int, scale: float, seed: int) -> None:
    keep = np.random.default_rng(seed).random((n_q, n_k)) < 0.5
    got = attend(*qkv(n_q=n_q, n_k=n_k, seed=seed), Spec(scale=scale, mask=masks.keep(keep)))
    close(got.weights.sum(-1), np.broadcast_to(keep.any(-1), (2, 4, n_q)))
    assert (got.weights[:, :, ~keep] == 0).all()
    assert (got.weights >= 0).all()
    close(np.exp(got.masked - np.nan_to_num(np.asarray(got.lse), neginf=0)[..., None]), got.weights)


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=8), st.floats(-1e4, 1e4))
def test_softmax_forgets_a_shift_and_its_lse_keeps_it(row: list[float], shift: float) -> None:
    scores = np.array(row)
    (plain, lse), (moved, moved_lse) = softmax(scores), softmax(scores + shift)
    close(moved, plain, atol=1e-9)
    close(moved_lse, lse + shift, atol=1e-9)


@given(st.permutations(range(7)), st.permutations(range(5)))
def test_keys_may_stand_in_any_order_and_rows_follow_their_queries(keys: list[int], queries: list[int]) -> None:
    q, k, v = qkv()
    close(attend(q[:, :, queries], k[:, :, keys], v[:, :, keys]).output, attend(q, k, v).output[:, :, queries])


@given(SIZES, st.integers(1, 4), st.integers(1, 3))
def test_grouped_query_equals_repeated_keys(n: int, kv_heads: int, group: int) -> None:
    q, k, v = qkv(heads=kv_heads * group, kv_heads=kv_heads, n_q=n)
    repeated = attend(q, np.repeat(k, group, axis=1), np.repeat(v, group, axis=1))
    close(attend(q, k, v).output, repeated.output)


# Traps


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


def test_true_means_may_see_as_in_sdpa_and_not_as_in_multihead_attention() -> None:
    q, k, v = tensors(qkv(heads=1, kv_heads=1, n_q=7, d=3))
    keep = torch.arange(7) < torch.tensor([[3], [5]])
    got = attend(q, k, v, Spec(mask=masks.keep(keep[:, None, None]))).output
    close(got, sdpa(q, k, v, attn_mask=keep[:, None, None]))
    close(got, attend(q, k, v, Spec(mask=masks.padding([3, 5]))).output)
    layer = torch.nn.MultiheadAttention(3, 1, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(3).repeat(3, 1))
        layer.out_proj.weight.copy_(torch.eye(3))
        expected, _ = layer(q[:, 0], k[:, 0], v[:, 0], key_padding_mask=~keep)
    close(got[:, 0], expected)


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


@pytest.mark.parametrize(
    ("shapes", "sentence"),
    [
        (((1, 2, 3), (1, 2, 3), (1, 2, 3)), "four axes"),
        (((1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 6, 4)), "must agree in batch, heads and tokens"),
        (((1, 2, 3, 4), (1, 2, 5, 3), (1, 2, 5, 3)), "the size of a key"),
        (((2, 2, 3, 4), (1, 2, 5, 4), (1, 2, 5, 4)), "must agree in batch"),
        (((1, 3, 3, 4), (1, 2, 5, 4), (1, 2, 5, 4)), "3 query heads cannot share 2 key heads"),
        (((1, 2, 3, 4), (1, 0, 5, 4), (1, 0, 5, 4)), "cannot share 0"),
    ],
)
def test_shapes_that_do_not_belong_together(shapes: tuple[tuple[int, ...], ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        attend(np.zeros(shapes[0]), np.zeros(shapes[1]), np.zeros(shapes[2]))


def test_the_record_is_frozen() -> None:
    got: Attention = attend(*qkv())
    with pytest.raises(AttributeError):
        got.q = None  # type: ignore[misc]
    assert got.weights is got.weights
