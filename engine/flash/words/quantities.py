"""How a sentence writes bytes, numbers and counts."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
MINUS: Final = "−"
_UNITS: Final = ("B", "KiB", "MiB", "GiB", "TiB")


def amount(size: int) -> str:
    """Bytes: "0 B", "512 B", "1 KiB", "5.2 KiB", "88.2 KiB", "160 KiB"; one digit after the point, below 100."""
    power = min(max(int(size).bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    number = size / 1024**power
    if round(number, 1) >= 1024 and power < len(_UNITS) - 1:
        power, number = power + 1, number / 1024
    text = f"{number:.1f}" if number < 100 else f"{number:.0f}"
    return f"{text.removesuffix('.0')} {_UNITS[power]}"


def number(value: float) -> str:
    """Two digits after the point; a power of ten where that would read as 0, or from ten million on."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0 or 0.005 <= abs(value) < 1e7:
        return f"{value:.2f}".replace("-", MINUS)
    return power_of_ten(value)


def power_of_ten(value: float) -> str:
    """A very small or large number: "1.2 × 10⁻⁷"; "0" for 0."""
    if value == 0 or not math.isfinite(value):
        return number(value) if value else "0"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}".replace("-", MINUS)


def between(values: NDArray[np.float32] | None) -> str:
    """ ", from −0.21 to 0.34", ", 0.12" for one number, "" for none."""
    if values is None or not values.size:
        return ""
    least, most = float(values.min()), float(values.max())
    return f", {number(least)}" if number(least) == number(most) else f", from {number(least)} to {number(most)}"


def count(how_many: int, one: str, more: str = "") -> str:
    """ "1 row", "16 rows", "1,024 rows"."""
    return f"{how_many:,} {one if how_many == 1 else more or one + 's'}"


def span(name: str, start: int, stop: int) -> str:
    """The tokens start..stop, the last one included: "rows 80 to 95", "row 80"."""
    return f"{name} {start}" if stop - start == 1 else f"{name}s {start} to {stop - 1}"


def named(label: str) -> str:
    """A token in a sentence: one without a letter or digit is quoted, so that it is not read as punctuation."""
    return label if any(c.isalnum() for c in label) else f"“{label}”"
