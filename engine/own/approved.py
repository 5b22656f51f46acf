"""Which own functions a person has approved since the start: by path and contents, and never for longer."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final

from engine.own.own import OwnFile, OwnFunction, read_own, run_own
from engine.own.patience import OwnError

Stamp = tuple[int, int, int]


class Approved:
    """The functions that may run, each under its file's path; a file that was written again is another one.

    The process of one function runs at a time: another one's ends, and starts again when it is asked for.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._functions: dict[str, tuple[Stamp | None, OwnFunction]] = {}

    def approve(self, file: OwnFile) -> OwnFunction:
        """Run what was read, which the person has agreed to. OwnError with one sentence; then nothing is approved."""
        function = run_own(file)
        with self._lock:
            old = self._functions.pop(str(file.path), None)
            self._functions[str(file.path)] = (None, function)
        if old is not None:
            old[1].close()
        return function

    def find(self, path: str) -> OwnFunction | None:
        """The approved function of a path; None where there is none, or where the file's contents are others now."""
        with self._lock:
            stamp, function = self._functions.get(path, (None, None))
            if function is None:
                return None
            now = _stamp(path)
            if now is None or (now != stamp and not _same(function)):
                del self._functions[path]
                function.close()
                return None
            self._functions[path] = (now, function)
            for other in self._functions.keys() - {path}:
                self._functions[other][1].process.rest()
            return function

    def knows(self, path: str) -> bool:
        """Whether a function of this path may run, without a look at the disk."""
        return path in self._functions

    def close(self) -> None:
        """End all processes and forget everything."""
        with self._lock:
            functions, self._functions = list(self._functions.values()), {}
        for _, function in functions:
            function.close()


APPROVED: Final = Approved()


def function_of(path: str) -> OwnFunction | None:
    """The function that a scene names, where the person has approved just these contents in this session; else None."""
    return APPROVED.find(path) if path else None


def _stamp(path: str) -> Stamp | None:
    """What changes when a file is written again; None when it cannot be seen."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _same(function: OwnFunction) -> bool:
    try:
        return read_own(function.path).digest == function.digest
    except OwnError:
        return False
