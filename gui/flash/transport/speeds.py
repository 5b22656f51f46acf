"""How fast steps go by: so many a second, or a row block a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.flash.plan.schedules import Schedule
from gui.parts.menu import Row


@dataclass(frozen=True)
class Speed:
    """`rate` steps, or outer blocks, a second."""

    rate: float
    blocks: bool = False

    @property
    def text(self) -> str:
        """As the picker shows it."""
        if self.blocks:
            return "a row block/s"
        return f"{self.rate:,.0f} step{'s' * (self.rate != 1)}/s"

    def place(self, schedule: Schedule, step: float) -> float:
        """Where a step lies on the scale of this speed: steps, or blocks and shares of them."""
        if not self.blocks:
            return step
        edges = _edges(schedule)
        return float(np.interp(step, edges, np.arange(len(edges))))

    def step(self, schedule: Schedule, place: float) -> float:
        """The step, and how much of the next one, at a place of that scale."""
        if not self.blocks:
            return place
        edges = _edges(schedule)
        return float(np.interp(place, np.arange(len(edges)), edges))


SPEEDS: Final = (*(Speed(rate) for rate in (1, 2, 4, 10, 30, 100, 300, 1000)), Speed(1, blocks=True))
USUAL: Final = SPEEDS[2]
ROWS: Final = tuple(Row(speed, speed.text) for speed in SPEEDS)


def _edges(schedule: Schedule) -> np.ndarray:
    return np.append(schedule.starts, len(schedule))
