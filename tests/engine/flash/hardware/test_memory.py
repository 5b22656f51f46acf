"""Memory: the paper's table, and the laws behind it."""

from functools import partial

import pytest

from engine.flash import Schedule, schedule
from engine.flash.hardware.memory import HEADS, TABLE_21, flash_memory, held, standard_memory, table_21


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


# What lies in HBM while a schedule runs


def planned(algorithm: str, direction: str = "forward", splits: int = 1, itemsize: int = 2) -> Schedule:
    made = partial(schedule, 100, 70, 8, block_q=16, block_k=32, d_v=5)
    return made(algorithm=algorithm, direction=direction, splits=splits, itemsize=itemsize)


@pytest.mark.parametrize(("algorithm", "numbers"), [("fa1", 200), ("fa2", 100), ("standard", 2 * 100 * 70)])
def test_forward_holds_the_four_matrices_and_its_own(algorithm: str, numbers: int) -> None:
    assert sum(held(planned(algorithm)).values()) == 2 * ((100 + 70) * (8 + 5) + numbers)


@pytest.mark.parametrize(("algorithm", "numbers"), [("fa1", 200), ("fa2", 200), ("standard", 3 * 100 * 70 - 100 * 5)])
def test_backward_holds_their_gradients_too(algorithm: str, numbers: int) -> None:
    assert sum(held(planned(algorithm, "backward")).values()) == 2 * (2 * (100 + 70) * (8 + 5) + numbers)


def test_what_a_schedule_stores_lies_there_afterwards() -> None:
    for made in (planned("fa2"), planned("standard")):
        assert made.hbm_written <= sum(held(made).values())
    assert held(planned("standard"))["S"] == held(planned("standard"))["P"] == 100 * 70 * 2


def test_decoding_holds_the_parts_in_32_bits() -> None:
    assert held(planned("decoding", splits=3))["partial"] == 3 * 100 * 6 * 4
    assert "partial" not in held(planned("fa2"))


def test_bytes_of_an_element_count_everywhere() -> None:
    one, four = (held(planned("fa1", itemsize=size)) for size in (1, 4))
    assert {name: 4 * size for name, size in one.items()} == four


def test_tiles_hold_less_than_the_standard_way_and_the_more_so_the_longer_the_text() -> None:
    ratios = []
    for n in (128, 1024, 8192):
        made = [schedule(n, n, 64, block_q=128, block_k=128, algorithm=name) for name in ("standard", "fa2")]
        standard, flash = (sum(held(each).values()) for each in made)
        ratios.append(standard / flash)
    assert ratios == pytest.approx([1 + 2 * n / (4 * 64 + 1) for n in (128, 1024, 8192)], rel=0.01)
