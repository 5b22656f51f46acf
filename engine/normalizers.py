"""What turns a row of scores into weights: (masked scores) -> (weights, log-sum-exp or None). numpy and torch alike.

Scores are (..., Nk), -inf where hidden: a hidden key has weight 0, and so has every key of a row that sees nothing.
NaN or +inf in a row makes all of that row NaN. The log-sum-exp (natural log, without the last axis) is the logarithm
of the whole denominator, whatever else than keys stands in it; what has no such denominator answers None.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol, runtime_checkable

import numpy as np

from engine.arrays import Array, as_array, namespace, pick

QUIET: Final = np.errstate(invalid="ignore", over="ignore")  # inf and NaN of the inputs show in the numbers instead


@QUIET
def softmax(scores: Array) -> tuple[Array, Array]:
    """exp(s - lse) over the last axis, and lse; a row that sees nothing has lse -inf."""
    xp = namespace(scores)
    parts, highest, total = exponentials(scores)
    empty = total == 0
    total = xp.where(empty, xp.ones_like(total), total)
    lse = xp.where(empty, xp.full_like(total, -xp.inf), highest + xp.log(total))
    return parts / total, lse[..., 0]


@QUIET
def exponentials(scores: Array) -> tuple[Array, Array, Array]:
    """exp(s - m), the highest score m of each row (0 where it sees nothing), and their sum; the last axis is kept."""
    xp, highest = namespace(scores), _highest(scores)
    parts = xp.exp(scores - highest)
    return parts, highest, xp.sum(parts, axis=-1, keepdims=True)


def off_by_one(scores: Array) -> tuple[Array, Array]:
    """exp(s) / (1 + sum exp(s)): a head may look nowhere. A row that sees nothing has lse 0.

    Evan Miller, Attention Is Off By One (2023).
    """
    return _beside(scores, namespace(scores).zeros(scores.shape[:-1], dtype=scores.dtype, device=scores.device))


@runtime_checkable
class Placed(Protocol):
    """A normaliser that knows which heads and queries its scores are of."""

    def __call__(self, scores: Array) -> tuple[Array, Array | None]: ...

    def shifted(self, head: int, query: int = 0) -> "Placed":
        """The same for scores that begin `head` heads and `query` queries later."""
        ...


@dataclass(frozen=True, eq=False)
class Sink:
    """exp(s) / (exp(sink_h) + sum exp(s)) on scores (B, H, Nq, Nk), whose first head is number `head`."""

    logits: Array  # (H,), or (1,) for all heads alike
    head: int = 0

    def __call__(self, scores: Array) -> tuple[Array, Array]:
        heads = namespace(scores).arange(scores.shape[1], device=scores.device) + self.head
        return _beside(scores, as_array(pick(self.logits, heads), scores, scores.dtype)[:, None])

    def shifted(self, head: int, query: int = 0) -> "Sink":
        """The same for scores that begin `head` heads later."""
        return replace(self, head=self.head + head)


def sink(logits: Array) -> Sink:
    """One learned logit a query head, (H,), beside the keys' in the denominator; one (1,) serves all heads.

    A row that sees nothing has the logit itself as lse. OpenAI, gpt-oss model card, arXiv 2508.10925, sec. 2.
    Raises ValueError unless the logits are finite and have one axis.
    """
    values = np.asarray(logits.tolist() if hasattr(logits, "tolist") else logits, float)
    if values.ndim != 1 or not values.size or not np.isfinite(values).all():
        raise ValueError("sink() needs finite logits along one axis, one for each head or one for all.")
    return Sink(logits if hasattr(logits, "shape") else values)


def sigmoid(bias: float | None = None) -> Callable[[Array], tuple[Array, None]]:
    """1 / (1 + exp(-(s + bias))), each key (and each NaN) for itself; None = -ln n, n the number of all keys.

    Ramapuram et al., Theory, Analysis, and Best Practices for Sigmoid Self-Attention, arXiv 2409.04431.
    Raises ValueError for a bias that is not finite.
    """
    if bias is not None and not math.isfinite(bias):
        raise ValueError(f"The bias of sigmoid attention must be a finite number, not {bias}.")

    @QUIET
    def normalize(scores: Array) -> tuple[Array, None]:
        xp = namespace(scores)
        moved = scores + (-math.log(max(scores.shape[-1], 1)) if bias is None else bias)
        highest = xp.maximum(moved, xp.zeros_like(moved))  # a softmax over the key and a logit of 0
        part = xp.exp(moved - highest)
        return part / (part + xp.exp(-highest)), None

    return normalize


@QUIET
def sparsemax(scores: Array) -> tuple[Array, None]:
    """max(s - t, 0), t such that a row sums to 1: the nearest point of the simplex, with true zeros.

    Martins and Astudillo, From Softmax to Sparsemax, arXiv 1602.02068, alg. 1: of the thresholds
    (sum of the k largest - 1) / k, the right one is the largest.
    """
    xp, z = namespace(scores), _from_highest(scores)
    top, count = _sorted(z)
    threshold = xp.max((xp.cumulative_sum(top, axis=-1) - 1) / count, axis=-1, keepdims=True)
    return _seen(scores, xp.clip(z - threshold, min=0)), None


@QUIET
def entmax15(scores: Array) -> tuple[Array, None]:
    """max(s / 2 - t, 0) ** 2, t such that a row sums to 1: between softmax and sparsemax, with true zeros.

    Peters et al., Sparse Sequence-to-Sequence Models, arXiv 1905.05702, alg. 2. The k largest scores say which keys
    take part (z is not below the threshold that they make); these then make the threshold.
    """
    xp, z = namespace(scores), _from_highest(scores / 2)
    top, count = _sorted(z)
    means, squares = xp.cumulative_sum(top, axis=-1) / count, xp.cumulative_sum(top**2, axis=-1) / count
    thresholds = means - xp.sqrt(xp.clip(1 / count - squares + means**2, min=0))
    outside = z < xp.min(xp.where(thresholds <= top, top, xp.zeros_like(top)), axis=-1, keepdims=True)
    inside = xp.sum(xp.astype(~outside, z.dtype), axis=-1, keepdims=True)

    def mean(x: Array) -> Array:
        return xp.sum(xp.where(outside, xp.zeros_like(x), x), axis=-1, keepdims=True) / inside

    middle = mean(z)
    threshold = middle - xp.sqrt(1 / inside - mean((z - middle) ** 2))
    return _seen(scores, xp.clip(z - threshold, min=0) ** 2), None


def _highest(scores: Array) -> Array:
    """The highest score of each row, its axis kept; 0 for a row that sees nothing, or has no key at all."""
    xp = namespace(scores)
    if not scores.shape[-1]:
        return xp.sum(scores, axis=-1, keepdims=True)
    highest = xp.max(scores, axis=-1, keepdims=True)
    return xp.where(highest == -xp.inf, xp.zeros_like(highest), highest)


@QUIET
def _beside(scores: Array, logit: Array) -> tuple[Array, Array]:
    """Softmax with one more logit (as lse is, or broadcast to it) in the denominator, which takes its share away."""
    weights, lse = softmax(scores)
    whole = namespace(scores).logaddexp(lse, logit)
    return weights * namespace(scores).exp(lse - whole)[..., None], whole


def _from_highest(scores: Array) -> Array:
    """Each score less the highest of its row, at least -2: no key that far below takes part in a sparse row.

    In double precision, for a threshold comes from sums over the row. A row that sees nothing is all 0.
    """
    xp = namespace(scores)
    near = xp.clip(xp.astype(scores - _highest(scores), xp.float64), min=-2)
    return near - xp.max(near, axis=-1, keepdims=True)


def _sorted(z: Array) -> tuple[Array, Array]:
    """z from the highest down along the last axis, and 1, 2, 3, ..."""
    xp = namespace(z)
    return -xp.sort(-z, axis=-1), xp.arange(1, z.shape[-1] + 1, dtype=z.dtype, device=z.device)


def _seen(scores: Array, weights: Array) -> Array:
    """The weights in the type of the scores, 0 in a row that sees nothing."""
    xp = namespace(scores)
    hidden = xp.all(scores == -xp.inf, axis=-1, keepdims=True)
    return xp.astype(xp.where(hidden, xp.zeros_like(weights), weights), scores.dtype, copy=False)
