"""How high the lines of the pseudocode are, which of them there is room for, and how large their letters are."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont

from engine.flash.words.code import Line
from gui.look.drawing import text_width
from gui.look.theme import font

LEAST: Final = 14  # px of a line
TALLEST: Final = 24
SMALLEST: Final = 10  # px of a letter
INDENT: Final = 14  # px a level, at the designed size
SMALL: Final = 9  # px of an index


def line_height(count: int, room: int) -> int:
    """The height at which `count` lines fill `room` pixels, between LEAST and TALLEST."""
    return max(min(TALLEST, room // max(count, 1)), LEAST)


def shown_lines(count: int, current: int, room: int, tall: int) -> range:
    """The numbers, from 1, of the lines that fit; the current one stands near the middle of them."""
    fits = max(1, room // tall)
    first = min(max(current - fits // 2, 1), max(count - fits + 1, 1))
    return range(first, min(first + fits, count + 1))


@lru_cache(16)
def letter_size(lines: tuple[Line, ...], room: int, tall: int) -> int:
    """Pixels of a letter at which the longest line is at most `room` wide; SMALLEST where none is small enough."""
    designed = font("code").pixelSize()
    size = min(designed, tall - 3)
    while size > SMALLEST and max((width_of(line, size) for line in lines), default=0) > room:
        size -= 1
    return size


@lru_cache(32)
def face_of(size: int, weight: int | None = None) -> QFont:
    """The font of code, of another size; a copy, for `font` gives the same one to all."""
    made = QFont(font("code", weight))
    made.setPixelSize(size)
    return made


def indent_of(line: Line, size: int) -> int:
    """Pixels from the left edge of the code to the line."""
    return line.indent * INDENT * size // font("code").pixelSize()


def width_of(line: Line, size: int) -> int:
    """Pixels of a line, indent and indices too, in letters of `size` pixels."""
    letter, index = text_width("0", face_of(size, 500)), SMALL * 6 // 10 + 1
    return indent_of(line, size) + sum(len(p.text) * letter + len(p.low + p.high) * index for p in line.pieces)
