"""Weights and gradients of some rows over some keys, from their scores and what the rows are known to have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.arrays import Array, namespace, wide
from engine.attention import Attention, grouped_matmul, weighted
from engine.flash.replays.rowblock import among
from engine.flash.replays.slopes import slopes
from engine.normalizers import QUIET

if TYPE_CHECKING:
    from engine.flash.replays.execution import Execution


@dataclass(frozen=True, eq=False)
class Rows:
    """What the forward pass and the loss leave of all rows: dO, L and D = rowsum(dO O)."""

    do: Array  # (B, Hq, Nq, dv)
    lse: Array  # (B, Hq, Nq), 0 for rows that see nothing
    delta: Array  # (B, Hq, Nq)

    def of(self, rows: slice) -> Rows:
        """The same of some rows."""
        return Rows(self.do[:, :, rows], self.lse[:, :, rows], self.delta[:, :, rows])


@dataclass(frozen=True, eq=False)
class Rectangle:
    """R rows over C keys, (B, Hq, R, C) each. What the mask hides weighs 0."""

    cells: Attention
    rows: Rows  # these rows alone

    @cached_property
    @QUIET
    def weights(self) -> Array:
        """P = exp(S - L), 0 where hidden, also in a row whose L is NaN."""
        xp, scores = namespace(self.rows.lse), self.cells.masked
        weights = xp.exp(scores - self.rows.lse[..., None])
        return xp.where(scores == -xp.inf, xp.zeros_like(weights), weights)

    @cached_property
    @QUIET
    def dp(self) -> Array:
        """dP = dO V^T."""
        do = self.rows.do
        return grouped_matmul(do, namespace(do).matrix_transpose(wide(self.cells.v)))

    @cached_property
    @QUIET
    def ds(self) -> Array:
        """dS = P (dP - D), the gradient of the scores as the softmax gets them."""
        return product(self.weights, self.dp - self.rows.delta[..., None])

    @cached_property
    @QUIET
    def _scaled(self) -> Array:
        """The gradient of the scaled scores, before any score change: dS times its slope."""
        score = self.cells.spec.score
        return self.ds if score is None else product(self.ds, slopes(score, self.cells.scaled))

    @cached_property
    def scale(self) -> float:
        """By which q.k was multiplied, so that dQ and dK are multiplied by it, too."""
        scale = self.cells.spec.scale
        return float(self.cells.q.shape[-1] ** -0.5 if scale is None else scale)

    @QUIET
    def dq(self) -> Array:
        """What these keys add to dQ of the rows, (B, Hq, R, d): scale dS K, dS through the score change."""
        return self.scale * weighted(self._scaled, self.cells.k, lambda: self.cells.visible)

    @QUIET
    def dk(self) -> Array:
        """What these rows add to dK of the keys, (B, Hkv, C, d): scale dS^T Q, of all query heads that share a key."""
        return self.scale * self._shared(self._scaled, self.cells.q)

    @QUIET
    def dv(self) -> Array:
        """What these rows add to dV of the keys, (B, Hkv, C, dv): P^T dO."""
        return self._shared(self.weights, self.rows.do)

    def _shared(self, cells: Array, x: Array) -> Array:
        """cells^T x, summed over the query heads that share a key head."""
        xp, heads = namespace(x), self.cells.k.shape[1]
        each = weighted(xp.matrix_transpose(cells), x, lambda: xp.matrix_transpose(self.cells.visible))
        return xp.sum(xp.reshape(each, (each.shape[0], heads, -1, *each.shape[2:])), axis=2)


def rectangle(run: Execution, known: Rows, rows: slice, keys: slice) -> Rectangle:
    """Some rows of all in `known` over some keys of a schedule's numbers."""
    cells = among(run.q[:, :, rows], run.k, run.v, run.spec, rows.start, ((keys.start, keys.stop),))
    return Rectangle(cells, known.of(rows))


def product(weights: Array, x: Array) -> Array:
    """weights x, 0 where a weight is 0: what is hidden may be NaN or infinite."""
    xp = namespace(weights)
    return xp.where(weights == 0, xp.zeros_like(weights), weights * x)
