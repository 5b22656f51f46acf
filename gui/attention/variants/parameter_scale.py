"""Where a parameter's numbers stand between its ends, and how they are written."""

from __future__ import annotations

import math
from typing import Final

from engine.variants import Parameter

FINE: Final = 50  # steps of the arrow keys from end to end


def share_of(parameter: Parameter, number: float) -> float:
    """Where a number stands: 0 at the least, 1 at the most."""
    low, high, at = (_bent(parameter, each) for each in (parameter.least, parameter.most, number))
    return min(max((at - low) / ((high - low) or 1.0), 0.0), 1.0)


def number_at(parameter: Parameter, share: float) -> float:
    """The number at a share of the way, one that can be written down."""
    low, high = _bent(parameter, parameter.least), _bent(parameter, parameter.most)
    at = low + min(max(share, 0.0), 1.0) * (high - low)
    return settled(parameter, math.exp(at) if parameter.logarithmic else at)


def settled(parameter: Parameter, number: float) -> float:
    """A number inside the ends, whole or with three digits that count."""
    step = 1.0 if parameter.whole else _unit(parameter, number)
    rounded = float(f"{round(number / step) * step:.10g}")
    return float(min(max(rounded, parameter.least), parameter.most))


def stepped(parameter: Parameter, number: float, steps: float) -> float:
    """So many steps of the arrow keys further; a whole number moves by whole numbers, at least 1 a step."""
    moved = number_at(parameter, share_of(parameter, number) + steps / FINE)
    fine = parameter.whole and abs(moved - number) < abs(steps)
    return settled(parameter, number + steps) if fine else moved


def written(parameter: Parameter, number: float) -> str:
    """The number as the field shows it: with a plain minus sign, so that it can be typed."""
    return f"{number:.0f}" if parameter.whole or abs(number) >= 1000 else f"{number:.4g}"


def refusal_of(parameter: Parameter) -> str:
    """What can be typed, in a sentence."""
    kind = "a whole number" if parameter.whole else "a number"
    least, most = (written(parameter, end) for end in (parameter.least, parameter.most))
    return f"{parameter.title} is {kind} from {least} to {most}."


def _unit(parameter: Parameter, number: float) -> float:
    size = abs(number) if parameter.logarithmic else max(abs(parameter.least), abs(parameter.most))
    return 10.0 ** (math.floor(math.log10(size)) - 2) if size > 0 else 1e-3


def _bent(parameter: Parameter, number: float) -> float:
    """Where a number stands on the axis before that is stretched; a logarithm needs a least above 0."""
    return math.log(number) if parameter.logarithmic else number
