"""A person's own function in the window: read, shown with a warning, and run only when the person says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.own import APPROVED, OwnFile, OwnFunction, function_of, patience, read_own
from engine.shown.view import View
from gui.attention.own.card import OwnCard
from gui.flow.worker import Cancelled, Emit, Worker
from gui.frame.room import Shown
from gui.frame.shell import content_of
from gui.messages.messages import Messages
from gui.store import Store

SUFFIX: Final = ".py"
NOT_RUN: Final = "A scene never runs code by itself, and code that has changed is asked about anew."


def is_own(path: str) -> bool:
    """Whether a file is one that this asks about."""
    return Path(path).suffix.casefold() == SUFFIX


class OwnAsking(QObject):
    """`ask(path)` shows the card; what is agreed to there runs and becomes the scene's, then `ran`.

    `failed(title, sentence)` when a file cannot be read, or does not run; then nothing changes. A view whose scene
    names a function that was not approved has a banner that says so.
    """

    ran = Signal()
    failed = Signal(str, str)

    def __init__(
        self, store: Store, card: OwnCard, messages: Messages, below: QWidget, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store, self._card, self._messages, self._below = store, card, messages, below
        self._path = Path()
        self._said = ""  # what the banner says; it is said once
        self._worker = Worker(self)
        self._worker.produced.connect(self._produced)
        self._worker.failed.connect(self._failed)
        card.agreed.connect(self._run)

    def choose(self) -> None:
        """Ask for a file, not modal to what is on screen."""
        dialog = QFileDialog(content_of(self._below), "Open your own mask_mod or score_mod", "", "Python (*.py)")
        dialog.fileSelected.connect(self.ask)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def ask(self, path: str) -> None:
        """Read a file and show what would run. Nothing of it runs."""
        self._path = Path(path).resolve()
        self._submit(lambda: read_own(self._path))

    def read_again(self) -> None:
        """The scene's function anew: what is written otherwise now is asked about, what is the same runs at once."""
        self._path = Path(self._store.scene.function)

        def read() -> OwnFile | OwnFunction:
            known, file = function_of(str(self._path)), read_own(self._path)
            return APPROVED.approve(file) if known is not None and known.digest == file.digest else file

        self._submit(read)

    def show_view(self, view: Shown) -> None:
        """Say when a view is shown without the function that its scene names, in every room that reads a text."""
        scene, name = view.scene, view.scene.function
        rests = view.own is None if isinstance(view, View) else not APPROVED.knows(name)
        read = scene.workspace != "learn" and (scene.workspace != "flash" or scene.shape is None)
        left_out = f"Shown without {Path(name).name}, which has not been run" if name and rests and read else ""
        if left_out and left_out != self._said:
            self._messages.show_warning(left_out, NOT_RUN, "Run it…", lambda: self.ask(name))
        elif self._said and not left_out and self._said in self._messages.text:
            self._messages.clear("warning")
        self._said = left_out

    def close(self) -> None:
        """End the thread and all functions."""
        APPROVED.close()
        self._worker.close()
        APPROVED.close()  # what was still starting

    def _run(self, file: OwnFile) -> None:
        self._path = file.path
        self._submit(lambda: APPROVED.approve(file))
        self._messages.show_progress(
            f"Starting {file.name}", "in a process of its own, which loads torch", None, self._cancel
        )

    def _cancel(self) -> None:
        self._worker.submit(lambda cancelled, emit: None)

    def _submit(self, work: Callable[[], Any]) -> None:
        """Work in place of what was going on: a function that is still starting is given up."""
        self._messages.end_progress(self._cancel)

        def job(cancelled: Cancelled, emit: Emit) -> None:
            with patience(cancelled):
                emit(work())

        self._worker.submit(job)

    def _produced(self, result: object) -> None:
        if isinstance(result, OwnFile):
            self._card.ask(result, self._below)
        elif isinstance(result, OwnFunction):
            self._messages.end_progress(self._cancel)
            self._messages.clear("error")
            self._store.update(function=str(result.path))
            self.ran.emit()

    def _failed(self, sentence: str) -> None:
        self._messages.end_progress(self._cancel)
        self.failed.emit(f"{self._path.name} does not run", sentence)
