"""Linear attention: weights against state, loops from the papers, transformers' gated delta rule, the ONNX cases."""

from __future__ import annotations

import importlib
import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.layers.linear import by_state, elu_plus_one, linear, proportion, recurrence
from tests.engine.numbers import close, numbers

SIZES = st.integers(1, 6)


def qkv(kv_heads: int, group: int, n: int, d: int, dv: int) -> tuple[Any, Any, Any]:
    return (
        numbers(2, kv_heads * group, n, d),
        numbers(2, kv_heads, n, d, seed=1),
        numbers(2, kv_heads, n, dv, seed=2),
    )


# ONNX


@cache
def onnx_cases() -> list[Any]:
    """The node cases of the operator, without those that spell the same one out in others."""
    importlib.import_module("onnx.backend.test.case.node.linear_attention")
    cases = importlib.import_module("onnx.backend.test.case.node")._NodeTestCases
    return [c for c in cases if c.name.startswith("test_linear_attention_") and "_expanded" not in c.name]


def test_no_case_of_onnx_is_missing() -> None:
    assert len({case.name for case in onnx_cases()}) == len(onnx_cases()) == 14


@pytest.mark.parametrize("number", range(14))
@pytest.mark.parametrize("xp", [np, torch])
def test_the_cases_of_onnx(number: int, xp: Any) -> None:
    case = onnx_cases()[number]
    node = case.model.graph.node[0]
    attributes = {a.name: a.f if a.name == "scale" else a.i for a in node.attribute if a.name != "update_rule"}
    heads, kv_heads = attributes["q_num_heads"], attributes["kv_num_heads"]
    for inputs, (output, state) in case.data_sets:
        given = dict(zip([name for name in node.input if name], inputs, strict=True))
        assert set(given) <= {"query", "key", "value", "past_state", "decay", "beta"}

        def split(name: str, count: int, given: Any = given) -> Any:
            """(B, N, H d) as (B, H, N, d); a beta for all heads is (B, 1, N, 1)."""
            if name not in given:
                return None
            x = given[name]
            x = x.reshape(*x.shape[:2], 1 if x.shape[2] == 1 else count, -1).swapaxes(1, 2)
            return xp.asarray(np.ascontiguousarray(x))

        q, (k, v, decay, beta) = (
            split("query", heads),
            (split(name, kv_heads) for name in ("key", "value", "decay", "beta")),
        )
        past = given.get("past_state")
        got, after = recurrence(
            q, k, v, decay, beta, None if past is None else xp.asarray(past), attributes.get("scale")
        )
        atol = 2e-3 if output.dtype == np.float16 else 1e-5
        assert str(got.dtype).endswith(str(output.dtype))
        close(np.asarray(got).swapaxes(1, 2).reshape(output.shape), output, atol)
        close(after, state, atol)


# Loops


def feature(x: float) -> float:
    return x + 1 if x > 0 else math.exp(x)


@given(SIZES, SIZES, SIZES, st.booleans())
def test_a_double_loop_from_the_paper(n: int, d: int, dv: int, causal: bool) -> None:
    q, k, v = qkv(1, 2, n, d, dv)
    got = linear(q, k, v, masks.causal() if causal else None)
    for h in range(2):
        for i in range(n):
            seen = range(i + 1 if causal else n)
            scores = [
                sum(feature(a) * feature(b) for a, b in zip(q[1, h, i], k[1, 0, j], strict=True)) if j in seen else 0
                for j in range(n)
            ]
            close(got.weights[1, h, i], np.array(scores) / sum(scores))
            close(got.output[1, h, i], sum(s / sum(scores) * v[1, 0, j] for j, s in enumerate(scores)))


@given(st.integers(1, 3), st.integers(1, 3), SIZES, SIZES)
def test_gated_delta_rule_of_transformers(kv_heads: int, n: int, d: int, dv: int) -> None:
    from transformers.models.qwen3_next.modeling_qwen3_next import torch_recurrent_gated_delta_rule

    q, k, v = (torch.as_tensor(x).float() for x in qkv(kv_heads, 1, n, d, dv))
    decay, beta = (torch.as_tensor(numbers(2, kv_heads, n, seed=s)).float() for s in (3, 4))
    decay, beta, past = -decay.abs(), beta.sigmoid(), torch.as_tensor(numbers(2, kv_heads, d, dv, seed=5)).float()
    turned = [x.transpose(1, 2) for x in (q, k, v, decay, beta)]
    expected, state = torch_recurrent_gated_delta_rule(*turned, initial_state=past.clone(), output_final_state=True)
    got, after = recurrence(q, k, v, decay[..., None], beta[..., None], past)
    close(got.transpose(1, 2), expected, atol=1e-4)
    close(after, state, atol=1e-4)


# Laws


@given(st.integers(1, 3), st.integers(1, 3), SIZES, SIZES, SIZES)
def test_weights_and_state_agree(kv_heads: int, group: int, n: int, d: int, dv: int) -> None:
    q, k, v = qkv(kv_heads, group, n, d, dv)
    close(by_state(q, k, v), linear(q, k, v, masks.causal()).output)


