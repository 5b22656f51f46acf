"""Opens what a person chose, off the UI thread: a capture, a scene or plain text."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from engine.files.contents import choices_of, choices_of_scene
from engine.files.tensorfile import brief
from engine.scene import Scene
from gui.attention.context.choices import reading_with
from gui.flow.worker import Cancelled, Emit, Worker
from gui.store import Store

LONGEST_NAME: Final = 80  # characters of a file's name in a sentence
USUAL_DEVICE: Final = Scene.device


class Opening(QObject):
    """`open(path)` puts what a file holds into the store, `open_text(text)` a scene that was copied.

    Then `opened(name)`, and `noted(sentence)` where something of it is gone; or `failed(title, sentence)`: no change.
    `path` is the file that was opened last, None for a copied text.
    """

    opened = Signal(str)
    noted = Signal(str)
    failed = Signal(str, str)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.path: Path | None = None
        self._asked: Path | None = None  # the newest, which a failure is about
        self._worker = Worker(self)
        self._worker.produced.connect(self._opened)
        self._worker.failed.connect(self._failed)

    def open(self, path: Path) -> None:
        """Open a file."""
        self._submit(path, lambda: choices_of(path))

    def open_text(self, text: str) -> None:
        """Open a scene from its text."""
        self._submit(None, lambda: choices_of_scene(text))

    def close(self) -> None:
        self._worker.close()

    def _submit(self, path: Path | None, read: Callable[[], dict[str, Any]]) -> None:
        self._asked, now = path, self._store.scene

        def job(cancelled: Cancelled, emit: Emit) -> None:
            choices = in_sight(now) | read()
            instead, note = instead_of_lost(replace(now, **choices))
            emit((path, choices | instead, note))

        self._worker.submit(job)

    def _opened(self, result: object) -> None:
        if not isinstance(result, tuple):
            return
        path, choices, note = result  # which may arrive when another one was asked for
        try:
            self._store.update(**choices)
        except ValueError as error:
            self._refuse(path, str(error))
            return
        self.path = path
        self.opened.emit(_name(path))
        if note:
            self.noted.emit(note)

    def _failed(self, sentence: str) -> None:
        """The newest was not read; that an older one was not is never said."""
        self._refuse(self._asked, sentence)

    def _refuse(self, path: Path | None, sentence: str) -> None:
        self.failed.emit(f"{_name(path)} was not opened", sentence)


def _name(path: Path | None) -> str:
    """What is opened, in words."""
    return path.name if path else "The copied view"


def in_sight(scene: Scene) -> dict[str, Any]:
    """The fields that make what is opened seen, wherever the person is now: Learn and a mere shape show no text."""
    return {"workspace": "attention"} if scene.workspace == "learn" else {"shape": None, "measured_on": "text"}


def instead_of_lost(scene: Scene) -> tuple[dict[str, Any], str]:
    """The fields that stand in for what a scene names and nobody has, and a sentence; else nothing.

    Where its capture file is gone a model reads the text; where its device is unknown it is another one.
    """
    fields: dict[str, Any] = {}
    notes = []
    if scene.source and not os.path.isfile(scene.source):  # which raises for no path, however strange
        name = brief(Path(scene.source).name, LONGEST_NAME)
        fields = reading_with(scene, scene.model)
        notes.append(f"{name} is not there any more, so a model reads the text of this view.")
    if scene.device != USUAL_DEVICE:
        from engine.flash.hardware.devices import DEVICES

        if scene.device not in DEVICES:
            name = brief(scene.device, LONGEST_NAME) or "Its device"
            fields = fields | {"device": USUAL_DEVICE}
            notes.append(
                f"{name} is no device that is known here: what Flash says is for {DEVICES[USUAL_DEVICE].title}."
            )
    return fields, " ".join(notes)
