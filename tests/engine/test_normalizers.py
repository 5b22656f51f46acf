"""Laws of all normalisers: what is hidden, empty rows, gradients, half precision, and sums of 1."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec, attend
from engine.normalizers import entmax15, off_by_one, sigmoid, sink, softmax, sparsemax
from tests.engine.numbers import close, numbers

LOGITS = [0.3, -1.0, 2.0, 0.0]
EACH: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "softmax": softmax,
    "off by one": off_by_one,
    "sink": sink(LOGITS),
    "sigmoid": sigmoid(),
    "sigmoid with a bias": sigmoid(0.5),
    "sparsemax": sparsemax,
    "entmax15": entmax15,
}
SUM_TO_1 = {name: EACH[name] for name in ("softmax", "sparsemax", "entmax15")}
each = pytest.mark.parametrize("normalizer", EACH.values(), ids=EACH)


def qkv(heads: int = 4, n: int = 5) -> list[Any]:
    return [numbers(2, heads if i == 0 else 2, n, 3, seed=i) for i in range(3)]


@each
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numpy_and_torch_give_the_same_numbers(normalizer: Any, dtype: str) -> None:
    scores = (3 * numbers(2, 4, 5, 6)).astype(dtype)
    scores[..., 2:4, 3:] = -np.inf
    (ours, lse), (theirs, torch_lse) = normalizer(scores), normalizer(torch.as_tensor(scores))
    assert ours.dtype == dtype and theirs.dtype == getattr(torch, dtype)
    close(ours, theirs, atol=1e-6 if dtype == "float32" else 1e-12)
    assert (lse is None) == (torch_lse is None)
    if lse is not None:
        assert lse.dtype == dtype and lse.shape == (2, 4, 5)
        close(lse, torch_lse, atol=1e-5 if dtype == "float32" else 1e-12)


@each
@pytest.mark.parametrize("xp", [np, torch])
def test_what_is_hidden_has_weight_0_and_changes_nothing(normalizer: Any, xp: Any) -> None:
    if normalizer is EACH["sigmoid"]:
        normalizer = sigmoid(-1.0)  # its own bias counts all keys, also hidden ones
    scores = xp.asarray(numbers(2, 4, 5, 3))
    hidden = xp.full((2, 4, 5, 2), -math.inf, dtype=scores.dtype)
    weights, lse = normalizer(xp.concatenate([hidden, scores, hidden], -1))
    expected, expected_lse = normalizer(scores)
    close(weights[..., 2:5], expected)
    assert (weights[..., [0, 1, 5, 6]] == 0).all()
    if lse is not None:
        close(lse, expected_lse)


@each
@pytest.mark.parametrize("xp", [np, torch])
def test_a_row_that_sees_nothing_has_weights_0(normalizer: Any, xp: Any) -> None:
    weights, lse = normalizer(xp.full((1, 4, 2, 3), -math.inf, dtype=xp.float64))
    assert weights.shape == (1, 4, 2, 3) and (weights == 0).all()
    expected = {"softmax": [-math.inf] * 4, "off by one": [0.0] * 4, "sink": LOGITS}
    for name, values in expected.items():
        if normalizer is EACH[name]:
            assert lse[0, :, 0].tolist() == values


@each
@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_what_is_not_a_number_stays_in_its_row(normalizer: Any, xp: Any, bad: float) -> None:
    scores = xp.asarray(numbers(1, 4, 3, 5))
    clean, _ = normalizer(scores)
    scores[:, :, 1, 2] = bad
    weights, _ = normalizer(scores)
    close(weights[:, :, [0, 2]], clean[:, :, [0, 2]])
    alone = normalizer in (EACH["sigmoid"], EACH["sigmoid with a bias"])
    assert xp.isnan(weights[:, :, 1]).sum() == (4 if alone else 20)


@each
def test_gradients(normalizer: Any) -> None:
    inputs = [torch.as_tensor(x).requires_grad_() for x in qkv()]
    mask = masks.causal(-1)  # the first query sees nothing
    assert torch.autograd.gradcheck(
        lambda q, k, v: attend(q, k, v, Spec(mask=mask, normalizer=normalizer)).output, inputs
    )


def test_gradients_reach_the_sink() -> None:
    q, k, v = map(torch.as_tensor, qkv())
    logits = torch.tensor(LOGITS, dtype=torch.float64, requires_grad=True)
    mask = masks.causal(-1)
    for stage in ("output", "lse"):
        assert torch.autograd.gradcheck(
            lambda x, stage=stage: getattr(attend(q, k, v, Spec(mask=mask, normalizer=sink(x))), stage), [logits]
        )


@each
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_normalised_in_float32(normalizer: Any, dtype: torch.dtype) -> None:
    q, k, v = (torch.as_tensor(x).to(dtype) for x in qkv(n=33))
    spec = Spec(mask=masks.causal(), normalizer=normalizer)
    got, exact = attend(q, k, v, spec), attend(q.double(), k.double(), v.double(), spec)
    assert got.masked.dtype == torch.float32 and got.weights.dtype == got.output.dtype == dtype
    unit = torch.finfo(dtype).eps / 2
    assert (got.weights.double() - exact.weights).abs().max() <= unit * exact.weights.max() + 1e-6
    assert (got.output.double() - exact.output).abs().max() <= unit * exact.output.abs().max() + 1e-5


@each
@settings(deadline=None, max_examples=20)
@given(head=st.integers(0, 3), start=st.integers(0, 4))
def test_one_head_alone_has_the_weights_it_has_among_all(normalizer: Any, head: int, start: int) -> None:
    q, k, v = qkv()
    spec = Spec(mask=masks.causal(), normalizer=normalizer)
    whole, kv = attend(q, k, v, spec), slice(head // 2, head // 2 + 1)
    part = attend(q[:, head : head + 1, start : start + 1], k[:, kv], v[:, kv], spec.shifted(head, start))
    close(part.weights, whole.weights[:, head : head + 1, start : start + 1])
    if whole.lse is not None:
        close(part.lse, whole.lse[:, head : head + 1, start : start + 1])


@settings(deadline=None)
@given(st.lists(st.floats(-30, 30), min_size=2, max_size=9), st.floats(-1e3, 1e3))
def test_what_sums_to_1_does_so_wherever_the_scores_lie(row: list[float], shift: float) -> None:
    for normalizer in SUM_TO_1.values():
        weights, _ = normalizer(np.array(row))
        close(weights.sum(), 1)
        assert (weights >= 0).all()
        close(normalizer(np.array(row) + shift)[0], weights, atol=1e-9)


@pytest.mark.parametrize("normalizer", SUM_TO_1.values(), ids=SUM_TO_1)
@pytest.mark.parametrize("spread", [0, 1e-3, 1, 100])
def test_long_rows_in_float32_sum_to_1(normalizer: Any, spread: float) -> None:
    scores = (spread * numbers(8, 8192)).astype(np.float32)
    close(normalizer(scores)[0].sum(-1, dtype=np.float64), np.ones(8), atol=1e-5)


@pytest.mark.parametrize("normalizer", SUM_TO_1.values(), ids=SUM_TO_1)
@pytest.mark.parametrize("below", [0.0, 0.9, 1.0, 1.9, 1.999, 2.0, 2.01, 2.6, 3.3, 50.0])
def test_one_key_above_thousands_that_are_alike(normalizer: Any, below: float) -> None:
    scores = np.full(8192, -below, np.float32)
    scores[5] = 0
    weights, _ = normalizer(scores)
    exact, _ = normalizer(scores.astype(np.float64))
    close(weights.sum(dtype=np.float64), 1, atol=1e-5)
    close(weights, exact, atol=1e-6)
