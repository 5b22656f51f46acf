"""How numbers are written on screen: one place, so that all panes say the same."""

from __future__ import annotations

import math

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
MINUS = "−"
LARGE = 1e7


def short_weight(weight: float, digits: int = 2) -> str:
    """A weight in a small cell: ".52", "1.00"; "−.30" where a variant takes some away."""
    text = fixed(weight, digits)
    return text.replace("0.", ".", 1) if text.lstrip(MINUS).startswith("0.") else text


def fixed(number: float, digits: int) -> str:
    """A number with a true minus sign and no minus before zero; beyond ten million as a power of ten."""
    odd = _not_finite(number)
    if odd:
        return odd
    if abs(number) >= LARGE:
        return power(number).replace("-", MINUS)
    text = f"{number:.{digits}f}"
    negative = text.startswith("-") and float(text) != 0
    return (MINUS if negative else "") + text.lstrip("-")


def four(number: float) -> str:
    """Four digits after the point; what would read as 0 and is not is written as a power of ten."""
    return power(number) if 0 < abs(number) < 0.00005 else fixed(number, 4)


def score(number: float) -> str:
    """A score in a cell: two digits after the point, fewer for large ones."""
    size = abs(number)
    return fixed(number, 2 if size < 100 else 1 if size < 1000 else 0)


def percent(share: float, digits: int = 0) -> str:
    """A share as percent, with a narrow gap before the sign."""
    return _not_finite(share) or f"{fixed(100 * share, digits)} %"


def power(number: float, extra: int = 0) -> str:
    """A very small or large number: "1.2 × 10⁻⁷"; plain 0 for 0; `extra` more digits if asked."""
    odd = _not_finite(number)
    if odd or number == 0:
        return odd or "0"
    mantissa, exponent = f"{number:.{1 + extra}e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}"


def exponential(exponent: float, extra: int = 0) -> str:
    """e to the `exponent`, readable at any size: "155.8", "13,619", "5.7 × 10²⁴"; `extra` more digits if asked."""
    if not math.isfinite(exponent):
        return "0" if exponent < 0 else _not_finite(exponent)
    tens = exponent / math.log(10)
    if -2 <= tens < 7:
        return grouped(math.exp(exponent), extra)
    whole = math.floor(tens)
    mantissa = f"{10 ** (tens - whole):.{1 + extra}f}"
    if mantissa.startswith("10"):
        mantissa, whole = f"{1:.{1 + extra}f}", whole + 1
    return f"{mantissa} × 10{str(whole).translate(_RAISED)}"


def grouped(number: float, extra: int = 0) -> str:
    """Four significant digits, thousands apart: "155.8", "13,619"; `extra` more digits if asked."""
    if not math.isfinite(number):
        return _not_finite(number)
    before = max(1, len(str(int(abs(number)))))
    return f"{number:,.{max(0, 4 + extra - before)}f}".replace("-", MINUS)


def whole(number: int) -> str:
    """A whole number that is a count, its thousands apart: "131,072"."""
    return f"{number:,}"


def value_of(text: str) -> tuple[float, int]:
    """Mantissa and power of ten of a number as written here: "5.7 × 10²⁴" is (5.7, 24)."""
    mantissa, _, power_of_ten = text.partition(" × 10")
    plain = mantissa.replace(",", "").replace(MINUS, "-").replace("∞", "inf")
    return float(plain), int(power_of_ten.translate(_LOWERED) or 0)


def raised(text: str) -> str:
    """`text` in superscript digits."""
    return text.translate(_RAISED)


def _not_finite(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    return ""
