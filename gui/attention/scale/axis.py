"""Where a scale stands on the axis that the slider and the curves above it share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from engine.shown.view import View
from gui.store import Store

MARGIN: Final = 24  # pixels left and right of the axis
NUMBERS: Final = (0.5, 1, 2, 4, 8, 16, 32, 64)
_LOW: Final = math.log2(SMALLEST_SCALE)
_SPAN: Final = math.log2(LARGEST_SCALE) - _LOW


@dataclass(frozen=True)
class ScaleAxis:
    """The logarithmic axis in a widget of `width` pixels."""

    width: int

    def x(self, scale: float) -> float:
        """The pixel of a scale."""
        return MARGIN + (math.log2(scale) - _LOW) / _SPAN * self._length

    def exponent(self, x: float) -> float:
        """The power of two at a pixel, also outside the axis."""
        return _LOW + (x - MARGIN) / self._length * _SPAN

    def scale(self, x: float) -> float:
        """The scale at a pixel, the nearest end outside the axis."""
        return clamped(2.0 ** self.exponent(x))

    @property
    def _length(self) -> int:
        return max(1, self.width - 2 * MARGIN)


def clamped(scale: float) -> float:
    return min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)


def scale_in_force(store: Store, view: View | None) -> float | None:
    """The person's own sqrt(d_k), else the model's; None while no model is known.

    The scene comes first: a handle follows the hand at once, the numbers follow with the next view.
    """
    if store.scene.scale is not None:
        return store.scene.scale
    return None if view is None else view.trained_divisor
