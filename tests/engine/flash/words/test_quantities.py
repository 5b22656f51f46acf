"""How sentences write bytes and numbers."""

import math

import pytest

from engine.flash.words.quantities import amount, count, number, power_of_ten, span


@pytest.mark.parametrize(
    ("size", "text"),
    [
        *((0, "0 B"), (1, "1 B"), (128, "128 B"), (1023, "1023 B"), (1024, "1 KiB"), (5325, "5.2 KiB")),
        *((90368, "88.2 KiB"), (102348, "99.9 KiB"), (163840, "160 KiB"), (2**20 - 1, "1 MiB"), (2**20, "1 MiB")),
        *((3 * 2**29, "1.5 GiB"), (2**40, "1 TiB"), (5000 * 2**40, "5000 TiB")),
    ],
)
def test_bytes(size: int, text: str) -> None:
    assert amount(size) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((0.0, "0.00"), (1.2, "1.20"), (-3.456, "−3.46"), (0.005, "0.01"), (0.0039, "3.9 × 10⁻³")),
        *((-1e-9, "−1.0 × 10⁻⁹"), (123456.7, "123456.70"), (2.5e12, "2.5 × 10¹²")),
        *((math.inf, "∞"), (-math.inf, "−∞"), (math.nan, "NaN")),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text


def test_errors_are_powers_of_ten() -> None:
    assert [power_of_ten(x) for x in (1.2e-7, 0.5, 0.0, math.inf)] == ["1.2 × 10⁻⁷", "5.0 × 10⁻¹", "0", "∞"]


def test_one_and_many() -> None:
    assert [count(n, "row") for n in (0, 1, 2, 1500)] == ["0 rows", "1 row", "2 rows", "1,500 rows"]
    assert (span("row", 80, 96), span("key", 4, 5)) == ("rows 80 to 95", "key 4")
