"""From q·k to the output, one cell in four lines: each line's printed numbers give its printed result."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from engine.shown.chosen import Cell
from engine.shown.view import View
from gui.look.drawing import elided
from gui.look.numbers import exponential, fixed, power, score, value_of
from gui.look.runs import Run, text_of, width_of
from gui.look.theme import font

EXPONENT: Final = re.compile(r"\^(−?(?:\([^()]*\)|\w+))")
MORE: Final = Run("…")
MOST_EXTRA: Final = 5  # digits beyond the usual, where fewer would not give the result
SMALL: Final = 0.0005  # weights below are written as a power of ten
DIVIDE: Final = (Run("÷ √d", "ink", 500), Run("k", "ink", 500, -1))

Runs = tuple[Run, ...]


@dataclass(frozen=True)
class Line:
    """One step: its name, how it is computed, what comes out; `tip` has full precision, `stages` light it up."""

    name: Runs
    formula: Runs
    result: str
    tip: str
    stages: tuple[str, ...]

    def plain(self) -> str:
        """The line as text."""
        return "\t".join((text_of(self.name), text_of(self.formula), self.result))


def fitted(formula: Runs, role: str, width: int) -> Runs:
    """A formula in at most `width` pixels: whole, what follows its "=", or cut."""
    if width_of(formula, role) <= width:
        return formula
    if formula[-1].text == " above":
        return fitted(formula[:-1], role, width)
    last = formula[-1]
    text = last.text.rpartition(" = ")[2]
    if len(formula) > 1 and text == last.text:
        kept = formula
        while kept and width_of((*kept, MORE), role) > width:
            kept = kept[:-1]
        return (*kept, MORE)
    return (replace(last, text=elided(text, font(role, last.weight), width)),)


def lines_of(view: View, cell: Cell, short: bool) -> tuple[Line, ...]:
    """The four steps; `short` where no products stand above."""
    return (_dot(cell, short), _scaled(view, cell), _softmax(cell), _output(cell))


def _dot(cell: Cell, short: bool) -> Line:
    name = (Run("q", "query", 600), Run(" · ", "ink2", 600), Run("k", "key", 600))
    words = f"sum of the {len(cell.products)} products"
    formula = (Run(words), *([] if short else [Run(" above")]))
    return Line(name, formula, score(cell.raw), f"q · k = {cell.raw:.9g}", ("raw",))


def _scaled(view: View, cell: Cell) -> Line:
    result = score(cell.scaled)

    def printed(extra: int) -> tuple[str, str, float]:
        above, below = fixed(cell.raw, _digits(cell.raw) + extra), fixed(view.divisor, 2 + extra)
        return above, below, _quotient(above, below)

    above, below = _agreeing(printed, result)
    tip = f"{cell.raw:.9g} ÷ {view.divisor:.9g} = {cell.scaled:.9g}{_changed(cell)}"
    changed = "" if cell.scored == cell.scaled else f" → {score(cell.scored)}"
    stages = ("scaled", "masked") if cell.visible else ("scaled",)
    return Line(DIVIDE, (Run(f"{above} ÷ {below}"),), result + changed, tip, stages)


def _softmax(cell: Cell) -> Line:
    name = (Run("softmax", "ink", 500),)
    if not cell.visible:
        return Line(
            name, (Run("hidden by the mask: weight 0"),), "0", "Weight 0: the mask hides it", ("masked", "weights")
        )
    if cell.chain is not None:
        return _other(cell)
    weight = weight_of(cell)
    result = written(weight)

    def printed(extra: int) -> tuple[str, str, float]:
        above, below = exponential(cell.scored, extra), exponential(cell.lse, extra)
        return above, below, _quotient(above, below)

    above, below = _agreeing(printed, result)
    divisor = f"({cell.denominator})" if " + " in cell.denominator else cell.denominator
    formula = (Run("e"), Run(score(cell.scored), shift=1), *raised(f" ÷ {divisor}"), Run(f" = {above} ÷ {below}"))
    tip = (
        f"e<sup>{cell.scored:.9g}</sup> ÷ e<sup>{cell.lse:.9g}</sup> = {cell.weight:.9g}"
        "<br>Σ e<sup>s</sup> runs over the keys that the query may see"
    )
    return Line(name, formula, result, tip + _changed(cell), ("weights",))


def raised(text: str) -> Runs:
    """Text whose exponents, after ^, are real superscripts."""
    parts = EXPONENT.split(text.replace("ˢ", "^s"))  # every second one is an exponent
    return tuple(Run(part, shift=place % 2) for place, part in enumerate(parts) if part)


def _html(text: str) -> str:
    """The same for a hover text."""
    runs = ((run, escape(run.text)) for run in raised(text))
    return "".join(f"<sup>{words}</sup>" if run.shift else words for run, words in runs)


def _changed(cell: Cell) -> str:
    """What a variant made of the scaled score, for the hover text."""
    same = cell.scored == cell.scaled
    return "" if same else f"<br>The variant changes the score from {cell.scaled:.9g} to {cell.scored:.9g}"


def _other(cell: Cell) -> Line:
    """The weight where it is no share of a sum of exponentials."""
    assert cell.chain is not None
    words = cell.chain.removeprefix("The weight is ").rstrip(".")
    words = re.sub(r" ([+-])(?=\d)", r" \1 ", words).replace(" - ", " − ")
    tip = f"{_html(f'The weight is {words}.')}<br>Of the score s = {cell.scored:.9g} it makes {cell.weight:.9g}"
    return Line((Run("weight", "ink", 500),), raised(words), written(cell.weight), tip + _changed(cell), ("weights",))


def _output(cell: Cell) -> Line:
    name = (Run("× ", "ink", 500), Run("v", "value", 600))
    weight = weight_of(cell)
    product = weight * cell.length
    result = "0" if product == 0 else fixed(product, 2) if abs(product) >= 10 * SMALL else power(product)

    def printed(extra: int) -> tuple[str, str, float]:
        left, right = written(weight, extra), fixed(cell.length, 2 + extra)
        (a, tens), (b, _) = value_of(left), value_of(right)
        return left, right, a * b * _tens(tens)

    left, right = _agreeing(printed, result)
    tip = f"{cell.weight:.9g} × {cell.length:.9g} = {cell.weight * cell.length:.9g}\nlength: √ of the sum of squares"
    return Line(name, (Run(f"weight × length of v = {left} × {right}"),), result, tip, ("value",))


def weight_of(cell: Cell) -> float:
    """The cell's weight; where float32 makes it 0, what it would be."""
    if cell.weight or not cell.visible or cell.chain is not None:
        return cell.weight
    return math.exp(min(cell.scored - cell.lse, 0.0))


