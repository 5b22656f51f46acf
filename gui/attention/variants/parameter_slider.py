"""A parameter as a slider: its default marked and one double click away."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.variants import Parameter, Variant
from gui.attention.variants.choices import key_of, number_of, setting
from gui.attention.variants.parameter_scale import number_at, share_of, stepped, written
from gui.look.plain import tip
from gui.parts.pane import Pane
from gui.store import Store

SIZE: Final = (104, 32)
RADIUS: Final = 6
MARGIN: Final = 12  # from the edge to the middle of the handle at an end: there is room for the ring
SNAP: Final = 4  # pixels from the default's mark
WHEEL_PAUSE: Final = 400  # ms: turning without a pause is one step of undo
KEYS: Final = {
    Qt.Key.Key_Right: 1.0,
    Qt.Key.Key_Up: 1.0,
    Qt.Key.Key_Left: -1.0,
    Qt.Key.Key_Down: -1.0,
    Qt.Key.Key_PageUp: 5.0,
    Qt.Key.Key_PageDown: -5.0,
}
ENDS: Final = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}


class ParameterSlider(Pane):
    """Drag, wheel, arrows, Page keys, Home, End; double click, Delete or Backspace: the default.

    A drag, or a key held down, is one step of undo.
    """

    def __init__(self, store: Store, variant: Variant, parameter: Parameter, parent: QWidget | None = None) -> None:
        name = f"slider-{key_of(variant, parameter)}"
        super().__init__(store, name, f"{variant.title}: {parameter.title}", parent)
        self._variant, self._parameter = variant, parameter
        self._grab = 0.0  # from the pointer to the handle's middle while it is dragged
        self._wheel = QTimer(self, singleShot=True, interval=WHEEL_PAUSE)
        self._wheel.timeout.connect(store.end_gesture)
        self.setFixedSize(*SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

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

    def focus_rect(self) -> QRect | None:
        return None  # the ring is round, about the handle

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

    def _drag_to(self, x: float) -> None:
        if abs(x - self.place(self._parameter.default)) <= SNAP:
            self.set_value(None)
        else:
            self.set_value(number_at(self._parameter, (x - MARGIN) / (self.width() - 2 * MARGIN)))

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.store.begin_gesture()
        away = self.place(self.value()) - event.position().x()
        self._grab = away if abs(away) <= RADIUS + 1 else 0.0
        if not self._grab:
            self._drag_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag_to(event.position().x() + self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.store.end_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.set_value(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._wheel.isActive():
            self.store.begin_gesture()
        self._wheel.start()
        self.set_value(stepped(self._parameter, self.value(), event.angleDelta().y() / 120))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        if self._wheel.isActive():
            self._wheel.stop()
            self.store.end_gesture()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.set_value(None)
        elif (key in KEYS or key in ENDS) and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if not event.isAutoRepeat():
                self.store.begin_gesture()
            end = ENDS.get(key)
            stepping = stepped(self._parameter, self.value(), KEYS.get(key, 0.0))
            self.set_value(stepping if end is None else number_at(self._parameter, end))
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.store.end_gesture()
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.store.end_gesture()
        super().focusOutEvent(event)
