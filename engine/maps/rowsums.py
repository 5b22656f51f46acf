"""What divides each row's exponentials, kept so that any columns of softmax's weights are exact without the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Array
from engine.maps.pooling import Ints
from engine.normalizers import QUIET, exponentials, softmax


class RowSums:
    """Of a head of N tokens in G shown groups: what softmax says of each row, as far as rows were computed."""

    def __init__(self, tokens: int, groups: int) -> None:
        self.highest = np.zeros(tokens, np.float32)  # each query's highest score, and the sum of exp(s - highest)
        self.total = np.ones(tokens, np.float32)
        self.special = np.zeros(groups, np.float32)  # each group's weight on folded tokens
        self.errors = np.zeros(groups)  # its worst |sum of weights - 1|
        self.known = np.zeros(groups, np.bool_)

    @property
    def nbytes(self) -> int:
        kept = (self.highest, self.total, self.special, self.errors, self.known)
        return sum(part.nbytes for part in kept)

    def noting(self) -> Noting:
        """Softmax itself, which leaves here what it finds of queries."""
        return Noting(self)

    def note(self, groups: slice, special: Any, errors: Any) -> None:
        """Rows of these groups went through `noting`: this is what else there is to say of them."""
        self.special[groups], self.errors[groups], self.known[groups] = special, errors, True

    def divided(self, queries: slice | Ints) -> Divided:
        """Softmax of some of the keys of these queries, whose groups must be known."""
        return Divided(self.highest[queries], self.total[queries])


@dataclass(frozen=True, eq=False)
class Noting:
    """Softmax; scores (..., Nq, N) begin at query number `query`."""

    sums: RowSums
    query: int = 0

    @QUIET
    def __call__(self, scores: Array) -> tuple[Array, None]:
        parts, highest, total = exponentials(scores)
        total = np.where(total == 0, np.ones_like(total), total)
        rows = slice(self.query, self.query + scores.shape[-2])
        self.sums.highest[rows], self.sums.total[rows] = highest[0, 0, :, 0], total[0, 0, :, 0]
        return parts / total, None

    def shifted(self, head: int, query: int = 0) -> Noting:
        """The same for scores that begin `query` queries later."""
        return Noting(self.sums, self.query + query)


@dataclass(frozen=True, eq=False)
class Divided:
    """Softmax of some keys of the rows whose highest scores and sums (R,) these are."""

    highest: NDArray[np.float32]
    total: NDArray[np.float32]

    @QUIET
    def __call__(self, scores: Array) -> tuple[Array, None]:
        rows = slice(scores.shape[-2])
        return np.exp(scores - self.highest[rows, None]) / self.total[rows, None], None

    def shifted(self, head: int, query: int = 0) -> Divided:
        """The same for scores that begin `query` rows later."""
        return Divided(self.highest[query:], self.total[query:])


def is_plain(normalizer: Any) -> bool:
    """Whether weights are softmax alone, so that highest score and sum say all of the rest of a row."""
    return normalizer is softmax
