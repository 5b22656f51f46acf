"""An axis of a small plot: where a number lies, and which numbers stand beside it."""

from __future__ import annotations

import math
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


def powers(low: float, high: float, base: float, most: int) -> list[float]:
    """Powers of `base` from low to high, every second or third where there would be more than `most`."""
    first, last = math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9)
    stride = max(1, -(-(last - first + 1) // most))
    return [base**n for n in range(first, last + 1, stride)]