def written(weight: float, extra: int = 0) -> str:
    """A weight of the table: three digits, or a power of ten for very small ones."""
    if weight == 0:
        return "0"
    return fixed(weight, 3 + extra) if abs(weight) >= SMALL else power(weight, extra)


def _agreeing(printed: Callable[[int], tuple[str, str, float]], result: str) -> tuple[str, str]:
    """Two operands with as many digits as they need to give the printed result."""
    for extra in range(MOST_EXTRA + 1):
        left, right, value = printed(extra)
        if not math.isfinite(value) or abs(value - _number(result)) <= 0.505 * _unit(result):
            break
    return left, right


def _quotient(above: str, below: str) -> float:
    (a, up), (b, down) = value_of(above), value_of(below)
    return a / b * _tens(max(up - down, -300)) if b else math.nan


def _number(text: str) -> float:
    mantissa, tens = value_of(text)
    return mantissa * _tens(tens)


def _unit(text: str) -> float:
    """The worth of the last digit of a printed number."""
    mantissa, tens = text.partition(" × 10")[0], value_of(text)[1]
    return _tens(tens - len(mantissa.partition(".")[2]))


def _tens(power: int) -> float:
    """A power of ten; infinite where it is too large, as e to the power of a score soon is."""
    return 10.0**power if power <= sys.float_info.max_10_exp else math.inf


def _digits(number: float) -> int:
    return len(score(number).partition(".")[2])
