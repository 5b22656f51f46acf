"""What a schedule has computed by some step, in frozen records. Axes: B batch, Hq query heads, R rows, dv."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.arrays import Array, namespace
from engine.flash.replays.partial import Partial
from engine.normalizers import QUIET


class Carried(NamedTuple):
    """What rows carry along: exponents are taken from m; their sum is l, and times v it is O~."""

    m: Array  # (B, Hq, R), -inf before the first key
    l: Array  # noqa: E741 - (B, Hq, R), the paper's letter
    accumulated: Array  # (B, Hq, R, dv), O~

    @QUIET
    def shrunk(self, m: Array, factor: Array) -> Carried:
        """The same about another m: l and O~ times `factor`, which is exp(old m - m)."""
        return Carried(m, factor * self.l, factor[..., None] * self.accumulated)

    @QUIET
    def beside(self, logit: Array) -> Carried:
        """With one more logit (B, Hq, R) in the denominator; -inf is none."""
        xp = namespace(logit)
        m = xp.maximum(self.m, logit)
        base = xp.where(m == -xp.inf, xp.zeros_like(m), m)
        joined = self.shrunk(m, xp.exp(self.m - base))
        return joined._replace(l=joined.l + xp.exp(logit - base))

    @property
    @QUIET
    def partial(self) -> Partial:
        """O = O~ / l and L = m + ln l; 0 and -inf where nothing was summed."""
        xp, none = namespace(self.l), self.l == 0
        total = xp.where(none, xp.ones_like(self.l), self.l)
        lse = xp.where(none, xp.full_like(total, -xp.inf), self.m + xp.log(total))
        return Partial(self.accumulated / total[..., None], lse)


@dataclass(frozen=True, eq=False)
class Active:
    """The tile in SRAM. What no step has computed yet is None. Standard attention carries no m and l into a tile."""

    i: int
    j: int
    split: int = 0
    m: Array | None = None  # (B, Hq, R) as before this tile
    l: Array | None = None  # noqa: E741 - (B, Hq, R) as before this tile
    scored: Array | None = None  # (B, Hq, R, C), before the mask
    visible: Array | None = None  # (B, Hq, R, C)
    scores: Array | None = None  # the same as it lies there now: -inf where hidden, once the mask was there
    highest: Array | None = None  # (B, Hq, R) m' = max(m, rowmax S)
    reference: Array | None = None  # (B, Hq, R) what exponents are taken from now: m', or m while it is kept
    factor: Array | None = None  # (B, Hq, R) exp(m - reference), 0 for rows that had seen nothing
    weights: Array | None = None  # (B, Hq, R, C) P = exp(S - reference); standard attention: divided by the sum


@dataclass(frozen=True, eq=False)
class State:
    """After some steps: all rows, or one row block. Numbers in float32 or wider, `output` in the type of v.

    Inside a tile, m, l and the output still belong to the tiles before: they turn to the new maximum at `rescale`,
    which leaves output and lse as they are. So at every step these are dense attention over the keys that were summed.
    Flash-Decoding sums each range of keys on its own: m, l and the output are those of the newest range, and of all
    from the merge on.
    """

    m: Array  # (B, Hq, R), -inf where nothing was summed
    l: Array  # noqa: E741 - (B, Hq, R)
    accumulated: Array  # (B, Hq, R, dv), O~
    output: Array  # (B, Hq, R, dv), O~ / l; rows that saw nothing: 0
    lse: Array  # (B, Hq, R), m + ln l, natural log; rows that saw nothing: -inf
    rescales: int  # how many times a row shrank what it had summed: l > 0 and a factor other than 1
    active: Active | None = None  # the tile in SRAM, if it is one of these rows'
    partials: tuple[Partial, ...] = ()  # Flash-Decoding: of each range, what HBM holds; identities until it is stored


def state_of(
    carried: Carried,
    dtype: Any,
    rescales: int = 0,
    active: Active | None = None,
    partials: tuple[Partial, ...] = (),
) -> State:
    """The state of one row block, its output in a type."""
    found = carried.partial
    output = namespace(found.output).astype(found.output, dtype, copy=False)
    return State(*carried, output, found.lse, rescales, active, partials)


def stacked(states: Sequence[State]) -> State:
    """The states of row blocks one below the other."""
    xp = namespace(states[0].m)
    m, sums, accumulated, output, lse = (xp.concat([getattr(one, name) for one in states], axis=2) for name in _ARRAYS)
    partials = tuple(
        Partial(xp.concat([one.output for one in each], axis=2), xp.concat([one.lse for one in each], axis=2))
        for each in zip(*(one.partials for one in states), strict=True)
    )
    active = next((one.active for one in states if one.active is not None), None)
    rescales = sum(one.rescales for one in states)
    return State(m, sums, accumulated, output, lse, rescales, active, partials)


_ARRAYS = ("m", "l", "accumulated", "output", "lse")
