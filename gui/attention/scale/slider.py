"""The slider for sqrt(d_k): logarithmic, the model's own value marked, at hand and one key away."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from engine.shown.view import View
from gui.attention.scale.axis import ScaleAxis, clamped, scale_in_force
from gui.attention.scale.drawing import HEIGHT, RADIUS, draw_slider
from gui.look.numbers import fixed
from gui.parts.sliding import Sliding
from gui.store import Store

SNAP: Final = 6  # pixels from the model's mark
STEP: Final = 1.05
_KEYS: Final = {
    Qt.Key.Key_Right: STEP,
    Qt.Key.Key_Up: STEP,
    Qt.Key.Key_Left: 1 / STEP,
    Qt.Key.Key_Down: 1 / STEP,
    Qt.Key.Key_PageUp: 2.0,
    Qt.Key.Key_BracketRight: 2.0,
    Qt.Key.Key_PageDown: 0.5,
    Qt.Key.Key_BracketLeft: 0.5,
}
_ENDS: Final = {Qt.Key.Key_Home: SMALLEST_SCALE, Qt.Key.Key_End: LARGEST_SCALE}


class ScaleSlider(Sliding):
    """Drag, wheel, arrows (5 %), Page keys or brackets (double, halve), Home, End; double click or Ctrl+0: the model's.

    The handle stands at the scene's scale at once.
    """

    reach = RADIUS
    resets = ((Qt.Key.Key_0, True),)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "scaleSlider", "Scale: square root of d k", parent)
        self.setFixedHeight(HEIGHT)
        self._drawn: tuple[float | None, float | None] = (None, None)
        store.changed.connect(self._follow)

    def value(self) -> float:
        """sqrt(d_k) in force; NaN while no model is known."""
        scale = scale_in_force(self.store, self.view)
        return math.nan if scale is None else scale

    def set_value(self, scale: float) -> None:
        """Choose a scale, cut to the axis; the model's own value is no choice of a number but "as trained"."""
        scale = clamped(scale)
        own = self.view is not None and math.isclose(scale, self.view.trained_divisor, rel_tol=1e-9)
        self.store.update(scale=None if own else scale)

    def show_view(self, view: View) -> None:
        self.view = view
        self._follow()

    def handle(self) -> float | None:
        return None if self.view is None else ScaleAxis(self.width()).x(self.value())

    def slide_to(self, x: float) -> None:
        """Choose the scale at a pixel, near its mark the model's own."""
        assert self.view is not None
        axis, model = ScaleAxis(self.width()), self.view.trained_divisor
        self.set_value(model if abs(x - axis.x(clamped(model))) <= SNAP else axis.scale(x))

    def turn(self, steps: float) -> None:
        self.multiply(STEP**steps)

    def reset(self) -> None:
        self.store.update(scale=None)

    def on_key(self, key: Qt.Key) -> Callable[[], None] | None:
        if key in _ENDS:
            return partial(self.set_value, _ENDS[key])
        return partial(self.multiply, _KEYS[key]) if key in _KEYS else None

    def multiply(self, factor: float) -> None:
        """Choose a scale so many times larger."""
        if self.view is not None:
            self.set_value(self.value() * factor)

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None:
            return ""
        return f"√dₖ = {self.value():.7g}: what q·k is divided by\nThe model’s own: {self.view.trained_divisor:.7g}"

    def draw(self, painter: QPainter) -> None:
        scale = scale_in_force(self.store, self.view)
        model = None if self.view is None else clamped(self.view.trained_divisor)
        draw_slider(painter, self.width(), scale, model, self.theme, self.ringed)

    def _follow(self) -> None:
        drawn = scale_in_force(self.store, self.view), None if self.view is None else self.view.trained_divisor
        if drawn != self._drawn:
            self._drawn = drawn
            self.update()
        if self.view is not None:
            own = self.view.trained_divisor
            model = "the model’s own" if self.store.scene.scale is None else f"the model’s own is {fixed(own, 2)}"
            self.setAccessibleDescription(f"Square root of d k is {fixed(self.value(), 2)}, {model}")
