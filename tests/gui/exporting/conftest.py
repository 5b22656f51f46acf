"""What the tests of exporting need: a person at the window, and where things are in a picture."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.export.picture import pixels_of
from gui.exporting.choices import CHOICES
from gui.exporting.exporting import Exporting
from tests.gui.driving import PATIENCE, Person, person

CHOICE = {choice.id: choice for choice in CHOICES}
Open = Callable[..., Person]


class Exporter:
    """Exports what a person's window shows, as they do: by command, file dialog and waiting."""

    def __init__(self, who: Person) -> None:
        self.who = who
        self.exporting: Exporting = who.app.exporting

    def ask(self, name: str) -> QFileDialog:
        """Choose one way to export; the dialog that asks where."""
        self.exporting.run(CHOICE[name])
        dialog = self.exporting.saving.dialog
        assert dialog is not None
        return dialog

    def front(self) -> None:
        """Bring the window to the front, where its keys are heard."""
        self.who.frame.activateWindow()
        self.who.bot.waitUntil(self.who.frame.isActiveWindow)

    def save(self, name: str, path: Path) -> bytes:
        """The bytes of the file, once it is said that it is there."""
        answer(self.ask(name), path)
        self.who.until_said(f"“{path.name}” is saved.")
        return path.read_bytes()


def answer(dialog: QFileDialog, path: Path) -> None:
    dialog.fileSelected.emit(str(path))
    dialog.reject()


def rgb(image: QImage) -> np.ndarray:
    """(height, width, 3)."""
    codes = pixels_of(image)
    return np.stack([(codes >> shift & 255).astype(int) for shift in (16, 8, 0)], -1)


def box_of(window: QWidget, part: QWidget) -> tuple[slice, slice]:
    """Where a part of a window is in its picture: rows and columns."""
    box = QRect(part.mapTo(window, part.rect().topLeft()), part.size())
    return slice(box.top(), box.bottom() + 1), slice(box.left(), box.right() + 1)


@pytest.fixture
def at(qtbot: QtBot) -> Iterator[Callable[..., Exporter]]:
    """at("flash", step=3, ...) is an exporter at a window of that scene, which is complete."""
    from contextlib import ExitStack

    with ExitStack() as stack:

        def sit(workspace: str, size: tuple[int, int] = (1440, 900), **choices: Any) -> Exporter:
            scene = replace(Scene(theme="light"), workspace=workspace, **choices)
            who = stack.enter_context(person(qtbot, scene))
            who.frame.resize(*size)
            qtbot.waitUntil(lambda: who.window.ready, timeout=PATIENCE)
            return Exporter(who)

        yield sit
