"""The passes of a schedule: its algorithm's loops, each with the tiles that it visits."""

from __future__ import annotations

import numpy as np

from engine.arrays import Array
from engine.flash.plan.grid import Axis, Runs, clipped, filled, runs_of
from engine.flash.plan.loops import Loop
from engine.flash.plan.walks import Pass


def passes_of(loops: tuple[Loop, ...], boxes: Array, rows: Axis, keys: Axis, backwards: bool) -> tuple[Pass, ...]:
    """Each loop over the tiles of the rectangles `boxes`."""
    return tuple(_pass_of(loop, boxes, rows, keys, backwards) for loop in loops)


def _pass_of(loop: Loop, boxes: Array, rows: Axis, keys: Axis, backwards: bool) -> Pass:
    outer, inner = (keys, rows) if loop.by_key else (rows, keys)
    edges = np.arange(loop.parts + 1) * inner.blocks // loop.parts
    return Pass(loop, outer, inner, clipped(_runs(loop, boxes, outer, inner), edges), edges, backwards)


def _runs(loop: Loop, boxes: Array, outer: Axis, inner: Axis) -> Runs:
    if loop.visits == "none":
        return runs_of(boxes[:0], outer.blocks)
    runs = runs_of(boxes, outer.blocks, by_key=loop.by_key)
    return filled(runs, inner.blocks) if loop.visits == "all" else runs
