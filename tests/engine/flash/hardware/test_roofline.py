"""The roof: its two slopes, where they meet, and what that says of a schedule."""

from dataclasses import dataclass

import numpy as np
import pytest

from engine.flash.hardware.devices import DEVICES, device_of
from engine.flash.hardware.roofline import roof, roofline

A100 = device_of("a100")


@dataclass(frozen=True)
class Made:
    """Work of which only the totals are known."""

    hbm_read: int
    hbm_written: int
    operations: int


def test_below_the_ridge_memory_holds_it_up() -> None:
    at = roofline(Made(600, 400, 100_000), A100)
    assert (at.intensity, at.bound) == (100, "memory")
    assert at.attainable == pytest.approx(100 * 1555e9)
    assert at.seconds == pytest.approx(1000 / 1555e9)


def test_above_the_ridge_arithmetic_does() -> None:
    at = roofline(Made(600, 400, 1_000_000), A100)
    assert (at.intensity, at.bound, at.attainable) == (1000, "compute", 312e12)
    assert at.seconds == pytest.approx(1_000_000 / 312e12)


@pytest.mark.parametrize("name", DEVICES)
@pytest.mark.parametrize("operations", [1, 10**5, 10**9])
def test_time_and_rate_say_the_same(name: str, operations: int) -> None:
    at = roofline(Made(900, 100, operations), DEVICES[name])
    assert at.seconds == pytest.approx(at.operations / at.attainable)


def test_the_roof_rises_to_the_ridge_and_is_flat_behind_it() -> None:
    intensity = np.array([0, A100.ridge / 2, A100.ridge, 2 * A100.ridge, 1e9])
    np.testing.assert_allclose(roof(A100, intensity), 312e12 * np.array([0, 0.5, 1, 1, 1]))


def test_nothing_moved_has_no_place_under_the_roof() -> None:
    with pytest.raises(ValueError, match=r"^What moves no bytes has no arithmetic intensity\.$"):
        roofline(Made(0, 0, 1), A100)
