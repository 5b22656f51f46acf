"""Many cells on few pixels: each pixel shows the largest of all cells it covers, never a sample of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int_]
WIDE: Final = 8  # cells of a pixel
FEW: Final = 4096  # cells looked at in one step


def edges_of(first: int, count: int, pixels: int, size: int) -> Ints:
    """Which of `size` cells each pixel begins with, floor(p n / P) for n = `count` cells from `first`, then the end.

    `count` 0 means all from there on; what lies outside is left out. There are never more pixels than cells.
    """
    first = min(max(first, 0), size)
    count = min(count or size, size - first)
    pixels = min(count, pixels)
    return first + np.arange(pixels + 1) * count // max(pixels, 1)


def pooled(cells: Any, edges: Ints, axis: int) -> Any:
    """The largest magnitude, sign kept, of the cells between neighbouring edges (0 to the axis' end); any, of booleans.

    NaN wins, so that it shows.
    """
    if len(edges) == cells.shape[axis] + 1:
        return cells
    highest = _extreme(np.maximum, cells, edges, axis)
    if cells.dtype == np.bool_ or cells.min(initial=0) >= 0:
        return highest
    return _signed(highest, _extreme(np.minimum, cells, edges, axis))


def larger(a: Any, b: Any) -> Any:
    """The larger magnitude of two, sign kept; NaN wins."""
    return _signed(np.maximum(a, b), np.minimum(a, b))


def _extreme(choose: np.ufunc, cells: Any, edges: Ints, axis: int) -> Any:
    """`choose` over each pixel, step by step; a pixel of fewer cells looks at its last cell again.

    (ufunc.reduceat says the same in one line, and takes four to twenty times as long: but for few, wide pixels of the
    last axis, where it is fifty times as fast. On another axis few pixels are reduced one by one.)
    """
    steps = int(np.diff(edges).max(initial=1))
    if axis == cells.ndim - 1 and steps >= WIDE and cells.size < steps * FEW:
        return choose.reduceat(cells, edges[:-1], axis)
    if axis < cells.ndim - 1 and len(edges) <= steps:
        pixels = (cells[(slice(None),) * axis + (slice(*pixel),)] for pixel in pairwise(edges))
        return np.stack([choose.reduce(pixel, axis) for pixel in pixels], axis)
    best = cells.take(edges[:-1], axis)
    for step in range(1, steps):
        choose(best, cells.take(np.minimum(edges[:-1] + step, edges[1:] - 1), axis), out=best)
    return best


def _signed(highest: Any, lowest: Any) -> Any:
    return np.where(highest >= -lowest, highest, lowest)
