"""Memory: the paper's table, and the laws behind it."""

import pytest

from engine.flash.memory import HEADS, TABLE_21, flash_memory, standard_memory, table_21


def test_all_sixteen_entries_of_table_21() -> None:
    ours = table_21()
    pairs = [(ours[way][n], mib) for way, entries in TABLE_21.items() for n, mib in entries.items()]
    assert len(pairs) == 16
    assert [round(mine) for mine, _ in pairs] == [published for _, published in pairs]


def test_the_entries_as_they_are_printed() -> None:
    assert list(TABLE_21["standard"].values()) == [36, 104, 336, 1184, 4416, 17024]
    assert list(TABLE_21["flash"].values()) == [22, 44, 104, 209, 418, 836, 1672, 3344, 6688, 13376]


def test_the_standard_way_grows_with_the_square_and_tiles_do_not() -> None:
    n = 2**20
    assert standard_memory(2 * n, 64) / standard_memory(n, 64) == pytest.approx(4, abs=1e-3)
    assert flash_memory(2 * n, 64) == 2 * flash_memory(n, 64)


def test_heads_and_bytes_of_an_element_multiply() -> None:
    assert standard_memory(100, 32, 12, 4) == 48 * standard_memory(100, 32, 1, 1) == 48 * (4 * 100**2 + 10 * 3200)
    assert flash_memory(100, 32, 12) == 12 * flash_memory(100, 32)
    assert flash_memory(100, 32, itemsize=4) - flash_memory(100, 32) == 11 * 100 * 32 * 2  # statistics stay 32 bits


def test_the_step_is_behind_256_tokens() -> None:
    assert flash_memory(257, 64, HEADS) - flash_memory(256, 64, HEADS) > 2 * 256 * 64 * 2 * HEADS
    assert flash_memory(256, 64) - flash_memory(255, 64) == 11 * 64 * 2 + 8
