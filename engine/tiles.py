"""A mask as a small grid of tiles: which are seen whole, which are cut, which can be skipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from engine.algebra import Kind, Mask

if TYPE_CHECKING:
    from engine.capture import Layer
    from engine.variants import Variant

MOST: Final = 8  # tiles along a side
ALL: Final = Mask(lambda b, h, q, k: k >= 0, lambda *edges: "full")


@dataclass(frozen=True)
class Tiles:
    """`kinds[row][column]` of about square tiles, queries down, over so many tokens."""

    kinds: tuple[tuple[Kind, ...], ...]
    tokens: int


def tiles_of(mask: Mask, tokens: int) -> Tiles:
    """The mask's own answers for at most 8 x 8 tiles over `tokens` tokens; no cell is asked for."""
    count = max(1, min(MOST, tokens))
    spans = list(pairwise(tokens * at // count for at in range(count + 1)))
    return Tiles(tuple(tuple(mask.tile(*rows, *columns) for columns in spans) for rows in spans), tokens)


def variant_tiles(variant: Variant, numbers: Mapping[str, float], layer: Layer) -> Tiles | None:
    """The tiles of what a variant itself hides in a layer; None for a variant that has no mask.

    `numbers` are a scene's parameters ("window.width"); what is left out is the default.
    """
    given = {each.name: numbers.get(f"{variant.name}.{each.name}", each.default) for each in variant.parameters}
    mask, tokens = variant.build(layer, given).mask, int(layer.k.shape[1])
    if mask is None and variant.family == "mask":
        mask = ALL
    return tiles_of(mask, tokens) if isinstance(mask, Mask) else None