@given(st.integers(1, 3), SIZES, SIZES, st.integers(0, 6), st.booleans(), st.booleans())
def test_a_text_in_two_pieces_is_the_same_text(
    kv_heads: int, n: int, d: int, cut: int, forgets: bool, corrects: bool
) -> None:
    q, k, v = qkv(kv_heads, 2, n, d, 2)
    decay = -np.abs(numbers(2, kv_heads, n, d, seed=3)) if forgets else None
    beta = 1 / (1 + np.exp(numbers(2, kv_heads, n, 1, seed=4))) if corrects else None
    state, parts = None, []
    for piece in (slice(cut), slice(cut, None)):
        a, b, c, d_part, b_part = (None if x is None else x[:, :, piece] for x in (q, k, v, decay, beta))
        output, state = recurrence(a, b, c, d_part, b_part, state)
        parts.append(output)
    whole, after = recurrence(q, k, v, decay, beta)
    close(np.concatenate(parts, 2), whole)
    close(state, after)


@given(SIZES, SIZES, SIZES)
def test_without_gates_it_is_attention_without_softmax(n: int, d: int, dv: int) -> None:
    q, k, v = qkv(2, 1, n, d, dv)
    close(recurrence(q, k, v)[0], np.tril(q @ k.swapaxes(-1, -2)) / d**0.5 @ v)
    gates = np.zeros((2, 2, n, 1))
    close(recurrence(q, k, v, decay=gates)[0], recurrence(q, k, v)[0])
    nothing, state = recurrence(q, k, v, beta=gates)
    assert (nothing == 0).all() and (state == 0).all()


def test_the_delta_rule_replaces_what_a_key_held_and_decay_forgets_it() -> None:
    key = np.array([[[[1.0, 0.0], [1.0, 0.0]]]])
    value = np.array([[[[5.0], [7.0]]]])
    assert recurrence(key, key, value, scale=1.0)[0].ravel().tolist() == [5, 12]
    assert recurrence(key, key, value, beta=np.ones((1, 1, 2, 1)), scale=1.0)[0].ravel().tolist() == [5, 7]
    half = np.full((1, 1, 2, 1), math.log(0.5))
    close(recurrence(key, key, value, decay=half, scale=1.0)[0].ravel(), [5, 9.5])
    assert (recurrence(key, key, value, scale=0.0)[0] == 0).all()


@given(SIZES, SIZES, st.integers(-3, 3))
def test_a_row_sums_to_1_or_sees_nothing(n: int, d: int, offset: int) -> None:
    got = linear(*qkv(2, 2, n, d, 2), masks.causal(offset))
    close(got.weights.sum(-1), np.broadcast_to(got.visible.any(-1), got.weights.shape[:-1]))
    assert (got.weights >= 0).all() and (got.weights[~got.visible] == 0).all()
    assert got.lse is None


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=5))
def test_the_feature_map_is_torchs_elu_plus_1(row: list[float]) -> None:
    expected = torch.nn.functional.elu(torch.tensor(row, dtype=torch.float64)) + 1
    close(elu_plus_one(np.array(row)), expected)
    assert (elu_plus_one(np.array(row)) > 0).all()


def test_keys_that_are_nothing_to_the_map_weigh_nothing() -> None:
    far = np.full((1, 1, 2, 1), -1e4)  # exp of it is 0
    for output in (linear(far, far, np.ones((1, 1, 2, 1))).output, by_state(far, far, np.ones((1, 1, 2, 1)))):
        assert (output == 0).all()
    assert proportion(np.array([1.0, 3.0, -math.inf]))[0].tolist() == [0.25, 0.75, 0]


def test_a_hidden_nan_does_not_leak() -> None:
    q, k, v = qkv(1, 1, 3, 2, 2)
    clean = linear(q, k, v, masks.causal()).output
    k[:, :, 2] = v[:, :, 2] = math.nan
    got = linear(q, k, v, masks.causal()).output
    close(got[:, :, :2], clean[:, :, :2])
    assert np.isnan(got[:, :, 2]).all()


# Libraries


def test_numpy_and_torch_agree_and_gradients_flow() -> None:
    arrays = *qkv(1, 2, 3, 2, 2), -np.abs(numbers(2, 1, 3, 2, seed=3)), np.abs(numbers(2, 1, 3, 1, seed=4))
    tensors = [torch.as_tensor(x).requires_grad_() for x in arrays]
    forms: Any = (
        lambda q, k, v, decay, beta: linear(q, k, v, masks.causal()).output,
        lambda q, k, v, decay, beta: by_state(q, k, v),
        lambda q, k, v, decay, beta: recurrence(q, k, v, decay, beta)[0],
    )
    for ours in forms:
        assert isinstance(ours(*arrays), np.ndarray)
        close(ours(*arrays), ours(*tensors).detach())
        assert torch.autograd.gradcheck(ours, tensors)


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_half_precision_is_computed_in_float32(kind: torch.dtype) -> None:
    q, k, v = (torch.as_tensor(x).to(kind) for x in qkv(1, 2, 5, 4, 3))
    wide: Any = [x.float() for x in (q, k, v)]
    assert linear(q, k, v).output.dtype == torch.float32
    close(linear(q, k, v).output, linear(*wide).output)
    assert by_state(q, k, v).dtype == recurrence(q, k, v)[0].dtype == kind
    assert (by_state(q, k, v) == by_state(*wide).to(kind)).all()
    assert recurrence(q, k, v)[1].dtype == torch.float32


def test_no_tokens() -> None:
    output, state = recurrence(*qkv(2, 2, 0, 3, 5))
    assert output.shape == (2, 4, 0, 5)
    assert state.shape == (2, 2, 3, 5)


@pytest.mark.parametrize("xp", [np, torch])
def test_infinite_scores_show_as_nan_without_a_warning(xp: Any) -> None:
    large = xp.asarray(np.full((1, 1, 2, 2), 1e30, np.float32))
    assert xp.isnan(linear(large, large, large).weights).all()
