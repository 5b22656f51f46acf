"""What the lenses list: a row a word, a head or a dimension, with a bar, a ghost behind it, and numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.why.why import Why

Numbers = NDArray[Any]
FOLDED: Final = "special"  # the label of what all special tokens add together


@dataclass(frozen=True)
class Line:
    """One row: numbers stand in columns; `field` is what a click chooses of the scene."""

    label: str
    numbers: tuple[str, ...]
    tip: str
    plain: tuple[str, ...]  # the numbers in full, to be copied
    role: str = ""  # "query", "key", "both", "head" for the open one, "rest" for what closes the sum
    muted: bool = False
    place: str = ""  # a token's number, where labels alone do not tell
    field: tuple[str, int] | None = None


@dataclass(frozen=True, eq=False)
class Lines:
    """A list. Its rows are written when they are looked at: a text may have thousands of words."""

    columns: tuple[str, ...]
    bars: Numbers  # (R,)
    ghosts: Numbers | None  # (R,): what is drawn behind
    line: Callable[[int], Line]
    labels: tuple[str, ...]  # of all rows
    legend: tuple[str, str]  # of bar and ghost
    sentence: str
    short: str  # the same in one line
    main: int  # the column that the bar shows
    rest: int = 0  # rows at the end that are not sorted: what is left of the sum
    chosen: int = -1  # the row of the key, or of the open head
    strip: str = ""  # "products" or "parts": a picture above the list
    tips: tuple[str, ...] = ()  # what the columns mean
    curve: bool = False  # whether the effect of the rotation by distance can be looked at

    def order(self, by_size: bool) -> NDArray[np.int_]:
        """The rows from top to bottom."""
        count = len(self.bars) - self.rest
        first = np.argsort(-np.abs(self.bars[:count]), kind="stable") if by_size else np.arange(count)
        return np.concatenate([first, np.arange(count, len(self.bars))])

    def tsv(self, by_size: bool) -> str:
        """All numbers in full, a line a row, as they stand."""
        rows = (self.line(int(index)) for index in self.order(by_size))
        head = "\t".join(("", *self.columns))
        return "\n".join([head, *("\t".join((row.label, *row.plain)) for row in rows)])


def word_role(why: Why, group: int) -> str:
    """Whether a shown word is the query, the key, or both."""
    view = why.view
    if group == view.key_group:
        return "both" if group == view.query_group else "key"
    return "query" if group == view.query_group else ""


def full(number: float) -> str:
    """A number with all its digits."""
    return repr(float(number))
