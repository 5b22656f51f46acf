"""Flash-Decoding's row block: ranges of keys, each summed on its own, and the merge of what they leave."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.arrays import namespace
from engine.flash.replays.partial import Partial, merge
from engine.flash.replays.state import Carried
from engine.flash.replays.streams import Stream, behind

if TYPE_CHECKING:
    from engine.flash.plan.schedules import Schedule
    from engine.flash.plan.steps import Step


class SplitStream(Stream):
    """Flash-Decoding: each range of keys from nothing, then the merge of what they leave."""

    @cached_property
    def edges(self) -> tuple[int, ...]:
        return tuple(np.searchsorted([split_of(self.s, j) for j in self.tiles], range(self.s.splits + 1)).tolist())

    @cached_property
    def _left(self) -> tuple[Partial, ...]:
        """What each range leaves in HBM."""
        lengths = np.diff(self.edges).tolist()
        return tuple(self._within(at, length, None).partial for at, length in enumerate(lengths))

    def _carried(self, done: int, step: Step | None, t: int) -> Carried:
        merged = self.s.splits if self._stored(t) else step.split + 1 if step is not None and step.op == "merge" else 0
        if merged:
            part = self._left[0]
            for other in self._left[1:merged]:
                part = merge(part, other)
            return _whole(part)
        at = step.split if step is not None else self._newest(t)
        return self._within(at, done - self.edges[at], step)

    def _newest(self, t: int) -> int:
        """The last range that is stored."""
        return max(0, sum(behind(self.s.find("store_partial", self.i, split=at), t) for at in range(self.s.splits)) - 1)

    def _partials(self, t: int) -> tuple[Partial, ...]:
        xp = namespace(self.logit)
        return tuple(
            part
            if behind(self.s.find("store_partial", self.i, split=at), t)
            else Partial(xp.zeros_like(part.output), xp.full_like(part.lse, -xp.inf))
            for at, part in enumerate(self._left)
        )


def split_of(s: Schedule, j: int) -> int:
    """The range of keys that key tile j belongs to, 0 where all are one range."""
    return bisect_right(s.timeline.passes[0].edges.tolist(), j) - 1 if s.splits > 1 else 0


def _whole(part: Partial) -> Carried:
    """What is merged carries its log-sum-exp as m, and a sum of 1; one of 0 where nothing was seen."""
    xp = namespace(part.lse)
    seen = xp.where(part.lse == -xp.inf, xp.zeros_like(part.lse), xp.ones_like(part.lse))
    return Carried(part.lse, seen, part.output)
