"""What a hand does to a window without knowing what it is for: one event each time it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from engine.scene import CHAPTERS, WORKSPACES, Scene
from gui.window import Window

Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
KEYS: Final = (
    *(
        Key.Key_Tab,
        Key.Key_Backtab,
        Key.Key_Left,
        Key.Key_Right,
        Key.Key_Up,
        Key.Key_Down,
        Key.Key_Return,
        Key.Key_Space,
    ),
    *(Key.Key_Escape, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Delete, Key.Key_Backspace),
    *(Key.Key_BracketLeft, Key.Key_BracketRight, Key.Key_F1, Key.Key_F5, Key.Key_Question, Key.Key_Menu),
)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz .,;:!?'-0123456789ÄßéñЖשا中日🦊👩‍👩‍👧́\t[]{}()"
CHORDS: Final = "zyacvxkopsdefpt1234567890bhnm"  # with Ctrl; Q closes, and the window is opened again
TEXTS: Final = (
    *(
        "",
        " ",
        "The bank of the river was muddy.",
        "the " * 300,
        "שלום עולם",
        "👩‍👩‍👧 🦊",
        "a\0b",
        "\n\n",
        "word " * 3000,
    ),
    *(
        "Mr and Mrs Dursley were proud to say that Mr and Mrs Dursley were perfectly normal.",
        "[CLS] [SEP] <|im_start|>",
    ),
)


class Hands:
    """`act()` does something to the window, and says what it was. The same seed does the same."""

    def __init__(self, seed: int, files: list[Path]) -> None:
        self.random = random.Random(seed)
        self.files = files
        self.window: Window | None = None
        self._kinds: dict[Callable[[], str], int] = {
            self._click: 30,
            self._double: 3,
            self._right: 2,
            self._hover: 10,
            self._drag: 10,
            self._turn: 6,
            self._type: 12,
            self._press: 14,
            self._chord: 8,
            self._resize: 2,
            self._drop: 2,
            self._switch: 4,
            self._paste: 1,
        }

    def act(self) -> str:
        """One event; what it was, in words that tell where."""
        (kind,) = self.random.choices(list(self._kinds), list(self._kinds.values()))
        return kind()

    # Where

    def _top(self) -> QWidget:
        """What a person would reach: an open menu, a dialog, or the window."""
        assert self.window is not None
        over = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if over is None:
            dialogs = [shown for shown in self.window.window().findChildren(QFileDialog) if shown.isVisible()]
            over = dialogs[0] if dialogs else None
        if isinstance(over, QFileDialog):
            over.reject()  # where files lie is the system's
            over = None
        return over or self.window.window()

    def _spot(self) -> tuple[QWidget, QPoint]:
        """A widget that shows at a random point, and the point in it."""
        top = self._top()
        at = QPoint(self.random.randrange(max(1, top.width())), self.random.randrange(max(1, top.height())))
        found = top.childAt(at) or top
        return found, found.mapFrom(top, at)

    def _focused(self) -> QWidget:
        top = self._top()
        focused = QApplication.focusWidget()
        return focused if focused is not None and focused.window() is top.window() else top

    # What

    def _click(self) -> str:
        widget, at = self._spot()
        modifier = self.random.choice([Modifier.NoModifier] * 6 + [Modifier.ControlModifier, Modifier.ShiftModifier])
        words = f"click {_named(widget)} at {at.x()}, {at.y()}"
        QTest.mouseClick(widget, Button.LeftButton, modifier, at)
        return words

    def _double(self) -> str:
        widget, at = self._spot()
        words = f"double click {_named(widget)} at {at.x()}, {at.y()}"
        QTest.mouseDClick(widget, Button.LeftButton, Modifier.NoModifier, at)
        return words

    def _right(self) -> str:
        widget, at = self._spot()
        words = f"right click {_named(widget)}"
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
            menu.close()

    def _hover(self) -> str:
        widget, at = self._spot()
        words = f"hover {_named(widget)}"
        _move(widget, QPointF(at), Button.NoButton)
        return words

    def _drag(self) -> str:
        widget, at = self._spot()
        words = f"drag {_named(widget)} from {at.x()}, {at.y()}"
        QTest.mousePress(widget, Button.LeftButton, Modifier.NoModifier, at)
        reach = self.random.choice((20, 80, 400))
        end = at + QPoint(self.random.randint(-reach, reach), self.random.randint(-reach, reach))
        for step in range(1, 5):
            if not _alive(widget):
                return words
            _move(widget, QPointF(at + (end - at) * step / 4), Button.LeftButton)
            QApplication.processEvents()
        if _alive(widget):
            QTest.mouseRelease(widget, Button.LeftButton, Modifier.NoModifier, end)
        return words

    def _turn(self) -> str:
        widget, at = self._spot()
        modifier = self.random.choice((Modifier.NoModifier, Modifier.NoModifier, Modifier.ControlModifier))
        angle = QPoint(self.random.choice((0, 0, 120)), self.random.choice((-120, 120, 15, -480)))
        place = QPointF(at), QPointF(widget.mapToGlobal(at))
        phase = Qt.ScrollPhase.NoScrollPhase
        words = f"wheel {_named(widget)}"
        QApplication.sendEvent(widget, QWheelEvent(*place, QPoint(), angle, Button.NoButton, modifier, phase, False))
        return words

    def _type(self) -> str:
        widget, words = self._focused(), "".join(self.random.choices(LETTERS, k=self.random.randint(1, 4)))
        said = f"type {words!r} into {_named(widget)}"
        for letter in words:
            if _alive(widget):
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    QApplication.sendEvent(widget, QKeyEvent(kind, 0, Modifier.NoModifier, letter))
        return said

    def _press(self) -> str:
        widget, key = self._focused(), self.random.choice(KEYS)
        modifier = self.random.choice([Modifier.NoModifier] * 5 + [Modifier.ShiftModifier, Modifier.ControlModifier])
        said = f"press {modifier.name} {key.name} in {_named(widget)}"
        QTest.keyClick(widget, key, modifier)
        return said

    def _chord(self) -> str:
        widget, letter = self._focused(), self.random.choice(CHORDS)
        shift = self.random.random() < 0.2
        modifier = Modifier.ControlModifier | (Modifier.ShiftModifier if shift else Modifier.NoModifier)
        said = f"press Ctrl+{'Shift+' if shift else ''}{letter.upper()} in {_named(widget)}"
        QTest.keyClick(widget, Key(ord(letter.upper())), modifier)
        return said

    def _resize(self) -> str:
        assert self.window is not None
        wide, high = self.random.randint(960, 1900), self.random.randint(600, 1200)
        self.window.window().resize(wide, high)
        return f"resize to {wide} x {high}"

    def _drop(self) -> str:
        assert self.window is not None
        path = self.random.choice(self.files)
        data, at = QMimeData(), QPointF(300, 300)
        data.setUrls([QUrl.fromLocalFile(str(path))])
        action, rest = Qt.DropAction.CopyAction, (Button.LeftButton, Modifier.NoModifier)
        QApplication.sendEvent(self.window, QDragEnterEvent(at.toPoint(), action, data, *rest))
        QApplication.sendEvent(self.window, QDropEvent(at, action, data, *rest))
        return f"drop {path.name}"

    def _paste(self) -> str:
        text = self.random.choice((*TEXTS, Scene().to_json(), replace(Scene(), workspace="heads").to_json()))
        QGuiApplication.clipboard().setText(text)
        widget = self._focused()
        said = f"paste {text[:20]!r} into {_named(widget)}"
        QTest.keyClick(widget, Key.Key_V, Modifier.ControlModifier)
        return said

    def _switch(self) -> str:
        """Some steps that random clicks seldom find."""
        assert self.window is not None
        choices: tuple[dict[str, object], ...] = (
            {"workspace": self.random.choice(WORKSPACES)},
            {"workspace": "learn", "chapter": self.random.choice(CHAPTERS)},
            {"model": self.random.choice(("minilm", "smollm2")), "source": "", "layer": 0, "head": 0},
            {"text": self.random.choice(TEXTS), "source": ""},
            {"theme": self.random.choice(("light", "dark", "system"))},
            {"direction": "backward"},
            {"block_q": self.random.randint(1, 20), "block_k": self.random.randint(1, 20)},
        )
        choice = self.random.choice(choices)
        self.window.store.update(**choice)
        return f"choose {str(choice)[:80]}"


def _move(widget: QWidget, at: QPointF, held: Qt.MouseButton) -> None:
    place = at, widget.mapToGlobal(at)
    QApplication.sendEvent(
        widget, QMouseEvent(QEvent.Type.MouseMove, *place, Button.NoButton, held, Modifier.NoModifier)
    )


def _alive(widget: QWidget) -> bool:
    from shiboken6 import isValid

    return bool(isValid(widget)) and widget.isVisible()


def _named(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.objectName() or widget.accessibleName()}”"
