"""An axis of a small plot: where a number lies, and which numbers stand beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

STEPS: Final = (1.0, 2.0, 4.0, 5.0, 10.0)


@dataclass(frozen=True)
class PlotAxis:
    """From `low` at pixel `start` to `high` at pixel `end`; `logarithmic` needs numbers above 0."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def at(self, number: float) -> float:
        """The pixel of a number."""
        return self.start + self.share(number) * (self.end - self.start)

    def share(self, number: float) -> float:
        """How far along the axis a number is, 0 to 1."""
        low, high, number = (math.log(max(x, 1e-300)) if self.logarithmic else x for x in (self.low, self.high, number))
        return (number - low) / (high - low) if high > low else 0.0


def round_step(top: float, most: int = 4) -> float:
    """The distance between numbers of an axis from 0 to `top` of which at most `most` fit: 1, 2, 4, 5 or 10 x 10^n."""
    if not top > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(top / most))
    return next(step * power for step in STEPS if step * power * most >= top * (1 - 1e-9))


def even_ticks(top: float, most: int) -> list[float]:
    """Numbers beside an axis from 0 to `top`, at most `most` steps of it apart, none beyond its end."""
    step = round_step(top, most)
    return [number * step for number in range(math.floor(top / step + 1e-9) + 1)]


def even_top(highest: float, most: int) -> float:
    """Where an axis from 0 may end that shows numbers up to `highest`: with a number, and no room to spare."""
    step = round_step(highest, most)
    return math.ceil(highest / step - 1e-9) * step or 1.0


def ticks(low: float, high: float, base: float, most: int, least: int = 3) -> list[float]:
    """Numbers beside a logarithmic axis: powers of `base`, with steps between where these are fewer than `least`.

    Base 10: 1, 2 and 5 times its powers, or 1 and 3 times; others: powers of 2. On a short axis that has hardly any of
    these, round numbers evenly apart (round in KiB, MiB, ... but for base 10).
    """
    found = powers(low, high, base, most)
    if len(found) >= least:
        return found
    finer = [_times(steps, low, high) for steps in ((1, 2, 5), (1, 3))] if base == 10 else [powers(low, high, 2, most)]
    found = next((numbers for numbers in finer if least <= len(numbers) <= most), found)
    if len(found) >= 2:
        return found
    unit = 1.0 if base == 10 else 1024.0 ** math.floor(math.log(high, 1024))
    step = round_step((high - low) / unit, most - 1) * unit
    return [step * n for n in range(max(math.ceil(low / step - 1e-9), 1), math.floor(high / step + 1e-9) + 1)]


def _times(steps: Sequence[int], low: float, high: float) -> list[float]:
    """Each step times each power of ten, from low to high."""
    numbers = (step * 10.0**n for n in _exponents(low / 10, high, 10) for step in steps)
    return [number for number in numbers if low <= number <= high]


def powers(low: float, high: float, base: float, most: int) -> list[float]:
    """Powers of `base` from low to high, every second or third where there would be more than `most`."""
    exponents = _exponents(low, high, base)
    return [base**n for n in exponents[:: max(1, -(-len(exponents) // most))]]


def _exponents(low: float, high: float, base: float) -> range:
    """The exponents of the powers of `base` from low to high."""
    return range(math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9) + 1)
