"""Whether the start before this one came to an end."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QLockFile


class Marker:
    """A file that stands while the app starts. It bars nobody: a start that finds another one going on has none.

    QLockFile knows by the process number that it holds whether its process lives.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = QLockFile(str(path))

    def put(self) -> bool:
        """Put it there. True where one stands whose process ended without taking it away."""
        stood = os.path.exists(self._path)
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return False
        return self._lock.tryLock(0) and stood

    def take(self) -> None:
        """Take it away, for the window is there, or closed by the person."""
        self._lock.unlock()
