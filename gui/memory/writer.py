"""Writes what is kept, off the UI thread: the newest of each file, whole or not at all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

PAUSE: Final = 0.2  # seconds between two saves: what a crash may cost of fast typing
OLD: Final = 3600.0  # seconds after which a file that is not whole was left behind by a crash
RETRY: Final = 5.0  # seconds, after a save that failed

Save = Callable[[Path], object]


class Writer(QObject):
    """`put(path, save)` saves at once, or after a pause when something was saved just now: then only the newest.

    What cannot be saved is tried again, also by `close`; `failed(sentence)` says so once, not for every save.
    """

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, pause: float = PAUSE, retry: float = RETRY) -> None:
        super().__init__(parent)
        self._pause, self._retry = pause, retry
        self._condition = threading.Condition()
        self._waiting: dict[Path, Save] = {}
        self._closed = self._said = False
        self._swept: set[Path] = set()
        self._thread: threading.Thread | None = None

    def put(self, path: Path, save: Save) -> None:
        """Have `save(path)` called on the other thread; it raises OSError where the file cannot be written."""
        with self._condition:
            self._waiting[path] = save
            self._condition.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="qkvista-writer", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Save what still waits, and end the thread."""
        with self._condition:
            self._closed = True
            self._condition.notify()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._closed or self._waiting)
                last, jobs, self._waiting = self._closed, self._waiting, {}
            failed = {path: save for path, save in jobs.items() if not self._save(path, save)}
            if last:
                return
            with self._condition:
                self._waiting = failed | self._waiting
                self._condition.wait_for(lambda: self._closed, self._retry if failed else self._pause)

    def _save(self, path: Path, save: Save) -> bool:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._sweep(path.parent)
            save(path)
        except OSError as error:
            if not self._said:
                self._said = True
                self.failed.emit(f"{path.parent} cannot be written: {error.strerror or error}.")
            return False
        return True

    def _sweep(self, folder: Path) -> None:
        """Remove, once, what kills left behind."""
        from engine.files.saving import PART

        if folder not in self._swept:
            self._swept.add(folder)
            for part in folder.glob(f".{'?' * 32}{PART}"):
                with suppress(FileNotFoundError):  # another window's, which has taken its place by now
                    if part.stat().st_mtime < time.time() - OLD:
                        part.unlink()
