"""How numbers are written on screen: one place, so that all panes say the same."""

from __future__ import annotations

import math

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
MINUS = "−"


def short_weight(weight: float) -> str:
    """A weight in a small cell: ".52", "1.00"."""
    return _not_finite(weight) or f"{weight:.2f}".removeprefix("0")


def fixed(number: float, digits: int) -> str:
    """A number with a true minus sign and no minus before zero."""
    odd = _not_finite(number)
    if odd:
        return odd
    text = f"{number:.{digits}f}"
    negative = text.startswith("-") and float(text) != 0
    return (MINUS if negative else "") + text.lstrip("-")


def score(number: float) -> str:
    """A score in a cell: two digits after the point, fewer for large ones."""
    size = abs(number)
    return fixed(number, 2 if size < 100 else 1 if size < 1000 else 0)


def percent(share: float, digits: int = 0) -> str:
    """A share as percent, with a narrow gap before the sign."""
    return _not_finite(share) or f"{fixed(100 * share, digits)} %"


def power(number: float) -> str:
    """A very small or large number: "1.2 × 10⁻⁷"; plain 0 for 0."""
    odd = _not_finite(number)
    if odd or number == 0:
        return odd or "0"
    mantissa, exponent = f"{number:.1e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}"


def exponential(exponent: float) -> str:
    """e to the `exponent`, readable at any size: "155.8", "13 619", "5.7 × 10²⁴"."""
    if exponent == -math.inf:
        return "0"
    tens = exponent / math.log(10)
    if -2 <= tens < 7:
        return grouped(math.exp(exponent))
    whole = math.floor(tens)
    return f"{10 ** (tens - whole):.1f} × 10{str(whole).translate(_RAISED)}"


def grouped(number: float) -> str:
    """Four significant digits, thousands apart: "155.8", "13 619"."""
    size = abs(number)
    digits = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 10 else 3
    return f"{number:,.{digits}f}".replace(",", " ").replace("-", MINUS)


def raised(text: str) -> str:
    """`text` in superscript digits."""
    return text.translate(_RAISED)


def _not_finite(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    return ""
