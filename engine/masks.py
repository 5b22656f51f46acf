"""Which keys a query may see: (b, h, q_idx, k_idx) -> bool, the signature of FlexAttention's mask_mod.

q_idx and k_idx are row and column numbers from 0; offsets are explicit. numpy and torch alike.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any, Literal

from array_api_compat import array_namespace

Array = Any  # numpy or torch
See = Callable[[Array, Array, Array, Array], Array]
Kind = Literal["empty", "cut", "full"]


@dataclass(frozen=True)
class Mask:
    """A mask that also says, without computing cells, what a tile of it holds, whatever the batch and head.

    `tile(i0, i1, j0, j1)` takes half-open ranges of queries and keys. "empty" and "full" are certain;
    "cut" may be anything.
    """

    sees: See
    tile: Callable[[int, int, int, int], Kind]

    def __call__(self, b: Array, h: Array, q_idx: Array, k_idx: Array) -> Array:
        return self.sees(b, h, q_idx, k_idx)


def causal(offset: int = 0) -> Mask:
    """k <= q + offset. Offset 0 aligns top-left, n_k - n_q bottom-right."""

    def tile(i0: int, i1: int, j0: int, j1: int) -> Kind:
        return _kind(some=j0 <= i1 - 1 + offset, every=j1 - 1 <= i0 + offset)

    return Mask(lambda b, h, q, k: k <= q + offset, tile)


def keep(tensor: Array) -> Mask:
    """A boolean tensor, True = may see. Its last axes are [batch, head, query, key]; an axis of size 1 repeats.

    Raises ValueError for a tensor that is not boolean (0 and -inf belong to a score) or has over four axes.
    """
    xp = array_namespace(tensor)
    if tensor.dtype != xp.bool or tensor.ndim > 4:
        raise ValueError(f"keep() needs booleans with at most four axes, not {tensor.dtype} with {tensor.ndim}.")
    cells = xp.reshape(tensor, (1,) * (4 - tensor.ndim) + tuple(tensor.shape))

    def sees(*index: Array) -> Array:
        return cells[tuple(i * 0 if size == 1 else i for i, size in zip(index, cells.shape, strict=True))]

    def tile(i0: int, i1: int, j0: int, j1: int) -> Kind:
        rows, columns = slice(i0, i1), slice(j0, j1)
        part = cells[:, :, rows if cells.shape[2] > 1 else slice(1), columns if cells.shape[3] > 1 else slice(1)]
        return _kind(some=bool(xp.any(part)), every=bool(xp.all(part)))

    return Mask(sees, tile)


def both(*masks: See) -> Mask:
    """Seen by every one of the masks."""

    def tile(*ranges: int) -> Kind:
        kinds = [_tile_of(mask, *ranges) for mask in masks]
        return _kind(some="empty" not in kinds, every=set(kinds) <= {"full"})

    return Mask(lambda *index: reduce(and_, (mask(*index) for mask in masks), True), tile)


def either(*masks: See) -> Mask:
    """Seen by any of the masks."""

    def tile(*ranges: int) -> Kind:
        kinds = [_tile_of(mask, *ranges) for mask in masks]
        return _kind(some=not set(kinds) <= {"empty"}, every="full" in kinds)

    return Mask(lambda *index: reduce(or_, (mask(*index) for mask in masks), False), tile)


def negate(mask: See) -> Mask:
    """Seen where the mask hides."""
    swapped: dict[Kind, Kind] = {"empty": "full", "cut": "cut", "full": "empty"}
    return Mask(lambda *index: mask(*index) ^ True, lambda *ranges: swapped[_tile_of(mask, *ranges)])


def _kind(some: bool, every: bool) -> Kind:
    return "full" if every else "cut" if some else "empty"


def _tile_of(mask: See, *ranges: int) -> Kind:
    """A function of somebody's own cannot say: "cut"."""
    return mask.tile(*ranges) if isinstance(mask, Mask) else "cut"
