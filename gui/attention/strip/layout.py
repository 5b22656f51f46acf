"""Where the chips of the token strip stand, in content pixels, whatever part of it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFontMetrics

from engine.shown.view import View
from gui.look.drawing import elided
from gui.look.theme import font

GAP: Final = 8
CLOSEST: Final = 4  # the gap of chips that shrank as far as they do
LEAST: Final = 8  # the side padding of these
SHRINKS: Final = 1.35  # texts up to this many times too wide shrink; wider ones scroll
EDGE: Final = 8  # room at both ends, for frames and focus rings
NARROWEST: Final = 36
WIDEST: Final = 240
RIBBON: Final = 9  # height
COMPACT_BELOW: Final = 130
NOT_READ: Final = "… not read"


@dataclass(frozen=True)
class Lines:
    """Heights in the strip: arcs stand on `base`, chips begin at `chip`, the ribbon is the lowest line."""

    chip: int
    chip_height: int
    top: int  # how high arcs may reach
    ribbon: int

    @property
    def base(self) -> int:
        return self.chip - 8

    @property
    def number(self) -> int:
        """The middle of the numbers."""
        return self.chip + self.chip_height + 11


def lines_of(height: int, ribbon: bool) -> Lines:
    """The heights for a strip of this height in pixels; a ribbon needs room below the numbers."""
    compact = height < COMPACT_BELOW
    chip_height = 34 if compact else 38
    below = (68 if compact else 80) if ribbon else 60 if compact else 66
    chip = max(height - below, 14)
    return Lines(chip, chip_height, 10 if compact else 14, chip + chip_height + 20)


@dataclass(frozen=True)
class Sizes:
    """What makes chips wide or narrow."""

    label: str  # role of the chip's font
    padding: int  # at both sides of the label
    gap: int

    @property
    def folded_gap(self) -> int:
        """The gap before a chip that is no word."""
        return 2 * self.gap

    @property
    def narrowest(self) -> int:
        return NARROWEST - (GAP - self.gap)

    def smaller(self) -> Iterator[Sizes]:
        """The same font, tighter and tighter: paddings and gaps shrink together."""
        steps = self.padding - LEAST
        for step in range(1, steps + 1):
            yield Sizes(self.label, self.padding - step, self.gap - round(step * (self.gap - CLOSEST) / steps))


COMPACT: Final = Sizes("chip_compact", 12, GAP)
USUAL: Final = Sizes("chip", 16, GAP)


def sizes_of(height: int) -> Sizes:
    """The usual sizes in a strip of this height."""
    return COMPACT if height < COMPACT_BELOW else USUAL


@dataclass(frozen=True, eq=False)
class Layout:
    """Chips from left to right: the shown words, then the folded special tokens and the unread rest where there are."""

    lefts: NDArray[Any]  # (C,)
    widths: NDArray[Any]  # (C,)
    labels: tuple[str, ...]  # as they fit
    words: int
    folded: int  # the chip of the folded special tokens, -1 without
    unread: int  # the chip of what was not read, -1 without
    total: int  # width of all
    label: str  # role of the words' font
    gap: int  # between words

    def at(self, x: int) -> int:
        """The chip at a content position, -1 between chips."""
        chip = int(np.searchsorted(self.lefts, x, "right")) - 1
        return chip if chip >= 0 and x < self.lefts[chip] + self.widths[chip] else -1

    def between(self, left: int, right: int) -> range:
        """The chips that any part of [left, right) shows."""
        first = int(np.searchsorted(self.lefts + self.widths, left, "right"))
        return range(first, int(np.searchsorted(self.lefts, right)))

    def middle(self, chip: int) -> float:
        return float(self.lefts[chip] + self.widths[chip] / 2)


def fitted(view: View, usual: Layout, sizes: Sizes, width: int) -> Layout:
    """`usual`, laid out in `sizes`, if it fits into a width or is much too wide for it; otherwise shrunk to fit."""
    if not width < usual.total <= SHRINKS * width:
        return usual
    tighter = sizes.smaller()
    if sizes.label != COMPACT.label:  # then the smaller font, with as much room as that leaves
        tighter = chain(tighter, (COMPACT,), COMPACT.smaller())
    layouts = (layout_of(view, each) for each in tighter)
    return next((layout for layout in layouts if layout.total <= width), usual)


def layout_of(view: View, sizes: Sizes) -> Layout:
    """The chips of a view."""
    label_font, small = font(sizes.label), font("caption")
    metrics = QFontMetrics(label_font)
    labels, widths = [], []
    for group in view.axis.groups:
        width = metrics.horizontalAdvance(group.label)
        fits = width + 2 * sizes.padding <= WIDEST
        labels.append(group.label if fits else elided(group.label, label_font, WIDEST - 2 * sizes.padding))
        widths.append(max(sizes.narrowest, min(WIDEST, width + 2 * sizes.padding)))
    words = len(labels)
    extras = [folded_label(view)] if view.axis.folded else []  # which a file may leave empty
    extras += [NOT_READ] if view.capture.read < len(view.capture.text) else []
    for extra in extras:
        labels.append(elided(extra, small, WIDEST - 24))
        widths.append(QFontMetrics(small).horizontalAdvance(labels[-1]) + 2 * min(12, sizes.padding))
    gaps = np.full(len(labels), sizes.gap)
    gaps[words:] = sizes.folded_gap
    gaps[:1] = 0
    lefts = np.cumsum(gaps) + np.concatenate(([0], np.cumsum(widths)[:-1])) if labels else np.zeros(0, int)
    folded = words if view.axis.folded else -1
    unread = len(labels) - 1 if len(labels) > words + (folded >= 0) else -1
    total = int(lefts[-1] + widths[-1]) if labels else 0
    return Layout(lefts, np.array(widths, int), tuple(labels), words, folded, unread, total, sizes.label, sizes.gap)


def folded_label(view: View) -> str:
    """The names of the folded special tokens, each once: "[CLS] [SEP]"."""
    return " ".join(dict.fromkeys(view.capture.tokens[token].label for token in view.axis.folded))
