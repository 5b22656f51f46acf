"""MLA against DeepSeek's layers in transformers; both forms against each other; a layer's own keys compressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec, attend
from engine.capture import Capture
from engine.layers.latent import Latent, absorbed, compress, naive
from engine.layers.multihead import head_parts, joined, project
from engine.layers.qknorm import rms_norm
from engine.positions import rope
from tests.engine.numbers import close, numbers

SIZES = st.integers(1, 5)
EVEN = st.integers(1, 3).map(lambda half: 2 * half)
BANK = Path(__file__).parents[3] / "resources/examples/bank-muddy.safetensors"
CAUSAL = Spec(mask=masks.causal())


# DeepSeek


def deepseek(version: int, heads: int, rank: int, sizes: tuple[int, int, int], rotation: Any) -> tuple[Any, Any]:
    """A tiny attention layer of DeepSeek-V2 or V3 with random weights, and what makes its rotations."""
    nope, turned, value = sizes
    shape = {
        "hidden_size": 12,
        "num_attention_heads": heads,
        "num_key_value_heads": heads,
        "q_lora_rank": None,
        "kv_lora_rank": rank,
        "qk_nope_head_dim": nope,
        "qk_rope_head_dim": turned,
        "v_head_dim": value,
        "max_position_embeddings": 64,
        "attn_implementation": "eager",
        "rope_parameters": rotation,
    }
    if version == 2:
        from transformers import DeepseekV2Config
        from transformers.models.deepseek_v2 import modeling_deepseek_v2 as v2

        config = DeepseekV2Config(**shape, head_dim=turned)
        return v2.DeepseekV2Attention(config, 0).eval(), v2.DeepseekV2RotaryEmbedding(config)
    from transformers import DeepseekV3Config
    from transformers.models.deepseek_v3 import modeling_deepseek_v3 as v3

    config = DeepseekV3Config(**shape)
    return v3.DeepseekV3Attention(config, 0).eval(), v3.DeepseekV3RotaryEmbedding(config)


PLAIN = {"rope_type": "default", "rope_theta": 1e4}
YARN = {
    "rope_type": "yarn",
    "rope_theta": 1e4,
    "factor": 40.0,
    "original_max_position_embeddings": 64,
    "mscale": 0.7,
    "mscale_all_dim": 1.0,
}


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("rotation", [PLAIN, YARN], ids=["plain", "yarn"])
@settings(max_examples=15)
@given(SIZES, st.integers(1, 3), EVEN, EVEN, EVEN, SIZES)  # V2 views pairs as complex numbers: no odd strides
def test_both_forms_equal_a_layer_of_deepseek(
    version: int, rotation: Any, n: int, heads: int, rank: int, nope: int, turned: int, value: int
) -> None:
    torch.manual_seed(n)
    layer, rotary = deepseek(version, heads, rank, (nope, turned, value), dict(rotation))
    torch.nn.init.normal_(layer.kv_a_layernorm.weight)
    x, places = torch.randn(2, n, 12), torch.arange(n)
    scaling = None if rotation is PLAIN else {name: YARN[name] for name in YARN if name != "rope_theta"}
    with torch.no_grad():
        hidden = torch.full((n, n), float("-inf")).triu(1)
        expected, weights = layer(x, position_embeddings=rotary(x, places[None]), attention_mask=hidden)
        q, q_pe = project(x, layer.q_proj.weight, None, heads).split((nope, turned), -1)
        c, k_pe = layer.kv_a_proj_with_mqa(x).split((rank, turned), -1)
        c = rms_norm(c, layer.kv_a_layernorm.weight, layer.kv_a_layernorm.variance_epsilon)
        q_pe, k_pe = (rope(y, places, layout="interleaved", scaling=scaling) for y in (q_pe, k_pe))
        k_up, v_up = layer.kv_b_proj.weight.reshape(heads, nope + value, rank).mT.split((nope, value), -1)
        spec, latent = Spec(scale=layer.scaling, mask=masks.causal()), Latent(c, k_up, v_up)
        made = naive(q, latent, spec, (q_pe, k_pe))
        in_latents, output = absorbed(q, latent, spec, (q_pe, k_pe))
        for found, heads_output in ((made, made.output), (in_latents, output)):
            close(found.weights, weights, atol=1e-5)
            close(joined(head_parts(heads_output, layer.o_proj.weight)), expected, atol=1e-5)


# The two forms


@given(SIZES, SIZES, st.integers(1, 3), st.integers(1, 2), st.integers(1, 6), SIZES, SIZES, st.integers(0, 3))
def test_naive_equals_absorbed(
    n_q: int, n_k: int, kv_heads: int, group: int, rank: int, d: int, dv: int, turned: int
) -> None:
    heads = kv_heads * group
    q, q_pe, k_pe = numbers(2, heads, n_q, d), numbers(2, heads, n_q, turned, seed=1), numbers(2, n_k, turned, seed=2)
    ups = numbers(kv_heads, rank, d, seed=3), numbers(kv_heads, rank, dv, seed=4)
    latent = Latent(numbers(2, n_k, rank, seed=5), *ups)
    pe = (q_pe, k_pe) if turned else None
    made = naive(q, latent, CAUSAL, pe)
    found, output = absorbed(q, latent, CAUSAL, pe)
    assert found.output.shape == (2, heads, n_q, rank)
    close(found.scaled, made.scaled)
    close(found.weights, made.weights)
    close(output, made.output)


@given(SIZES, st.integers(1, 3), SIZES, SIZES)
def test_a_double_loop_from_the_paper(n: int, heads: int, d: int, turned: int) -> None:
    """Score i, j of head h: (q_nope . k_nope + q_pe . k_pe) / sqrt(d + dr), k_pe shared by all heads."""
    q, q_pe, k_pe = numbers(1, heads, n, d), numbers(1, heads, n, turned, seed=1), numbers(1, n, turned, seed=2)
    latent = Latent(numbers(1, n, 3, seed=3), numbers(heads, 3, d, seed=4), numbers(heads, 3, 2, seed=5))
    got = naive(q, latent, None, (q_pe, k_pe)).scaled
    for h in range(heads):
        for i in range(n):
            for j in range(n):
                key = latent.c[0, j] @ latent.k_up[h]
                close(got[0, h, i, j], (q[0, h, i] @ key + q_pe[0, h, i] @ k_pe[0, j]) / (d + turned) ** 0.5)


# A layer's own keys and values


@given(st.integers(1, 3), st.integers(1, 2), st.integers(1, 8), SIZES, SIZES)
def test_full_rank_is_the_layer_itself(kv_heads: int, group: int, n: int, d: int, dv: int) -> None:
    q, k, v = numbers(1, kv_heads * group, n, d), numbers(kv_heads, n, d, seed=1), numbers(kv_heads, n, dv, seed=2)
    latent = compress(k, v)
    assert latent.c.shape == (n, min(n, kv_heads * (d + dv)))
    close(latent.k, k)
    close(latent.v, v)
    own, batch = attend(q, k[None], v[None], CAUSAL), compress(k[None], v[None])
    close(naive(q, batch, CAUSAL).output, own.output)
    close(absorbed(q, batch, CAUSAL)[1], own.output)


@given(st.integers(1, 3), st.integers(1, 8), SIZES, SIZES)
def test_the_error_falls_with_the_rank_and_is_the_least_there_is(heads: int, n: int, d: int, dv: int) -> None:
    k, v = numbers(heads, n, d), numbers(heads, n, dv, seed=1)
    matrix = np.concatenate((k, v), -1).swapaxes(0, 1).reshape(n, -1)
    strengths, full = np.linalg.svd(matrix, compute_uv=False), compress(k, v)
    errors = []
    for rank in range(1, len(strengths) + 1):
        cut = full.truncated(rank)
        assert cut.c.shape == (n, rank)
        errors.append((np.square(cut.k - k).sum() + np.square(cut.v - v).sum()) ** 0.5)
        assert errors[-1] == pytest.approx(np.square(strengths[rank:]).sum() ** 0.5, abs=1e-7)  # Eckart and Young
        assert np.linalg.matrix_rank(np.concatenate((cut.k, cut.v), -1).swapaxes(0, 1).reshape(n, -1)) <= rank
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-9


def test_a_real_layer_loses_less_and_less() -> None:
    """Its keys and values do with every rank; the output, which is no linear thing of them, only by and large."""
    layer = Capture.load(BANK).layers[5]
    q, k, v = (np.asarray(x, np.float32)[None] for x in (layer.q, layer.k, layer.v))
    spec, full = Spec(scale=layer.scale), compress(k, v)
    own, cuts = attend(q, k, v, spec).output, [full.truncated(rank) for rank in range(1, full.c.shape[-1] + 1)]
    lost = [float(np.square(cut.k - k).sum() + np.square(cut.v - v).sum()) for cut in cuts]
    assert len(lost) == k.shape[2] == 10
    assert lost == sorted(lost, reverse=True)
    errors = [float(np.abs(naive(q, cut, spec).output - own).max()) for cut in cuts]
    assert errors[0] > 4 * errors[4] > 16 * errors[7] > 1e4 * errors[-1]
    assert all(np.abs(naive(q, cut, spec).weights.sum(-1) - 1).max() < 1e-5 for cut in cuts)


@pytest.mark.parametrize("rank", [0, 4, -1])
def test_a_rank_that_is_not_there_is_a_sentence(rank: int) -> None:
    with pytest.raises(ValueError, match=f"The rank is 1 to 3 here, not {rank}"):
        compress(numbers(2, 3, 4), numbers(2, 3, 4)).truncated(rank)


# Libraries


def test_numpy_and_torch_agree() -> None:
    q, k, v = numbers(1, 4, 3, 4), numbers(1, 2, 5, 4, seed=1), numbers(1, 2, 5, 3, seed=2)
    ours, theirs = (compress(*x).truncated(2) for x in ((k, v), (torch.as_tensor(k), torch.as_tensor(v))))
    assert isinstance(theirs.c, torch.Tensor)
    close(ours.k, theirs.k)  # a singular vector's sign is anybody's choice, its product is not
    close(naive(q, ours).output, naive(torch.as_tensor(q), theirs).output)
    close(absorbed(q, ours)[1], absorbed(torch.as_tensor(q), theirs)[1])


def test_gradients_of_both_forms() -> None:
    shapes = [(1, 2, 3, 2), (1, 3, 2), (2, 2, 2), (2, 2, 2), (1, 2, 3, 2), (1, 3, 2)]
    inputs = [torch.as_tensor(numbers(*shape, seed=s)).requires_grad_() for s, shape in enumerate(shapes)]
    for form in (lambda *x: naive(*x).output, lambda *x: absorbed(*x)[1]):
        assert torch.autograd.gradcheck(
            lambda q, c, k, v, q_pe, k_pe, form=form: form(q, Latent(c, k, v), CAUSAL, (q_pe, k_pe)), inputs
        )


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_half_precision_is_computed_in_float32(kind: torch.dtype) -> None:
    q, k, v = (torch.as_tensor(numbers(1, 2, 5, 4, seed=s)).to(kind) for s in range(3))
    latent = compress(k, v)
    assert latent.c.dtype == latent.k.dtype == torch.float32
    exact = attend(q.double(), k.double(), v.double()).output
    assert naive(q, latent).output.dtype == torch.float32
    close(naive(q, latent).output, exact, atol=1e-5)
    close(absorbed(q, latent)[1], exact, atol=1e-5)
