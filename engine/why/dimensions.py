"""The chosen cell's q.k, dimension by dimension; of rotated heads pair by pair, and with the rotation taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture import Layer
from engine.layers.frequencies import frequencies
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
    q, k = (_flat(each, at, layer, layer.rotation) for each, at in _sides(layer, view.head, cell))
    pairs = _pairs(products, q * k, layer.rotation, _rule(layer, layer.rotation))
    return Dimensions(cell, products, float(q @ k), pairs)


def _sides(layer: Layer, head: int, cell: Cell) -> tuple[tuple[Any, int], tuple[Any, int]]:
    return (layer.q[head], cell.query), (layer.k[layer.kv_group(head)], cell.key)


def _flat(x: Any, at: int, layer: Layer, rotation: Rotation) -> Numbers:
    """One token's query or key (d,) as it was before it was turned."""
    choices = rotation.choices | {"scaling": _rule(layer, rotation)}
    row: Numbers = rope(np.asarray(x[at : at + 1], np.float64), np.array([at]), inverse=True, **choices)[0]
    return row


def _pairs(products: Numbers, flat: Numbers, rotation: Rotation, rule: dict[str, Any] | None) -> Pairs:
    size = int(len(products) * rotation.fraction + 1e-6)
    half = np.arange(size // 2)
    at = np.stack([half, half + size // 2] if rotation.layout == "half" else [2 * half, 2 * half + 1], axis=1)
    speeds, _ = frequencies(size, rotation.base, rule)
    return Pairs(products[at].sum(axis=1), flat[at].sum(axis=1), 2 * np.pi / speeds, at)


def _rule(layer: Layer, rotation: Rotation) -> dict[str, Any] | None:
    """The rule that stretches the rotation; a dynamic one is told how long the whole text is."""
    rule: dict[str, Any] | None = rotation.choices["scaling"]
    dynamic = rule is not None and "dynamic" in (rule.get("type"), rule.get("rope_type"))
    return {"length": int(layer.q.shape[1])} | rule if rule and dynamic else rule
