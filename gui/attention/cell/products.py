"""The products q·k is the sum of: one small bar a dimension, above the line what adds, below what subtracts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from gui.look.drawing import mix
from gui.look.theme import Theme

FAINT = 0.4  # the share of colour of a bar that is less than half a pixel high


@dataclass(frozen=True, eq=False)
class Products:
    """The bars of some products (d,) in a box; the line of zero stands where both signs have the same scale."""

    values: NDArray[Any]
    box: QRect

    @cached_property
    def zero(self) -> int:
        """The y of the line."""
        return self.box.top() + round(self._up * self._pixels)

    def bar(self, dimension: int) -> QRect:
        """The bar of a dimension, at least 1 px high."""
        left, right = self._x(dimension), self._x(dimension + 1)
        gap = 2 if right - left >= 8 else 1 if right - left >= 3 else 0
        value = float(self.values[dimension])
        height = max(1, round(abs(value) * self._pixels))
        return QRect(left, self.zero - height if value > 0 else self.zero + 1, max(1, right - left - gap), height)

    def at(self, x: int, y: int) -> int | None:
        """The dimension under a point of the box."""
        if not self.box.adjusted(0, -2, 0, 2).contains(x, y):
            return None
        found = (x - self.box.left()) * len(self.values) // self.box.width()
        return min(found, len(self.values) - 1)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Paint line and bars."""
        painter.fillRect(self.box.left(), self.zero, self.box.width(), 1, theme["line_strong"])
        for dimension, value in enumerate(self.values):
            if value and np.isfinite(value):
                colour = theme["bar" if value > 0 else "neg"]
                faint = abs(value) * self._pixels < 0.5
                painter.fillRect(self.bar(dimension), mix(colour, theme["surface"], FAINT) if faint else colour)

    @cached_property
    def _up(self) -> float:
        return float(self._finite.max(initial=0))

    @cached_property
    def _pixels(self) -> float:
        """Pixels of one unit."""
        reach = self._up - float(self._finite.min(initial=0))
        return (self.box.height() - 1) / reach if reach > 0 else 0.0

    @cached_property
    def _finite(self) -> NDArray[Any]:
        finite: NDArray[Any] = self.values[np.isfinite(self.values)]
        return finite

    def _x(self, dimension: int) -> int:
        return self.box.left() + dimension * self.box.width() // len(self.values)
