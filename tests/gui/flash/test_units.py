"""Bytes and operations in three digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.flash.units import BYTES, COUNTS, counted, in_bytes, in_unit, three, unit_of


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1 KiB"),
        (90368, "88.2 KiB"),
        (2**20 - 1, "1 MiB"),
        (100 * 2**30, "100 GiB"),
        (1.5 * 2**40, "1.5 TiB"),
        (5000 * 2**50, "5000 PiB"),
    ],
)
def test_bytes(count: float, text: str) -> None:
    assert in_bytes(count) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (640, "640"), (999, "999"), (1000, "1 k"), (999_600, "1 M"), (1_179_648, "1.18 M"), (66.6e9, "66.6 G")],
)
def test_operations(count: float, text: str) -> None:
    assert counted(count) == text


def test_three_digits() -> None:
    assert [three(x) for x in (0, 1.2, 9.999, 12.34, 99.96, 160.4, 0.004)] == [
        "0",
        "1.2",
        "10",
        "12.3",
        "100",
        "160",
        "0",
    ]


@given(st.integers(0, 2**62))
def test_what_is_written_is_near_what_was_counted(count: int) -> None:
    number, name = in_bytes(count).split(" ")
    assert float(number) * 1024.0 ** BYTES.index(name) == pytest.approx(count, rel=0.0051, abs=0.5)
    number, _, name = counted(count).partition(" ")
    assert float(number) * 1000.0 ** COUNTS.index(name) == pytest.approx(count, rel=0.0051, abs=0.5)


@given(st.integers(0, 2**59))
def test_no_unit_is_written_a_thousandfold(count: int) -> None:
    assert float(in_bytes(count).split(" ")[0]) < 1024
    assert float(counted(count).partition(" ")[0]) < 1000


@given(st.integers(1, 2**50))
def test_a_number_beside_its_unit_is_the_same(count: int) -> None:
    size, name = unit_of(count)
    assert f"{in_unit(count, size)} {name}" == in_bytes(count)
