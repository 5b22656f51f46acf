"""Entropy, gradient and saturation against the definitions, in the corners too."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.maps.rows import stage_rows
from engine.maps.spans import CHUNK
from engine.shown.measures import entropy, gradient, mean_saturation, one_hot_until, saturation
from tests.engine.conftest import MakeCapture

LOGITS = st.lists(st.floats(-30, 30), min_size=1, max_size=8)


def softmax(logits: Any) -> Any:
    return torch.softmax(torch.as_tensor(logits, dtype=torch.float64), dim=-1).numpy()


def jacobian_norm(p: Any) -> float:
    return float(np.linalg.norm(np.diag(p) - np.outer(p, p)))


@pytest.mark.parametrize("xp", [np, torch])
def test_entropy_in_bits(xp: Any) -> None:
    quarters = [[1, 1, 1, 1], [2, 2, 0, 0], [2, 1, 1, 0], [4, 0, 0, 0], [0, 0, 0, 0]]
    rows = xp.asarray(quarters, dtype=xp.float64) / 4
    assert entropy(rows).tolist() == [2, 1, 1.5, 0, 0]
    assert entropy(rows.T, axis=0).tolist() == entropy(rows).tolist()
    assert math.copysign(1, entropy(rows)[3]) == 1  # "0 bits", not "-0"


@given(LOGITS)
def test_gradient_is_the_norm_of_the_jacobian(logits: list[float]) -> None:
    p = softmax(logits)
    assert gradient(p) == pytest.approx(jacobian_norm(p), abs=1e-9)
    assert gradient(torch.as_tensor(p)).item() == pytest.approx(gradient(p))
    assert gradient(np.stack([p, p[::-1]])) == pytest.approx(np.full(2, gradient(p)))


def test_gradient_is_the_norm_of_autograds_jacobian() -> None:
    logits = torch.tensor([0.3, -1.0, 2.0, 0.1], dtype=torch.float64)
    jacobian = torch.func.jacrev(torch.softmax)(logits, -1)
    assert gradient(torch.softmax(logits, -1)).item() == pytest.approx(torch.linalg.norm(jacobian).item())


def test_gradient_of_rows_that_are_known() -> None:
    rows = np.array([[0.5, 0.5], [1, 0], [0, 0]])
    assert gradient(rows).tolist() == [0.5, 0, 0]


def test_gradient_stays_exact_where_it_vanishes() -> None:
    small = np.float32(1e-12)  # the textbook formula gives 0 here, or noise of 3e-4
    assert gradient(np.array([1 - small, small], np.float32)) == pytest.approx(2e-12, rel=1e-5)


@given(LOGITS, st.data())
def test_saturation_is_softmax_at_each_divisor(logits: list[float], data: st.DataObject) -> None:
    raw = np.array(logits)
    visible = np.array(data.draw(st.lists(st.booleans(), min_size=len(raw), max_size=len(raw))))
    divisors = np.geomspace(0.5, 64, 5)
    bits, norms, largest = saturation(raw, visible, divisors)
    for divisor, one_bits, one_norm, one_largest in zip(divisors, bits, norms, largest, strict=True):
        p = softmax(raw[visible] / divisor)
        assert one_largest == pytest.approx(max(p, default=0), abs=1e-12)
        assert one_bits == pytest.approx(-sum(x * math.log2(x) for x in p if x), abs=1e-9)
        assert one_norm == pytest.approx(jacobian_norm(p), abs=1e-9)


def test_saturation_collapses_to_one_hot_and_flattens_to_uniform() -> None:
    bits, norms, _ = saturation(np.array([300.0, 0, 0, 0]), np.ones(4, bool), np.array([0.5, 1e6]))
    assert bits == pytest.approx([0, 2], abs=1e-6)
    assert norms == pytest.approx([0, jacobian_norm(np.full(4, 0.25))], abs=1e-6)


@pytest.mark.parametrize("raw", [[9.0, 2.0], [4.0, 3.0, -1.0], [20.0, 6.0, 5.0, 4.0]])
def test_one_hot_ends_where_half_precision_first_sees_another_key(raw: list[float]) -> None:
    row, all_seen, divisors = np.array(raw), np.ones(len(raw), bool), np.geomspace(0.1, 64, 120)
    end = one_hot_until(divisors, saturation(row, all_seen, divisors)[2])
    assert end is not None
    below, above = (saturation(row, all_seen, np.array([end * by]))[2].astype(np.float16)[0] for by in (0.999, 1.001))
    assert below == 1 > above


def test_one_hot_nowhere_and_everywhere() -> None:
    divisors, both = np.geomspace(0.5, 64, 9), np.ones(2, bool)
    assert one_hot_until(divisors, saturation(np.array([1.0, 1.0]), both, divisors)[2]) is None
    assert one_hot_until(divisors, saturation(np.array([1e6, 1.0]), both, divisors)[2]) == 64


def test_a_hidden_nan_and_a_hidden_largest_key_do_not_count() -> None:
    bits, _, _ = saturation(np.array([1.0, 1.0, np.nan, 99.0]), np.array([True, True, False, False]), np.array([2.0]))
    assert bits == pytest.approx([1])


@pytest.mark.parametrize("head", [1, "mean"])
@pytest.mark.parametrize("mask", [None, masks.causal(), masks.causal(-CHUNK - 2)])
def test_means_are_over_the_rows_that_see_a_key(
    random_capture: MakeCapture, head: int | str, mask: masks.Mask | None
) -> None:
    n = CHUNK + 5
    capture, spec = random_capture(n, d=3), Spec(scale=2.0, mask=mask)
    weights, visible = stage_rows(capture, 0, head, spec, "weights", 0, n)
    rows = [row.astype(np.float64) for row, seen in zip(weights, visible, strict=True) if seen.any()]
    assert len(rows) == (3 if mask and not visible[CHUNK].any() else n)
    expected = [np.mean([of(row) for row in rows]) for of in (entropy, jacobian_norm, np.max)]
    assert mean_saturation(capture, 0, head, spec) == pytest.approx(expected, rel=1e-4)


def test_means_when_no_row_sees_anything(random_capture: MakeCapture) -> None:
    assert mean_saturation(random_capture(4), 0, 0, Spec(mask=masks.causal(-4))) == (0, 0, 0)


def test_means_can_be_cancelled_between_chunks(random_capture: MakeCapture) -> None:
    asked: list[bool] = []

    def at_the_second_question() -> bool:
        asked.append(True)
        return len(asked) == 2

    assert mean_saturation(random_capture(2 * CHUNK + 1), 0, 0, Spec(), at_the_second_question) is None
    assert len(asked) == 2
