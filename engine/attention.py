"""Attention, stage by stage: softmax(score(scale * q.k) where the mask lets a query see) v.

numpy in, numpy out; torch in, torch out. Scores and sums of half-precision inputs are float32.
Axes: B batch, Hq query heads, Hkv key heads, Nq queries, Nk keys, d and dv the sizes of a key and a value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.arrays import Array, as_array, namespace, wide
from engine.cells import on_cells
from engine.normalizers import QUIET, Placed, softmax

Score = Callable[[Array, Array, Array, Array, Array], Array]  # (score, b, h, q_idx, k_idx) -> score
Mask = Callable[[Array, Array, Array, Array], Array]  # (b, h, q_idx, k_idx) -> bool, True = may see
Normalizer = Callable[[Array], tuple[Array, Array | None]]  # masked scores -> (weights, lse)


@dataclass(frozen=True)
class Spec:
    """How to attend. `scale` multiplies q.k (None = 1/sqrt(d)); `score` and `mask` are FlexAttention functions."""

    scale: float | None = None
    score: Score | None = None
    mask: Mask | None = None
    normalizer: Normalizer = softmax

    def shifted(self, head: int = 0, query: int = 0) -> Spec:
        """The same for a slice that begins at `head` and `query`: the functions still get absolute numbers."""
        score, mask, normalizer = self.score, self.mask, self.normalizer
        return replace(
            self,
            score=score and (lambda s, b, h, q, k: score(s, b, h + head, q + query, k)),
            mask=mask and (lambda b, h, q, k: mask(b, h + head, q + query, k)),
            normalizer=normalizer.shifted(head, query) if isinstance(normalizer, Placed) else normalizer,
        )


@dataclass(frozen=True, eq=False)
class Attention:
    """Every stage of one attention, computed when it is first asked for: (B, Hq, Nq, Nk) from `raw` to `weights`."""

    q: Array  # (B, Hq, Nq, d)
    k: Array  # (B, Hkv, Nk, d)
    v: Array  # (B, Hkv, Nk, dv)
    spec: Spec

    @cached_property
    def raw(self) -> Array:
        return grouped_matmul(wide(self.q), namespace(self.k).matrix_transpose(wide(self.k)))

    @cached_property
    @QUIET
    def scaled(self) -> Array:
        return self.raw * (self.q.shape[-1] ** -0.5 if self.spec.scale is None else self.spec.scale)

    @cached_property
    @QUIET
    def scored(self) -> Array:
        if self.spec.score is None:
            return self.scaled
        return self._on_cells(self.spec.score, self.scaled, dtype=self.scaled.dtype)

    @cached_property
    def visible(self) -> Array:
        """True where the query may see the key."""
        return self._on_cells(self.spec.mask or (lambda *index: True), dtype=namespace(self.q).bool)

    @cached_property
    def masked(self) -> Array:
        """The scores, -inf where hidden: selected, not added, so that a hidden NaN does not leak."""
        xp, scores = namespace(self.scored), self.scored
        return scores if self.spec.mask is None else xp.where(self.visible, scores, xp.full_like(scores, -xp.inf))

    @cached_property
    def weights(self) -> Array:
        """What each query takes from each key; 0 where hidden, and in a row that sees nothing."""
        return namespace(self.q).astype(self._normalized[0], self.q.dtype, copy=False)

    @property
    def lse(self) -> Array | None:
        """Log-sum-exp of the masked scores (B, Hq, Nq), natural log; None outside the softmax family."""
        return self._normalized[1]

    @cached_property
    def output(self) -> Array:
        """Weights times v (B, Hq, Nq, dv). A NaN in v reaches only the rows that see its key."""
        out = weighted(self._normalized[0], self.v, lambda: self.visible)
        return namespace(out).astype(out, self.v.dtype, copy=False)

    @cached_property
    def _normalized(self) -> tuple[Array, Array | None]:
        return self.spec.normalizer(self.masked)

    def _on_cells(self, function: Callable[..., Any], *scores: Array, dtype: Any) -> Array:
        shape = (*self.q.shape[:3], self.k.shape[2])
        cells = on_cells(function, *scores, like=self.q, shape=shape)
        return namespace(self.q).broadcast_to(as_array(cells, self.q, dtype), shape)


def weighted(weights: Array, x: Array, visible: Callable[[], Array]) -> Array:
    """`weights` (B, Hq, R, C) times x (B, Hkv, C, n), in float32 at least.

    What is NaN or infinite in x makes NaN of the rows that see it, whatever they weigh it, and of no others;
    `visible()` says which see what, (B, Hq, R, C), and is asked only then.
    """
    xp, x = namespace(x), wide(x)
    finite = xp.isfinite(x)
    if xp.all(finite):
        return grouped_matmul(weights, x)
    out = grouped_matmul(weights, xp.where(finite, x, xp.zeros_like(x)))
    lost = grouped_matmul(xp.astype(visible(), x.dtype), xp.astype(~finite, x.dtype)) > 0
    return xp.where(lost, xp.full_like(out, xp.nan), out)


def attend(q: Array, k: Array, v: Array, spec: Spec = Spec()) -> Attention:
    """Attention of q (B, Hq, Nq, d) over k (B, Hkv, Nk, d) and v (B, Hkv, Nk, dv); kv head = q head // (Hq / Hkv).

    Raises ValueError, in a sentence, when the shapes do not belong together.
    """
    if not q.ndim == k.ndim == v.ndim == 4:
        raise ValueError(f"q, k and v need four axes (batch, head, token, size), not {q.ndim}, {k.ndim} and {v.ndim}.")
    if k.shape[:3] != v.shape[:3]:
        raise ValueError(f"k {tuple(k.shape)} and v {tuple(v.shape)} must agree in batch, heads and tokens.")
    if (q.shape[0], q.shape[3]) != (k.shape[0], k.shape[3]):
        raise ValueError(f"q {tuple(q.shape)} and k {tuple(k.shape)} must agree in batch and in the size of a key.")
    if not k.shape[1] or q.shape[1] % k.shape[1]:
        raise ValueError(f"{q.shape[1]} query heads cannot share {k.shape[1]} key heads evenly.")
    return Attention(q, k, v, spec)


@QUIET
def grouped_matmul(a: Array, b: Array) -> Array:
    """a (B, Hq, N, x) @ b (B, Hkv, x, y): each head with its group's b, without repeating b."""
    xp = namespace(a, b)
    batch, heads, rows, size = a.shape
    grouped = xp.reshape(a, (batch, b.shape[1], heads // b.shape[1], rows, size))
    return xp.reshape(grouped @ b[:, :, None], (batch, heads, rows, b.shape[-1]))
