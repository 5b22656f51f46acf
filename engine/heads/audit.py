"""What each layer's mask really was: counted cell by cell, not believed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.algebra import kind
from engine.attention import Mask, Spec, attend
from engine.capture import Capture
from engine.heads.measured import varied_in
from engine.maps.spans import CHUNK
from engine.scene import Scene
from engine.shown.view import Cancelled
from engine.tiles import MOST, Tiles

FEW: Final = 5  # rows named in a sentence


@dataclass(frozen=True, eq=False)
class LayerMask:
    """The keys that the queries of one layer may see."""

    layer: int
    named: str  # what the capture says: "none" or "causal"
    least: int  # keys that a row sees, over all rows and heads
    most: int
    first: int  # keys that the first row sees, and the last; of the head that sees most
    last: int
    blind: tuple[int, ...]  # rows that see nothing, in some head
    ahead: int  # rows that see a key after themselves, in some head
    alike: bool  # whether all heads see the same
    sentence: str
    tiles: Tiles  # a small picture of it: "full" is seen by all heads, "empty" by none
    digest: bytes  # the same for the same mask, cell by cell

    @property
    def words(self) -> str:
        """The sentence without the layer: "hides nothing: every query sees all 6 keys."."""
        return self.sentence.removeprefix(f"Layer {self.layer} ")


def joined(found: tuple[LayerMask, ...]) -> tuple[tuple[LayerMask, ...], ...]:
    """The layers of one and the same mask together, in the order of the first of each."""
    groups: dict[bytes, list[LayerMask]] = {}
    for each in found:
        groups.setdefault(each.digest, []).append(each)
    return tuple(map(tuple, groups.values()))


def audit_of(scene: Scene, capture: Capture, cancelled: Cancelled) -> tuple[LayerMask, ...] | None:
    """Each layer's mask as the scene shows it (as-trained: as the model itself ran); None when cancelled.

    Every cell is asked for, in strips of rows; layers of one and the same mask are counted once.
    """
    found: list[LayerMask] = []
    known: dict[Mask | None, _Counts] = {}
    for layer, at in enumerate(capture.layers):
        varied = varied_in(scene, capture, layer)
        counts = known.get(varied.spec.mask)
        if counts is None:
            counts = _counted(capture.heads, len(capture.tokens), varied.spec.mask, cancelled)
        if counts is None:
            return None
        known[varied.spec.mask] = counts
        found.append(_described(layer, at.mask, counts))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class _Counts:
    keys: NDArray[np.int_]  # (H or 1, N): how many keys each row sees
    later: NDArray[np.int_]  # how many of them after itself
    alike: bool
    tiles: Tiles
    digest: bytes


def _counted(heads: int, n: int, mask: Mask | None, cancelled: Cancelled) -> _Counts | None:
    nothing = np.zeros((1, heads, n, 1), np.float32)
    keys, later, alike, cells = [], [], True, hashlib.blake2b(digest_size=16)
    picture = _Picture(n)
    for start in range(0, n, CHUNK):
        if cancelled():
            return None
        spec = Spec(mask=mask).shifted(0, start)
        seen = attend(nothing[:, :, start : start + CHUNK], nothing, nothing, spec).visible[0]
        same = seen.strides[0] == 0 or bool((seen == seen[:1]).all())
        alike, seen = alike and same, seen[:1] if same else seen
        cells.update(np.packbits(seen).tobytes())
        picture.add(start, seen)
        after = np.arange(n) > np.arange(start, start + seen.shape[1])[:, None]
        keys.append(np.count_nonzero(seen, axis=2))
        later.append(np.count_nonzero(seen & after, axis=2))
    return _Counts(_stacked(keys), _stacked(later), alike, picture.tiles(), cells.digest())


class _Picture:
    """What tiles of the mask hold, gathered strip by strip."""

    def __init__(self, n: int) -> None:
        count = max(1, min(MOST, n))
        self._n, self._edges = n, np.array([n * at // count for at in range(count + 1)])
        self._some, self._every = np.zeros((count, count), bool), np.ones((count, count), bool)

    def add(self, start: int, seen: NDArray[np.bool_]) -> None:
        """Rows from `start` on, (H or 1, rows, N)."""
        some = np.logical_or.reduceat(seen.any(axis=0), self._edges[:-1], axis=1)
        every = np.logical_and.reduceat(seen.all(axis=0), self._edges[:-1], axis=1)
        for row, (top, bottom) in enumerate(pairwise(self._edges - start)):
            strip = slice(max(top, 0), max(bottom, 0))
            self._some[row] |= some[strip].any(axis=0)
            self._every[row] &= every[strip].all(axis=0)

    def tiles(self) -> Tiles:
        pairs = zip(self._some.tolist(), self._every.tolist(), strict=True)
        return Tiles(tuple(tuple(map(kind, *rows)) for rows in pairs), self._n)


def _stacked(strips: list[NDArray[np.int_]]) -> NDArray[np.int_]:
    """The counts of all rows, (1, N), or (H, N) where the heads differ in some strip."""
    most = max(len(strip) for strip in strips)
    return np.concatenate([np.broadcast_to(strip, (most, strip.shape[1])) for strip in strips], axis=1)


def _described(layer: int, named: str, counts: _Counts) -> LayerMask:
    keys, n = counts.keys, counts.keys.shape[1]
    blind = tuple(int(row) for row in np.flatnonzero((keys == 0).any(axis=0)))
    ahead = int((counts.later > 0).any(axis=0).sum())
    least, most, first, last = (int(x) for x in (keys.min(), keys.max(), keys[:, 0].max(), keys[:, -1].max()))
    sentence = f"Layer {layer} {_says(keys, least, most, ahead)}"
    if blind:
        rows = ", ".join(map(str, blind[:FEW])) + (f" and {len(blind) - FEW} more" if len(blind) > FEW else "")
        sentence += f"; {len(blind)} of {n} see nothing: {rows}"
    if not counts.alike:
        sentence += "; the heads differ"
    sentence += "."
    return LayerMask(
        layer, named, least, most, first, last, blind, ahead, counts.alike, sentence, counts.tiles, counts.digest
    )


def _says(keys: NDArray[np.int_], least: int, most: int, ahead: int) -> str:
    n = keys.shape[1]
    if least == n:
        return f"hides nothing: every query sees all {n} keys"
    if not ahead and (keys == np.arange(1, n + 1)).all():
        return f"is causal: each query sees itself and all before it, from 1 key in the first row to {n} in the last"
    span = f"{least} to {most}" if least < most else f"{least}"
    return f"lets a query see {span} of {n} keys, {f'{ahead} of {n} look ahead' if ahead else 'none after itself'}"
