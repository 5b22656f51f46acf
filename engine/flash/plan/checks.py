"""What a schedule cannot be made of, in a sentence for each."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from engine.flash.plan.orders import ALGORITHMS, DIRECTIONS, LOOPS
from engine.flash.words.quantities import count

if TYPE_CHECKING:
    from engine.flash.plan.schedules import Schedule

TOKENS: Final = 2**22
SIZE: Final = 4096  # of a key or a value
BLOCK: Final = 2**16
BLOCKS: Final = 2**17  # along a side
ITEMSIZES: Final = (1, 2, 4, 8)


def check(s: Schedule) -> None:
    """Raises ValueError for the first thing that is wrong."""
    if s.algorithm not in ALGORITHMS:
        raise ValueError(f"There is no algorithm “{s.algorithm}”; there are {', '.join(ALGORITHMS)}.")
    if (s.algorithm, s.direction) not in LOOPS:
        if s.direction in DIRECTIONS:
            raise ValueError(f"{s.algorithm} has no {s.direction} pass: it answers new queries one at a time.")
        raise ValueError(f"There is no direction “{s.direction}”; there are {' and '.join(DIRECTIONS)}.")
    _whole("The number of queries", s.n_q, TOKENS)
    _whole("The number of keys", s.n_k, TOKENS)
    _whole("The size of a key", s.d, SIZE)
    _whole("The size of a value", s.d_v, SIZE)
    _whole("The rows of a tile", s.block_q, BLOCK)
    _whole("The columns of a tile", s.block_k, BLOCK)
    if max(s.row_blocks, s.key_blocks) > BLOCKS:
        raise ValueError(
            f"Tiles of {s.block_q} x {s.block_k} are too small for {count(s.n_q, 'query', 'queries')} and "
            f"{count(s.n_k, 'key')}: there may be {BLOCKS:,} along a side."
        )
    if s.algorithm != "decoding" and s.splits != 1:
        raise ValueError(f"Only decoding splits the keys; {s.algorithm} has 1 split, not {s.splits:,}.")
    _whole("The number of splits", s.splits, s.key_blocks, "the number of key blocks")
    if s.row_blocks * s.splits > BLOCKS:
        raise ValueError(
            f"{count(s.splits, 'split')} of {count(s.row_blocks, 'row block')} are too many: "
            f"there may be {BLOCKS:,} together."
        )
    if isinstance(s.itemsize, bool) or s.itemsize not in ITEMSIZES or not hasattr(s.itemsize, "__index__"):
        raise ValueError(f"An element has 1, 2, 4 or 8 bytes, not {s.itemsize}.")
    if s.reverse and (s.algorithm, s.direction) not in (("fa2", "forward"), ("decoding", "forward")):
        raise ValueError(f"Only fa2 and decoding can walk their key tiles backwards, not {s.algorithm} {s.direction}.")


def _whole(name: str, value: Any, most: int, why: str = "") -> None:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not 1 <= operator.index(value) <= most:
        raise ValueError(
            f"{name} must be a whole number from 1 to {most:,}{why and f', {why}'}, not {_written(value)}."
        )


def _written(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
