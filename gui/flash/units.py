"""How bytes, operations and rates are written: three digits, and the unit that suits them."""

from __future__ import annotations

import math
from typing import Final

from gui.look.numbers import fixed

BYTES: Final = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
COUNTS: Final = ("", "k", "M", "G", "T", "P", "E")


def unit_of(count: float) -> tuple[float, str]:
    """The bytes of the binary unit that suits `count` bytes, and its name: 90368 -> (1024, "KiB").

    What three digits would write as 1024 of one unit is 1 of the next.
    """
    power = _power(count, 1024, len(BYTES))
    return 1024.0**power, BYTES[power]


def in_bytes(count: float) -> str:
    """Bytes as "0 B", "88.2 KiB", "1.21 GiB"."""
    size, name = unit_of(count)
    return f"{in_unit(count, size)} {name}"


def in_unit(count: float, size: float) -> str:
    """Bytes in a unit that stands beside: "88.2", "160"."""
    return three(count / size) if size > 1 else f"{count:.0f}"


def counted(count: float) -> str:
    """A number of operations: "640", "1.18 M", "66.6 G"."""
    power = _power(count, 1000, len(COUNTS))
    return f"{three(count / 1000.0**power)} {COUNTS[power]}" if power else f"{count:.0f}"


def three(number: float) -> str:
    """Three digits, zeros after the point left out: "88.2", "160", "1.2"."""
    digits = 2 if abs(number) < 10 else 1 if abs(number) < 100 else 0
    text = fixed(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _power(count: float, base: int, most: int) -> int:
    """Which power of `base` suits a count, so that what is left, rounded, is below it."""
    power = min(max(int(math.log(max(count, 1), base) + 1e-12), 0), most - 1)
    return power + 1 if power < most - 1 and round(count / float(base) ** power) >= base else power
