"""What one operation on a tile moves and computes, as a sum over its rows, its columns and its cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.arrays import Array


@dataclass(frozen=True)
class Cost:
    """So much for each row, each column and each cell of a tile."""

    rows: int = 0
    columns: int = 0
    cells: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.rows + other.rows, self.columns + other.columns, self.cells + other.cells)

    def of(self, rows: Array, columns: Array, cells: Array) -> Array:
        """In all, for so many rows, columns and cells."""
        return self.rows * rows + self.columns * columns + self.cells * cells


NOTHING: Final = Cost()


@dataclass(frozen=True)
class Op:
    """One operation: the bytes it reads from HBM and writes there, and its multiplications and additions.

    once: what it reads comes from HBM in the first outer block only, and from a cache after that.
    """

    name: str
    read: Cost = NOTHING
    written: Cost = NOTHING
    operations: Cost = NOTHING
    once: bool = False

    def later(self) -> Op:
        """The same in an outer block after the first."""
        return replace(self, read=NOTHING) if self.once else self


Sums = tuple[Cost, Cost, Cost]  # read, written, operations


def sums(ops: Iterable[Op]) -> tuple[Sums, ...]:
    """Read, written and operations of no operation, of the first, of the first two, ... of all."""
    totals = [(NOTHING, NOTHING, NOTHING)]
    for op in ops:
        read, written, operations = totals[-1]
        totals.append((read + op.read, written + op.written, operations + op.operations))
    return tuple(totals)


@dataclass(frozen=True)
class Buffer:
    """What lies in SRAM in a loop: from the operation `since` ("": the first) until the operation `until` is done.

    of: "i" or "j", the block that it belongs to. What has no `until` stays while its outer block or tile does.
    """

    name: str
    of: str
    size: Cost = NOTHING
    since: str = ""
    until: str = ""
    fixed: int = 0
