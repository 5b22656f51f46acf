"""Two schedules side by side: the same share of the work, from the start to the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.flash import Schedule, schedule
from engine.flash.frame.instep import in_step

PAIRS = [("standard", "fa2"), ("fa1", "fa2"), ("fa2", "standard"), ("decoding", "fa1")]


def of(algorithm: str) -> Schedule:
    return schedule(40, 40, 8, block_q=8, block_k=5, algorithm=algorithm, mask=masks.causal())


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_both_start_and_both_end(one: str, other: str) -> None:
    chosen, beside = of(one), of(other)
    assert in_step(chosen, 0, beside) == 0
    assert in_step(chosen, len(chosen), beside) == len(beside)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_share_is_the_same_but_for_one_product_and_never_falls(one: str, other: str) -> None:
    chosen, beside = of(one), of(other)
    largest = max(step.operations for step in beside) / beside.operations
    shares = [beside.totals(in_step(chosen, t, beside)).operations / beside.operations for t in range(len(chosen) + 1)]
    for t, share in enumerate(shares):
        done = chosen.totals(t).operations / chosen.operations
        assert done - 1e-12 <= share <= done + largest
    assert shares == sorted(shares)


@given(st.sampled_from(("standard", "fa1", "fa2")), st.floats(0, 1))
def test_a_schedule_is_in_step_with_itself(algorithm: str, share: float) -> None:
    s = of(algorithm)
    t = round(share * len(s))
    assert in_step(s, t, s) == t


def test_where_standard_attention_rests_the_other_waits() -> None:
    standard, fa2 = of("standard"), of("fa2")
    softmax = standard.find("softmax", 2)
    assert softmax is not None
    t = in_step(standard, softmax, fa2)
    assert fa2.totals(t).operations / fa2.operations == pytest.approx(0.5, abs=0.02)
