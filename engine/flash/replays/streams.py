"""A row block of each algorithm: what its rows carry along after any step of the schedule."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from engine.arrays import Array, namespace
from engine.flash.replays.online import Online
from engine.flash.replays.partial import Partial
from engine.flash.replays.rowblock import RowBlock
from engine.flash.replays.state import Active, Carried, State, state_of
from engine.normalizers import QUIET

if TYPE_CHECKING:
    from engine.flash.plan.schedules import Schedule, Step

# how far a tile is after each operation
REACHED: Final = {"scores": 1, "mask": 2, "max": 3, "rescale": 4, "accumulate": 5, "store": 5}
SCORES, MASK, MAX, RESCALE, ACCUMULATE = range(1, 6)


@dataclass(frozen=True, eq=False)
class Stream:
    """FlashAttention-2: tile after tile; what is summed is divided once, at the end."""

    s: Schedule
    i: int
    block: RowBlock
    logit: Array  # (B, Hq, R) what stands beside the keys in the denominator, -inf for nothing
    tiles: tuple[int, ...]  # the numbers of the key tiles, in the order in which they arrive
    rescaling: ClassVar[bool] = True  # sums are rescaled; what stands beside the keys joins when the output is stored
    _kept: dict[int, tuple[int, Array]] = field(default_factory=dict)  # of a range, tiles and what they summed to

    def state(self, t: int) -> State:
        """After `t` steps, 0 <= t <= len(s); `active` is the tile that the newest of them worked on."""
        step = self.s[t - 1] if t else None
        step = step if step is not None and step.i == self.i else None
        done = self._done(t)
        carried = self._carried(done, step, t)
        return state_of(
            carried.beside(self.logit) if self._stored(t) else carried,
            self.block.v.dtype,
            self._rescales(done, step),
            active=None if step is None or step.j is None else self._active(step),
            partials=self._partials(t),
        )

    @property
    def end(self) -> State:
        """After all steps."""
        carried = self._carried(len(self.tiles), None, len(self.s))
        whole = carried.beside(self.logit) if self.rescaling else carried
        return state_of(whole, self.block.v.dtype, self._rescales(len(self.tiles), None))

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """Where, among the tiles, each range of keys begins that is summed on its own, and the end of all."""
        return (0, len(self.tiles))

    @cached_property
    def online(self) -> tuple[Online, ...]:
        """The recurrence over each of these ranges."""
        return tuple(self.block.part(*self.edges[at : at + 2]) for at in range(len(self.edges) - 1))

    def _done(self, t: int) -> int:
        """How many tiles are summed up."""
        return int(np.sum(self.s.done(t, self.i, self.i + 1, 0, self.s.key_blocks)))

    def _carried(self, done: int, step: Step | None, t: int) -> Carried:
        return self._within(0, done, step)

    def _within(self, at: int, done: int, step: Step | None) -> Carried:
        """What range `at` carries along after `done` of its tiles; at `rescale` it has turned to the next maximum."""
        online = self.online[at]
        carried = Carried(online.m[..., done], online.l[..., done], self._sum(at, done))
        if step is None or step.op != "rescale":
            return carried
        return carried.shrunk(online.m[..., done + 1], online.factors[..., done])

    def _sum(self, at: int, done: int) -> Array:
        """O~ of range `at` after `done` of its tiles."""
        return self._output(at, done)

    def _output(self, at: int, done: int) -> Array:
        """What is accumulated tile after tile. The newest is kept, so that the next step goes on from there."""
        tiles, output = self._kept.get(at, (0, self.block.nothing))
        if tiles > done:
            tiles, output = 0, self.block.nothing
        for tile in range(tiles, done):
            output = self._accumulate(at, tile, output)
        self._kept[at] = done, output
        return output

    @QUIET
    def _accumulate(self, at: int, tile: int, output: Array) -> Array:
        """O~ becomes a O~ + P V."""
        return self.online[at].factors[..., tile, None] * output + self._product(at, tile)

    def _product(self, at: int, tile: int) -> Array:
        """P V of a tile of range `at`."""
        return self.block.product(self.edges[at] + tile, self.online[at].weights[..., tile, :])

    def _stored(self, t: int) -> bool:
        """Whether O was written for good."""
        return behind(self.s.find("store", self.i), t)

    def _partials(self, t: int) -> tuple[Partial, ...]:
        return ()

    def _rescales(self, done: int, step: Step | None) -> int:
        count = done + (step is not None and step.op == "rescale")
        shrunk = namespace(self.logit).concat([one.shrunk for one in self.online], axis=-1)
        return int(namespace(shrunk).sum(shrunk[..., :count]))

    def _active(self, step: Step) -> Active:
        tile, far = self.tiles.index(step.j), REACHED.get(step.op, 0)
        at = int(np.searchsorted(self.edges, tile, "right")) - 1
        online, here = self.online[at], tile - self.edges[at]
        columns = slice(*self.block.edges[tile : tile + 2])
        cut = self.s.find("mask", step.i, step.j, step.split) is not None
        cells, width = self.block.cells, columns.stop - columns.start
        scores = cells.scored if cut and far < MASK else cells.masked
        return Active(
            i=self.i,
            j=self.tiles[tile],
            split=step.split,
            m=online.m[..., here],
            l=online.l[..., here],
            scored=cells.scored[..., columns] if far >= SCORES else None,
            visible=cells.visible[..., columns] if far >= SCORES else None,
            scores=scores[..., columns] if far >= SCORES else None,
            highest=online.highest[..., here] if far >= MAX else None,
            reference=online.m[..., here + 1] if far >= MAX else None,
            factor=online.factors[..., here] if far >= MAX else None,
            weights=online.weights[..., here, :width] if far >= ACCUMULATE else None,
        )


class NormalisedStream(Stream):
    """FlashAttention-1: O is divided at every tile, and goes to HBM and back between two of them."""

    @QUIET
    def _sum(self, at: int, done: int) -> Array:
        return self.online[at].l[..., done, None] * self._output(at, done)

    @QUIET
    def _accumulate(self, at: int, tile: int, output: Array) -> Array:
        """O becomes (l a O + P V) / l_next."""
        xp, online = namespace(output), self.online[at]
        total = online.l[..., tile + 1]
        total = xp.where(total == 0, xp.ones_like(total), total)[..., None]
        shrunk = online.l[..., tile, None] * online.factors[..., tile, None] * output
        return (shrunk + self._product(at, tile)) / total

    def _stored(self, t: int) -> bool:
        return behind(self.s.find("store", self.i, self.tiles[-1]), t) if self.tiles else t == len(self.s)


def behind(step: int | None, t: int) -> bool:
    """Whether a step is among the first t."""
    return step is not None and step < t
