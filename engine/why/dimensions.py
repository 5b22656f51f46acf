"""The chosen cell's q.k, dimension by dimension; of rotated heads pair by pair, and with the rotation taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture import Layer
from engine.layers.rotation import Rotation
from engine.positions import rope
from engine.shown.chosen import Cell
from engine.shown.view import View
from engine.variants import Varied

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs of dimensions that RoPE turns together (P,), fastest first; what is not turned is left out."""

    products: Numbers  # what a pair adds to q.k
    flat: Numbers  # the same with the rotation of both tokens taken out
    wavelengths: Numbers  # tokens of a whole turn: 2 pi / frequency
    dimensions: NDArray[np.int_]  # (P, 2)


@dataclass(frozen=True, eq=False)
class Dimensions:
    """What the q.k of a cell is the sum of: `products` (d,) as the dot product sees them, and RoPE's pairs of them.

    `flat` is q.k with the rotation of both tokens taken out: what the same words would score at one place.
    """

    cell: Cell
    products: Numbers
    flat: float | None  # None, as `pairs`, where nothing is turned
    pairs: Pairs | None


@np.errstate(over="ignore", invalid="ignore")  # what is no number is shown as such
def dimensions_of(view: View, varied: Varied) -> Dimensions | None:
    """The products of the view's cell; None for mean and max, which have no q.k of their own.

    Of words in pieces it is the pair of pieces with the largest weight, as in the cell. RoPE: Su et al., RoFormer,
    arXiv 2104.09864, eq. 16: of a turned pair the product depends on the tokens' distance alone.
    """
    cell = view.cell
    if cell is None or not isinstance(view.head, int):
        return None
    layer = varied.capture.layers[view.layer]
    products = np.asarray(cell.products, np.float64)
    if layer.rotation is None:
        return Dimensions(cell, products, None, None)
    n = int(layer.q.shape[1])
    q, k = (_flat(each, at, layer.rotation, n) for each, at in _sides(layer, view.head, cell))
    return Dimensions(cell, products, float(q @ k), _pairs(products, q * k, layer.rotation, n))


def _sides(layer: Layer, head: int, cell: Cell) -> tuple[tuple[Any, int], tuple[Any, int]]:
    return (layer.q[head], cell.query), (layer.k[layer.kv_group(head)], cell.key)


def _flat(x: Any, at: int, rotation: Rotation, n: int) -> Numbers:
    """One of n tokens' query or key (d,) as it was before it was turned."""
    row: Numbers = rope(np.asarray(x[at : at + 1], np.float64), np.array([at]), inverse=True, **rotation.over(n))[0]
    return row


def _pairs(products: Numbers, flat: Numbers, rotation: Rotation, n: int) -> Pairs:
    at, speeds = rotation.pairs(len(products)), rotation.speeds(len(products), n)[0]
    return Pairs(products[at].sum(axis=1), flat[at].sum(axis=1), 2 * np.pi / speeds, at)
