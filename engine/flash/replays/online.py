"""The online softmax of one block of queries: running maximum, running sum and weights, tile by tile.

Milakov and Gimelshein, arXiv 1805.02867, alg. 3; FlashAttention-2, arXiv 2307.08691, alg. 1. numpy and torch alike.
Axes: B batch, Hq query heads, R rows of the block, T tiles in the order they arrive, C columns of a tile.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.arrays import Array, namespace
from engine.normalizers import QUIET

PATIENCE: Final = 8 / math.log2(math.e)  # FA4 rescales where the maximum has grown by over 8 powers of two


@dataclass(frozen=True, eq=False)
class Online:
    """What the rows carry along, before the first tile and after each: numbers that depend on the scores alone."""

    scores: Array  # (B, Hq, R, T, C), -inf where hidden or beyond the last key
    lazy: bool = False  # FA4: keep the reference m while the maximum has grown by no more than 8 powers of two

    @cached_property
    def highest(self) -> Array:
        """m' = max(m, rowmax S) of each tile (B, Hq, R, T)."""
        return self._references[1]

    @cached_property
    def m(self) -> Array:
        """What exponents are taken from (B, Hq, R, T + 1), -inf at first: the running maximum, or lately that."""
        return self._references[0]

    @cached_property
    @QUIET
    def factors(self) -> Array:
        """a = exp(m - m_next) of each tile (B, Hq, R, T): by so much all that was summed before shrinks."""
        xp = namespace(self.m)
        return xp.exp(self.m[..., :-1] - _finite(self.m[..., 1:]))

    @cached_property
    @QUIET
    def weights(self) -> Array:
        """P = exp(S - m_next), not yet divided by anything (B, Hq, R, T, C)."""
        return namespace(self.scores).exp(self.scores - _finite(self.m[..., 1:])[..., None])

    @cached_property
    @QUIET
    def l(self) -> Array:  # noqa: E743 - the paper's letter
        """The running sum (B, Hq, R, T + 1): l_next = a l + rowsum P."""
        xp, sums = namespace(self.scores), namespace(self.scores).sum(self.weights, axis=-1)
        found = [xp.zeros_like(self.m[..., 0])]
        for tile in range(sums.shape[-1]):
            found.append(self.factors[..., tile] * found[-1] + sums[..., tile])
        return xp.stack(found, axis=-1)

    @property
    def shrunk(self) -> Array:
        """Where a tile made less of what was there: a sum above 0 and a factor other than 1 (B, Hq, R, T)."""
        return (self.factors != 1) & (self.l[..., :-1] > 0)

    @cached_property
    @QUIET
    def _references(self) -> tuple[Array, Array]:
        xp = namespace(self.scores)
        tops = xp.max(self.scores, axis=-1)
        m = xp.full(tops.shape[:3], -xp.inf, dtype=tops.dtype, device=tops.device)
        kept, highest = [m], list[Array]()
        for tile in range(tops.shape[-1]):
            top = xp.maximum(m, tops[..., tile])
            m = xp.where(top - m > PATIENCE, top, m) if self.lazy else top
            highest.append(top)
            kept.append(m)
        return xp.stack(kept, axis=-1), xp.stack(highest, axis=-1) if highest else tops


def _finite(m: Array) -> Array:
    """m, but 0 for a row that has seen nothing: -inf less -inf would be NaN."""
    xp = namespace(m)
    return xp.where(m == -xp.inf, xp.zeros_like(m), m)
