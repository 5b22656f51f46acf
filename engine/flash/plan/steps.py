"""One step of a pass as a record, all of them one after the other, and where an operation stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from engine.arrays import Array
from engine.flash.plan.costs import Op
from engine.flash.plan.walks import CLOSING, MASK, OPENING, TILE, Pass, Place

FINISH: Final = {"forward": "accumulate", "backward": "grad_k"}  # the last product of a tile


@dataclass(frozen=True, slots=True)
class Step:
    """An operation on row block i and key block j (None: not on one of them).

    read, written: bytes from HBM and to it. operations: multiplications and additions of its matrix product. split:
    the range of keys, in Flash-Decoding.
    """

    op: str
    i: int | None
    j: int | None
    read: int
    written: int
    operations: int
    split: int = 0


class Position(NamedTuple):
    """The newest step, and how many tiles of its walk are done: of a row block's key tiles, or a key block's rows."""

    op: str
    i: int | None
    j: int | None
    split: int
    visited: int


def tile_of(one: Pass, place: Place) -> tuple[int | None, int | None]:
    """(row block, key block)."""
    outer = one.block(place.walk)
    return (place.inner, outer) if one.loop.by_key else (outer, place.inner)


def split_of(one: Pass, place: Place) -> int:
    """The range of keys; a merging step merges that of its own number."""
    if place.part == OPENING and one.loop.opening[place.op].name == "merge":
        return place.op
    return place.walk % one.loop.parts


def step_at(one: Pass, place: Place) -> Step:
    op = one.parts[place.part][place.op]
    size = int(one.outer.size(one.block(place.walk)))
    inner = 0 if place.inner is None else int(one.inner.size(place.inner))
    costs = _costs(one, op, place.walk, size, inner)
    return Step(op.name, *tile_of(one, place), *costs, split_of(one, place))


def stream(one: Pass) -> Iterator[Step]:
    """All steps of a pass, without looking each of them up."""
    last = one.inner.blocks - 1
    sizes = [int(one.inner.size(0)), int(one.inner.size(last))]
    for walk in range(one.walks):
        block, size, split = one.block(walk), int(one.outer.size(one.block(walk))), walk % one.loop.parts
        tables = [[(op.name, *_costs(one, op, walk, size, inner)) for op in one.loop.tile] for inner in sizes]
        opening = len(one.loop.opening)
        yield from (step_at(one, Place(walk, OPENING, at, 0, None, False)) for at in range(opening))
        for run in range(int(one.runs.first[walk]), int(one.runs.first[walk + 1])):
            skip = None if one.cut[run] else MASK
            tiles = range(int(one.start[run]), int(one.stop[run]))
            for inner in reversed(tiles) if one.backwards else tiles:
                i, j = (inner, block) if one.loop.by_key else (block, inner)
                for name, read, written, operations in tables[inner == last]:
                    if name != skip:
                        yield Step(name, i, j, read, written, operations, split)
        closing = len(one.loop.closing)
        yield from (step_at(one, Place(walk, CLOSING, at, 0, None, False)) for at in range(closing))


def _costs(one: Pass, op: Op, walk: int, size: int, inner: int) -> tuple[int, int, int]:
    """Bytes read and written and operations, on `size` tokens of the outer block and `inner` of the inner one."""
    op = op if walk < one.loop.parts else op.later()
    rows, columns = (inner, size) if one.loop.by_key else (size, inner)
    each = (op.read, op.written, op.operations)
    read, written, operations = (int(cost.of(rows, columns, rows * columns)) for cost in each)
    return read, written, operations


def find(one: Pass, name: str, outer: int | None, inner: int | None, split: int) -> int | None:
    """The step of an operation, counted in its pass; None where it has none."""
    for part, ops in enumerate(one.parts):
        at = next((at for at, op in enumerate(ops) if op.name == name), None)
        if at is None:
            continue
        if outer is None or not 0 <= outer < one.outer.blocks:
            return None
        if name == "merge":
            return one.step_of(outer, part, at + split, None) if 0 <= split < len(ops) - 1 else None
        walk = outer * one.loop.parts + split_of_inner(one, inner, split)
        return one.step_of(walk, part, at, inner) if (inner is None) == (part != TILE) else None
    return None


def split_of_inner(one: Pass, inner: int | None, split: int) -> int:
    """The part of a walk that an inner block falls into; `split` where there is no inner block."""
    if inner is None:
        return min(max(split, 0), one.loop.parts - 1)
    return int(parts_of(one, np.asarray(inner)))


def parts_of(one: Pass, inner: Array) -> Array:
    """The part that each inner block falls into."""
    return np.clip(np.searchsorted(one.edges, inner, "right") - 1, 0, one.loop.parts - 1)


def finishing(one: Pass, direction: str) -> int | None:
    """Where in a tile its last product stands; None in a pass that has none."""
    return next((at for at, op in enumerate(one.loop.tile) if op.name == FINISH[direction]), None)


def reach(one: Pass, op: int, t: int) -> tuple[int, int]:
    """Outer blocks that operation `op` of a tile is through with after t steps of this pass, and inner tokens in the
    next one."""
    if t <= 0 or t >= len(one):
        return (one.outer.blocks if t > 0 else 0), 0
    place = one.place(t - 1)
    if place.inner is None:
        return one.block(place.walk), one.inner.length * (place.part == CLOSING)
    return one.block(place.walk), int(one.inner.edge(place.inner + (place.op >= op)))


def done_of(one: Pass, t: int, i: Array, j: Array, direction: str) -> Array:
    """bool: which tiles are done after t steps of this pass, if they are visited. i, j: blocks that broadcast."""
    if t <= 0 or t >= len(one):
        return (i >= 0) & (j >= 0) & (t > 0)
    place = one.place(t)
    outer, inner = (j, i) if one.loop.by_key else (i, j)
    walk = outer * one.loop.parts + parts_of(one, inner)
    if place.inner is None:
        return walk < place.walk + (place.part == CLOSING)
    earlier = inner > place.inner if one.backwards else inner < place.inner
    now = (inner == place.inner) & (place.op > (finishing(one, direction) or 0))
    return (walk < place.walk) | ((walk == place.walk) & (earlier | now))
