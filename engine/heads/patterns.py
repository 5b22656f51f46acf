"""What a head can do, one record a measure: its definition in words, as a formula, and on rows of weights.

Rows of special tokens, and rows that see one key alone, are left out everywhere: the first have nothing to say, the
second no choice. A row also counts only where it may see one of the cells that the measure adds up. All measures are
on tokens, not on merged words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from engine.heads import cells
from engine.heads.rows import Rows
from engine.maps.rows import Bools, Floats

OfRows = Callable[[Rows], tuple[Floats, Bools]]


@dataclass(frozen=True)
class Pattern:
    """One measure of a head: the mean of a number over the rows that count."""

    name: str
    title: str
    idea: str  # one plain line
    formula: str  # A[q, k] is the weight that query q gives to key k
    source: str
    needs: str  # what is missing where no row counts, as a sentence
    of_rows: OfRows  # each row's number, and whether it counts: both (H, m), or (1, m) where all heads are alike
    cells: cells.Cells | None = None  # the cells whose weights it adds up; None where it looks at whole rows
    unit: Literal["share", "bits", "tokens"] = "share"  # a share lies from 0 to 1
    keeps: Literal["at least", "at most"] = "at least"  # which side of a threshold matches: the more telling one


def weight_on(chosen: cells.Cells, any_row: bool = False) -> OfRows:
    """The weight that each row gives to the chosen cells together; it counts where it may see one of them.

    `any_row` counts the rows of special tokens, and those without a choice, too.
    """

    def of_rows(rows: Rows) -> tuple[Floats, Bools]:
        at, keys, starts = rows.places(chosen)
        if not len(at):
            return np.zeros((1, 0), np.float32), np.zeros((1, 0), np.bool_)
        given, seen = rows.weights[:, at, keys], rows.visible[:, at, keys]
        if len(starts) < len(at):
            given, seen = np.add.reduceat(given, starts, axis=1), np.logical_or.reduceat(seen, starts, axis=1)
        return given, seen if any_row else seen & rows.eligible[:, at[starts]]

    return of_rows


def bits(rows: Rows) -> tuple[Floats, Bools]:
    """Entropy in bits; no row counts where rows do not sum to 1."""
    return rows.bits, rows.eligible & (rows.sums is None)


def share_of_bits(rows: Rows) -> tuple[Floats, Bools]:
    """Entropy as a share of what it can be, log2 of the visible keys."""
    most = np.log2(np.maximum(rows.choice, 2)).astype(np.float32)
    return rows.bits / most, rows.eligible & (rows.sums is None)


def distance(rows: Rows) -> tuple[Floats, Bools]:
    """Mean |q - k| in tokens; no row counts where rows do not sum to 1."""
    apart = _apart(rows.start, rows.stop, rows.weights.shape[2])
    return np.einsum("hqk,qk->hq", rows.weights, apart), rows.eligible & (rows.sums is None)


@lru_cache(2)
def _apart(start: int, stop: int, keys: int) -> Floats:
    """|q - k|, kept: all heads ask for the same."""
    apart = np.arange(start, stop, dtype=np.float32)[:, None] - np.arange(keys, dtype=np.float32)
    return np.abs(apart, out=apart)


_PREVIOUS, _NEXT, _OWN = cells.shifted(-1), cells.shifted(1), cells.shifted(0)
_CLARK: Final = "Clark et al., What Does BERT Look At?, arXiv 1906.04341"
_REPEATS: Final = "Needs a text that repeats itself."
_CHOICE: Final = "No word sees two keys or more."

PATTERNS: Final[dict[str, Pattern]] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "previous",
            "Previous token",
            "Mean weight on the token just before.",
            "mean over q of A[q, q − 1]",
            f"{_CLARK}, sec. 3.1; Voita et al., arXiv 1905.09418 (positional heads)",
            "No word sees the one before it.",
            weight_on(_PREVIOUS),
            _PREVIOUS,
        ),
        Pattern(
            "next",
            "Next token",
            "Mean weight on the token just after.",
            "mean over q of A[q, q + 1]",
            f"{_CLARK}, sec. 3.1",
            "No word here may look ahead.",
            weight_on(_NEXT),
            _NEXT,
        ),
        Pattern(
            "own",
            "Own token",
            "Mean weight on the token itself.",
            "mean over q of A[q, q]",
            f"{_CLARK}, sec. 3.1",
            _CHOICE,
            weight_on(_OWN),
            _OWN,
        ),
        Pattern(
            "first",
            "First token, a sink",
            "Mean weight on the first token of the text, over all rows but its own.",
            "mean over q > 0 of A[q, 0]",
            "Xiao et al., Efficient Streaming Language Models with Attention Sinks, arXiv 2309.17453",
            "No other word sees the first token.",
            weight_on(cells.first),
            cells.first,
        ),
        Pattern(
            "special",
            "Special tokens",
            "Mean weight on all special tokens together.",
            "mean over q of Σ A[q, k], k special",
            f"{_CLARK}, sec. 3.2; Kovaleva et al., arXiv 1908.08593 (vertical heads)",
            "This model added no special tokens.",
            weight_on(cells.special),
            cells.special,
        ),
        Pattern(
            "separator",
            "Separator [SEP]",
            "Mean weight on the token that ends the text.",
            "mean over q of Σ A[q, k], k a separator",
            f"{_CLARK}, sec. 3.2",
            "This model added no separator.",
            weight_on(cells.separator),
            cells.separator,
        ),
        Pattern(
            "duplicate",
            "Duplicate token",
            "Mean weight on the same token elsewhere, where it may be seen.",
            "mean over q of Σ A[q, k], k ≠ q, token k = token q",
            "Wang et al., Interpretability in the Wild, arXiv 2211.00593 (duplicate token heads)",
            _REPEATS,
            weight_on(cells.duplicate),
            cells.duplicate,
        ),
        Pattern(
            "induction",
            "Induction",
            "Mean weight on the token that came after the same token before.",
            "mean over q of Σ A[q, k + 1], k < q, token k = token q",
            "Olsson et al., In-context Learning and Induction Heads, arXiv 2209.11895",
            _REPEATS,
            weight_on(cells.induction),
            cells.induction,
        ),
        Pattern(
            "entropy",
            "Entropy",
            "How evenly a row spreads: 0 is one key, 1 is all visible keys alike.",
            "mean over q of H(A[q]) / log₂ n, n visible keys",
            f"{_CLARK}, sec. 3.3 (focused and broad heads)",
            _CHOICE,
            share_of_bits,
            keeps="at most",
        ),
        Pattern(
            "bits",
            "Entropy in bits",
            "How spread a row is: 3 bits are as uncertain as 8 keys alike.",
            "mean over q of H(A[q]) = −Σ A[q, k] log₂ A[q, k]",
            f"{_CLARK}, sec. 3.3 (focused and broad heads)",
            _CHOICE,
            bits,
            unit="bits",
            keeps="at most",
        ),
        Pattern(
            "distance",
            "Distance",
            "How many tokens away a row looks, in the mean.",
            "mean over q of Σ A[q, k] |q − k|",
            "Vig and Belinkov, Analyzing the Structure of Attention, arXiv 1906.04284, sec. 4.3",
            _CHOICE,
            distance,
            unit="tokens",
            keeps="at most",
        ),
        Pattern(
            "pair",
            "From query to key",
            "The weight that the chosen query gives to the chosen key.",
            "A[q, k]",
            "One cell of the map, no mean",
            "Choose a query and a key it sees.",
            weight_on(cells.pair, any_row=True),
            cells.pair,
        ),
    )
}
