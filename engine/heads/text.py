"""What measures need to know of a text: which tokens are alike, and which are special."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.capture import Token

SEPARATORS: Final = ("[SEP]", "</s>")
Ints = NDArray[np.int_]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Text:
    """The tokens of a capture, as measures see them."""

    kinds: Ints  # (N,): equal for equal token ids, from 0
    places: tuple[Ints, ...]  # for each kind, the tokens of that kind, rising
    special: Bools  # (N,)
    separators: Ints  # special tokens that end a text or part two
    pair: tuple[int, int] | None = None  # the query and the key that were chosen

    @classmethod
    def of(cls, tokens: Sequence[Token], pair: tuple[int, int] | None = None) -> Text:
        """The text of these tokens; memory is O(N)."""
        ids = np.array([token.id for token in tokens], np.int_)
        _, kinds, sizes = np.unique(ids, return_inverse=True, return_counts=True)
        places = np.split(np.argsort(kinds, kind="stable"), np.cumsum(sizes)[:-1]) if len(ids) else []
        special = np.array([token.special for token in tokens], np.bool_)
        ends = np.array([token.piece in SEPARATORS for token in tokens], np.bool_)
        return cls(kinds.astype(np.int_), tuple(places), special, np.flatnonzero(special & ends), pair)
