"""A handle on a line, under mouse, wheel and keys; each of its gestures is one step of undo."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QRect, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from gui.parts.pane import Pane
from gui.store import Store

NOTCH: Final = 120  # Qt's units of one step of a wheel
WHEEL_PAUSE: Final = 400  # ms: turning without a pause is one step of undo


class Sliding(Pane):
    """A drag from where the handle was grabbed, turning the wheel, and a key held down are one step of undo each.

    A double click, and the keys in `resets` (with Control where that is true), choose the usual number.
    """

    reach: ClassVar[float]  # pixels from the middle of the handle that still grab it
    resets: ClassVar[tuple[tuple[Qt.Key, bool], ...]] = ()

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self._grab = 0.0  # from the pointer to the handle's middle while it is dragged
        self._wheel = QTimer(self, singleShot=True, interval=WHEEL_PAUSE)
        self._wheel.timeout.connect(store.end_gesture)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @abstractmethod
    def handle(self) -> float | None:
        """The pixel of the handle's middle; None while there is nothing to slide."""

    @abstractmethod
    def slide_to(self, x: float) -> None:
        """Choose the number at a pixel."""

    @abstractmethod
    def turn(self, steps: float) -> None:
        """Go so many steps of the wheel further."""

    @abstractmethod
    def reset(self) -> None:
        """Choose the usual number."""

    @abstractmethod
    def on_key(self, key: Qt.Key) -> Callable[[], None] | None:
        """What a key does; None: nothing here."""

    def focus_rect(self) -> QRect | None:
        return None  # the ring is round, about the handle

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle = self.handle()
        if event.button() != Qt.MouseButton.LeftButton or handle is None:
            return
        self.store.begin_gesture()
        away = handle - event.position().x()
        self._grab = away if abs(away) <= self.reach else 0.0
        if not self._grab:
            self.slide_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.handle() is not None:
            self.slide_to(event.position().x() + self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.store.end_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.reset()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._wheel.isActive():
            self.store.begin_gesture()
        self._wheel.start()
        self.turn(event.angleDelta().y() / NOTCH)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        if self._wheel.isActive():
            self._wheel.stop()
            self.store.end_gesture()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        does = self.reset if (key, control) in self.resets else None if control else self.on_key(key)
        if does is None:
            super().keyPressEvent(event)
            return
        if not event.isAutoRepeat():
            self.store.begin_gesture()
        does()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.store.end_gesture()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.store.end_gesture()
        super().focusOutEvent(event)
