"""Which words have a bar, in which order, and where everything stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect

from engine.shown.view import FEW_WORDS, View
from gui.attention.tones import signed

Groups = NDArray[np.int_]

LEFT: Final = 16
RIGHT: Final = 16
CAPTION: Final = (40, 26)  # height of the line above the bars, and compact
ROW: Final = (38, 29)
RANKED_ROW: Final = (34, 29)  # by weight, when not all words fit
SMALLEST_ROW: Final = 20
FOOT: Final = 22  # room for the axis
NUMBER: Final = 43  # width of a column of numbers
SHORT_AXIS: Final = 140  # px: the numbers of five ticks would touch
MINUS: Final = 8  # more for numbers with a sign
LABEL: Final = (63, 0.27)  # least width, and most as a share
# end of the axis -> where its grid lines are
AXES: Final = {
    0.02: (0, 0.01, 0.02),
    0.05: (0, 0.025, 0.05),
    0.1: (0, 0.05, 0.1),
    0.2: (0, 0.1, 0.2),
    0.5: (0, 0.25, 0.5),
    1.0: (0, 0.25, 0.5, 0.75, 1.0),
}


@dataclass(frozen=True)
class Room:
    """What the widget offers: its size in pixels, and the widths that the texts need."""

    width: int
    height: int
    compact: bool
    label: int
    place: int  # of the widest token number


@dataclass(frozen=True, eq=False)
class BarsLayout:
    """`order` are the shown words that have a row, top to bottom; `others` those that share one bar."""

    room: Room
    order: Groups
    others: Groups
    folded: bool  # whether the folded special tokens have a bar
    row: int  # height of a row
    seen: int  # rows of `order` in view at once
    limit: float  # end of the axis
    both: bool  # the axis runs from -limit on, for weights below 0
    two: bool  # two columns of numbers: now and the model's
    numbered: bool  # token numbers beside the labels

    @property
    def top(self) -> int:
        return CAPTION[self.room.compact]

    @property
    def rest(self) -> int:
        """Bars below the line: the others, and the folded special tokens."""
        return int(self.others.size > 0) + int(self.folded)

    @property
    def scrolls(self) -> bool:
        return self.seen < len(self.order)

    @property
    def line(self) -> int:
        """Where the words end and the rest begins."""
        return self.top + self.seen * self.row

    @property
    def grid_bottom(self) -> int:
        return self.line + self.rest * self.row + 4

    @property
    def bottom(self) -> int:
        """Where the axis numbers end."""
        return self.grid_bottom + FOOT - 4

    @cached_property
    def label_right(self) -> int:
        return LEFT + max(LABEL[0], min(self.room.label, int(LABEL[1] * self.room.width)))

    @cached_property
    def left(self) -> int:
        """Where the axis begins."""
        return self.label_right + (self.room.place + 20 if self.numbered else 10)

    @cached_property
    def right(self) -> int:
        """Where the axis ends."""
        return self.room.width - RIGHT - (90 if self.two else 50) - (MINUS if self.both else 0)

    @cached_property
    def zero(self) -> int:
        """Where bars begin: at the left, or in the middle of an axis with both signs."""
        return self.left + (self.right - self.left) // 2 if self.both else self.left

    def x(self, weight: float) -> int:
        """Where a bar of this weight ends; the longest ends with the axis."""
        share = min(max(weight / self.limit, -1.0 if self.both else 0.0), 1.0)
        return self.zero + round(share * (self.right - self.zero))

    @property
    def ticks(self) -> tuple[float, ...]:
        """Where the grid lines of the axis are; of two signs, and where it is short, only the ends and the middles."""
        after = AXES[self.limit]
        few = after[:: max((len(after) - 1) // 2, 1)]
        if self.both:
            return (*(-tick for tick in few[:0:-1]), *few)
        return few if self.right - self.left < SHORT_AXIS else after

    def box(self, index: int, scrolled: int = 0) -> QRect:
        """The row at an index: words first, then the bars below the line, which do not scroll."""
        words = len(self.order)
        top = self.top + index * self.row - scrolled if index < words else self.line + (index - words) * self.row
        return QRect(LEFT - 6, top, self.room.width - LEFT - RIGHT + 12, self.row)

    def hit(self, y: int, scrolled: int = 0) -> int:
        """The row at a height, -1 for none."""
        if self.top <= y < self.line:
            return (y - self.top + scrolled) // self.row
        below = (y - self.line) // self.row
        return len(self.order) + below if 0 <= below < self.rest else -1


def layout_of(view: View, room: Room) -> BarsLayout:
    """The rows that a view has in some room."""
    groups, folded = len(view.axis.groups), bool(view.axis.folded)
    height = room.height - CAPTION[room.compact] - FOOT
    fit = max(height // SMALLEST_ROW, 2) - folded
    order, others = np.arange(groups), np.zeros(0, np.int_)
    if view.scene.order == "weight":
        order = ranked(view)
    row = min(ROW[room.compact], height // max(groups + folded, 1))
    seen = groups
    if groups > fit and view.scene.order == "weight":
        bars = max(height // RANKED_ROW[room.compact], 2 + folded)
        row, seen = height // bars, bars - 1 - folded
        order, others = _heaviest(view, order, seen)
    elif groups > fit:
        row, seen = SMALLEST_ROW, fit
    axis = _limit(view, others)
    return BarsLayout(room, order, others, folded, row, seen, axis, signed(view), view.changed, numbered(view))


def ranked(view: View) -> Groups:
    """All shown words by weight, then the hidden ones in text order."""
    return np.concatenate((np.array(view.ranked, np.int_), np.flatnonzero(~view.row.shown_visible)))


def others_weight(view: View, others: Groups, trained: bool = False) -> float:
    """What the words without a bar of their own get together; for the largest over heads, at most."""
    weights = (view.row.shown_trained if trained else view.row.shown)[others]
    return float(weights.max(initial=0) if view.head == "max" else weights.sum())


def numbered(view: View) -> bool:
    """Whether a word's label alone does not say which it is."""
    labels = [group.label for group in view.axis.groups]
    return len(labels) > 24 or (view.scene.order == "weight" and len(set(labels)) < len(labels))


def _heaviest(view: View, order: Groups, count: int) -> tuple[Groups, Groups]:
    """The first `count` words, the key among them wherever it ranks, and all others."""
    own, others = order[:count], order[count:]
    if view.key_group in others:
        own = np.append(own[:-1], view.key_group)
        others = np.setdiff1d(order, own)
    return own, others


def _limit(view: View, others: Groups) -> float:
    """The end of the axis: 1, or less where all is small in a long text."""
    if len(view.axis.groups) <= FEW_WORDS:
        return 1.0
    row: list[Any] = [view.row.shown, others_weight(view, others), view.row.folded]
    if view.changed:
        trained = [view.row.shown_trained, others_weight(view, others, True), view.row.folded_trained]
        row += [np.nan_to_num(np.asarray(part), nan=0.0) for part in trained]
    most = max(float(np.max(np.abs(part), initial=0)) for part in row)
    return next((limit for limit in AXES if limit >= most), 1.0)
