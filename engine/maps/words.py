"""The tokens of a map's axis: which are shown, which are folded away, which are merged to words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.kept import Kept
from engine.maps.spans import Spans

if TYPE_CHECKING:
    from engine.capture import Capture, Token

JOINT = "·"  # between the pieces of a merged word
PIECES = 64  # of one merged word: a row of it is the mean of as many rows, and a text without spaces would be one word


@dataclass(frozen=True)
class Group:
    """One place on the axis: a token, or the pieces of one word. `tokens` are consecutive."""

    label: str
    tokens: tuple[int, ...]
    special: bool


@dataclass(frozen=True)
class Axis:
    """What an axis shows, in text order, and what it leaves out."""

    groups: tuple[Group, ...]
    folded: tuple[int, ...]  # special tokens that are not shown
    group_of: tuple[int, ...]  # token -> index into groups, -1 when folded

    @cached_property
    def spans(self) -> Spans:
        """Where the tokens of each group begin and end."""
        return Spans.of(self.groups)

    def by_word(self, row: NDArray[Any]) -> NDArray[np.float64]:
        """Sums of a row (N,) over each shown word, (G,)."""
        sums: NDArray[np.float64] = self.spans.sum(row.astype(np.float64), 0)
        return sums


def axis_of(tokens: Sequence[Token], merge: bool, specials: bool) -> Axis:
    """The axis of these tokens: pieces of a word as one group if `merge`, special tokens shown if `specials`.

    A word of more than PIECES is cut into such parts, but within no character.
    """
    runs: list[list[int]] = []
    for i, token in enumerate(tokens):
        if token.special and not specials:
            continue
        most = 2 * PIECES if token.continues else PIECES
        if merge and runs and runs[-1][-1] == i - 1 and len(runs[-1]) < most and _same_word(tokens[i - 1], token):
            runs[-1].append(i)
        else:
            runs.append([i])
    group_of = [-1] * len(tokens)
    for index, run in enumerate(runs):
        for i in run:
            group_of[i] = index
    groups = (Group(_label([tokens[i] for i in run]), tuple(run), tokens[run[0]].special) for run in runs)
    return Axis(tuple(groups), tuple(i for i, index in enumerate(group_of) if index < 0), tuple(group_of))


def axis_in(capture: Capture, merge: bool, specials: bool) -> Axis:
    """The axis of a capture's tokens, kept: a drag asks for the same one again and again."""
    return _KEPT.get(capture, (merge, specials), lambda: axis_of(capture.tokens, merge, specials))


_KEPT: Kept[Axis] = Kept(4)


def _label(run: Sequence[Token]) -> str:
    """The labels of pieces in one; what only continues a character has nothing to add."""
    return JOINT.join(token.label for token in run if token is run[0] or not token.continues)


def _same_word(left: Token, right: Token) -> bool:
    return left.word is not None and left.word == right.word
