"""Standard attention's row block: scores, weights and products, each of whole rows."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from engine.arrays import Array, namespace
from engine.flash.replays.online import Online
from engine.flash.replays.state import Active, Carried
from engine.flash.replays.streams import Stream, behind
from engine.normalizers import QUIET

if TYPE_CHECKING:
    from engine.flash.plan.steps import Step


class StandardStream(Stream):
    """Standard attention: all scores, then all weights, then their products with v, each through HBM."""

    rescaling = False  # what stands beside the keys joins in the softmax

    @cached_property
    def _total(self) -> Carried:
        """m and l of whole rows, nothing summed."""
        row = Online(self.block.cells.masked[..., None, :])
        return Carried(row.m[..., 1], row.l[..., 1], self.block.nothing).beside(self.logit)

    @cached_property
    @QUIET
    def _weights(self) -> Array:
        """P (B, Hq, R, Nk)."""
        xp, (m, sums, _) = namespace(self.logit), self._total
        base, total = xp.where(m == -xp.inf, xp.zeros_like(m), m), xp.where(sums == 0, xp.ones_like(sums), sums)
        return xp.exp(self.block.cells.masked - base[..., None]) / total[..., None]

    def _columns(self, tile: int) -> slice:
        return slice(*self.block.edges[tile : tile + 2])

    def _carried(self, done: int, step: Step | None, t: int) -> Carried:
        if not behind(self.s.find("softmax", self.i), t):
            xp, m = namespace(self.logit), self.logit
            return Carried(xp.full_like(m, -xp.inf), xp.zeros_like(m), self.block.nothing)
        return self._total._replace(accumulated=self._total.l[..., None] * self._output(0, done))

    def _accumulate(self, at: int, tile: int, output: Array) -> Array:
        """O becomes O + P V."""
        return output + self.block.product(tile, self._weights[..., self._columns(tile)])

    def _stored(self, t: int) -> bool:
        return self.rescaling

    def _rescales(self, done: int, step: Step | None) -> int:
        return 0

    def _active(self, step: Step) -> Active:
        tile = self.tiles.index(step.j)
        cells, columns = self.block.cells, self._columns(tile)
        known = Active(self.i, self.tiles[tile])
        if step.op in ("load_p", "load_v", "accumulate"):
            return replace(known, weights=self._weights[..., columns])
        if step.op == "load_k":
            return known
        cut = self.s.find("mask", step.i, step.j) is not None
        scores = cells.scored if cut and step.op == "scores" else cells.masked
        return replace(
            known,
            scored=cells.scored[..., columns],
            visible=cells.visible[..., columns],
            scores=scores[..., columns],
        )
