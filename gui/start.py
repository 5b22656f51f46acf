"""Starts the application: a frame at once, then the model's process, then all the rest."""

from __future__ import annotations

import sys
import threading
from importlib import import_module

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui.shell import Shell, dress


def show(application: QApplication, file: str | None = None) -> Shell:
    """A frame on screen at once; then the model's process starts, and all the rest is imported to fill the frame.

    `file` is opened into it.
    """
    dress(application, "system")
    shell = Shell()

    def load() -> None:
        import_module("gui.app")
        shell.imported.emit()

    thread = threading.Thread(target=load, daemon=True)

    def begin() -> None:
        thread.start()
        shell.start_reader()

    def fill() -> None:
        from gui.app import open_window

        thread.join()
        open_window(file=file, shell=shell)

    shell.imported.connect(fill, Qt.ConnectionType.QueuedConnection)
    shell.painted.connect(begin, Qt.ConnectionType.QueuedConnection)
    shell.show()
    return shell


def run(file: str | None) -> int:
    """The application with its window, until that is closed; the exit status."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("QKVista")
    application.setDesktopFileName("qkvista")
    shell = show(application, file)
    status = application.exec()
    shell.close()
    return status
