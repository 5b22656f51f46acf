"""Driving the real window with mouse and keys, as a person does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.scene import Scene
from engine.shown.view import varied_of
from gui.app import App, open_window
from gui.frame.shell import Shell, dress
from gui.frame.window import Window
from gui.memory.memory import Memory

PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton


def point(widget: QWidget, at: QPoint, held: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """Move the pointer there. QTest's own move goes through the screen, which another window may cover."""
    where = QPointF(at)
    free = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, where, widget.mapToGlobal(where), free, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, moved)


def pull(widget: QWidget, at: QPoint) -> None:
    """Move the pointer there, its left button down."""
    point(widget, at, LEFT)


class Person:
    """Clicks, types and drags in a window, and waits until it has settled."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window = window
        self.bot = qtbot

    @property
    def app(self) -> App:
        """What works behind the window."""
        found = self.window.findChild(App)
        assert found is not None
        return found

    @property
    def frame(self) -> QWidget:
        """What the window lies in: the top-level window, which has size, place and front."""
        return self.window.window()

    def widget(self, name: str) -> Any:
        """The widget of an object name; every one is looked up as a stranger would."""
        found = self.window.findChild(QWidget, name)
        assert found is not None, name
        return found

    def wait(self) -> None:
        self.bot.waitUntil(lambda: self.window.settled, timeout=PATIENCE)

    def until_said(self, words: str) -> None:
        self.bot.waitUntil(lambda: words in self.window.messages.text, timeout=PATIENCE)

    def type(self, text: str, pause: int = 1) -> None:
        """Replace the sentence, key by key."""
        editor = self.window.findChild(QPlainTextEdit, "sentenceEdit")
        assert editor is not None
        QTest.mouseClick(editor.viewport(), LEFT)
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, text, Qt.KeyboardModifier.NoModifier, pause)
        self.wait()

    def click(self, widget: QWidget, at: QPoint | QRect) -> None:
        QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, at.center() if isinstance(at, QRect) else at)
        self.wait()

    def key(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(widget, key, modifier)
        self.wait()

    def drag(self, widget: QWidget, start: QPoint, end: QPoint, steps: int = 12) -> None:
        QTest.mousePress(widget, LEFT, Qt.KeyboardModifier.NoModifier, start)
        for step in range(1, steps + 1):
            pull(widget, start + (end - start) * step / steps)
            self.bot.wait(5)
        QTest.mouseRelease(widget, LEFT, Qt.KeyboardModifier.NoModifier, end)
        self.wait()


@contextmanager
def person(qtbot: QtBot, scene: Scene | None = None) -> Iterator[Person]:
    """A person in front of a settled window in its frame, as at a real start; both are closed at the end."""
    with framed(qtbot, scene) as window:
        driver = Person(window, qtbot)
        driver.wait()
        yield driver


@contextmanager
def framed(
    qtbot: QtBot, scene: Scene | None = None, file: str | None = None, memory: Memory | None = None
) -> Iterator[Window]:
    """The window as `gui.start` opens it: in a frame that was on screen before. Both are closed at the end."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    look = (scene or Scene()).theme
    dress(application, look)
    shell = Shell(look)
    shell.show()
    shell.activateWindow()
    try:
        qtbot.waitUntil(lambda: QApplication.activeWindow() is shell, timeout=PATIENCE)
        shell.start_reader()
        yield open_window(scene, file, shell, memory)
    finally:
        shell.close()
        shell.deleteLater()
        qtbot.wait(1)


def row_of(scene: Scene, capture: Capture) -> np.ndarray:
    """The query row that the engine gives, from the whole matrix of its core."""
    assert isinstance(scene.head, int)
    spec = varied_of(scene, capture).spec
    weights: np.ndarray = capture.attention(scene.layer, scene.head, spec).weights[0, 0, scene.query]
    return weights
