"""What no schedule can be made of is refused in a sentence that says what is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.flash.plan.schedules import schedule

GOOD: dict[str, Any] = {"n_q": 8, "n_k": 8, "d": 4, "block_q": 4, "block_k": 4}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_q": 0}, "number of queries must be a whole number from 1 to 4,194,304, not 0"),
        ({"n_k": 2**22 + 1}, "number of keys must"),
        ({"n_k": 8.5}, "number of keys must be a whole number"),
        ({"n_q": True}, "number of queries must"),
        ({"d": 0}, "size of a key must"),
        ({"d": 4097}, "size of a key must"),
        ({"d_v": 0}, "size of a value must"),
        ({"block_q": 0}, "rows of a tile must"),
        ({"block_k": 2**16 + 1}, "columns of a tile must"),
        ({"algorithm": "fa9"}, "no algorithm “fa9”; there are standard, fa1, fa2, decoding"),
        ({"direction": "sideways"}, "There is no direction “sideways”; there are forward and backward"),
        (
            {"algorithm": "decoding", "direction": "backward"},
            "decoding has no backward pass: it answers new queries one at a time",
        ),
        ({"splits": 2}, "Only decoding splits the keys"),
        ({"algorithm": "decoding", "splits": 0}, "number of splits must"),
        ({"algorithm": "decoding", "splits": 3}, "from 1 to 2, the number of key blocks, not 3"),
        ({"n_q": 1, "n_k": 2**18, "block_k": 1}, "too small for 1 query and 262,144 keys: there may be 131,072"),
        ({"itemsize": 2.0}, "1, 2, 4 or 8 bytes, not 2.0"),
        ({"itemsize": 3}, "1, 2, 4 or 8 bytes, not 3"),
        ({"n_q": 2**20, "block_q": 1}, "Tiles of 1 x 4 are too small"),
        ({"n_k": 2**20, "block_k": 4}, "Tiles of 4 x 4 are too small"),
        (
            {"algorithm": "decoding", "n_q": 2**16, "n_k": 2**16, "block_q": 1, "block_k": 1, "splits": 4},
            "4 splits of 65,536 row blocks are too many",
        ),
        ({"algorithm": "fa1", "reverse": True}, "Only fa2 and decoding can walk"),
        ({"direction": "backward", "reverse": True}, "Only fa2 and decoding can walk"),
    ],
)
def test_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as raised:
        schedule(**{**GOOD, **change})
    assert str(raised.value).endswith(".") and "\n" not in str(raised.value)


def test_the_largest_there_are() -> None:
    """Nothing overflows: sums at the limits equal those of whole numbers without a limit."""
    n, d = 2**22, 4096
    s = schedule(n, n, d, block_q=64, block_k=64, direction="backward", itemsize=8)
    assert s.operations == 10 * n * n * d
    t_c = n // 64
    assert s.hbm_read + s.hbm_written == 8 * ((6 + 4 * t_c) * n * d + (1 + 2 * t_c) * n)


def test_a_tile_larger_than_all_is_one_ragged_tile() -> None:
    s = schedule(5, 7, 2, block_q=64, block_k=64)
    assert s.tiles_total == 1 and s.rows(0) == (0, 5) and s.keys(0) == (0, 7)


def test_numbers_of_numpy_are_whole_numbers_without_a_limit() -> None:
    n, block = np.int32(2**20), np.int16(256)
    s = schedule(n, n, np.int8(127), block_q=block, block_k=block)  # type: ignore[arg-type]
    assert s == schedule(2**20, 2**20, 127, block_q=256, block_k=256) and type(s.n_q) is int
    assert s.operations == 4 * 2**40 * 127 == s.totals(len(s)).operations
