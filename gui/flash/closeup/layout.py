"""Where the keys of the close-up stand: in the order in which their tiles arrive, a column each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRect

from engine.flash.frame.view import CloseUp

LEFT: Final = 60  # room for the numbers of the axes and what they are
RIGHT: Final = 16
TOP: Final = 44
FOOT: Final = 86  # below the bars: labels, and what m, l and the factor are
BETWEEN: Final = 18  # the scores above, the weights below


@dataclass(frozen=True)
class CloseUpPlaces:
    """The two plots of a pane of (width, height) pixels, for so many keys."""

    width: int
    height: int
    keys: int

    @property
    def scores(self) -> QRect:
        """The plot of the scores with the running maximum."""
        return QRect(LEFT, TOP, self.width - LEFT - RIGHT, max(self._room * 2 // 5, 20))

    @property
    def weights(self) -> QRect:
        """The plot of the weights so far."""
        above = self.scores
        return QRect(LEFT, above.bottom() + 1 + BETWEEN, above.width(), max(self._room - above.height(), 20))

    @property
    def wide(self) -> float:
        """The width of a key's column."""
        return self.left(1) - self.left(0)

    def score_range(self, one: CloseUp) -> tuple[float, float]:
        """What the axis of the scores spans: all finite ones."""
        finite = one.scores[np.isfinite(one.scores)]
        return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)

    def score_y(self, score: float, low: float, high: float) -> float:
        """The height of a score."""
        return self.scores.bottom() - (score - low) / ((high - low) or 1.0) * (self.scores.height() - 1)

    def weight_y(self, weight: float, top: float) -> float:
        """The height of a weight on an axis from 0 to `top`."""
        return self.weights.bottom() + 1 - weight / top * (self.weights.height() - 1)

    def left(self, key: int) -> float:
        """Where the column of a key (in the order of arrival) begins; `keys` gives the end of the last."""
        return LEFT + self.scores.width() * key / max(self.keys, 1)

    def key_at(self, x: float) -> int | None:
        """The key whose column is at a pixel."""
        key = int((x - LEFT) * self.keys / max(self.scores.width(), 1) // 1)
        return key if x >= LEFT and key < self.keys else None

    @property
    def _room(self) -> int:
        return self.height - TOP - FOOT - BETWEEN
