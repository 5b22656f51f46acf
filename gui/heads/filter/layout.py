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
DOT: Final = 3.5  # radius
STEP: Final = 8  # px from dot to dot of a stack
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


def stacked(axis: FilterAxis, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels (n, 2) of a dot for each score: neighbours stand on each other, from the bottom up; NaN stays NaN.

    A stack that is higher than the plot is pressed together.
    """
    places = np.full((len(scores), 2), np.nan)
    columns: dict[int, int] = {}
    for index in np.argsort(scores, kind="stable"):
        if np.isnan(scores[index]):
            continue
        x = axis.x(float(scores[index]))
        column = round(x / STEP)
        height = columns[column] = columns.get(column, 0) + 1
        places[index] = x, height - 1
    bottom, room = axis.plot.bottom() - DOT - 1, axis.plot.height() - 2 * DOT - 2
    tallest = max(columns.values(), default=1)
    step = min(float(STEP), room / max(tallest - 1, 1))
    places[:, 1] = bottom - places[:, 1] * step
    return places
