"""The tour: a veil and a card that follow the window; the person goes on, back, or does what it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.scene import Scene
from gui.parts.floating import Floating
from gui.tour.card import TourCard
from gui.tour.stops import STOPS
from gui.tour.veil import Veil

if TYPE_CHECKING:
    from gui.frame.window import Window

MOVES: Final = (
    *(QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide),
    *(QEvent.Type.StyleChange, QEvent.Type.LayoutRequest),
)
TABS: Final = "workspaces"


class Tour(QObject):
    """Begins at the first stop at once.

    `ended` when it was gone through or skipped, or the window is closed; then nothing of it is left, and it hears of
    nothing.
    """

    ended = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.veil, self.card = Veil(window), TourCard(window)
        self.over = False
        self._watched: set[QWidget] = set()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.follow)
        self.card.wanted.connect(self._wanted)
        window.store.changed.connect(self._scene_changed)
        window.viewShown.connect(self._later.start)
        window.closing.connect(self.end)
        self._watch(window)
        self.card.show_stop(0)
        self.follow()
        self.veil.show()
        self.card.show()
        self.card.next.setFocus(Qt.FocusReason.PopupFocusReason)

    def go(self, at: int) -> None:
        """To a stop, in its workspace."""
        wanted = STOPS[at].workspace
        self.card.show_stop(at)
        if wanted:
            self.window.store.update(workspace=wanted)
        self.follow()

    def end(self) -> None:
        """Take all of it away; the keyboard goes to what was spoken of."""
        if self.over:
            return
        self.over = True
        found = self.controls()
        if found and self.card.has_keyboard():
            found[0].setFocus(Qt.FocusReason.PopupFocusReason)
        self.window.store.changed.disconnect(self._scene_changed)
        self.window.closing.disconnect(self.end)
        self._later.stop()
        for each in filter(isValid, self._watched):  # whose last events, while they go, must not come here
            each.removeEventFilter(self)
        self._watched.clear()
        for part in (self.veil, self.card):
            part.hide()
            part.deleteLater()
        self.ended.emit()
        self.deleteLater()

    def controls(self) -> tuple[QWidget, ...]:
        """The controls of the stop that are on screen."""
        found = (self._visible(name) for name in self.card.stop.names)
        return tuple(control for control in found if control is not None)

    def follow(self) -> None:
        """Stand where the controls are now, in the window's theme."""
        if self.over:
            return
        whole = self.window.rect()
        found = self.controls()
        self.card.show_away(not found)
        shown = found or tuple(filter(None, [self._visible(TABS)]))
        for control in shown:
            self._watch(control)
        boxes = tuple(self._box(control) for control in shown)
        for part in (self.veil, self.card):
            if part.theme is not self.window.top.theme:
                part.apply_theme(self.window.top.theme)
        self.veil.setGeometry(whole)
        self.veil.show_boxes(boxes)
        self.card.stand_at(boxes[0] if boxes else QRect())
        self.veil.raise_()
        self.card.raise_()
        for card in self.window.findChildren(Floating):  # what the person opened meanwhile lies above
            if card is not self.card and not card.isHidden():
                card.rise()

    def _box(self, control: QWidget) -> QRect:
        return QRect(control.mapTo(self.window, QPoint(0, 0)), control.size()).intersected(self.window.rect())

    def _visible(self, name: str) -> QWidget | None:
        """The control of this name that can be seen: live parts of Learn have such controls too."""
        return next((each for each in self.window.findChildren(QWidget, name) if each.isVisible()), None)

    def _watch(self, control: QWidget) -> None:
        """Hear when it, or what it lies in, moves."""
        each: QWidget | None = control
        while each is not None and each not in self._watched:
            self._watched.add(each)
            each.installEventFilter(self)
            each = None if each is self.window else each.parentWidget()

    def _wanted(self, by: int) -> None:
        self.go(self.card.at + by) if by else self.end()

    def _scene_changed(self, new: Scene, old: Scene) -> None:
        if self.card.stop.did(new, old):
            self.card.show_done()
        self._later.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What moves is followed; an Escape that nothing else took ends the tour."""
        if not self.over and event.type() in MOVES:
            self._later.start()
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key()
        if pressed == Qt.Key.Key_Escape and watched is self.window and not self.over:
            self.end()
            return True
        return super().eventFilter(watched, event)
