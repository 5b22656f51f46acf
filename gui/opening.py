"""Opens a file that a person chose, off the UI thread: a capture, a scene or plain text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.files import choices_of
from gui.store import Store
from gui.worker import Cancelled, Emit, Worker


class Opening(QObject):
    """`open(path)` puts what a file holds into the store: `opened(name)`, or `failed(title, sentence)`: no change."""

    opened = Signal(str)
    failed = Signal(str, str)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._path = Path()
        self._worker = Worker(self)
        self._worker.produced.connect(self._opened)
        self._worker.failed.connect(self._failed)

    def open(self, path: Path) -> None:
        self._path = path

        def job(cancelled: Cancelled, emit: Emit) -> None:
            emit(choices_of(path))

        self._worker.submit(job)

    def close(self) -> None:
        self._worker.close()

    def _opened(self, choices: object) -> None:
        if not isinstance(choices, dict):
            return
        try:
            self._store.update(**choices)
        except ValueError as error:
            self._failed(str(error))
            return
        self.opened.emit(self._path.name)

    def _failed(self, sentence: str) -> None:
        self.failed.emit(f"{self._path.name} was not opened", sentence)
