"""The folder of what models write: it goes with the window, or with the next one where that was killed."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile

PREFIX: Final = "qkvista-"
LOCK: Final = "window.lock"  # in the folder: held by the window that it belongs to


class Scratch:
    """Made when it is needed, since the disk may be full, and anew where somebody swept it away."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock: QLockFile | None = None

    def path(self) -> Path:
        """The folder, which is there. OSError where it cannot be made."""
        if self._folder is not None and not os.path.isdir(self._folder.name):
            self.close()
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
            made = Path(self._folder.name)
            self._lock = _lock_of(made)
            self._lock.tryLock(0)
            threading.Thread(target=sweep, args=(made.parent,), name="qkvista-sweeping", daemon=True).start()
        return Path(self._folder.name)

    def close(self) -> None:
        """Remove it."""
        if self._lock is not None:
            self._lock.unlock()
        if self._folder is not None:
            self._folder.cleanup()
        self._folder = self._lock = None


def sweep(among: Path) -> None:
    """Remove the folders whose windows were killed."""
    for folder in among.glob(f"{PREFIX}*"):
        if os.path.exists(folder / LOCK):  # a folder without is none of these, is being made, or another person's
            lock = _lock_of(folder)
            if lock.tryLock(0):
                lock.unlock()
                shutil.rmtree(folder, ignore_errors=True)


def _lock_of(folder: Path) -> QLockFile:
    """It is anybody's once its process has ended, however young, and nobody's before, however old."""
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)
    return lock
