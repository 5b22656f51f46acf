"""What must hold whatever hands do: no exception, no warning of Qt's, nothing left behind, memory with an end."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

SILENT = ("This plugin does not support",)  # what the platform without a screen cannot do


class Watch:
    """`found` are the sentences of what went wrong."""

    def __init__(self) -> None:
        self.found: list[str] = []
        sys.excepthook = self._raised
        threading.excepthook = lambda args: self._raised(args.exc_type, args.exc_value, args.exc_traceback)
        qInstallMessageHandler(self._said)
        self._threads = set(threading.enumerate())

    def left(self) -> list[str]:
        """What is still there after the window has gone."""
        threads = [thread.name for thread in threading.enumerate() if thread not in self._threads and thread.is_alive()]
        windows = [repr(widget) for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        return [*(f"thread {name}" for name in threads), *(f"window {name}" for name in windows), *children()]

    def _raised(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        self.found.append("".join(traceback.format_exception(kind, error, trace)))
        print(self.found[-1], file=sys.stderr)

    def _said(self, kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not words.startswith(SILENT):
            self.found.append(f"Qt says: {words}")


def children() -> list[str]:
    """The processes that this one has started and that still run; Linux only, elsewhere none are seen."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = status.read_text().rpartition(")")
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == os.getpid() and state != "Z":
            found.append(f"process {name}")
    return found


def memory() -> float:
    """MB of this process that are in memory; 0 where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
