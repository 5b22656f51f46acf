"""Which words of two texts stand for each other, so that their maps can be laid on one another."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from engine.kept import Kept
from engine.maps.pooling import Ints
from engine.maps.words import JOINT, Axis, axis_in

if TYPE_CHECKING:
    from engine.capture import Capture

Window = tuple[int, int, int, int]  # top, left, rows, columns, in shown words


@dataclass(frozen=True, eq=False)
class Alignment:
    """The shown words of two texts: `there` has, for each word here, the word there that stands for it, -1 for none.

    Both run in the order of the text, so matched words never cross.
    """

    here_axis: Axis
    there_axis: Axis
    there: Ints  # (G,)

    @cached_property
    def here(self) -> Ints:
        """(P,): for each word there, the word here; -1 for none."""
        found = np.full(len(self.there_axis.groups), -1)
        matched = np.flatnonzero(self.there >= 0)
        found[self.there[matched]] = matched
        return found

    @property
    def matched(self) -> int:
        """How many words stand in both."""
        return int((self.there >= 0).sum())

    @cached_property
    def same(self) -> bool:
        """Whether both texts are the same tokens, hidden ones too."""
        return self.here_axis == self.there_axis

    @cached_property
    def back(self) -> Alignment:
        """The same from there to here."""
        return Alignment(self.there_axis, self.here_axis, self.here)

    def token(self, token: int) -> int | None:
        """The token there that stands for one here, the first of its word; None where there is none."""
        if self.same:
            return token if token < len(self.there_axis.group_of) else None
        group = self.here_axis.group_of[token] if token < len(self.here_axis.group_of) else -1
        other = int(self.there[group]) if group >= 0 else -1
        return self.there_axis.groups[other].tokens[0] if other >= 0 else None

    def window(self, window: Window | None) -> Window | None:
        """The part of the map there that spans the words of a part here; None is all, where no word is matched too."""
        if window is None:
            return None
        top, rows = self._span(window[0], window[2])
        left, columns = self._span(window[1], window[3])
        return (top, left, rows, columns) if rows and columns else None

    def _span(self, first: int, count: int) -> tuple[int, int]:
        found = self.there[first : first + count]
        found = found[found >= 0]
        return (int(found[0]), int(found[-1] - found[0] + 1)) if found.size else (0, 0)


def alignment_of(here: Capture, there: Capture, merge: bool, specials: bool) -> Alignment:
    """The alignment of two captures' shown words, kept: every step of a drag asks for the same one."""
    axes = (axis_in(here, merge, specials), axis_in(there, merge, specials))
    return _KEPT.get(here, (ref(there), merge, specials), lambda: align(*axes))


_KEPT: Kept[Alignment] = Kept(8)


def align(here: Axis, there: Axis) -> Alignment:
    """Match words that are spelled alike, upper and lower case aside, special tokens with special tokens alone.

    What both texts begin and end with is matched word by word; between, difflib's longest common runs are. (In more
    than 200 words it lets a word that makes up over 1 % of them begin no run, which keeps long texts fast.)
    """
    a, b = _spelled(here), _spelled(there)
    found = np.full(len(a), -1)
    least = min(len(a), len(b))
    first = next((i for i in range(least) if a[i] != b[i]), least)
    last = next((i for i in range(least - first) if a[-1 - i] != b[-1 - i]), least - first)
    found[:first] = np.arange(first)
    found[len(a) - last :] = np.arange(len(b) - last, len(b))
    matcher = SequenceMatcher(None, a[first : len(a) - last], b[first : len(b) - last])
    for run in matcher.get_matching_blocks():
        found[first + run.a : first + run.a + run.size] = first + run.b + np.arange(run.size)
    return Alignment(here, there, found)


def _spelled(axis: Axis) -> list[tuple[str, Any]]:
    return [(group.label.replace(JOINT, "").strip().casefold(), group.special) for group in axis.groups]
