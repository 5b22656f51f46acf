"""Where a list stands: strip, caption, labels, axis, columns and rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect

from engine.shown.view import round_up
from gui.attention.why.rows import Lines
from gui.look.drawing import text_width
from gui.look.theme import font

LEFT: Final = 16
RIGHT: Final = 16
STRIP: Final = (46, 36)  # height of the picture above the list, and compact
CAPTION: Final = (24, 20)
FOOT: Final = 20  # room for the axis
ROW: Final = (38, 29)
SMALLEST_ROW: Final = 19
FEWEST: Final = 4  # rows; below that the strip gives way
NUMBER: Final = 42
LABEL: Final = (30, 0.27)  # least width, and most as a share
MEASURED: Final = 64  # rows whose texts are measured: the longest labels by letters, the numbers of the largest bars


@dataclass(frozen=True, eq=False)
class ListLayout:
    """A list in `width` x `height` pixels; `order` are its rows from top to bottom."""

    lines: Lines
    order: NDArray[np.int_]
    width: int
    height: int
    compact: bool

    @cached_property
    def strip(self) -> QRect:
        """The picture above the list; empty where there is none, or no room."""
        tall = STRIP[self.compact]
        free = self.height - tall - CAPTION[self.compact] - FOOT
        if not self.lines.strip or free < FEWEST * SMALLEST_ROW:
            return QRect()
        return QRect(LEFT, 6, self.width - LEFT - RIGHT, tall - 12)

    @cached_property
    def caption(self) -> QRect:
        """The line with the legend and the names of the columns."""
        top = 0 if self.strip.isEmpty() else STRIP[self.compact]
        return QRect(LEFT, top, self.width - LEFT - RIGHT, CAPTION[self.compact])

    @property
    def top(self) -> int:
        return self.caption.bottom() + 1

    @cached_property
    def row(self) -> int:
        """The height of a row."""
        free = self.height - self.top - FOOT
        return min(ROW[self.compact], max(SMALLEST_ROW, free // max(len(self.order), 1)))

    @cached_property
    def seen(self) -> int:
        """How many rows are in view at once."""
        return min(len(self.order), max((self.height - self.top - FOOT) // self.row, 1))

    @property
    def scrolls(self) -> bool:
        return self.seen < len(self.order)

    @property
    def bottom(self) -> int:
        """Where the rows end."""
        return self.top + self.seen * self.row

    @cached_property
    def columns(self) -> tuple[QRect, ...]:
        """Where the numbers of each column stand, over the height of the caption."""
        right, boxes = self.width - RIGHT - (4 if self.scrolls else 0), []
        rows = [self.lines.line(int(index)).numbers for index in self.lines.order(True)[:MEASURED]]
        for at, name in reversed(list(enumerate(self.lines.columns))):
            widest = max((text_width(numbers[at], font("caption", 600)) for numbers in rows), default=0)
            wide = max(NUMBER, text_width(name, font("axis")) + 6, widest + 6)
            boxes.append(QRect(right - wide, self.caption.top(), wide, self.caption.height()))
            right -= wide + 2
        return tuple(reversed(boxes))

    @cached_property
    def label_right(self) -> int:
        longest = sorted(self.lines.labels, key=len)[-MEASURED:]
        widest = max((text_width(label, font("body", 600)) for label in longest), default=0)
        return LEFT + max(LABEL[0], min(widest + 2, int(LABEL[1] * self.width)))

    @cached_property
    def place(self) -> int:
        """How wide the tokens' numbers are, 0 where there are none."""
        count = len(self.order)
        shown = count and bool(self.lines.line(0).place)
        return text_width(str(max(count, 100)), font("caption")) + 8 if shown else 0

    @cached_property
    def left(self) -> int:
        """Where the axis begins."""
        return self.label_right + self.place + 10

    @cached_property
    def right(self) -> int:
        """Where the axis ends."""
        return max(self.columns[0].left() - 6, self.left + 20)

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The least and the largest number of the axis: 0 is between them."""
        every = self.lines.bars if self.lines.ghosts is None else np.append(self.lines.bars, self.lines.ghosts)
        every = every[np.isfinite(every)]
        low, high = (float(each) for each in (every.min(initial=0), every.max(initial=0)))
        top = round_up(high) if high > 0 or low == 0 else 0.0
        return (-round_up(-low) if low < -1e-3 * top else 0.0), top

    def x(self, value: float) -> int:
        """Where a number is on the axis."""
        low, high = self.ends
        share = (min(max(value, low), high) - low) / (high - low) if math.isfinite(value) else 0.0
        return self.left + round(share * (self.right - self.left))

    @property
    def ticks(self) -> tuple[float, ...]:
        """Where the axis has a line."""
        low, high = self.ends
        return tuple(dict.fromkeys((low, 0.0, high)))

    def box(self, at: int, scrolled: int) -> QRect:
        """The row at a place from the top."""
        return QRect(LEFT - 6, self.top + at * self.row - scrolled, self.width - LEFT - RIGHT + 12, self.row)

    def hit(self, y: int, scrolled: int) -> int:
        """The place of the row at a height, -1 for none."""
        inside = self.top <= y < self.bottom
        at = (y - self.top + scrolled) // self.row
        return at if inside and at < len(self.order) else -1
