"""What a mask is, and what becomes of masks together: a function of FlexAttention that also knows its tiles."""

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, Literal

import numpy as np

from engine.arrays import Array

See = Callable[[Array, Array, Array, Array], Array]
Kind = Literal["empty", "cut", "full"]
Holds = Callable[[Array, Array, Array, Array], tuple[Array, Array]]
EMPTY, CUT, FULL = range(3)
KINDS: Final[tuple[Kind, ...]] = ("empty", "cut", "full")
LARGEST = 2**30  # a token number is smaller, also where 32 bits hold its sum with another


@dataclass(frozen=True)
class Mask:
    """A mask that also says, without computing cells, what a tile of it holds, whatever the batch and head.

    `tile(i0, i1, j0, j1)` takes half-open ranges of queries and keys, none of them empty. "empty" and "full" are
    certain; "cut" may be anything. `holds` says it of many tiles at once, see `holding`.
    """

    sees: See
    tile: Callable[[int, int, int, int], Kind]
    holds: Holds | None = None  # arrays of edges -> (whether some cells are seen, whether all are), arrays of bool
    own: bool = False  # somebody's own function is a part of it

    def __call__(self, b: Array, h: Array, q_idx: Array, k_idx: Array) -> Array:
        return self.sees(b, h, q_idx, k_idx)


def holding(sees: See, holds: Holds) -> Mask:
    """A mask that answers for many tiles as for one: `holds` is the same formula on numbers and on arrays of them."""
    return Mask(sees, lambda *ranges: kind(*holds(*ranges)), holds)


def kinds_of(mask: See, i0: Array, i1: Array, j0: Array, j1: Array) -> Array:
    """What many tiles hold, from arrays (n,) of their edges: (n,) EMPTY, CUT or FULL."""
    if not isinstance(mask, Mask):
        return np.full(len(i0), CUT)
    if mask.holds is None:
        ranges = zip(*(edge.tolist() for edge in (i0, i1, j0, j1)), strict=True)
        return np.array([KINDS.index(mask.tile(*each)) for each in ranges], np.int64)
    some, every = mask.holds(i0, i1, j0, j1)
    return np.where(every, FULL, np.where(some, CUT, EMPTY))


def both(*masks: See) -> Mask:
    """Seen by every one of the masks. A tile is "empty" only if it is for one of them, else at best "cut"."""

    def tile(*ranges: int) -> Kind:
        kinds = [_tile_of(mask, *ranges) for mask in masks]
        return kind(some="empty" not in kinds, every=set(kinds) <= {"full"})

    def holds(*edges: Array) -> tuple[Array, Array]:
        least = reduce(np.minimum, (kinds_of(mask, *edges) for mask in masks), np.full(len(edges[0]), FULL))
        return least > EMPTY, least == FULL

    return Mask(lambda *index: reduce(operator.and_, (mask(*index) for mask in masks), True), tile, holds, _own(masks))


def either(*masks: See) -> Mask:
    """Seen by any of the masks. A tile is "full" only if it is for one of them, else at best "cut"."""

    def tile(*ranges: int) -> Kind:
        kinds = [_tile_of(mask, *ranges) for mask in masks]
        return kind(some=not set(kinds) <= {"empty"}, every="full" in kinds)

    def holds(*edges: Array) -> tuple[Array, Array]:
        most = reduce(np.maximum, (kinds_of(mask, *edges) for mask in masks), np.full(len(edges[0]), EMPTY))
        return most > EMPTY, most == FULL

    return Mask(lambda *index: reduce(operator.or_, (mask(*index) for mask in masks), False), tile, holds, _own(masks))


def negate(mask: See) -> Mask:
    """Seen where the mask hides."""
    swapped: dict[Kind, Kind] = {"empty": "full", "cut": "cut", "full": "empty"}

    def holds(*edges: Array) -> tuple[Array, Array]:
        kinds = kinds_of(mask, *edges)
        return kinds < FULL, kinds == EMPTY

    def tile(*ranges: int) -> Kind:
        return swapped[_tile_of(mask, *ranges)]

    return Mask(lambda *index: mask(*index) ^ True, tile, holds, has_own(mask))


def has_own(mask: See) -> bool:
    """Whether somebody's own function is asked, alone or among others: it may take long, and fail."""
    return not isinstance(mask, Mask) or mask.own


def kind(some: bool, every: bool) -> Kind:
    """What a tile is that shows some cells, or all."""
    return "full" if every else "cut" if some else "empty"


def whole(name: str, value: Any, least: int = 0) -> int:
    """The value, if it is a whole number from `least` to LARGEST; else raises ValueError with a sentence."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= operator.index(value) <= LARGEST:
        raise ValueError(f"{name} must be a whole number from {least} to {LARGEST}, not {value}.")
    return operator.index(value)


def _own(masks: Iterable[See]) -> bool:
    return any(map(has_own, masks))


def _tile_of(mask: See, *ranges: int) -> Kind:
    """A function of somebody's own cannot say: "cut"."""
    return mask.tile(*ranges) if isinstance(mask, Mask) else "cut"
