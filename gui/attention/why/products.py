"""The list of products: dimensions, or pairs of them where the head is rotated."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.shown.chosen import Cell
from engine.why.dimensions import Dimensions, Pairs
from engine.why.why import Why
from gui.attention.why.rows import Line, Lines, Numbers, full
from gui.look.numbers import fixed, grouped, score

STILL: Final = "not turned"
OF_DIMENSIONS: Final = ("the number of the query times that of the key",)
OF_PAIRS: Final = (
    "how many tokens apart the pair has made a whole turn",
    "the product as the model turned both tokens",
    "the product with the rotation of both tokens taken out",
)


@np.errstate(over="ignore", invalid="ignore")  # what is no number is shown as such
def of_dimensions(why: Why, found: Dimensions) -> Lines:
    """One bar a dimension, or a pair that RoPE turns together, with the product without the turn behind it."""
    if found.pairs is not None and found.flat is not None:
        return _of_pairs(why, found, found.pairs, found.flat)
    products, count = found.products, len(found.products)

    def line(index: int) -> Line:
        value = float(products[index])
        tip = f"<b>dimension {index}</b> of {count}<br>q × k = {value:.9g}"
        return Line(f"dim {index}", (fixed(value, 3),), tip, (full(value),))

    return Lines(
        columns=("q × k",),
        bars=products,
        ghosts=None,
        line=line,
        labels=tuple(f"dim {index}" for index in range(count)),
        legend=("q × k, dimension by dimension", ""),
        sentence=f"{_cell(why, found.cell)}: the {count} products add up to {_sum(why, found.cell)}.",
        short=_short(why, found.cell),
        strip="products",
        main=0,
        tips=OF_DIMENSIONS,
    )


def _of_pairs(why: Why, found: Dimensions, pairs: Pairs, flat: float) -> Lines:
    count = len(pairs.products)
    still = np.setdiff1d(np.arange(len(found.products)), pairs.dimensions)
    rest = found.products[still].sum() if still.size else None

    def line(index: int) -> Line:
        if index == count:
            value = float(rest)  # type: ignore[arg-type] # there is such a row only where something stands still
            tip = f"The {still.size} dimensions that do not turn<br>{value:.9g}"
            return Line(
                STILL, ("", fixed(value, 2), fixed(value, 2)), tip, ("", full(value), full(value)), "rest", True
            )
        wave, turned, before = (float(each[index]) for each in (pairs.wavelengths, pairs.products, pairs.flat))
        a, b = pairs.dimensions[index]
        tip = (
            f"<b>pair {index}</b> of {count}: dimensions {a} and {b}<br>a whole turn in {wave:.9g} tokens"
            f"<br>q·k {turned:.9g}<br>rotation taken out {before:.9g}"
        )
        return Line(
            f"pair {index}",
            (grouped(wave, -2) if wave < 100 else grouped(wave, -3), fixed(turned, 2), fixed(before, 2)),
            tip,
            (full(wave), full(turned), full(before)),
        )

    apart = abs(found.cell.query - found.cell.key)
    said = (
        f"{_cell(why, found.cell)}, {apart} token{'' if apart == 1 else 's'} apart: {score(flat)} with the rotation "
        f"taken out; put back, {_sum(why, found.cell)}."
    )
    return Lines(
        columns=("wavelength", "turned", "taken out"),
        bars=_with(pairs.products, rest),
        ghosts=_with(pairs.flat, rest),
        line=line,
        labels=(*(f"pair {index}" for index in range(count)), *((STILL,) if still.size else ())),
        legend=("turned", "taken out"),
        sentence=said,
        short=f"Rotation taken out {score(flat)}; {_short(why, found.cell)}",
        rest=int(bool(still.size)),
        strip="products",
        main=1,
        tips=OF_PAIRS,
        curve=True,
    )


def _with(numbers: Numbers, rest: float | None) -> Numbers:
    return numbers if rest is None else np.append(numbers, rest)


def _sum(why: Why, cell: Cell) -> str:
    """The sum, and what it is scaled to."""
    return f"{score(float(np.sum(cell.products)))}, ÷ √dₖ {fixed(why.view.divisor, 2)} = {score(cell.scaled)}"


def _short(why: Why, cell: Cell) -> str:
    return f"q·k {score(float(np.sum(cell.products)))} ÷ {fixed(why.view.divisor, 2)} = {score(cell.scaled)}"


def _cell(why: Why, cell: Cell) -> str:
    """The two words; of words in pieces the pair of pieces that the numbers belong to."""
    labels = why.view.capture.tokens[cell.query].label, why.view.capture.tokens[cell.key].label
    pair = f"{labels[0]} → {labels[1]}"
    return pair if cell.of_pieces == 1 else f"{pair} (strongest of {cell.of_pieces} pairs of pieces)"
