"""What each kind of live block is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.learn.records import Live
from engine.scene import Scene
from gui.learn.live import attention, catalogue, choices, flash, memory, product, rope
from gui.learn.live.body import Body, example_of
from gui.learn.live.own import Lent, begun
from gui.store import Store


@dataclass(frozen=True)
class Kind:
    """How a live part is made, and how high it is in pixels, so that the article knows before it is made."""

    make: Callable[[Store], Body]
    height: int
    workspace: str = "attention"


KINDS: Final[dict[str, Kind]] = {
    "chips": Kind(attention.chips, 142),
    "map": Kind(attention.attention_map, 400),
    "bars": Kind(attention.bars, 457),
    "scale": Kind(attention.scale, 477),
    "cell": Kind(attention.cell, 300),
    "heads": Kind(attention.heads, 235),
    "parts": Kind(attention.parts, 587),
    "product": Kind(product.product, 415),
    "code": Kind(attention.code, 452),
    "mask": Kind(choices.mask, 484),
    "catalogue": Kind(catalogue.catalogue, 552),
    "rope": Kind(rope.rope, 447),
    "memory": Kind(memory.memory, 300, "flash"),
    "tiles": Kind(flash.tiles, 561, "flash"),
    "closeup": Kind(flash.closeup, 431, "flash"),
}


def beginning(block: Live, looks: Scene, lent: Lent | None) -> Scene:
    """The scene that a live block begins with, in the looks of the window's scene."""
    return begun(block.kind, example_of(block, looks, KINDS[block.kind].workspace), lent)


def make_body(block: Live, scene: Scene) -> Body:
    """The widgets of a live block on a scene."""
    return KINDS[block.kind].make(Store(scene))
