"""The strip as far as it is scrolled: content pixels to pixels of the widget and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QRect

from gui.attention.strip.layout import EDGE, RIBBON, Layout, Lines, lines_of

FRAME: Final = 2  # px around a chip
NUMBERS: Final = 20  # px below a chip that belong to it


@dataclass(frozen=True, eq=False)
class Scrolled:
    """A layout in a widget of some size. `offset` is what is scrolled away at the left, 0 when all fits."""

    layout: Layout
    width: int
    height: int
    offset: int = 0

    @property
    def scrolls(self) -> bool:
        return self.layout.total > self.width - 2 * EDGE

    @cached_property
    def lines(self) -> Lines:
        return lines_of(self.height, self.scrolls)

    @property
    def origin(self) -> int:
        """Where the content begins, in pixels of the widget."""
        return EDGE - self.offset if self.scrolls else (self.width - self.layout.total) // 2

    @property
    def ribbon(self) -> QRect:
        return QRect(EDGE, self.lines.ribbon, self.width - 2 * EDGE, RIBBON)

    def to(self, offset: float) -> Scrolled:
        """The same, scrolled to an offset, which is kept between the ends."""
        most = self.layout.total + 2 * EDGE - self.width if self.scrolls else 0
        return replace(self, offset=round(min(max(offset, 0), most)))

    def showing(self, query: int, key: int) -> Scrolled:
        """Scrolled so that both chips show, their middle in the middle; if they are too far apart, the query at one end
        and as much as possible of the way to the key.
        """
        least, most = self._offsets(query, key)
        if least > most:
            least, most = self._offsets(query, query)
            return self.to(least if key < query else most)
        return self.to((least + most) / 2)

    def revealing(self, query: int, key: int, margin: int) -> Scrolled:
        """Scrolled as little as shows both chips, or the query alone if they are too far apart, with up to `margin`
        pixels beside them.
        """
        least, most = self._offsets(query, key)
        if least > most:
            least, most = self._offsets(query, query)
        beside = max(0, min(margin, (most - least) // 2))
        return self.to(max(min(self.offset, most - beside), least + beside))

    def whole(self, chip: int) -> bool:
        """Whether all of a chip is in view, its frame included."""
        box = self.box(chip)
        return box.left() >= FRAME and box.right() < self.width - FRAME

    def _offsets(self, one: int, other: int) -> tuple[int, int]:
        """The least and the largest offset that show two chips whole; the least is larger when none does."""
        lefts, widths = self.layout.lefts, self.layout.widths
        left, last = min(lefts[one], lefts[other]), max(one, other)
        return int(lefts[last] + widths[last]) + 2 * EDGE - self.width, int(left)

    def box(self, chip: int) -> QRect:
        """Where a chip is; empty for none (-1)."""
        if chip < 0:
            return QRect()
        left, width = int(self.layout.lefts[chip]), int(self.layout.widths[chip])
        return QRect(self.origin + left, self.lines.chip, width, self.lines.chip_height)

    def hit(self, point: QPoint) -> int:
        """The chip under a point, its number included; -1 for none."""
        inside = self.lines.chip <= point.y() < self.lines.chip + self.lines.chip_height + NUMBERS
        return self.layout.at(point.x() - self.origin) if inside else -1

    def shown(self) -> range:
        """The chips of which any part is in view."""
        return self.layout.between(-self.origin - EDGE, self.width - self.origin + EDGE)

    def window(self) -> tuple[float, float]:
        """The part of the words that is in view, 0 to 1 at both ends: left and right edge of the ribbon's frame."""
        left, right = (self._word_at(self.offset - EDGE + x) for x in (0, self.width))
        return left / self.layout.words, right / self.layout.words

    def middle_share(self) -> float:
        """The share of the words that is left of the middle of the widget; what `at_share` takes."""
        return self._word_at(self.offset - EDGE + self.width / 2) / self.layout.words

    def at_share(self, share: float) -> Scrolled:
        """Scrolled so that this share of the words (0 to 1) is in the middle."""
        words = self.layout.words
        word = min(max(share, 0.0), 1.0) * words
        chip = min(int(word), words - 1)
        x = self.layout.lefts[chip] + (word - chip) * self.layout.widths[chip]
        return self.to(float(x) + EDGE - self.width / 2)

    def _word_at(self, x: float) -> float:
        """How many words stand left of a content position, with a part of the one it cuts."""
        lefts = self.layout.lefts[: self.layout.words]
        chip = max(int(np.searchsorted(lefts, x, "right")) - 1, 0)
        return chip + min(max((x - float(lefts[chip])) / float(self.layout.widths[chip]), 0.0), 1.0)
