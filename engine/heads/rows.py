"""Some rows of the maps of several heads at once, and what every measure asks of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.heads.cells import Cells
from engine.heads.text import Ints, Text
from engine.maps.rows import Bools, Floats

_TINY = np.finfo(np.float32).tiny


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows start, start + 1, ... of the maps of H heads of one layer."""

    weights: Floats  # (H, n, m): the first m keys; those left out are hidden from all these rows
    visible: Bools  # (H, n, m), or (1, n, m) where all heads see alike
    start: int
    text: Text
    sums: str | None = None  # why rows do not sum to 1; None when they do

    @property
    def stop(self) -> int:
        """The row after the last."""
        return self.start + int(self.weights.shape[1])

    def places(self, cells: Cells) -> tuple[Ints, Ints, Ints]:
        """The chosen cells: their rows counted from `start`, their keys, and where in these each row begins."""
        return _places(cells, self.text, self.start, self.stop, self.weights.shape[2])

    @cached_property
    def choice(self) -> NDArray[np.int_]:
        """How many keys each row may see, (H or 1, n)."""
        counts: NDArray[np.int_] = np.count_nonzero(self.visible, axis=2)
        return counts

    @cached_property
    def eligible(self) -> Bools:
        """Rows that count, (H or 1, n): not those of special tokens, nor those that see fewer than two keys."""
        return ~self.text.special[self.start : self.stop] & (self.choice > 1)

    @cached_property
    def bits(self) -> Floats:
        """Entropy of each row in bits, (H, n)."""
        logarithms = np.log(np.maximum(self.weights, _TINY))
        nats: Floats = np.einsum("hqk,hqk->hq", self.weights, logarithms)
        return 0 - nats / np.float32(math.log(2))


@lru_cache(32)
def _places(cells: Cells, text: Text, start: int, stop: int, reach: int) -> tuple[Ints, Ints, Ints]:
    """Kept: all heads, and in short texts all layers, ask for the same."""
    queries, keys = cells(text, start, stop)
    queries, keys = queries[keys < reach], keys[keys < reach]
    return queries - start, keys, np.flatnonzero(np.diff(queries, prepend=-1))
