"""What stays the same while a person steps through a schedule: made once for a choice, and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from engine.attention import Mask
from engine.flash.frame.finished import Finished
from engine.flash.frame.inputs import Cancelled, Inputs, inputs_of
from engine.flash.frame.reverse import Reverse
from engine.flash.frame.shape import shape_mask
from engine.flash.frame.view import CloseUp, Curve
from engine.flash.hardware.traffic import curve
from engine.flash.plan.schedules import Schedule, schedule
from engine.flash.replays.columns import Columns
from engine.flash.replays.execution import Execution, beside
from engine.flash.replays.streams import Stream
from engine.kept import Kept
from engine.own import function_of
from engine.shown.view import check, query_of, round_up, varied_of

if TYPE_CHECKING:
    from engine.capture import Capture
    from engine.scene import Scene

ROWS = 8  # row blocks that a session keeps


@dataclass(frozen=True, eq=False)
class Session:
    """A schedule, and the numbers of a head that it works on; without numbers `inputs` is None."""

    schedule: Schedule
    inputs: Inputs | None
    limit: float  # a round number; no visible score is larger
    lazy: bool = False
    _rows: dict[int, Stream] = field(default_factory=dict)
    _close: dict[int, CloseUp] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def curve(self) -> Curve:
        return _curve_of(self.schedule)

    @cached_property
    def standard(self) -> Schedule:
        """Standard attention on tiles of the same size."""
        return replace(self.schedule, algorithm="standard", splits=1)

    @cached_property
    def standard_curve(self) -> Curve:
        return _curve_of(self.standard)

    @cached_property
    def forward(self) -> Schedule:
        """The schedule itself, or the forward pass that goes before a backward one."""
        s = self.schedule
        return s if s.direction == "forward" else replace(s, direction="forward")

    @cached_property
    def finished(self) -> Finished | None:
        """What was found of the row blocks that are done; None without numbers."""
        return None if self.inputs is None else Finished(self.forward, self.inputs, self._execution.joined)

    @cached_property
    def columns(self) -> Columns:
        """All rows half-way through the keys, where those are the outer loop."""
        return Columns(self._execution)

    @cached_property
    def reverse(self) -> Reverse | None:
        """The sums of a backward schedule; None forward and without numbers."""
        if self.finished is None or self.schedule.direction == "forward":
            return None
        return Reverse(self.schedule, self._execution, self.finished)

    def row(self, i: int) -> Stream:
        """Row block i as it is summed up in the forward pass; the newest ones are kept."""
        with self._lock:
            made = self._rows.pop(i, None) or self._execution.row(i)
            self._rows[i] = made
            while len(self._rows) > ROWS:
                del self._rows[next(iter(self._rows))]
        return made

    def row_of(self, query: int, make: Callable[[], CloseUp]) -> CloseUp:
        """The row of a query as it was made last."""
        if query not in self._close:
            self._close.clear()
            self._close[query] = make()
        return self._close[query]

    @cached_property
    def _execution(self) -> Execution:
        if self.inputs is None:
            raise ValueError("A schedule without numbers cannot be executed.")
        q, k, v = (x[None, None] for x in (self.inputs.q, self.inputs.k, self.inputs.v))
        return Execution(q, k, v, self.forward, self.inputs.spec, self.lazy)


def session_of(scene: Scene, capture: Capture | None, cancelled: Cancelled, algorithm: str = "") -> Session | None:
    """The session of a scene, or of another algorithm in its place; None when cancelled.

    ValueError with one sentence: neither text nor shape, mean or max of the heads, tiles that a schedule
    refuses, a normaliser that has no online form.
    """
    algorithm = algorithm or scene.algorithm
    if scene.shape is not None:
        sized = (scene.shape, None if capture is None else scene.layer, function_of(scene.function))
        return _SESSIONS.get(capture, (*sized, *_key(scene, algorithm)), lambda: _of_shape(scene, capture, algorithm))
    if capture is None:
        raise ValueError("There is no text: choose one, or a shape without numbers.")
    found = _inputs(scene, capture, algorithm, cancelled)
    if found is None:
        return None
    inputs, limit = found
    key = (id(inputs), scene.lazy, *_key(scene, algorithm))  # the session holds the inputs: their id is not used again
    return _SESSIONS.get(capture, key, lambda: _of_head(scene, algorithm, inputs, limit))


_INPUTS: Kept[tuple[Inputs, float]] = Kept(4)
_SESSIONS: Kept[Session] = Kept(6)


def _inputs(scene: Scene, capture: Capture, algorithm: str, cancelled: Cancelled) -> tuple[Inputs, float] | None:
    """The inputs of the scene's head, and the limit of its scores. Flash-Decoding has one query, the scene's."""
    head, layer = scene.head, scene.layer
    check(scene, capture)
    if not isinstance(head, int):
        raise ValueError(f"Tiles are those of one head: choose one instead of {head}.")
    varied = varied_of(scene, capture)
    only = query_of(scene, capture) if algorithm == "decoding" else None

    def make() -> tuple[Inputs, float] | None:
        inputs = inputs_of(varied, layer, head, only)
        beside(inputs.spec, inputs.q[None, None], 0)  # refuses what has no online form
        largest = inputs.largest_score(cancelled)
        return None if largest is None else (inputs, round_up(largest))

    numbers = tuple(sorted(scene.parameters.items()))
    return _INPUTS.get(capture, (layer, head, scene.variant, numbers, scene.scale, varied.own, only), make)


def _of_head(scene: Scene, algorithm: str, inputs: Inputs, limit: float) -> Session:
    (n_q, d), (n_k, d_v) = inputs.q.shape, inputs.v.shape
    return Session(_schedule(scene, algorithm, (n_q, n_k, d, d_v), inputs.spec.mask), inputs, limit, scene.lazy)


def _of_shape(scene: Scene, capture: Capture | None, algorithm: str) -> Session:
    tokens, size = scene.shape or (0, 0)
    n_q = 1 if algorithm == "decoding" else tokens
    mask = shape_mask(scene, capture, tokens, tokens - n_q)
    return Session(_schedule(scene, algorithm, (n_q, tokens, size, size), mask), None, 1.0)


def _schedule(scene: Scene, algorithm: str, sizes: tuple[int, int, int, int], mask: Mask | None) -> Schedule:
    n_q, n_k, d, d_v = sizes
    splits = min(scene.splits, -(-n_k // scene.block_k)) if algorithm == "decoding" else 1  # a text may be short
    return schedule(
        n_q,
        n_k,
        d,
        block_q=scene.block_q,
        block_k=scene.block_k,
        algorithm=algorithm,
        direction=scene.direction,
        mask=mask,
        d_v=d_v,
        splits=splits,
    )


def _key(scene: Scene, algorithm: str) -> tuple[object, ...]:
    numbers = tuple(sorted(scene.parameters.items()))
    return algorithm, scene.direction, scene.block_q, scene.block_k, scene.splits, scene.variant, numbers


def _curve_of(s: Schedule) -> Curve:
    found = curve(s)
    return Curve(s.algorithm, found.steps, found.share, found.read, found.written)
