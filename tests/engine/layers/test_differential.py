"""Differential attention against a loop from the paper and DiffLlama of transformers, and its laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec, attend
from engine.layers.differential import differential, lambda0
from engine.layers.multihead import head_parts, joined, project
from engine.layers.qknorm import rms_norm
from engine.positions import rope
from tests.engine.numbers import close, numbers

SIZES = st.integers(1, 5)
LAMBDA = st.floats(-1, 2)


def two(n_q: int, n_k: int, d: int, xp: Any = np, kind: Any = None, **spec: Any) -> tuple[Any, Any]:
    """Two heads on the same tokens."""
    shapes = [(1, 1, n_q, d), (1, 1, n_k, d), (1, 1, n_k, 2)]
    heads = ([xp.asarray(numbers(*shapes[i], seed=3 * h + i), dtype=kind) for i in range(3)] for h in (0, 1))
    first, second = (attend(q, k, v, Spec(**spec)) for q, k, v in heads)
    return first, second


def softmax(row: list[float]) -> list[float]:
    parts = [math.exp(s - max(row)) for s in row]
    return [part / sum(parts) for part in parts]


@given(SIZES, SIZES, SIZES, LAMBDA)
def test_a_double_loop_from_the_paper(n_q: int, n_k: int, d: int, lam: float) -> None:
    first, second = two(n_q, n_k, d)
    got = differential(first, second, lam)
    v = np.concatenate((first.v, second.v), -1)[0, 0]
    for i in range(n_q):
        maps = [
            softmax([sum(one.q[0, 0, i] * one.k[0, 0, j]) / math.sqrt(d) for j in range(n_k)])
            for one in (first, second)
        ]
        row = [a - lam * b for a, b in zip(*maps, strict=True)]
        close(got.weights[0, 0, i], row)
        close(got.output[0, 0, i], sum(w * v[j] for j, w in enumerate(row)))


@settings(max_examples=20)
@given(st.integers(1, 2), st.integers(1, 2), st.integers(1, 3), SIZES, st.integers(0, 7))
def test_the_attention_of_diffllama(pairs: int, group: int, half: int, n: int, depth: int) -> None:
    """Its heads are paired first half with second half, and share the two halves' values."""
    from transformers import DiffLlamaConfig
    from transformers.models.diffllama.modeling_diffllama import DiffLlamaAttention, DiffLlamaRotaryEmbedding

    heads, kv_heads, d = 2 * pairs * group, 2 * pairs, 2 * half
    config = DiffLlamaConfig(
        hidden_size=heads * d,
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        head_dim=d,
        attn_implementation="eager",
    )
    torch.manual_seed(n)
    layer, x = DiffLlamaAttention(config, depth).eval(), torch.randn(2, n, heads * d)
    with torch.no_grad():
        waves = DiffLlamaRotaryEmbedding(config)(x, torch.arange(n)[None])
        expected, _ = layer(x, waves, torch.full((n, n), float("-inf")).triu(1))
        q, k, v = (
            project(x, made.weight, None, count)
            for made, count in ((layer.q_proj, heads), (layer.k_proj, kv_heads), (layer.v_proj, kv_heads))
        )
        q, k = (rope(y, torch.arange(n), config.rope_parameters["rope_theta"]) for y in (q, k))
        parts = zip(*(y.chunk(2, 1) for y in (q, k, v)), strict=True)
        first, second = (attend(a, b, c, Spec(mask=masks.causal())) for a, b, c in parts)
        start = lambda0(depth)
        learned = [
            (a * b).sum().exp() for a, b in ((layer.lambda_q1, layer.lambda_k1), (layer.lambda_q2, layer.lambda_k2))
        ]
        output = differential(first, second, float(learned[0] - learned[1]) + start).output
        output = (1 - start) * rms_norm(output, eps=config.rms_norm_eps)
        close(joined(head_parts(output, layer.o_proj.weight)), expected, atol=1e-5)


def test_where_lambda_starts() -> None:
    from transformers.models.diffllama.modeling_diffllama import lambda_init_fn

    assert [round(lambda0(depth), 4) for depth in (0, 1, 5)] == [0.2, 0.3555, 0.6661]
    assert [lambda0(depth) for depth in range(40)] == [lambda_init_fn(depth) for depth in range(40)]


@given(SIZES, SIZES, SIZES, LAMBDA)
def test_rows_sum_to_1_less_lambda_or_see_nothing(n_q: int, n_k: int, d: int, lam: float) -> None:
    first, second = two(n_q, n_k, d, mask=masks.causal(-1))
    got = differential(first, second, lam)
    close(got.weights.sum(-1)[0, 0], [0] + [1 - lam] * (n_q - 1))
    assert (got.weights[~got.visible] == 0).all()
    close(got.output, first.weights @ got.v - lam * (second.weights @ got.v))
    assert got.lse is None
    for stage in ("raw", "scaled", "masked", "visible"):
        np.testing.assert_array_equal(getattr(got, stage), getattr(first, stage))


def test_lambda_0_is_the_first_head_and_1_takes_a_head_from_itself() -> None:
    first, second = two(3, 4, 2)
    close(differential(first, second, 0).weights, first.weights)
    close(differential(first, second, 0).output[..., :2], first.output)
    assert (differential(first, first, 1).weights == 0).all()
    assert (differential(first, second, 1).weights < 0).any()


def test_libraries_gradients_and_half_precision() -> None:
    ours, theirs = (differential(*two(3, 4, 2, xp), 0.4) for xp in (np, torch))
    assert isinstance(theirs.weights, torch.Tensor)
    close(ours.output, theirs.output)
    inputs = [torch.as_tensor(numbers(1, 2, 3, 2, seed=s)).requires_grad_() for s in range(6)]
    lam = torch.tensor(0.4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda lam, *x: differential(attend(*x[:3]), attend(*x[3:]), lam).output, [lam, *inputs]
    )
    heads = two(3, 4, 2, torch, torch.float16)
    first, second = (attend(one.q.double(), one.k.double(), one.v.double()) for one in heads)
    half, exact = differential(*heads, 0.4), differential(first, second, 0.4)
    assert half.weights.dtype == half.output.dtype == torch.float16
    assert (half.weights == exact.weights.half()).all()


def test_heads_that_do_not_match_are_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"not \(1, 1, 2, 3, 1\) and \(1, 1, 2, 4, 1\)"):
        differential(two(2, 3, 2)[0], two(2, 4, 2)[0], 0.5)
