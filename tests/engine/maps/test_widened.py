"""Keys and values in float32 are made once for an array, and go with it."""

import numpy as np
import pytest

from engine.maps.widened import Widened


def halves(heads: int = 3, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((heads, 16, 4)).astype(np.float16)


def test_a_head_is_made_once_and_is_exact() -> None:
    wide, keys = Widened(), halves()
    first = wide.head(keys, 1)
    assert first.dtype == np.float32
    assert np.array_equal(first, keys[1].astype(np.float32))
    assert wide.head(keys, 1) is first
    assert np.array_equal(wide.head(keys, 2), keys[2].astype(np.float32))


def test_what_is_float32_is_not_copied() -> None:
    keys = halves().astype(np.float32)
    assert np.shares_memory(Widened().head(keys, 2), keys[2])


def test_another_array_in_the_place_of_one_that_is_gone_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.id", lambda array: 7)
    wide = Widened()
    for seed in range(3):
        keys = halves(seed=seed)
        assert np.array_equal(wide.head(keys, 0), keys[0].astype(np.float32))


def test_the_oldest_goes_and_so_does_what_lost_its_array() -> None:
    wide, keys, other = Widened(most=3 * 16 * 4 * 4), halves(4), halves()
    made = [wide.head(keys, number) for number in range(3)]
    assert wide.head(keys, 0) is made[0]
    wide.head(keys, 3)
    assert wide.head(keys, 0) is made[0]
    assert wide.head(keys, 1) is not made[1]
    wide.head(other, 0)
    del keys
    wide.head(other, 1)
    assert len(wide._of) == 2


def test_one_larger_than_all_is_kept_alone() -> None:
    wide, keys = Widened(most=1), halves()
    assert wide.head(keys, 0) is wide.head(keys, 0)
    wide.head(keys, 1)
    assert len(wide._of) == 1
