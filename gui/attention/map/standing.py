"""How the words of the keys stand over their cells: flat as long as they can, smaller where they would touch, then cut,
for the queries say the same words whole; else on end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.maps.words import Group
from gui.attention.map.geometry import LABELS
from gui.attention.map.geometry import SPECIAL as COLUMN
from gui.look.drawing import text_width
from gui.look.theme import font

SMALLEST: Final = 13  # a cell that a word stands beside
LEGIBLE: Final = 44  # what is left of a word at least that is rather cut than turned
NO_TOUCH: Final = 6  # between two labels: a space alone would make one line of them
OVER: Final = 4  # how far the last key may stand over the plot's end, where there are no folded tokens
SPECIAL: Final = "special"  # the title of the column of folded tokens
FACES: Final = {"flat": "caption", "small": "axis", "cut": "axis"}


@lru_cache(8192)
def label_width(text: str, bold: bool = False, role: str = "caption") -> int:
    return text_width(text, font(role, 600 if bold else 400))


def flat_way(groups: Sequence[Group], cell: float, folded: bool) -> str:
    """How words stand flat: "flat", "small" if that keeps them apart, "cut" where enough is left of each; else ""."""
    if cell < SMALLEST:
        return ""
    for way in ("flat", "small"):
        widths = widths_of(groups, way)
        rooms = [room_over(widths, at, cell, folded) for at in range(len(widths))]
        if all(width <= room for width, room in zip(widths, rooms, strict=True)):
            return way
    return "cut" if all(room >= min(width, LEGIBLE) for width, room in zip(widths, rooms, strict=True)) else ""


def widths_of(groups: Sequence[Group], way: str) -> list[int]:
    """How wide the words are that stand flat in this way."""
    return [label_width(group.label, role=FACES[way]) for group in groups]


def room_over(widths: Sequence[int], at: int, cell: float, folded: bool) -> float:
    """What a word has over its cell, and over those of shorter neighbours; the last one up to the next title."""
    own = cell - NO_TOUCH
    rooms = [2 * own - min(width, own) for width in (*widths[max(at - 1, 0) : at], *widths[at + 1 : at + 2])]
    if at == len(widths) - 1:
        rooms.append(cell + 2 * (COLUMN - label_width(SPECIAL) - NO_TOUCH if folded else OVER))
    return min(*rooms, LABELS[1])
