"""Figure 2 of the paper beside ours: both numbers, and a difference that is said."""

import pytest

from engine.flash.hardware.references import BLOCKS, references

STANDARD, OTHER, FLASH, *COLUMNS = references()


def test_what_the_paper_prints() -> None:
    assert [each.published for each in (STANDARD, OTHER, FLASH)] == [40.3, 35.3, 4.4]
    assert all(each.published is None for each in COLUMNS)


def test_ours_are_the_closed_forms() -> None:
    n, d, heads = 1024, 64, 1024
    assert STANDARD.ours == OTHER.ours == (11 * n * n + 12 * n * d) * 2 * heads / 1e9
    assert round(STANDARD.ours, 2) == 25.23
    assert FLASH.ours == ((6 + 8 * 3) * n * d + 6 * 3 * n) * 2 * heads / 1e9  # 1024 keys in columns of 384
    for columns, each in zip(BLOCKS, COLUMNS, strict=True):
        tiles = n // columns
        assert each.ours == ((2 + 3 * tiles) * n * d + 4 * tiles * n) * 2 * heads / 1e9


def test_the_difference_is_said_with_its_numbers() -> None:
    assert "40.27 GB" in STANDARD.why and "18 N²" in STANDARD.why
    assert "mask" in OTHER.why
    assert "64 × 384" in FLASH.why and "4.43 GB" in FLASH.why


@pytest.mark.parametrize(("at", "gb"), list(enumerate([6.98, 3.62, 1.95, 1.11])))
def test_the_columns_with_32_bit_statistics(at: int, gb: float) -> None:
    assert COLUMNS[at].why.endswith(f" {gb:.2f} GB.")
    assert gb * 0.97 < COLUMNS[at].ours < gb


def test_none_is_fitted_to_the_paper() -> None:
    assert all(each.why and each.ours != each.published for each in references())
