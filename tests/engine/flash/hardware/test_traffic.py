"""Curves of traffic, against adding up the steps one by one."""

import numpy as np
import pytest

from engine.flash import Schedule, schedule
from engine.flash.hardware.traffic import curve
from engine.masks import causal

CAUSAL = schedule(128, 128, 32, block_q=16, block_k=16, mask=causal())
STANDARD = schedule(70, 50, 8, block_q=16, block_k=32, algorithm="standard", d_v=5)


@pytest.mark.parametrize("made", [CAUSAL, STANDARD], ids=["fa2", "standard"])
@pytest.mark.parametrize("points", [2, 7, 1000])
def test_every_point_is_the_sum_of_the_steps_before_it(made: Schedule, points: int) -> None:
    steps = list(made)
    traffic = curve(made, points)
    assert len(traffic.steps) == min(points, len(steps) + 1)
    for at, step in enumerate(traffic.steps):
        done = steps[:step]
        assert traffic.read[at] == sum(each.read for each in done)
        assert traffic.written[at] == sum(each.written for each in done)
        assert traffic.operations[at] == sum(each.operations for each in done)


def test_it_begins_at_nothing_and_ends_with_everything() -> None:
    traffic = curve(CAUSAL)
    assert (traffic.steps[0], traffic.moved[0], traffic.share[0]) == (0, 0, 0)
    assert (traffic.steps[-1], traffic.moved[-1], traffic.share[-1]) == (204, 88.25 * 1024, 1)
    assert np.all(np.diff(traffic.steps) == 1)


def test_points_are_evenly_apart_where_there_are_more_steps() -> None:
    steps = curve(CAUSAL, 50).steps
    assert len(steps) == 50 and set(np.diff(steps)) <= {4, 5}


def test_a_pass_that_computes_nothing_moves_bytes_at_a_standstill() -> None:
    traffic = curve(STANDARD, 10_000)
    still = np.diff(traffic.share) == 0
    assert (np.diff(traffic.moved)[still]).sum() > 2 * 70 * 50 * 2  # at least S read and P written


def test_a_curve_needs_two_points() -> None:
    with pytest.raises(ValueError, match="The number of points must be a whole number from 2"):
        curve(CAUSAL, 1)
