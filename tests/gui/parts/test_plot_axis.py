"""Axes: where a number lies, and which numbers stand beside them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.flash.traffic.plot import apart
from gui.parts.plot_axis import PlotAxis, even_ticks, even_top, powers, round_step, ticks

positive = st.floats(1e-3, 1e18)


@given(positive, st.floats(1.001, 1e9), st.floats(0, 1), st.booleans())
def test_an_axis_runs_from_end_to_end(low: float, ratio: float, share: float, logarithmic: bool) -> None:
    axis = PlotAxis(low, low * ratio, 30, 330, logarithmic)
    between = low * ratio**share if logarithmic else low + share * (low * ratio - low)
    assert (axis.at(low), axis.at(low * ratio)) == pytest.approx((30, 330))
    assert axis.at(between) == pytest.approx(30 + 300 * share, abs=1e-3)


def test_an_axis_of_one_number() -> None:
    assert PlotAxis(5, 5, 10, 90).at(5) == 10


@given(positive, st.integers(2, 8))
def test_steps_are_round_and_few(top: float, most: int) -> None:
    step = round_step(top, most)
    mantissa = step / 10.0 ** math.floor(math.log10(step) + 1e-9)
    assert min(abs(mantissa - each) for each in (1, 2, 4, 5)) < 1e-6
    assert step * most >= top * (1 - 1e-6) and top / step > most / 3


def test_the_mock_s_axis() -> None:
    assert round_step(160) == 40 and round_step(0) == 1


@given(positive, st.floats(1.5, 1e12), st.sampled_from([2.0, 4.0, 10.0]), st.integers(3, 6))
def test_numbers_beside_an_axis_lie_on_it_and_rise(low: float, ratio: float, base: float, most: int) -> None:
    high = low * ratio
    found = ticks(low, high, base, most)
    assert found == sorted(set(found)) and len(found) <= most + 1
    assert all(low * (1 - 1e-6) <= number <= high * (1 + 1e-6) for number in found)


def test_finer_numbers_where_powers_are_few() -> None:
    assert ticks(1, 1e4, 10, 5) == [1, 10, 100, 1000, 10000]
    assert ticks(20, 500, 10, 5) == [20, 50, 100, 200, 500]
    assert ticks(5, 800, 10, 5) == [10, 30, 100, 300]
    assert ticks(16, 256, 2, 4) == [16, 64, 256]
    kib = 1024.0
    assert [number / kib for number in ticks(16 * kib, 48 * kib, 4, 5)] == [20, 30, 40]
    assert [number / kib for number in ticks(17 * kib, 50 * kib, 4, 5)] == [20, 30, 40, 50]
    assert powers(1, 2**20, 2, 4) == [1, 2**6, 2**12, 2**18]


@given(st.lists(st.floats(0, 200), min_size=1, max_size=4))
def test_labels_do_not_meet(tops: list[float]) -> None:
    placed = apart(tops, 28, 0, 200)
    order = sorted(range(len(tops)), key=lambda n: (tops[n], n))
    assert all(placed[b] - placed[a] >= 28 - 1e-6 for a, b in pairwise(order))
    assert min(placed) >= -1e-6 and max(placed) <= 172 + 1e-6
    if len(tops) == 1:
        assert placed[0] == min(tops[0], 172)


@pytest.mark.parametrize(
    ("top", "numbers"),
    [(15, [0, 4, 8, 12]), (12, [0, 4, 8, 12]), (1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0.15, [0, 0.04, 0.08, 0.12])],
)
def test_no_number_stands_beyond_the_end_of_an_axis(top: float, numbers: list[float]) -> None:
    assert even_ticks(top, 5) == pytest.approx(numbers)


@pytest.mark.parametrize(("highest", "top"), [(10.5, 12), (12, 12), (0.3, 0.3), (4.4, 5), (0, 1)])
def test_an_axis_may_end_at_the_next_number(highest: float, top: float) -> None:
    assert even_top(highest, 5) == pytest.approx(top)
