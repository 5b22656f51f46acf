"""Attention against torch, on numbers that one can follow, and against its own laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine import masks, scores
from engine.attention import Attention, Spec, attend
from engine.normalizers import softmax
from tests.engine.numbers import close, qkv, tensors

SIZES = st.integers(1, 6)


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
