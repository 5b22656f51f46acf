"""Where the heads of the filter plot lie: a dot each, stacked where they meet; too many become bars."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect

LEFT: Final = 30
RIGHT: Final = 32
TOP: Final = 52
FOOT: Final = 28
DOTS: Final = (3.5, 3.0, 2.5, 2.0)  # radius: the largest with which all stacks have room
STEP: Final = 1  # px more than a dot from dot to dot of a stack
MOST_DOTS: Final = 150


class FilterAxis(NamedTuple):
    """The axis from 0 to `top` in a pane of (width, height) pixels."""

    width: int
    height: int
    top: float

    @property
    def plot(self) -> QRect:
        """The plot."""
        return QRect(LEFT, TOP, max(self.width - LEFT - RIGHT, 1), max(self.height - TOP - FOOT, 1))

    def x(self, score: float) -> float:
        """The pixel of a score."""
        return LEFT + min(max(score / self.top, 0.0), 1.0) * self.plot.width()

    def score(self, x: float) -> float:
        """The score at a pixel, within the axis."""
        return min(max((x - LEFT) / self.plot.width(), 0.0), 1.0) * self.top


def stacked(axis: FilterAxis, scores: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Pixels (n, 2) of a dot for each score, and its radius: neighbours stand on each other, from the bottom up.

    NaN stays NaN. A stack that is higher than the plot with the smallest dots is pressed together.
    """
    sizes = DOTS if len(scores) <= MOST_DOTS else DOTS[:1]  # of many there are only those that match, large
    for dot in sizes:
        places, tallest = _stacked(axis, scores, 2 * dot + STEP)
        room = axis.plot.height() - 2 * dot - 2
        if (tallest - 1) * (2 * dot + STEP) <= room:
            break
    step = min(2 * dot + STEP, room / max(tallest - 1, 1))
    places[:, 1] = axis.plot.bottom() - dot - 1 - places[:, 1] * step
    return places, dot


def _stacked(axis: FilterAxis, scores: NDArray[np.float64], wide: float) -> tuple[NDArray[np.float64], int]:
    """Pixel and place in its stack (n, 2) of each score, and how many dots the tallest stack has."""
    places = np.full((len(scores), 2), np.nan)
    columns: dict[int, int] = {}
    for index in np.argsort(scores, kind="stable"):
        if np.isnan(scores[index]):
            continue
        x = axis.x(float(scores[index]))
        column = round(x / wide)
        height = columns[column] = columns.get(column, 0) + 1
        places[index] = x, height - 1
    return places, max(columns.values(), default=1)
