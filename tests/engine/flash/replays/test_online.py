"""The online softmax of a row block: what its rows carry along, and when they shrink it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.flash import replay, schedule
from engine.flash.replays.online import Online
from tests.engine.flash.tiled import Problem, problems
from tests.engine.numbers import close, numbers


def online(rows: Any, lazy: bool = False) -> Online:
    """One row, its tiles as lists of scores."""
    return Online(np.array(rows, float)[None, None, None], lazy)


def test_the_recurrence_by_hand() -> None:
    row = online([[1.0, 3.0], [2.0, 0.0], [5.0, -np.inf]])
    close(row.m[0, 0, 0], [-np.inf, 3, 3, 5])
    close(row.highest[0, 0, 0], [3, 3, 5])
    close(row.factors[0, 0, 0], [0, 1, math.exp(-2)])
    first = math.exp(-2) + 1
    second = first + math.exp(-1) + math.exp(-3)
    close(row.l[0, 0, 0], [0, first, second, second * math.exp(-2) + 1])
    close(row.weights[0, 0, 0, 2], [1, 0])
    assert row.shrunk[0, 0, 0].tolist() == [False, False, True]


def test_a_row_that_has_seen_nothing_carries_nothing() -> None:
    row = online([[-np.inf, -np.inf], [-np.inf, 4.0], [-np.inf, -np.inf]])
    close(row.m[0, 0, 0], [-np.inf, -np.inf, 4, 4])
    close(row.l[0, 0, 0], [0, 0, 1, 1])
    assert not row.shrunk.any()


def test_lazy_rescaling_waits_for_eight_powers_of_two() -> None:
    eight = 8 * math.log(2)
    row = online([[0.0], [eight - 1e-9], [eight + 1e-9], [eight + 1]], lazy=True)
    close(row.m[0, 0, 0], [-np.inf, 0, 0, eight + 1e-9, eight + 1e-9])
    close(row.highest[0, 0, 0], [0, eight - 1e-9, eight + 1e-9, eight + 1])
    assert row.shrunk[0, 0, 0].tolist() == [False, False, True, False]
    assert online([[0.0], [1.0], [2.0]]).shrunk.sum() == 2


@settings(deadline=None, max_examples=40)
@given(problems(("fa1", "fa2", "decoding")), st.floats(0, 1))
def test_lazy_rescaling_changes_no_output_and_shrinks_no_more_often(p: Problem, share: float) -> None:
    t = round(share * len(p.s))
    lazy, eager = (replay(*p.arrays, p.s, p.spec, t, lazy=way) for way in (True, False))
    close(lazy.output, eager.output)
    close(lazy.lse, eager.lse)
    assert lazy.rescales <= eager.rescales
    assert (lazy.m <= eager.m + 1e-12).all()  # of a row that is stored, m is the log-sum-exp, rounded on another way


def test_most_rescaling_is_not_needed() -> None:
    """FlashAttention-4's observation, on scores that grow slowly along the keys: hundreds of rescales become some."""
    n = 256
    q, k, v = (numbers(1, 1, n, 16, seed=seed) for seed in range(3))
    k = k + np.linspace(0, 1, n)[:, None] * q.mean(2, keepdims=True)
    s = schedule(n, n, 16, block_q=16, block_k=16)
    eager, lazy = (replay(q, k, v, s, lazy=way) for way in (False, True))
    close(lazy.output, eager.output, 5e-15)
    assert eager.rescales > 400
    assert lazy.rescales < eager.rescales / 20


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
@pytest.mark.parametrize("lazy", [False, True])
def test_rescales_are_counted_as_they_happen(lazy: bool, algorithm: str) -> None:
    """One by one: at each rescale step the rows whose factor is not 1, of those that had summed something."""
    q, k, v = 6 * numbers(1, 2, 8, 4), numbers(1, 1, 12, 4, seed=1), numbers(1, 1, 12, 4, seed=2)
    s = schedule(8, 12, 4, block_q=4, block_k=2, algorithm=algorithm, splits=2 if algorithm == "decoding" else 1)
    count = 0
    for t, step in enumerate(s, 1):
        state = replay(q, k, v, s, upto=t, lazy=lazy)
        if step.op == "rescale":
            assert state.active is not None and state.active.l is not None and state.active.factor is not None
            count += int(((state.active.l > 0) & (state.active.factor != 1)).sum())
        assert state.rescales == count
    assert count > 3
