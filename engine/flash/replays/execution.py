"""A schedule executed on real queries, keys and values, up to any step. numpy in, numpy out; torch in, torch out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.arrays import Array, namespace, wide
from engine.attention import Spec, attend
from engine.flash.plan.schedules import Schedule
from engine.flash.replays.rowblock import RowBlock, among
from engine.flash.replays.split import SplitStream, split_of
from engine.flash.replays.standard import StandardStream
from engine.flash.replays.state import State, stacked
from engine.flash.replays.streams import NormalisedStream, Stream

PLAIN: Final = Spec()
STREAMS: Final[dict[str, type[Stream]]] = {
    "standard": StandardStream,
    "fa1": NormalisedStream,
    "fa2": Stream,
    "decoding": SplitStream,
}
REASONS: Final = {
    "sigmoid.<locals>.normalize": "sigmoid weighs each key by itself, so that there is no running sum to rescale",
    "sparsemax": "the threshold of sparsemax is known only when all scores of a row are",
    "entmax15": "the threshold of entmax is known only when all scores of a row are",
    "proportion": "linear attention has no exponentials to rescale; its own state takes the place of tiles",
    "LessPartner": "differential attention takes the weights of another head off, after both are normalised",
}


def replay(
    q: Array,
    k: Array,
    v: Array,
    s: Schedule,
    spec: Spec = PLAIN,
    upto: int | None = None,
    rows: int | None = None,
    lazy: bool = False,
) -> State:
    """What a forward schedule has computed after its first `upto` steps (None: all), of all rows or one row block.

    q (B, Hq, Nq, d), k (B, Hkv, Nk, d), v (B, Hkv, Nk, dv), as for `attend`: every batch and head runs the schedule.
    `rows`: the number of a row block; it alone is computed. Half-precision inputs are summed in float32. What stands
    beside the keys in a denominator (a sink, the 1 of softmax off by one) joins when the output is stored, in standard
    attention with the softmax. `lazy`: the conditional rescaling of FlashAttention-4; the output is the same.

    The schedule's mask says which tiles are visited, the spec's what is computed: it is the caller's duty to give both
    the same. Raises ValueError where a skipped tile holds a key that the spec lets a query see, for a normaliser
    without an online form, for a backward schedule, and for sizes or steps that the schedule does not have.
    """
    return Execution(q, k, v, s, spec, lazy).state(upto, rows)


@dataclass(frozen=True, eq=False)
class Execution:
    """A schedule on some numbers: `state` as `replay` gives it; keep a `row` to ask it for many steps."""

    q: Array
    k: Array
    v: Array
    s: Schedule
    spec: Spec = PLAIN
    lazy: bool = False

    def __post_init__(self) -> None:
        attend(self.q, self.k, self.v, self.spec)
        given = (self.q.shape[2], self.k.shape[2], self.q.shape[3], self.v.shape[3])
        planned = (self.s.n_q, self.s.n_k, self.s.d, self.s.d_v)
        if given != planned:
            raise ValueError(f"The schedule is for (n_q, n_k, d, d_v) = {planned}, and the arrays have {given}.")
        if self.s.direction != "forward":
            raise ValueError("This is a backward schedule: replay_backward runs it.")

    def state(self, t: int | None = None, rows: int | None = None) -> State:
        """As `replay`, after `t` steps."""
        t = steps_done(self.s, t)
        if rows is not None:
            return self.row(rows).state(t)
        return stacked([self.row(i).state(t) for i in range(self.s.row_blocks)])

    def row(self, i: int) -> Stream:
        """Row block i, whose scores are computed once, when a state is asked for. ValueError if it is not there."""
        if not 0 <= i < self.s.row_blocks:
            raise ValueError(f"There is no row block {i}: the last is {self.s.row_blocks - 1}.")
        self._check_skipped(i)
        start, stop = self.s.rows(i)
        q, tiles = self.q[:, :, start:stop], self._tiles(i)
        spans = tuple(self.s.keys(j) for j in tiles)
        block = RowBlock(q, self.k, self.v, self.spec, start, spans, self.s.block_k, self.lazy)
        return STREAMS[self.s.algorithm](self.s, i, block, beside(self.spec, q, start), tiles)

    def joined(self, first: int, last: int) -> Stream:
        """Row blocks first to last as one: asked for what they have at the `end`, it is what each of them would give.

        It takes all tiles that any of them visits, in their order; what one of them skips is hidden from its rows.
        """
        start, stop = self.s.rows(first)[0], self.s.rows(last - 1)[1]
        for i in range(first, last):
            self._check_skipped(i)
        everywhere = self.s.algorithm == "standard"
        kinds = self.s.kinds(first, last, 0, self.s.key_blocks).any(axis=0)
        tiles = tuple(np.flatnonzero(kinds | everywhere).tolist())
        if self.s.reverse:
            tiles = tuple(sorted(tiles, key=lambda j: (split_of(self.s, j), -j)))
        spans, q = tuple(self.s.keys(j) for j in tiles), self.q[:, :, start:stop]
        block = RowBlock(q, self.k, self.v, self.spec, start, spans, self.s.block_k, self.lazy)
        return STREAMS[self.s.algorithm](self.s, first, block, beside(self.spec, q, start), tiles)

    def _tiles(self, i: int) -> tuple[int, ...]:
        """The key tiles of a row block, in the order in which they arrive."""
        kinds = self.s.kinds(i, i + 1, 0, self.s.key_blocks)[0]
        tiles = range(self.s.key_blocks) if self.s.algorithm == "standard" else np.flatnonzero(kinds).tolist()
        if not self.s.reverse:
            return tuple(tiles)
        return tuple(sorted(tiles, key=lambda j: self.s.find("accumulate", i, j, split_of(self.s, j)) or 0))

    def _check_skipped(self, i: int) -> None:
        if self.s.mask is None or self.s.mask == self.spec.mask:
            return
        start, stop = self.s.rows(i)
        q, visited = self.q[:, :, start:stop], self._tiles(i)
        skipped = tuple(self.s.keys(j) for j in sorted(set(range(self.s.key_blocks)) - set(visited)))
        if skipped and bool(namespace(q).any(among(q, self.k, self.v, self.spec, start, skipped).visible)):
            raise ValueError(
                "The schedule skips tiles whose keys the spec lets queries see: give both of them the same mask."
            )


def steps_done(s: Schedule, upto: int | None) -> int:
    """The number of steps asked for, None for all; raises ValueError for one that the schedule does not have."""
    if upto is None:
        return len(s)
    if not 0 <= upto <= len(s):
        raise ValueError(f"The schedule has {len(s):,} steps, so there is nothing after {upto:,}.")
    return upto


def beside(spec: Spec, q: Array, start: int) -> Array:
    """The logit (B, Hq, R) beside those of the keys in the denominator of each row, -inf where there is none.

    It is the log-sum-exp of a row that sees nothing. Raises ValueError for a normaliser that has no log-sum-exp.
    """
    xp, normalizer = namespace(q), spec.shifted(query=start).normalizer
    scores = xp.full((*q.shape[:3], 1), -xp.inf, dtype=wide(q[:, :, :0]).dtype, device=q.device)
    lse = normalizer(scores)[1]
    if lse is None:
        name = getattr(normalizer, "__qualname__", type(normalizer).__qualname__)
        raise ValueError(f"No online form: {REASONS.get(name, 'this normaliser has no denominator to sum up')}.")
    return lse
