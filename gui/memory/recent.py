"""The files that were opened lately, as rows of a menu; those that are gone say so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from gui.flow.worker import Cancelled, Emit, Worker
from gui.look.plain import one_line
from gui.memory.memory import Memory
from gui.memory.remembered import MOST_RECENT, Remembered
from gui.parts.menu import Row

LONGEST_NAME: Final = 36  # characters
CLEAR: Final = "clear the recent files"


class Recent(QObject):
    """`rows` follow the memory; whether a file is there is looked up on a thread, since a disk may be far away.

    `changed(rows)` when they are others; a row's key is the path, or CLEAR.
    """

    changed = Signal(list)

    def __init__(self, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self.rows: list[Row] = []
        self._paths: tuple[str, ...] = ()
        self._worker = Worker(self)
        self._worker.produced.connect(self._looked)
        memory.changed.connect(self._follow)

    def look(self) -> None:
        """Look which files are there now."""
        self._paths = paths = self._memory.value.recent

        def job(cancelled: Cancelled, emit: Emit) -> None:
            emit([row_of(path, os.path.isfile(path)) for path in paths])

        self._worker.submit(job)

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def _follow(self, value: Remembered) -> None:
        if value.recent != self._paths:
            self.look()

    def _looked(self, rows: object) -> None:
        if isinstance(rows, list):
            rows = [*rows, Row(CLEAR, "Clear recent files", apart=True)] if rows else []
            if rows != self.rows:
                self.rows = rows
                self.changed.emit(rows)


def row_of(path: str, there: bool) -> Row:
    """The row of a file, with the folder that it is in; one that is gone cannot be chosen."""
    name, folder = _short(Path(path).name), _short(Path(path).parent.name)
    return Row(path, name, folder if there else "not there any more", there, path)


def _short(name: str) -> str:
    """A name fit for a menu: its beginning, and its end, which says what kind of file it is."""
    name, half = one_line(name), LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def with_newest(recent: tuple[str, ...], path: str) -> tuple[str, ...]:
    """The recent files after `path` was opened: it comes first, once."""
    return (path, *(other for other in recent if other != path))[:MOST_RECENT]
