"""How HBM traffic adds up over the steps of a schedule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from engine.algebra import whole

if TYPE_CHECKING:
    from engine.flash.plan.schedules import Schedule

POINTS: Final = 400  # of a curve on screen
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Traffic:
    """Bytes and operations after so many steps, each (P,); the first point is the start, the last the end."""

    steps: Whole  # rising, 0 to len(schedule)
    read: Whole  # bytes from HBM
    written: Whole  # bytes to HBM
    operations: Whole

    @property
    def moved(self) -> Whole:
        """Bytes read and written (P,)."""
        return self.read + self.written

    @property
    def share(self) -> NDArray[np.float64]:
        """The share of all operations that is done (P,), 0 to 1: what two schedules have in common."""
        return self.operations / max(int(self.operations[-1]), 1)


def curve(schedule: Schedule, points: int = POINTS) -> Traffic:
    """Traffic at `points` steps as far apart as they can be, all steps if there are no more than that.

    ValueError for less than two points.
    """
    count = min(whole("The number of points", points, 2), len(schedule) + 1)
    steps = np.linspace(0, len(schedule), count).round().astype(np.int64)
    totals = np.array([schedule.totals(int(step))[:3] for step in steps], np.int64)
    return Traffic(steps, *totals.T)
