"""Two schedules in step: where the other one stands when as much of its work is done."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction

from engine.flash.plan.schedules import Schedule


def in_step(chosen: Schedule, t: int, other: Schedule) -> int:
    """The number of steps of `other` at the share of the operations that `chosen` has done after t steps.

    Where `chosen` rests at a share over several steps (loads, a softmax) and `other` does too, both go through
    that rest evenly: the start meets the start and the end the end. Where a mask that hides all leaves one of them
    nothing to compute, it is the share of the steps.
    """
    total, whole = chosen.operations, other.operations
    if not (total and whole):
        return round(Fraction(t * len(other), len(chosen)))
    done = Fraction(chosen.totals(t).operations, total)
    first, last = _rest(chosen, done * total)
    low, high = _rest(other, done * whole)
    return low + round((high - low) * Fraction(t - first, max(last - first, 1)))


def _rest(s: Schedule, operations: Fraction) -> tuple[int, int]:
    """The fewest steps that do so many operations, and the most that do no more; the same where none do exactly."""

    def done(t: int) -> Fraction:
        return Fraction(s.totals(t).operations)

    steps = range(len(s) + 1)
    first = bisect_left(steps, operations, key=done)
    return first, max(first, bisect_right(steps, operations, key=done) - 1)
