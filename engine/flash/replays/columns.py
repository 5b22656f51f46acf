"""All rows of a schedule whose outer loop goes through the keys: dense attention over the keys visited so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.arrays import namespace
from engine.flash.replays.execution import Execution
from engine.flash.replays.partial import Partial, merge
from engine.flash.replays.rowblock import RowBlock
from engine.flash.replays.state import Carried

CELLS: Final = 2**18  # of the map that are computed at once


@dataclass
class Columns:
    """Output and log-sum-exp of all rows after the first `at` key blocks, of which later ones go on.

    FlashAttention-1 stores these after each key block: its O is normalised at every tile.
    """

    run: Execution
    at: int = 0
    _kept: Partial | None = field(default=None, init=False)

    def missing(self, blocks: int) -> int:
        """How many cells of the map have to be computed to stand after so many key blocks."""
        s, first = self.run.s, self.at if self.at <= blocks else 0
        return int(s.key_axis.edge(blocks) - s.key_axis.edge(first)) * s.n_q

    def after(self, blocks: int, cancelled: Callable[[], bool] = lambda: False) -> Partial | None:
        """All rows after the first `blocks` key blocks; None when cancelled, and the next call goes on from there."""
        s = self.run.s
        if self._kept is None or self.at > blocks:
            self._kept, self.at = self._nothing(), 0
        while self.at < blocks:
            if cancelled():
                return None
            stop = min(self.at + max(CELLS // (s.n_q * s.block_k), 1), blocks)
            span = int(s.key_axis.edge(self.at)), int(s.key_axis.edge(stop))
            self._kept, self.at = merge(self._kept, self._over(span, s.n_q)), stop
        return self._kept

    def with_rows(self, blocks: int, rows: int, cancelled: Callable[[], bool] = lambda: False) -> Partial | None:
        """The same where the first `rows` rows have seen one key block more."""
        kept, s = self.after(blocks, cancelled), self.run.s
        if kept is None or not rows:
            return kept
        part = self._over(s.keys(blocks), rows)
        grown = merge(Partial(kept.output[:, :, :rows], kept.lse[:, :, :rows]), part)
        xp = namespace(kept.lse)
        output = xp.concat([grown.output, kept.output[:, :, rows:]], axis=2)
        return Partial(output, xp.concat([grown.lse, kept.lse[:, :, rows:]], axis=2))

    def _nothing(self) -> Partial:
        block, xp = self._block(0, self.run.s.n_q, (0, 0)), namespace(self.run.q)
        return Partial(block.nothing, xp.full_like(block.nothing[..., 0], -xp.inf))

    def _over(self, span: tuple[int, int], rows: int) -> Partial:
        """The first rows over a span of keys alone, in strips."""
        height, xp = max(CELLS // (span[1] - span[0]), 1), namespace(self.run.q)
        parts = [self._strip(start, min(start + height, rows), span) for start in range(0, rows, height)]
        output, lse = (xp.concat([getattr(part, name) for part in parts], axis=2) for name in ("output", "lse"))
        return Partial(output, lse)

    def _strip(self, start: int, stop: int, span: tuple[int, int]) -> Partial:
        block = self._block(start, stop, span)
        once = block.part(0, 1)
        return Carried(once.m[..., 1], once.l[..., 1], block.product(0, once.weights[..., 0, :])).partial

    def _block(self, start: int, stop: int, span: tuple[int, int]) -> RowBlock:
        run = self.run
        return RowBlock(run.q[:, :, start:stop], run.k, run.v, run.spec, start, (span,), span[1] - span[0])
