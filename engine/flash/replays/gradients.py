"""A backward schedule executed on real numbers: the gradients of queries, keys and values, tile by tile.

Scores are computed anew from q, k and the log-sum-exp that the forward pass left, so that nothing N x N is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from engine.arrays import Array, namespace, wide
from engine.attention import Spec
from engine.flash.plan.schedules import Schedule
from engine.flash.plan.steps import Step
from engine.flash.replays.execution import PLAIN, Execution, steps_done
from engine.flash.replays.rectangle import Rectangle, Rows, product, rectangle
from engine.normalizers import QUIET


@dataclass(frozen=True, eq=False)
class Gradients:
    """What a backward schedule has summed up by some step, in the types of q, k and v; `delta` as wide as sums are."""

    dq: Array  # (B, Hq, Nq, d)
    dk: Array  # (B, Hkv, Nk, d)
    dv: Array  # (B, Hkv, Nk, dv)
    delta: Array  # (B, Hq, Nq) D, the weights times their gradients, summed over each row; 0 until it is known


def replay_backward(
    q: Array, k: Array, v: Array, do: Array, s: Schedule, spec: Spec = PLAIN, upto: int | None = None
) -> Gradients:
    """The gradients after the first `upto` steps (None: all) of a backward schedule; `do` (B, Hq, Nq, dv) is that of O.

    q, k, v and spec as for `replay`. With P = exp(S - L): dV = P^T dO, dP = dO V^T, dS = P (dP - D), dQ = scale dS K,
    dK = scale dS^T Q, and D = rowsum(dO O), of standard attention rowsum(P dP). FlashAttention-2, arXiv 2307.08691,
    alg. 2. The slope of a score change is torch's own, or found by differences in numpy (see `slopes`).
    Raises ValueError as `replay` does, for a forward schedule, and for a `do` of another shape.
    """
    if s.direction != "backward":
        raise ValueError("This is a forward schedule: replay runs it.")
    forward, shape = Execution(q, k, v, replace(s, direction="forward"), spec), (*q.shape[:3], v.shape[3])
    if tuple(do.shape) != shape:
        raise ValueError(f"The gradient of the output must be {shape}, not {tuple(do.shape)}.")
    pass_ = Backward(forward, wide(do))
    for step in islice(s, steps_done(s, upto)):
        pass_.take(step)
    return pass_.gradients


class Backward:
    """The sums of one backward pass, in float32 or wider, and what each step adds to them."""

    def __init__(self, forward: Execution, do: Array) -> None:
        self.forward = forward
        xp, left = namespace(do), forward.state()
        self.output = xp.astype(left.output, do.dtype)
        lse = xp.where(left.lse == -xp.inf, xp.zeros_like(left.lse), left.lse)
        self.delta = xp.zeros_like(lse)
        self.known = Rows(do, lse, self.delta)
        self.dq, self.dk, self.dv = (xp.zeros_like(wide(x)) for x in (forward.q, forward.k, forward.v))

    @property
    def gradients(self) -> Gradients:
        """As they are now."""
        run, xp = self.forward, namespace(self.delta)
        dq, dk, dv = xp.astype(self.dq, run.q.dtype), xp.astype(self.dk, run.k.dtype), xp.astype(self.dv, run.v.dtype)
        return Gradients(dq, dk, dv, self.delta)

    @QUIET
    def take(self, step: Step) -> None:
        """One step: all but those below only move numbers."""
        rows = slice(*self.forward.s.rows(step.i)) if step.i is not None else slice(0, 0)
        keys = slice(*self.forward.s.keys(step.j)) if step.j is not None else slice(0, self.forward.s.n_k)
        if step.op == "delta" or (step.op == "grad_s" and step.j is None):
            self.delta[:, :, rows] = self._delta(rows, keys, step.op)
        elif step.op == "grad_v":
            self.dv[:, :, keys] += self._tile(rows, keys).dv()
        elif step.op == "grad_q":
            self.dq[:, :, rows] += self._tile(rows, keys).dq()
        elif step.op == "grad_k":
            self.dk[:, :, keys] += self._tile(rows, keys).dk()

    def _delta(self, rows: slice, keys: slice, op: str) -> Array:
        xp = namespace(self.delta)
        if op == "delta":
            return xp.sum(self.known.do[:, :, rows] * self.output[:, :, rows], axis=-1)
        tile = self._tile(rows, keys)  # standard attention: whole rows
        return xp.sum(product(tile.weights, tile.dp), axis=-1)

    def _tile(self, rows: slice, keys: slice) -> Rectangle:
        return rectangle(self.forward, self.known, rows, keys)
