"""A pass over tiles: what is done before, in and after the tiles of an outer block.

Q, K, V and what is stored take `z` bytes an element; S, O and its sums on chip, and the partial results of
Flash-Decoding, 4. The masks' own bytes are not counted: a mask is a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.flash.plan.costs import Buffer, Op

WIDE: Final = 4  # bytes of a float32


@dataclass(frozen=True)
class Loop:
    """One pass: `opening`, then `tile` for each tile of an outer block, then `closing`; outer blocks of rows or keys.

    A tile that no mask cuts leaves out `mask`. visits: "all" tiles, "seen" ones, or "none". parts: how many
    times each outer block is walked, each time over its share of the inner blocks.
    """

    opening: tuple[Op, ...] = ()
    tile: tuple[Op, ...] = ()
    closing: tuple[Op, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    by_key: bool = False
    visits: str = "seen"
    parts: int = 1


@dataclass(frozen=True)
class Sizes:
    """Keys and queries, the sizes of a key and a value, bytes of an element, ranges of keys."""

    n_q: int
    n_k: int
    d: int
    v: int
    z: int
    splits: int = 1
