"""What an algorithm gets of a head: its queries, keys and values, and how they attend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.algebra import Mask as Tiled
from engine.arrays import Array
from engine.attention import Attention, Mask, Spec, attend
from engine.flash.frame.view import Floats
from engine.variants import Varied

Cancelled = Callable[[], bool]
CELLS = 2**18  # of a map that are computed at once


@dataclass(frozen=True, eq=False)
class Inputs:
    """Queries, keys and values of one head in float32. `spec` counts rows and heads from these: both begin at 0.

    The mask of `spec` is the one that the schedule asks. Row 0 is token `first` of the text.
    """

    q: Floats  # (n_q, d)
    k: Floats  # (n_k, d)
    v: Floats  # (n_k, dv)
    spec: Spec
    first: int
    labels: tuple[str, ...]  # (n_k,) of the keys

    def rows(self, start: int, stop: int) -> Attention:
        """Every stage of the rows start..stop over all keys, each (1, 1, stop - start, n_k)."""
        q, k, v = (x[None, None] for x in (self.q[start:stop], self.k, self.v))
        return attend(q, k, v, self.spec.shifted(0, start))

    def row_labels(self, start: int, stop: int) -> tuple[str, ...]:
        """The words of the rows start..stop."""
        return self.labels[self.first + start : self.first + stop]

    @cached_property
    def largest(self) -> tuple[float, float, float]:
        """The largest finite magnitude in q, k and v."""
        q, k, v = (float(np.abs(x).max(initial=0, where=np.isfinite(x))) for x in (self.q, self.k, self.v))
        return q, k, v

    def largest_score(self, cancelled: Cancelled) -> float | None:
        """The largest finite magnitude among the visible scores; None when cancelled."""
        most, height = 0.0, max(1, CELLS // len(self.k))
        for start in range(0, len(self.q), height):
            if cancelled():
                return None
            scores = self.rows(start, min(start + height, len(self.q))).masked[0, 0]
            most = max(most, float(np.abs(scores).max(initial=0, where=np.isfinite(scores))))
        return most


def inputs_of(varied: Varied, layer: int, head: int, only: int | None = None) -> Inputs:
    """The inputs of a head of a layer as the variants make it; with `only`, of that one query over all keys."""
    at = varied.capture.layers[layer]
    kv = at.kv_group(head)
    first, stop = (0, at.q.shape[1]) if only is None else (only, only + 1)
    q, k, v = (np.asarray(x, np.float32) for x in (at.q[head, first:stop], at.k[kv], at.v[kv]))
    spec = replace(varied.spec.shifted(head, first), mask=placed(varied.spec.mask, head, first))
    return Inputs(q, k, v, spec, first, tuple(token.label for token in varied.capture.tokens))


def placed(mask: Mask | None, head: int, first: int) -> Mask | None:
    """The mask of a slice that begins at a head and a row. It answers for tiles, if it did before, and stays
    somebody's own.
    """
    if mask is None or (head, first) == (0, 0):
        return mask

    def sees(b: Array, h: Array, q: Array, k: Array) -> Array:
        return mask(b, h + head, q + first, k)

    if not isinstance(mask, Tiled):
        return sees
    tile, holds = mask.tile, mask.holds
    return Tiled(
        sees,
        lambda i0, i1, j0, j1: tile(i0 + first, i1 + first, j0, j1),
        holds and (lambda i0, i1, j0, j1: holds(i0 + first, i1 + first, j0, j1)),
        mask.own,
    )
