"""Where the chips of the token strip stand, in content pixels, whatever part of it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFontMetrics

from engine.view import View
from gui.drawing import elided
from gui.theme import font

GAP: Final = 8
FOLDED_GAP: Final = 16
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
    label: str  # role of the chip's font
    padding: int
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
    label = "chip_compact" if compact else "chip"
    return Lines(chip, chip_height, label, 12 if compact else 16, 10 if compact else 14, chip + chip_height + 20)


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


def layout_of(view: View, lines: Lines) -> Layout:
    """The chips of a view."""
    label_font, small = font(lines.label), font("caption")
    metrics = QFontMetrics(label_font)
    labels, widths = [], []
    for group in view.axis.groups:
        width = metrics.horizontalAdvance(group.label)
        fits = width + 2 * lines.padding <= WIDEST
        labels.append(group.label if fits else elided(group.label, label_font, WIDEST - 2 * lines.padding))
        widths.append(max(NARROWEST, min(WIDEST, width + 2 * lines.padding)))
    words = len(labels)
    for extra in (folded_label(view), NOT_READ if view.capture.read < len(view.capture.text) else ""):
        if extra:
            labels.append(elided(extra, small, WIDEST - 24))
            widths.append(QFontMetrics(small).horizontalAdvance(labels[-1]) + 24)
    gaps = np.full(len(labels), GAP)
    gaps[words:] = FOLDED_GAP
    gaps[:1] = 0
    lefts = np.cumsum(gaps) + np.concatenate(([0], np.cumsum(widths)[:-1])) if labels else np.zeros(0, int)
    folded = words if view.axis.folded else -1
    unread = len(labels) - 1 if len(labels) > words + (folded >= 0) else -1
    total = int(lefts[-1] + widths[-1]) if labels else 0
    return Layout(lefts, np.array(widths, int), tuple(labels), words, folded, unread, total)


def folded_label(view: View) -> str:
    """The names of the folded special tokens, each once: "[CLS] [SEP]"."""
    return " ".join(dict.fromkeys(view.capture.tokens[token].label for token in view.axis.folded))
