"""Groups of tokens as ranges of an array's axis, to sum over and to work through in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.maps.words import Group

CHUNK = 64  # tokens whose rows are computed at once: small enough for the cache


@dataclass(frozen=True, eq=False)
class Spans:
    """Where each group's tokens begin and end (exclusive)."""

    starts: NDArray[np.int_]
    stops: NDArray[np.int_]

    @classmethod
    def of(cls, groups: Sequence[Group]) -> Spans:
        """The spans of some groups."""
        return cls(
            np.array([group.tokens[0] for group in groups], np.int_),
            np.array([group.tokens[-1] + 1 for group in groups], np.int_),
        )

    @property
    def sizes(self) -> NDArray[np.float32]:
        """How many tokens each group has."""
        return (self.stops - self.starts).astype(np.float32)

    def __getitem__(self, which: slice) -> Spans:
        """The spans of some of the groups."""
        return Spans(self.starts[which], self.stops[which])

    def sum(self, cells: NDArray[Any], axis: int, offset: int = 0) -> Any:
        """The sum over each group along an axis whose first cell is token `offset`; a view where nothing is to add."""
        sizes = self.stops - self.starts
        if len(sizes) and self.stops[-1] - self.starts[0] == len(sizes):  # tokens side by side
            first = int(self.starts[0] - offset)
            return cells[(slice(None),) * axis + (slice(first, first + len(sizes)),)]
        total = cells.take(self.starts - offset, axis)
        for piece in range(1, sizes.max(initial=1)):
            longer = np.flatnonzero(sizes > piece)
            at = (slice(None),) * axis + (longer,)
            total[at] += cells.take(self.starts[longer] - offset + piece, axis)
        return total


def chunks(groups: Sequence[Group], first: int, last: int, most: int | None = None) -> Iterator[tuple[int, int]]:
    """Ranges of groups first..last whose tokens span at most CHUNK, or `most`; a longer word is a range of its own."""
    start, most = first, min(CHUNK, most or CHUNK)
    for index in range(first + 1, last):
        if groups[index].tokens[-1] - groups[start].tokens[0] >= most:
            yield start, index
            start = index
    if start < last:
        yield start, last
