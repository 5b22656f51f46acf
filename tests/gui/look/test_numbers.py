"""How numbers are written."""

from __future__ import annotations

import math

import pytest

from gui.look import numbers


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (numbers.short_weight(0.5232), ".52"),
        (numbers.short_weight(1.0), "1.00"),
        (numbers.short_weight(math.nan), "NaN"),
        (numbers.fixed(-1.7, 2), "−1.70"),
        (numbers.fixed(-0.001, 2), "0.00"),
        (numbers.fixed(-math.inf, 2), "−∞"),
        (numbers.score(1234.5), "1234"),
        (numbers.fixed(-1.25e36, 2), "−1.2 × 10³⁶"),
        (numbers.score(9_999_999), "9999999"),
        (numbers.score(1e7), "1.0 × 10⁷"),
        (numbers.percent(0.0881, 1), "8.8 %"),
        (numbers.percent(0.523), "52 %"),
        (numbers.power(1.2e-7), "1.2 × 10⁻⁷"),
        (numbers.power(0), "0"),
        (numbers.exponential(5.048342), "155.8"),
        (numbers.exponential(9.52), "13,630"),
        (numbers.exponential(57.1), "6.3 × 10²⁴"),
        (numbers.exponential(5000), "3.0 × 10²¹⁷¹"),
        (numbers.exponential(57.1, 2), "6.284 × 10²⁴"),
        (numbers.exponential(23.0257), "1.0 × 10¹⁰"),
        (numbers.exponential(-math.inf), "0"),
        (numbers.exponential(-50), "1.9 × 10⁻²²"),
        (numbers.grouped(17485), "17,485"),
    ],
)
def test_numbers_read_well(made: str, text: str) -> None:
    assert made == text
