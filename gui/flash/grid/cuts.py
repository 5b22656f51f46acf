"""What of a tile the mask hides, as the small picture in it: a straight cut, or just the cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF

from engine.arrays import Array
from engine.flash.plan.schedules import Schedule
from gui.flash.grid.states import CUT

SAMPLES: Final = 32  # rows and keys of a tile that are asked, at most


@dataclass(frozen=True)
class Cut:
    """Where a tile is hidden, by cells of (rows, keys) that may each stand for several.

    A straight cut hides everything above the diagonal that starts `above` cells right of the corner, or below one.
    """

    shape: tuple[int, int]
    hidden: bytes  # bool, row by row
    above: int | None = None  # visible exactly where key - row <= above
    below: int | None = None  # visible exactly where key - row >= below

    @property
    def cells(self) -> Array:
        """(rows, keys) bool: what is hidden."""
        return np.frombuffer(self.hidden, np.bool_).reshape(self.shape)


def runs_of(cells: Array, box: QRectF) -> Iterator[QRectF]:
    """Where the true ones of (rows, keys) bool cells stand over a box, each row in runs."""
    rows, keys = cells.shape
    tall, wide = box.height() / rows, box.width() / keys
    for row, line in enumerate(cells):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
        for start, stop in edges.reshape(-1, 2).tolist():
            yield QRectF(box.left() + start * wide, box.top() + row * tall, (stop - start) * wide, tall)


def cuts_of(s: Schedule, i: int, kinds: Array) -> Iterator[tuple[int, Cut]]:
    """(key block, cut) of each tile of row block i that the mask cuts; kinds (key blocks,) as the schedule has them."""
    cut = np.flatnonzero(kinds == CUT).tolist()
    if not cut or s.mask is None:
        return
    (r0, r1), spans = s.rows(i), [s.keys(j) for j in cut]
    rows, keys = _sampled(r0, r1), [_sampled(*span) for span in spans]
    zero, together = np.zeros((), np.int64), np.concatenate(keys)
    asked = np.asarray(s.mask(zero, zero, rows[:, None], together[None, :]))
    seen = np.broadcast_to(asked, (len(rows), len(together)))
    at = 0
    for j, (k0, k1), some in zip(cut, spans, keys, strict=True):
        yield j, _cut(seen[:, at : at + len(some)], square=r1 - r0 == k1 - k0)
        at += len(some)


def _cut(seen: Array, square: bool) -> Cut:
    """The cut of a tile; lines are straight on screen where tiles are square."""
    distance = np.arange(seen.shape[1]) - np.arange(seen.shape[0])[:, None]
    shown, hidden = distance[seen], distance[~seen]
    above = below = None
    if square and len(shown) and len(hidden):
        above = int(shown.max()) if shown.max() < hidden.min() else None
        below = int(shown.min()) if hidden.max() < shown.min() else None
    return Cut(seen.shape, (~seen).tobytes(), above, below)


def _sampled(start: int, stop: int) -> Array:
    count = min(stop - start, SAMPLES)
    return start + np.arange(count) * (stop - start) // count
