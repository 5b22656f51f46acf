"""What a hand can reach just now: an open menu, a dialog, or the window with all its parts."""

from __future__ import annotations

import random
from typing import TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget
from shiboken6 import isValid

from gui.learn.present import Presenting
from gui.parts.floating import Floating
from gui.tour.card import TourCard

Part = TypeVar("Part", bound=QWidget)


def top_of(window: QWidget) -> QWidget:
    """Where a click goes: an open menu, a dialog, or the window."""
    over = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    return over or dialog_of(window) or window.window()


def dialog_of(window: QWidget) -> QFileDialog | None:
    """The dialog that asks for a file, where one is open."""
    return next((shown for shown in window.window().findChildren(QFileDialog) if shown.isVisible()), None)


def over(window: QWidget) -> list[QWidget]:
    """What lies over the window, as a part of it: cards, the tour, a chapter that is presented."""
    inside = (*window.children(), *window.window().children())
    return [each for each in inside if isinstance(each, (Floating, TourCard, Presenting)) and each.isVisible()]


def spot(window: QWidget, hand: random.Random) -> tuple[QWidget, QPoint]:
    """A widget that shows at a random point, and the point in it."""
    top = top_of(window)
    at = QPoint(hand.randrange(max(1, top.width())), hand.randrange(max(1, top.height())))
    found = top.childAt(at)
    if found is None or not isValid(found):  # parts of Qt's own dialog come and go
        return top, at
    return found, found.mapFrom(top, at)


def focused(window: QWidget) -> QWidget:
    """What hears the keys."""
    top, held = top_of(window), QApplication.focusWidget()
    return held if held is not None and held.window() is top.window() else top


def parts(window: QWidget, kind: type[Part]) -> list[Part]:
    """All parts of a kind in sight, in the order of their making, so that a seed finds the same."""
    return [
        part for part in top_of(window).findChildren(kind) if part.isVisible() and not part.visibleRegion().isEmpty()
    ]


def buttons(window: QWidget) -> list[QAbstractButton]:
    """Those that can be pressed."""
    return [button for button in parts(window, QAbstractButton) if button.isEnabled()]


def move(widget: QWidget, at: QPointF, held: Qt.MouseButton) -> None:
    """Move the pointer there."""
    place, free = (at, widget.mapToGlobal(at)), Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, *place, free, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def type_into(widget: QWidget, words: str) -> None:
    """Type, letter by letter, also what no key has."""
    for letter in words:
        if alive(widget):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(widget, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))


def alive(widget: QWidget) -> bool:
    """Whether it is still there to be touched."""
    return bool(isValid(widget)) and widget.isVisible()


def named(widget: QWidget) -> str:
    """A widget in words."""
    return f"{type(widget).__name__} “{widget.objectName() or widget.accessibleName()}”"
