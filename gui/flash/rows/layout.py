"""Where the columns of the row state are, and which rows there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect

LEFT: Final = 16
HEAD: Final = 54  # from the top to the first row
ROW: Final = (18, 16)  # height, and compact
NUMBER: Final = 26  # width of a row's number


@dataclass(frozen=True)
class Columns:
    """The columns in a pane of `width` pixels: (left, width) each."""

    label: tuple[int, int]
    maximum: tuple[int, int]
    factor: tuple[int, int]  # its bar; the number follows
    number: tuple[int, int]
    before: tuple[int, int]
    after: tuple[int, int]

    @classmethod
    def of(cls, width: int) -> Columns:
        """Numbers have what they need; the rest goes to the label and to the line of the maximum."""
        inner = width - 2 * LEFT
        numbers = (38, 54, 56)
        rest = inner - NUMBER - sum(numbers)
        label, line = rest * 30 // 100, rest * 44 // 100
        bar = rest - label - line
        x = LEFT + NUMBER
        places = []
        for wide in (label, line, bar):
            places.append((x, wide - (10 if wide is not bar else 2)))
            x += wide
        x = width - LEFT - sum(numbers)
        for wide in numbers:
            places.append((x, wide))
            x += wide
        return cls(*places)


def shown_rows(count: int, chosen: int, height: int, row: int) -> range:
    """The rows of a block that fit into `height` pixels; the chosen one is among them, near the middle."""
    fits = max(1, height // row)
    first = min(max(chosen - fits // 2, 0), max(count - fits, 0))
    return range(first, min(first + fits, count))


def row_box(width: int, place: int, row: int) -> QRect:
    """The box of the row at a place from the top."""
    return QRect(LEFT - 6, HEAD + place * row, width - 2 * LEFT + 12, row)
