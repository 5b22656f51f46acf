"""QK-norm against torch, its laws, and inside a whole Qwen3 attention layer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from engine import masks
from engine.attention import Spec, attend
from engine.layers import multihead
from engine.layers.qknorm import l2_norm, qk_norm, rms_norm
from engine.positions import rope
from tests.engine.numbers import close, numbers

SIZES = st.integers(1, 6)


@given(SIZES, SIZES, st.sampled_from([1e-6, 1e-2]), st.booleans())
def test_rms_norm_equals_torch(n: int, d: int, eps: float, learned: bool) -> None:
    x, gain = torch.as_tensor(numbers(2, n, d)), torch.as_tensor(numbers(d, seed=1)) if learned else None
    expected = functional.rms_norm(x, (d,), gain, eps)
    close(rms_norm(x, gain, eps), expected)
    close(rms_norm(x.numpy(), None if gain is None else gain.numpy(), eps), expected)


@given(SIZES, SIZES)
def test_l2_norm_equals_torch(n: int, d: int) -> None:
    x, gain = torch.as_tensor(numbers(2, n, d)), torch.as_tensor(numbers(d, seed=1))
    close(l2_norm(x, eps=0.0), functional.normalize(x, dim=-1))
    close(l2_norm(x.numpy(), gain.numpy(), eps=0.0), functional.normalize(x, dim=-1) * gain)


@settings(max_examples=20)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 4).map(lambda half: 2 * half), st.integers(1, 6))
def test_a_whole_attention_layer_of_qwen3(kv_heads: int, group: int, d: int, n: int) -> None:
    from transformers import Qwen3Config
    from transformers.models.qwen3.modeling_qwen3 import Qwen3Attention, Qwen3RotaryEmbedding

    heads = kv_heads * group
    config = Qwen3Config(
        hidden_size=12,
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        head_dim=d,
        attn_implementation="eager",
    )
    torch.manual_seed(n)
    layer = Qwen3Attention(config, 0).eval()
    for norm in (layer.q_norm, layer.k_norm):
        torch.nn.init.normal_(norm.weight)
    x = torch.randn(2, n, 12)
    hidden = torch.full((n, n), float("-inf")).triu(1)
    with torch.no_grad():
        waves = Qwen3RotaryEmbedding(config)(x, torch.arange(n)[None])
        expected, weights = layer(x, waves, hidden)
        q, k, v = (
            multihead.project(x, made.weight, made.bias, count)
            for made, count in ((layer.q_proj, heads), (layer.k_proj, kv_heads), (layer.v_proj, kv_heads))
        )
        q, k = qk_norm(q, k, gains=(layer.q_norm.weight, layer.k_norm.weight), eps=config.rms_norm_eps)
        q, k = (rope(y, torch.arange(n), config.rope_parameters["rope_theta"]) for y in (q, k))
        got = attend(q, k, v, Spec(mask=masks.causal()))
        close(got.weights, weights, atol=1e-5)
        close(multihead.joined(multihead.head_parts(got.output, layer.o_proj.weight)), expected, atol=1e-5)


@given(SIZES, SIZES, st.floats(0.1, 1e3))
def test_no_score_leaves_its_bounds_and_length_counts_for_nothing(n: int, d: int, factor: float) -> None:
    q, k = numbers(1, 2, n, d), numbers(1, 2, n, d, seed=1)
    for kind, bound in (("rms", d), ("l2", 1)):
        normed = qk_norm(q, k, kind, eps=0.0)  # type: ignore[arg-type]
        assert np.abs(attend(*normed, k).raw).max() <= bound + 1e-9
        longer = qk_norm(q * factor, k / factor, kind, eps=0.0)  # type: ignore[arg-type]
        for a, b in zip(longer, normed, strict=True):
            close(a, b)


@given(SIZES, st.integers(1, 4).map(lambda half: 2 * half))
def test_it_may_come_before_or_after_rope(n: int, d: int) -> None:
    q, k = numbers(n, d), numbers(n, d, seed=1)
    before = qk_norm(rope(q, np.arange(n)), rope(k, np.arange(n)))
    for a, b in zip(before, qk_norm(q, k), strict=True):
        close(a, rope(b, np.arange(n)))


def test_what_one_can_follow() -> None:
    close(rms_norm(np.array([3.0, 4.0]), eps=0.0), [3 / 12.5**0.5, 4 / 12.5**0.5])
    close(l2_norm(np.array([3.0, 4.0]), np.array([1.0, 10.0]), eps=0.0), [0.6, 8])
    assert (l2_norm(np.zeros(2)) == 0).all()


@pytest.mark.parametrize("kind", ["rms", "l2"])
def test_gradients_numpy_and_half_precision(kind: Any) -> None:
    inputs = [torch.as_tensor(numbers(2, 3, 4, seed=s)).requires_grad_() for s in (0, 1)]
    gains = [torch.as_tensor(numbers(4, seed=s)).requires_grad_() for s in (2, 3)]
    assert torch.autograd.gradcheck(lambda q, k, a, b: qk_norm(q, k, kind, (a, b)), inputs + gains)
    q = numbers(3, 4).astype(np.float16)
    half, _ = qk_norm(q * np.float16(200), q, kind)  # its square is no float16
    assert half.dtype == np.float16
    close(half, qk_norm(q.astype(float), q.astype(float), kind)[0], atol=1e-3)
    tensor = qk_norm(torch.as_tensor(q), torch.as_tensor(q), kind)[0]
    assert tensor.dtype == torch.float16
    close(tensor, qk_norm(q, q, kind)[0], atol=1e-3)


def test_another_norm_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="no norm layer: choose rms or l2"):
        qk_norm(numbers(2, 2), numbers(2, 2), "layer")  # type: ignore[arg-type]
