"""What must hold whatever hands do: no exception, no warning of Qt's, nothing left behind, memory with an end."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from weakref import WeakSet

from PySide6 import QtCore
from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

SILENT: Final = ("This plugin does not support",)  # what the platform without a screen cannot do
QTS_OWN: Final = ("QTipLabel", "QWidgetWindow", "QDesktopWidget")  # kept by Qt for the next time


class Timer(QTimer):
    """A timer that is known of. `know_timers()` puts it in the place of Qt's, before the app is imported."""

    def __init__(self, *arguments: Any, **properties: Any) -> None:
        super().__init__(*arguments, **properties)
        _TIMERS.add(self)


_TIMERS: Final = WeakSet[Timer]()


def know_timers() -> None:
    """See the timers that are made from now on."""
    QtCore.QTimer = Timer  # type: ignore[misc]


class Watch:
    """`found` are the sentences of what went wrong. `end()` gives the hooks back."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._raised
        threading.excepthook = lambda args: self._raised(args.exc_type, args.exc_value, args.exc_traceback)
        sys.unraisablehook = lambda args: self._raised(args.exc_type, args.exc_value, args.exc_traceback)
        self._handler = qInstallMessageHandler(self._said)
        self._before = {kind: set(held) for kind, held in _held().items()}

    def end(self) -> None:
        """Watch no more."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks
        qInstallMessageHandler(self._handler)

    def left(self) -> list[str]:
        """What came since the watch began and is still there, a line each: with the first of a kind as an example."""
        new = {
            kind: [name for key, name in held.items() if key not in self._before[kind]]
            for kind, held in _held().items()
        }
        return [f"{len(names)} × {kind} {sorted(names)[0]}" for kind, names in new.items() if names]

    def take(self, error: Exception) -> None:
        """This was raised."""
        self._raised(type(error), error, error.__traceback__)

    def _raised(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        self.found.append("".join(traceback.format_exception(kind, error, trace)))
        print(self.found[-1], file=sys.stderr)  # at once: it may be the last

    def _said(self, kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not words.startswith(SILENT):
            self.found.append(f"Qt says: {words}")


def _held() -> dict[str, dict[object, str]]:
    """All that may be left behind, by its kind, and what each is called. A tree of widgets is one."""
    roots = {widget.window() for widget in QApplication.allWidgets() if isValid(widget)}
    temporary = Path(tempfile.gettempdir()).glob("qkvista-*")
    return {
        "thread": {thread: thread.name for thread in threading.enumerate() if thread.is_alive()},
        "widget": {root: _words(root) for root in roots if root.metaObject().className() not in QTS_OWN},
        "timer of": {timer: repr(timer.parent()) for timer in _TIMERS if isValid(timer) and timer.isActive()},
        "process": _children(),
        "file": {path: path.name for path in temporary},
    }


def _children() -> dict[object, str]:
    """The processes that this one has started and that still run; Linux only, elsewhere none are seen."""
    found: dict[object, str] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = status.read_text().rpartition(")")
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == os.getpid() and state != "Z":
            number, _, name = name.partition(" (")
            found[number] = name
    return found


def memory() -> float:
    """MB of this process that are its own, not a file's; 0 where that is not told."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) / 1e3 for line in lines if line.startswith("RssAnon:")), 0.0)


def handles() -> int:
    """How many files, pipes and threads of the system this process holds; 0 where that is not told."""
    held = [Path("/proc/self") / kind for kind in ("fd", "task")]
    return sum(len(os.listdir(folder)) for folder in held if folder.is_dir())


def _words(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.objectName() or widget.windowTitle()}”"
