"""Numbers that describe a row of weights: how spread it is, and how much of a gradient its softmax passes on.

numpy and torch alike, except what works on captures, which is numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Array, namespace
from engine.attention import Spec
from engine.maps.rows import stage_rows
from engine.maps.spans import CHUNK
from engine.normalizers import QUIET, softmax

if TYPE_CHECKING:
    from engine.capture import Capture

_SOFTMAX: Final = Spec()
_NOTHING: Final = -1e30  # exp of it is 0 at any divisor
ALMOST_ONE: Final = 2.0**-12  # a weight that lacks no more rounds to 1 in half precision (fp16)


def entropy(weights: Array, axis: int = -1) -> Array:
    """Shannon entropy in bits along an axis; 0 for a row that sees nothing."""
    xp = namespace(weights)
    inside = xp.where(weights > 0, weights, xp.ones_like(weights))
    return 0.0 - xp.sum(weights * xp.log2(inside), axis=axis)


def gradient(weights: Array) -> Array:
    """Frobenius norm of softmax's Jacobian diag(p) - p p^T, p along the last axis; p must sum to 1 (or be 0).

    It equals sqrt(sum p^2 - 2 sum p^3 + (sum p^2)^2), written here without differences of nearly equal numbers
    (m = the largest weight, r = the others: every term is positive), so that it stays exact towards one-hot.
    """
    xp = namespace(weights)
    keys = xp.arange(weights.shape[-1], device=weights.device)
    largest = keys == xp.argmax(weights, axis=-1, keepdims=True)
    rest = xp.where(largest, xp.zeros_like(weights), weights)
    m, r = xp.max(weights, axis=-1), xp.sum(rest, axis=-1)
    squares = xp.sum(rest**2, axis=-1)
    return xp.sqrt(xp.sum(rest**2 * (1 - 2 * rest), axis=-1) + (m * r) ** 2 + 2 * m**2 * squares + squares**2)


@QUIET
def saturation(
    raw: NDArray[Any],
    visible: NDArray[np.bool_],
    divisors: NDArray[Any],
    spec: Spec = _SOFTMAX,
    head: int = 0,
    query: int = 0,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Entropy (bits), gradient and largest weight of a row of weights for each divisor of its scores, each (S,).

    `raw` (N,) are the row's q.k, `visible` (N,) the keys it may see, `divisors` (S,) values of sqrt(d_k) above 0.
    The score change and the normaliser are those of `spec`; its score is told `head` and `query`. The gradient is
    softmax's: it means nothing for another normaliser.
    """
    if spec.score is None and spec.normalizer is softmax:
        if not visible.any():
            return np.zeros(len(divisors)), np.zeros(len(divisors)), np.zeros(len(divisors))
        bits, steep, lacks = of_softmax(np.where(visible, raw, -np.inf)[None].astype(np.float64), divisors)
        return bits[:, 0], steep[:, 0], 1 - lacks[:, 0]
    logits = raw / np.asarray(divisors)[:, None]
    if spec.score is not None:
        zero, keys = np.zeros((1, 1, 1, 1), np.int64), np.arange(raw.shape[-1])[None, None, None]
        logits = spec.score(logits[None, None], zero, zero + head, zero + query, keys)[0, 0]
    weights = spec.normalizer(np.where(visible, logits, -np.inf)[None, None])[0][0, 0]
    return entropy(weights), gradient(weights), weights.max(axis=-1)


def of_softmax(logits: NDArray[Any], divisors: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Entropy (bits), gradient and what the largest weight lacks to 1 of softmax(logits / divisor), each (S, R).

    `logits` (R, N), -inf where hidden; each row sees a key. `divisors` (S,) are above 0. With t = (s - max s) / divisor
    and z = sum e^t the entropy is ln z - (sum t e^t) / z, and the gradient that of `gradient`, from sums without the
    largest weight, which is 1 / z. For many rows at many divisors: no weight is ever made.
    """
    top = np.argmax(logits, axis=-1)[:, None]
    below = np.maximum(logits - np.take_along_axis(logits, top, -1), _NOTHING)  # 0 times -inf would be NaN
    at, parts, squares = (np.empty_like(below) for _ in range(3))
    sums = np.empty((4, len(divisors), len(logits)))  # of e^t, e^2t, e^3t and t e^t over the other keys
    for place, divisor in enumerate(divisors):
        np.multiply(below, 1 / divisor, out=at, casting="same_kind")
        np.exp(at, out=parts)
        np.put_along_axis(parts, top, 0, -1)
        np.multiply(parts, parts, out=squares)
        products = (squares, parts), (parts, at)
        sums[:2, place] = parts.sum(-1), squares.sum(-1)
        sums[2:, place] = [np.einsum("rk,rk->r", one, other) for one, other in products]
    total = 1 + sums[0]
    bits = (np.log1p(sums[0]) - sums[3] / total) / math.log(2)
    two, three = sums[1] / total**2, sums[2] / total**3
    steep = np.maximum(two - 2 * three, 0) + (sums[0] / total**2) ** 2 + 2 * two / total**2 + two**2
    return bits, np.sqrt(steep), sums[0] / total


def one_hot_until(divisors: NDArray[Any], largest: NDArray[Any]) -> float | None:
    """The divisor up to which a row is one-hot in half precision; None if it is not even so at the smallest.

    `divisors` (S,) rise, `largest` (S,) is the row's largest weight at each. Between two of them the logarithm of what
    that lacks to 1 is a straight line in 1 / divisor, as for two keys it is exactly.
    """
    lacks = np.log(np.maximum(1 - largest.astype(np.float64), 1e-30))
    after = np.flatnonzero(lacks > math.log(ALMOST_ONE))
    if not after.size or after[0] == 0:
        return None if after.size else float(divisors[-1])
    pair = [after[0] - 1, after[0]]
    return float(1 / np.interp(math.log(ALMOST_ONE), lacks[pair], 1 / np.asarray(divisors)[pair]))


def mean_saturation(
    capture: Capture, layer: int, head: int | str, spec: Spec, cancelled: Callable[[], bool] = lambda: False
) -> tuple[float, float, float] | None:
    """Mean entropy (bits), gradient and largest weight over all rows that see at least one key; None when cancelled.

    (0, 0, 0) if no row sees any. Where rows do not sum to 1 (head "max" among them) the numbers mean nothing, and the
    gradient is softmax's alone.
    """
    total, rows = np.zeros(3), 0
    for start in range(0, len(capture.tokens), CHUNK):
        if cancelled():
            return None
        stop = min(start + CHUNK, len(capture.tokens))
        weights, visible = stage_rows(capture, layer, head, spec, "weights", start, stop)
        weights = weights[visible.any(axis=1)]
        if len(weights):
            each = entropy(weights), gradient(weights), weights.max(axis=-1)
            total += [part.sum(dtype=np.float64) for part in each]
        rows += len(weights)
    means = total / max(rows, 1)
    return float(means[0]), float(means[1]), float(means[2])
