"""A parameter as a slider: its default marked and one double click away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from engine.variants import Parameter, Variant
from gui.attention.variants.choices import key_of, number_of, setting
from gui.attention.variants.parameter_scale import number_at, share_of, stepped, written
from gui.look.plain import tip
from gui.parts.sliding import Sliding
from gui.store import Store

SIZE: Final = (104, 32)
RADIUS: Final = 6
MARGIN: Final = 12  # from the edge to the middle of the handle at an end: there is room for the ring
SNAP: Final = 4  # pixels from the default's mark
KEYS: Final = {
    Qt.Key.Key_Right: 1.0,
    Qt.Key.Key_Up: 1.0,
    Qt.Key.Key_Left: -1.0,
    Qt.Key.Key_Down: -1.0,
    Qt.Key.Key_PageUp: 5.0,
    Qt.Key.Key_PageDown: -5.0,
}
ENDS: Final = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}


class ParameterSlider(Sliding):
    """Drag, wheel, arrows, Page keys, Home, End; double click, Delete or Backspace: the default."""

    reach = RADIUS + 1
    resets = ((Qt.Key.Key_Delete, False), (Qt.Key.Key_Backspace, False))

    def __init__(self, store: Store, variant: Variant, parameter: Parameter, parent: QWidget | None = None) -> None:
        name = f"slider-{key_of(variant, parameter)}"
        super().__init__(store, name, f"{variant.title}: {parameter.title}", parent)
        self._variant, self._parameter = variant, parameter
        self.setFixedSize(*SIZE)

    def value(self) -> float:
        """The number in force."""
        return number_of(self.store.scene, self._variant, self._parameter)

    def set_value(self, number: float | None) -> None:
        """Choose a number; None the default."""
        self.store.update(**setting(self.store.scene, self._variant, self._parameter, number))

    def follow(self) -> None:
        """The scene may have another number."""
        own, now = (written(self._parameter, number) for number in (self._parameter.default, self.value()))
        self.setAccessibleDescription(f"{now}, usually {own}. {self._parameter.hint}")
        self.update()

    def place(self, number: float) -> float:
        """The pixel of a number."""
        return MARGIN + share_of(self._parameter, number) * (self.width() - 2 * MARGIN)

    def tip_at(self, x: int, y: int) -> str:
        own = f"{self._parameter.title}, usually {written(self._parameter, self._parameter.default)} (double click)"
        return "<br>".join(filter(None, (tip(self._parameter.hint), tip(own))))

    def draw(self, painter: QPainter) -> None:
        x, mark, y = self.place(self.value()), self.place(self._parameter.default), self.height() / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for end, role in ((self.width() - MARGIN, "pressed"), (x, "control_border")):
            painter.setBrush(self.theme[role])
            painter.drawRoundedRect(QRectF(MARGIN, y - 2, end - MARGIN, 4), 2, 2)
        if abs(x - mark) >= 0.5:
            painter.setBrush(self.theme["ghost_line"])
            corners = (QPointF(mark - 4, y - 11), QPointF(mark + 4, y - 11), QPointF(mark, y - 4.5))
            painter.drawPolygon(QPolygonF(corners))
        painter.setBrush(self.theme["raised"])
        painter.setPen(QPen(self.theme["ink"], 2))
        painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)
        if self.ringed:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme["focus"], 2))
            painter.drawEllipse(QPointF(x, y), RADIUS + 4, RADIUS + 4)

    def handle(self) -> float:
        return self.place(self.value())

    def slide_to(self, x: float) -> None:
        """Choose the number at a pixel, near its mark the default."""
        if abs(x - self.place(self._parameter.default)) <= SNAP:
            self.reset()
        else:
            self.set_value(number_at(self._parameter, (x - MARGIN) / (self.width() - 2 * MARGIN)))

    def turn(self, steps: float) -> None:
        self.set_value(stepped(self._parameter, self.value(), steps))

    def reset(self) -> None:
        self.set_value(None)

    def on_key(self, key: Qt.Key) -> Callable[[], None] | None:
        if key in ENDS:
            return partial(self.set_value, number_at(self._parameter, ENDS[key]))
        return partial(self.turn, KEYS[key]) if key in KEYS else None
