"""What the close-up of one row says in words."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from engine.flash.frame.view import CloseUp
from engine.flash.words.quantities import count
from gui.look.numbers import fixed, four
from gui.look.runs import Run

NONE: Final = "One row can be followed where a softmax runs along: choose FlashAttention or Flash-Decoding, and a text."


def title(one: CloseUp | None) -> tuple[Run, ...]:
    """The pane's title, with the query's word in its colour."""
    if one is None or not one.label:
        return (Run("One row", "ink", 600),)
    return (Run("The row of ", "ink", 600), Run(one.label, "query", 600))


def state(one: CloseUp) -> tuple[Run, ...]:
    """m and l after the tiles that have arrived."""
    if not one.arrived:
        return (Run("No key has arrived yet: m = −∞, ℓ = 0.", "ink2"),)
    last = one.arrived - 1
    m, total, arrived = float(one.m[last]), float(one.l[last]), int(one.edges[one.arrived])
    return (
        Run(f"{arrived:,} of {count(len(one.keys), 'key')} {'has' if arrived == 1 else 'have'} arrived: "),
        Run("m ", "ink2"),
        Run(fixed(m, 2), "ink", 600),
        Run(",  ℓ ", "ink2"),
        Run(fixed(total, 2), "ink", 600),
    )


def sentence(one: CloseUp) -> tuple[Run, ...]:
    """What the newest tile did to what was there before."""
    if not one.arrived:
        return (Run("Each tile brings a few keys; none of them must wait for the others."),)
    last = one.arrived - 1
    tile, factor = int(one.tiles[last]), float(one.factors[last])
    if one.m[last] == -math.inf:
        return (Run(f"The mask hides every key of tile {tile}: nothing is summed yet."),)
    if last == 0 or one.splits[last] != one.splits[last - 1]:
        part = f" of part {int(one.splits[last])}" if int(one.splits[-1]) else ""
        return (Run(f"Tile {tile} is the first{part}: its weights add up to 1 among themselves."),)
    if factor == 1:
        return (Run(f"Tile {tile} has no larger score: what was summed stays, only ℓ grows."),)
    return (
        Run(f"Tile {tile} has a larger score: what was summed shrinks by "),
        Run(four(factor), "ink", 600),
        Run("."),
    )


def exact(one: CloseUp, key: int) -> str:
    """All numbers of a key, by its place in the order of arrival."""
    score, tile = float(one.scores[key]), int(np.searchsorted(one.edges, key, "right")) - 1
    seen = "hidden by the mask" if score == -math.inf else f"score {fixed(score, 6)}"
    now = f"weight so far {four(float(one.weights[key]))}" if tile < one.arrived else "not arrived yet"
    end = f"in the end {four(float(one.final[key]))}"
    where = f"key {int(one.keys[key])}, tile {int(one.tiles[tile])}"
    label = f"“{one.labels[key]}”, " if key < len(one.labels) else ""
    return f"{label}{where}: {seen}, {now}, {end}"
