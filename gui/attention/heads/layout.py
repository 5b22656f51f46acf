"""Where the thumbnails of the head strip stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect

LABELS: Final = (138, 122)  # where the first thumbnail begins; compact
SIDES: Final = (70, 56)
TOPS: Final = (16, 11)
LAST: Final = 32  # from the last thumbnail to the end
PARTING: Final = 24  # between the heads and their mean
GAPS: Final = (10, 36)  # the least and the most between thumbnails


@dataclass(frozen=True)
class HeadLayout:
    """A row of `heads` thumbnails, a thin divider, mean and max, in a strip of `width`; it scrolls if it must."""

    heads: int
    width: int
    compact: bool

    @property
    def left(self) -> int:
        return LABELS[self.compact]

    @property
    def side(self) -> int:
        return SIDES[self.compact]

    @property
    def room(self) -> int:
        """The width of what is seen at once."""
        return max(1, self.width - self.left - LAST)

    @property
    def length(self) -> int:
        """The width of the whole row."""
        return self.box(self.heads + 1).right() + 1 - self.left

    @property
    def most_offset(self) -> int:
        return max(0, self.length - self.room)

    def box(self, index: int) -> QRect:
        """The picture of a head, without scrolling; `heads` is the mean, `heads` + 1 the maximum."""
        x = self.left + round(index * self._pitch) + (PARTING if index >= self.heads else 0)
        return QRect(x, TOPS[self.compact], self.side, self.side)

    @property
    def divider(self) -> int:
        """The x of the line between the last head and the mean."""
        return (self.box(self.heads - 1).right() + self.box(self.heads).left()) // 2

    @property
    def _pitch(self) -> float:
        free = (self.room - PARTING - self.side) / (self.heads + 1)
        least, most = GAPS
        return min(max(free, self.side + least), self.side + most)
