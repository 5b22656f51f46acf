"""The slider for sqrt(d_k): logarithmic, the model's own value marked, at hand and one key away."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, QTimer
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from engine.shown.view import View
from gui.attention.scale.axis import ScaleAxis, clamped, scale_in_force
from gui.attention.scale.drawing import HEIGHT, RADIUS, draw_slider
from gui.look.numbers import fixed
from gui.parts.pane import Pane
from gui.store import Store

SNAP: Final = 6  # pixels from the model's mark
STEP: Final = 1.05
WHEEL_PAUSE: Final = 400  # ms: turning without a pause is one step of undo
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


class ScaleSlider(Pane):
    """Drag, wheel, arrows (5 %), Page keys or brackets (double, halve), Home, End; double click or Ctrl+0: the model's.

    The handle stands at the scene's scale at once; a drag, or a key held down, is one step of undo.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "scaleSlider", "Scale: square root of d k", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._grab = 0.0  # from the pointer to the handle's middle while it is dragged
        self._wheel = QTimer(self, singleShot=True, interval=WHEEL_PAUSE)
        self._wheel.timeout.connect(store.end_gesture)
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
        super().show_view(view)
        self._follow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.view is None:
            return
        self.store.begin_gesture()
        x = event.position().x()
        away = ScaleAxis(self.width()).x(self.value()) - x
        self._grab = away if abs(away) <= RADIUS else 0.0
        if not self._grab:
            self._drag_to(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.view is not None:
            self._drag_to(event.position().x() + self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.store.end_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.store.update(scale=None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._wheel.isActive():
            self.store.begin_gesture()
        self._wheel.start()
        self.multiply(STEP ** (event.angleDelta().y() / 120))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        if self._wheel.isActive():
            self._wheel.stop()
            self.store.end_gesture()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if key != Qt.Key.Key_0:
                super().keyPressEvent(event)
                return
            self.store.update(scale=None)
        elif key in _KEYS or key in _ENDS:
            if not event.isAutoRepeat():
                self.store.begin_gesture()
            self.set_value(_ENDS[key]) if key in _ENDS else self.multiply(_KEYS[key])
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.store.end_gesture()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.store.end_gesture()
        super().focusOutEvent(event)

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None:
            return ""
        return f"√dₖ = {self.value():.7g}: what q·k is divided by\nThe model’s own: {self.view.trained_divisor:.7g}"

    def focus_rect(self) -> QRect | None:
        return None  # the ring is round, about the handle

    def draw(self, painter: QPainter) -> None:
        scale = scale_in_force(self.store, self.view)
        model = None if self.view is None else clamped(self.view.trained_divisor)
        draw_slider(painter, self.width(), scale, model, self.theme, self.hasFocus())

    def _follow(self) -> None:
        self.update()
        if self.view is not None:
            own = self.view.trained_divisor
            model = "the model’s own" if self.store.scene.scale is None else f"the model’s own is {fixed(own, 2)}"
            self.setAccessibleDescription(f"Square root of d k is {fixed(self.value(), 2)}, {model}")

    def _drag_to(self, x: float) -> None:
        assert self.view is not None
        axis, model = ScaleAxis(self.width()), self.view.trained_divisor
        self.set_value(model if abs(x - axis.x(clamped(model))) <= SNAP else axis.scale(x))

    def multiply(self, factor: float) -> None:
        if self.view is not None:
            self.set_value(self.value() * factor)
