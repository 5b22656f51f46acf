"""One block of queries and the key tiles that a schedule lets it visit: their scores, computed once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from engine.arrays import Array, as_array, namespace, pick, wide
from engine.attention import Attention, Spec, attend, weighted
from engine.flash.replays.online import Online
from engine.normalizers import QUIET

Span = tuple[int, int]  # half-open


@dataclass(frozen=True, eq=False)
class RowBlock:
    """Some rows over tiles of keys in the order in which they arrive; nothing here is larger than rows x keys."""

    q: Array  # (B, Hq, R, d), these rows alone
    k: Array  # (B, Hkv, Nk, d)
    v: Array  # (B, Hkv, Nk, dv)
    spec: Spec
    start: int  # the number of the first row
    tiles: tuple[Span, ...]  # the keys of each visited tile
    width: int  # columns of a tile; the last of the keys may have fewer
    lazy: bool = False

    @cached_property
    def cells(self) -> Attention:
        """Every stage of the visited cells, tile after tile: (B, Hq, R, visited keys)."""
        return among(self.q, self.k, self.v, self.spec, self.start, self.tiles)

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """Where each tile begins among the visited keys, and where the last one ends."""
        return (0, *np.cumsum([stop - start for start, stop in self.tiles]).tolist())

    @cached_property
    def scores(self) -> Array:
        """The masked scores (B, Hq, R, T, C), -inf also beyond the last key."""
        xp, masked = namespace(self.q), self.cells.masked
        padded = masked
        if self.edges[-1] < len(self.tiles) * self.width:
            places = [np.arange(stop - start) + at * self.width for at, (start, stop) in enumerate(self.tiles)]
            shape = (*masked.shape[:3], len(self.tiles) * self.width)
            padded = xp.full(shape, -xp.inf, dtype=masked.dtype, device=masked.device)
            padded[..., as_array(np.concatenate(places), masked)] = masked
        return xp.reshape(padded, (*masked.shape[:3], len(self.tiles), self.width))

    @QUIET
    def product(self, tile: int, weights: Array) -> Array:
        """weights (B, Hq, R, C) times v of a tile (B, Hq, R, dv). What saw a value that is not finite is NaN."""
        (start, stop), edges = self.tiles[tile], slice(self.edges[tile], self.edges[tile + 1])
        v = self.v[:, :, start:stop]
        return weighted(weights[..., : stop - start], v, lambda: self.cells.visible[..., edges])

    @property
    def nothing(self) -> Array:
        """An output of zeros (B, Hq, R, dv), as wide as sums are."""
        shape = (*self.q.shape[:3], self.v.shape[3])
        return namespace(self.v).zeros(shape, dtype=wide(self.v[:, :, :0]).dtype, device=self.v.device)

    def part(self, first: int, last: int) -> Online:
        """What the rows carry along over tiles first..last, as if nothing had come before."""
        return Online(self.scores[..., first:last, :], self.lazy)


def among(q: Array, k: Array, v: Array, spec: Spec, start: int, tiles: tuple[Span, ...]) -> Attention:
    """Attention of rows q, the first of which is number `start`, over the keys of the tiles alone, in their order."""
    keys = keys_of(tiles)
    if len(tiles) and all(stop == start for (_, stop), (start, _) in pairwise(tiles)):
        k, v = (x[:, :, tiles[0][0] : tiles[-1][1]] for x in (k, v))
    else:
        k, v = (namespace(x).take(x, as_array(keys, x), axis=2) for x in (k, v))
    return attend(q, k, v, _placed(spec, start, keys))


def keys_of(tiles: tuple[Span, ...]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers of the keys, tile after tile."""
    return np.concatenate([np.arange(0), *(np.arange(start, stop) for start, stop in tiles)])


def _placed(spec: Spec, query: int, keys: Array) -> Spec:
    """The spec for rows from `query` on over a choice of keys: its functions still get absolute numbers."""
    spec = spec.shifted(query=query)
    score, mask = spec.score, spec.mask
    return replace(
        spec,
        score=score and (lambda s, b, h, q, k: score(s, b, h, q, pick(keys, k))),
        mask=mask and (lambda b, h, q, k: mask(b, h, q, pick(keys, k))),
    )
