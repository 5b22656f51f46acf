"""Where the columns of the row state are, and which rows there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect

LEFT: Final = 16
HEAD: Final = 54  # from the top to the first row
FOOT: Final = 18  # below, where not all rows are shown: which ones are
ROW: Final = (18, 16)  # height of a row, and compact
TALLEST: Final = 26
NUMBERS: Final = ((38, 54, 56), (34, 42, 44))  # factor, l before and after, and where it is narrow
ROOMY: Final = 390  # px from which on there is room for all


@dataclass(frozen=True)
class Columns:
    """The columns in a pane of `width` pixels: (left, width) each."""

    row: tuple[int, int]  # its number
    label: tuple[int, int]
    maximum: tuple[int, int]
    factor: tuple[int, int]  # its bar; the number follows
    number: tuple[int, int]
    before: tuple[int, int]
    after: tuple[int, int]
    roomy: bool

    @classmethod
    def of(cls, width: int, row: int = 26) -> Columns:
        """Numbers have what they need (`row` pixels the number of a row); the rest goes to the label and the lines."""
        roomy = width >= ROOMY
        numbers = NUMBERS[not roomy]
        rest = width - 2 * LEFT - row - sum(numbers)
        words, line = rest * (30 if roomy else 38) // 100, rest * (44 if roomy else 38) // 100
        bar = rest - words - line
        x = LEFT + row
        found = [(LEFT, row)]
        for wide, gap in ((words, 10 if roomy else 4), (line, 10), (bar, 2)):
            found.append((x, wide - gap))
            x += wide
        for wide in numbers:
            found.append((x, wide))
            x += wide
        label, maximum, factor, number, before, after = found[1:]
        return cls(found[0], label, maximum, factor, number, before, after, roomy)


def row_height(rows: int, room: int, designed: int) -> int:
    """The height of a row in a block of `rows`: more than the designed one where there is room."""
    return max(min(room // max(rows, 1), TALLEST), designed)


def shown_rows(count: int, chosen: int, height: int, row: int) -> range:
    """The rows of a block that fit into `height` pixels; the chosen one is among them, near the middle."""
    fits = max(1, height // row)
    first = min(max(chosen - fits // 2, 0), max(count - fits, 0))
    return range(first, min(first + fits, count))


def row_box(width: int, place: int, row: int) -> QRect:
    """The box of the row at a place from the top."""
    return QRect(LEFT - 6, HEAD + place * row, width - 2 * LEFT + 12, row)
