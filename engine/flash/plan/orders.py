"""Which algorithms there are, and the operations of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.flash.plan import backward_loops, forward_loops
from engine.flash.plan.loops import Loop, Sizes

LOOPS: Final[dict[tuple[str, str], Callable[[Sizes], tuple[Loop, ...]]]] = {
    ("standard", "forward"): forward_loops.standard,
    ("fa1", "forward"): forward_loops.fa1,
    ("fa2", "forward"): forward_loops.fa2,
    ("decoding", "forward"): forward_loops.decoding,
    ("standard", "backward"): backward_loops.standard,
    ("fa1", "backward"): backward_loops.fa1,
    ("fa2", "backward"): backward_loops.fa2,
}


def _names(loops: tuple[Loop, ...]) -> tuple[str, ...]:
    """The operations in the order in which they are first done."""
    parts = (part for loop in loops for part in (loop.opening, loop.tile, loop.closing))
    return tuple(dict.fromkeys(op.name for part in parts for op in part))


OPS: Final = {choice: _names(loops(Sizes(1, 1, 1, 1, 1))) for choice, loops in LOOPS.items()}
ALGORITHMS: Final = tuple(dict.fromkeys(algorithm for algorithm, _ in LOOPS))
DIRECTIONS: Final = ("forward", "backward")
