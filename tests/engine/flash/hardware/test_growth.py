"""Growth of traffic: exact at each point, and the slopes that the theory says."""

import numpy as np
import pytest

from engine.flash.hardware.growth import ALGORITHMS, Along, Growth, Setting, moved, spaced

KIB = 1024


def growth(setting: Setting, along: Along, at: list[int], algorithms: tuple[str, ...] = ALGORITHMS) -> Growth:
    settings = [setting.at(along, value) for value in at]
    lines = {name: np.array([moved(each, name) for each in settings]) for name in algorithms}
    return Growth(along, np.array(at), lines)


def slope(at: np.ndarray, line: np.ndarray) -> float:
    """The exponent between the last two points."""
    return float(np.log(line[-1] / line[-2]) / np.log(at[-1] / at[-2]))


@pytest.mark.parametrize("n", [1, 100, 128, 1000, 1024])
def test_points_are_the_closed_forms(n: int) -> None:
    d, tiles = 64, -(-n // 128)
    found = growth(Setting(n, d), "n", [n])
    assert {name: int(line[0]) for name, line in found.moved.items()} == {
        "standard": 2 * (4 * n * n + 4 * n * d),
        "fa1": 2 * ((2 + 3 * tiles) * n * d + 4 * tiles * n),
        "fa2": 2 * (2 * n * d + 2 * n * d * tiles + n),
    }


def test_backward_points_are_the_closed_forms() -> None:
    n, d, tiles = 1000, 64, 8
    setting = Setting(n, d, direction="backward")
    assert {name: moved(setting, name) // 2 for name in ALGORITHMS} == {
        "standard": 7 * n * n + 8 * n * d,
        "fa1": (4 + 5 * tiles) * n * d + 2 * tiles * n,
        "fa2": (6 + 4 * tiles) * n * d + (1 + 2 * tiles) * n,
    }


def test_all_grow_with_the_square_of_the_text_in_the_end() -> None:
    found = growth(Setting(1, 64), "n", [2**17, 2**18])
    assert {name: slope(found.at, line) for name, line in found.moved.items()} == pytest.approx(
        dict.fromkeys(ALGORITHMS, 2), abs=0.01
    )


def test_tiles_pay_by_the_size_of_a_key_and_the_standard_way_hardly() -> None:
    found = growth(Setting(4096, 1), "d", [64, 128])
    assert slope(found.at, found.moved["fa2"]) == pytest.approx(1, abs=0.01)
    assert slope(found.at, found.moved["standard"]) < 0.05


def test_with_a_given_sram_tiles_pay_by_the_square_of_it() -> None:
    found = growth(Setting(2**16, 1, sram=192 * KIB), "d", [64, 128], ("fa1",))
    assert slope(found.at, found.moved["fa1"]) == pytest.approx(2, abs=0.02)


def test_twice_the_sram_is_half_the_traffic() -> None:
    found = growth(Setting(2**16, 64), "sram", [64 * KIB, 128 * KIB])
    assert slope(found.at, found.moved["fa1"]) == pytest.approx(-1, abs=0.02)
    assert slope(found.at, found.moved["standard"]) == 0


def test_tiles_are_never_larger_than_the_text() -> None:
    assert Setting(100, 64).tile == (100, 100)
    assert Setting(1000, 64, 32, 16).tile == (32, 16)
    assert Setting(10_000, 64, sram=192 * KIB).tile == (64, 384)
    assert Setting(100, 64, sram=192 * KIB).tile == (64, 100)


def test_a_causal_mask_halves_what_tiles_move_but_not_what_is_written_whole() -> None:
    full, half = (growth(Setting(1, 64, causal=causal), "n", [2**15]) for causal in (False, True))
    assert half.moved["fa2"] / full.moved["fa2"] == pytest.approx(0.5, abs=0.01)
    assert half.moved["standard"] == full.moved["standard"]


def test_values_are_spaced_by_ratio_and_never_twice() -> None:
    assert spaced(64, 1024, 5) == (64, 128, 256, 512, 1024)
    assert spaced(1, 4, 50) == (1, 2, 3, 4)
    assert spaced(7, 7, 3) == (7,)
    for wrong in ((0, 5, 3), (5, 4, 3), (1, 5, 1)):
        with pytest.raises(ValueError, match="must be a whole number from"):
            spaced(*wrong)


def test_what_a_schedule_refuses() -> None:
    with pytest.raises(ValueError, match="size of a key"):
        growth(Setting(10, 10), "d", [0])
