"""Each normaliser against the model that uses it, or against its definition solved in double precision."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec, attend
from engine.normalizers import Sink, entmax15, off_by_one, sigmoid, sink, softmax, sparsemax
from tests.engine.numbers import close, numbers

LOGITS = [0.3, -1.0, 2.0, 0.0]  # of four heads
ROW = st.lists(st.floats(-30, 30), min_size=1, max_size=9)


def scores_of(rows: list[list[float]]) -> Any:
    """The rows in each of four heads: (1, 4, rows, keys)."""
    return np.array([[rows] * 4], float)


@given(ROW)
def test_softmax_is_torchs(row: list[float]) -> None:
    weights, lse = softmax(np.array(row))
    close(weights, torch.softmax(torch.tensor(row, dtype=torch.float64), -1))
    close(lse, torch.logsumexp(torch.tensor(row, dtype=torch.float64), -1))


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(0, 99))
def test_the_sink_is_that_of_gpt_oss(n: int, seed: int) -> None:
    from transformers.models.gpt_oss.modeling_gpt_oss import eager_attention_forward

    q, k, v = (torch.as_tensor(numbers(2, 4 if i == 0 else 2, n, 3, seed=[seed, i])) for i in range(3))  # type: ignore[arg-type]
    module = SimpleNamespace(num_key_value_groups=2, training=False, sinks=torch.tensor(LOGITS, dtype=torch.float64))
    hidden = torch.full((n, n), -math.inf, dtype=torch.float64).triu(1)
    expected, weights = eager_attention_forward(module, q, k, v, hidden, 0.5)
    got = attend(q, k, v, Spec(scale=0.5, mask=masks.causal(), normalizer=sink(module.sinks)))
    close(got.weights, weights)
    close(got.output, expected.transpose(1, 2))


@given(ROW)
def test_a_logit_beside_the_keys_is_a_key_without_a_value(row: list[float]) -> None:
    for head, logit in enumerate(LOGITS):
        expected, expected_lse = softmax(np.array([*row, logit]))
        weights, lse = sink(LOGITS)(scores_of([row]))
        close(weights[0, head, 0], expected[:-1])
        close(lse[0, head, 0], expected_lse)  # the logarithm of the whole denominator
    expected, expected_lse = softmax(np.array([*row, 0.0]))
    weights, lse = off_by_one(np.array(row))
    close(weights, expected[:-1])
    close(lse, expected_lse)


def test_off_by_one_in_numbers_one_can_follow() -> None:
    weights, lse = off_by_one(np.log([1.0, 2.0]))
    close(weights, [1 / 4, 2 / 4])
    close(lse, math.log(4))
    close(off_by_one(np.array([-800.0, 800.0]))[0], [0, 1])


def test_one_logit_serves_all_heads_and_a_tensor_may_meet_numpy() -> None:
    scores = scores_of([[0.0, 1.0]])
    close(sink([0.0])(scores)[0], off_by_one(scores)[0])
    close(sink(torch.tensor(LOGITS, dtype=torch.float64))(scores)[0], sink(LOGITS)(scores)[0])
    close(sink(np.array(LOGITS))(torch.as_tensor(scores))[0], sink(LOGITS)(scores)[0])


def test_a_sink_that_is_moved_twice_counts_both() -> None:
    moved = sink(LOGITS).shifted(1).shifted(2)
    assert isinstance(moved, Sink)
    scores = scores_of([[0.0, 1.0]])
    close(moved(scores[:, 3:])[0], sink(LOGITS)(scores)[0][:, 3:])


@given(ROW, st.floats(-5, 5))
def test_sigmoid_is_torchs(row: list[float], bias: float) -> None:
    weights, lse = sigmoid(bias)(np.array(row))
    close(weights, torch.sigmoid(torch.tensor(row, dtype=torch.float64) + bias))
    assert lse is None
    close(sigmoid()(np.array(row))[0], torch.sigmoid(torch.tensor(row, dtype=torch.float64) - math.log(len(row))))


def test_sigmoid_is_exact_far_from_0() -> None:
    weights, _ = sigmoid(0)(np.array([-700.0, -800.0, 800.0, 0.0]))
    np.testing.assert_allclose(weights, [math.exp(-700), 0, 1, 0.5], rtol=1e-12)


def by_definition(row: list[float], alpha: float) -> list[float]:
    """((alpha - 1) z - t)+ ^ (1 / (alpha - 1)), t found by halving so that it sums to 1: Peters et al. 2019."""
    z = [(alpha - 1) * x for x in row]
    low, high = max(z) - 1, max(z)
    for _ in range(200):
        middle = (low + high) / 2
        if sum(max(x - middle, 0) ** (1 / (alpha - 1)) for x in z) < 1:
            high = middle
        else:
            low = middle
    return [max(x - low, 0) ** (1 / (alpha - 1)) for x in z]


@pytest.mark.parametrize(("normalizer", "alpha"), [(sparsemax, 2), (entmax15, 1.5)])
@pytest.mark.parametrize("spread", [0.1, 1.0, 10.0])
@settings(deadline=None)
@given(row=st.lists(st.floats(-3, 3) | st.integers(-2, 2).map(float), min_size=1, max_size=9))
def test_the_threshold_is_the_root(normalizer: Any, alpha: float, spread: float, row: list[float]) -> None:
    scaled = [spread * x for x in row]
    weights, lse = normalizer(np.array(scaled))
    close(weights, by_definition(scaled, alpha), atol=1e-9)
    assert lse is None


def test_sparse_rows_in_numbers_one_can_follow() -> None:
    close(sparsemax(np.array([1.0, 0.5, -1.0]))[0], [0.75, 0.25, 0])
    close(sparsemax(np.array([2.0, 0.5, -1.0]))[0], [1, 0, 0])
    close(entmax15(np.array([0.0, 0.0, -9.0]))[0], [0.5, 0.5, 0])
    close(entmax15(np.array([3.0, 0.0]))[0], [1, 0])
    close(entmax15(np.array([2 * 0.8, 2 * 0.6]) - 1)[0] ** 0.5 @ [1, -1], 0.2)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: sink([]), "one for each head"),
        (lambda: sink([0.0, math.inf]), "finite logits"),
        (lambda: sink(torch.tensor([math.nan])), "finite logits"),
        (lambda: sink([[0.0]]), "along one axis"),
        (lambda: sink(np.float64(1)), "along one axis"),
        (lambda: sigmoid(math.nan), "must be a finite number, not nan"),
        (lambda: sigmoid(-math.inf), "must be a finite number"),
    ],
)
def test_impossible_parameters_are_refused_in_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()
