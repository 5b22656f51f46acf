"""What a hand does to a window without knowing what it is for: one event each time it is asked."""

from __future__ import annotations

import random
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSplitterHandle, QWidget

from gui.frame.window import Window
from tests.monkey.reach import alive, buttons, focused, move, named, over, parts, spot, type_into

Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
NAMES: Final = (
    *("Tab", "Backtab", "Left", "Right", "Up", "Down", "Return", "Space", "Escape", "Home", "End", "PageUp"),
    *("PageDown", "Delete", "Backspace", "BracketLeft", "BracketRight", "F1", "F5", "Question", "Menu"),
)
KEYS: Final = tuple(getattr(Key, f"Key_{name}") for name in NAMES)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz .,;:!?'-0123456789ÄßéñЖשا中日🦊👩‍👩‍👧́\t[]{}()"
CHORDS: Final = "zyacvxkopsdefpt1234567890bhnm"  # with Ctrl; what closes the window is a wish


BESIDE: Final = 0.15  # how often a popup is left
AWAY: Final = 0.02  # and a card, the tour, a chapter over the whole window


class Hands:
    """`act()` does something to the window, and says what it was. The same seed does the same."""

    def __init__(self, hand: random.Random) -> None:
        self.random = hand
        self.window: Window | None = None
        self._kinds = {
            self._click: 26,
            self._button: 10,
            self._double: 3,
            self._right: 2,
            self._hover: 10,
            self._drag: 10,
            self._split: 1,
            self._turn: 6,
            self._type: 10,
            self._press: 14,
            self._chord: 6,
            self._resize: 2,
        }

    def act(self) -> str:
        """One event; what it was, in words that tell where."""
        popup = QApplication.activePopupWidget()
        if popup is not None and self.random.random() < BESIDE:
            popup.close()
            return "click beside what is open"
        if popup is None and self.random.random() < AWAY and over(self._window()):
            QTest.keyClick(focused(self._window()), Key.Key_Escape)
            return "Escape from what lies over the window"
        (kind,) = self.random.choices(list(self._kinds), list(self._kinds.values()))
        return kind()

    def _window(self) -> Window:
        assert self.window is not None
        return self.window

    def _click(self) -> str:
        widget, at = spot(self._window(), self.random)
        modifier = self.random.choice([Modifier.NoModifier] * 6 + [Modifier.ControlModifier, Modifier.ShiftModifier])
        words = f"click {named(widget)} at {at.x()}, {at.y()}"
        QTest.mouseClick(widget, Button.LeftButton, modifier, at)
        return words

    def _button(self) -> str:
        """Any button, however small."""
        found = buttons(self._window())
        if not found:
            return self._click()
        button = self.random.choice(found)
        words = f"press the button {named(button)}"
        QTest.mouseClick(button, Button.LeftButton)
        return words

    def _double(self) -> str:
        widget, at = spot(self._window(), self.random)
        words = f"double click {named(widget)} at {at.x()}, {at.y()}"
        QTest.mouseDClick(widget, Button.LeftButton, Modifier.NoModifier, at)
        return words

    def _right(self) -> str:
        widget, at = spot(self._window(), self.random)
        words = f"right click {named(widget)}"
        QTimer.singleShot(20, self._take_from_menu)  # Qt waits in the menu of a widget's own actions
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)
        return words

    def _take_from_menu(self) -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            if self.random.random() < 0.5:
                QTest.keyClick(menu, Key.Key_Down)
                QTest.keyClick(menu, Key.Key_Return)
            if alive(menu):
                menu.close()

    def _hover(self) -> str:
        widget, at = spot(self._window(), self.random)
        words = f"hover {named(widget)}"
        move(widget, QPointF(at), Button.NoButton)
        return words

    def _drag(self) -> str:
        widget, at = spot(self._window(), self.random)
        reach = self.random.choice((20, 80, 400))
        return self._pull(widget, at, QPoint(self.random.randint(-reach, reach), self.random.randint(-reach, reach)))

    def _split(self) -> str:
        """Between two panes, to the very ends too."""
        found = parts(self._window(), QSplitterHandle)
        if not found:
            return self._drag()
        handle, by = self.random.choice(found), self.random.choice((-2000, -150, -20, 20, 150, 2000))
        return self._pull(handle, handle.rect().center(), QPoint(by, by))

    def _pull(self, widget: QWidget, at: QPoint, by: QPoint) -> str:
        words = f"drag {named(widget)} from {at.x()}, {at.y()}"
        QTest.mousePress(widget, Button.LeftButton, Modifier.NoModifier, at)
        for step in range(1, 5):
            if not alive(widget):
                return words
            move(widget, QPointF(at + by * step / 4), Button.LeftButton)
            QApplication.processEvents()
        if alive(widget):
            QTest.mouseRelease(widget, Button.LeftButton, Modifier.NoModifier, at + by)
        return words

    def _turn(self) -> str:
        widget, at = spot(self._window(), self.random)
        modifier = self.random.choice((Modifier.NoModifier, Modifier.NoModifier, Modifier.ControlModifier))
        angle = QPoint(self.random.choice((0, 0, 120)), self.random.choice((-120, 120, 15, -480)))
        place = QPointF(at), QPointF(widget.mapToGlobal(at))
        phase = Qt.ScrollPhase.NoScrollPhase
        words = f"wheel {named(widget)}"
        QApplication.sendEvent(widget, QWheelEvent(*place, QPoint(), angle, Button.NoButton, modifier, phase, False))
        return words

    def _type(self) -> str:
        widget, words = focused(self._window()), "".join(self.random.choices(LETTERS, k=self.random.randint(1, 4)))
        said = f"type {words!r} into {named(widget)}"
        type_into(widget, words)
        return said

    def _press(self) -> str:
        widget, key = focused(self._window()), self.random.choice(KEYS)
        modifier = self.random.choice([Modifier.NoModifier] * 5 + [Modifier.ShiftModifier, Modifier.ControlModifier])
        said = f"press {modifier.name} {key.name} in {named(widget)}"
        QTest.keyClick(widget, key, modifier)
        return said

    def _chord(self) -> str:
        widget, letter = focused(self._window()), self.random.choice(CHORDS)
        shift = self.random.random() < 0.2
        modifier = Modifier.ControlModifier | (Modifier.ShiftModifier if shift else Modifier.NoModifier)
        said = f"press Ctrl+{'Shift+' if shift else ''}{letter.upper()} in {named(widget)}"
        QTest.keyClick(widget, Key(ord(letter.upper())), modifier)
        return said

    def _resize(self) -> str:
        wide, high = self.random.randint(960, 1900), self.random.randint(600, 1200)
        self._window().window().resize(wide, high)
        return f"resize to {wide} x {high}"
