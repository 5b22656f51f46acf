"""Starts the application: a frame at once, then the model's process, then all the rest."""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui.access.contrast import take_contrast
from gui.access.size import BOUNDED, HISTORY, SIZE, begin_again, placed_anew, room_for, take_size
from gui.frame.shell import Shell, dress
from gui.memory.folders import own_folders
from gui.memory.memory import Memory
from gui.memory.placing import Placing

if TYPE_CHECKING:
    from engine.scene import Scene
    from gui.ending import Ending


def show(application: QApplication, file: str | None = None, memory: Memory | None = None) -> Shell:
    """A frame on screen at once; then the model's process starts, and all the rest is imported to fill the frame.

    What `memory` holds comes back: looks and place of the window with the frame, the last scene with the rest. `file`
    is opened into it.
    """
    memory = memory or Memory()
    dress(application, memory.value.theme)
    shell = Shell(memory.value.theme)
    Placing(shell, memory)
    last: list[Scene] = []

    def load() -> None:
        import_module("gui.app")
        last.append(import_module("gui.memory.last").last_scene(memory))
        shell.imported.emit()

    thread = threading.Thread(target=load, daemon=True)

    def begin() -> None:
        thread.start()
        shell.start_reader()

    def fill() -> None:
        from gui.app import open_window

        thread.join()
        open_window(last[0], file, shell, memory)

    shell.imported.connect(fill, Qt.ConnectionType.QueuedConnection)
    shell.painted.connect(begin, Qt.ConnectionType.QueuedConnection)
    shell.show()
    return shell


def run(file: str | None) -> int:
    """The application with its window as the person left it, until that is closed; the exit status."""
    QApplication.setApplicationName("QKVista")
    QApplication.setDesktopFileName("qkvista")
    folders = own_folders()
    memory = Memory(folders=folders)
    environment = {name: value for name, value in os.environ.items() if name not in (BOUNDED, HISTORY)}
    chosen = memory.value.zoom
    size = take_size(chosen, os.environ)
    application = QApplication(sys.argv[:1])
    application.setProperty(SIZE, size)
    take_contrast(memory.value.contrast, application.palette())
    room = room_for(application.primaryScreen(), size)
    if room < size:  # on this screen the smallest window would not fit
        memory.close()
        return begin_again(environment | {BOUNDED: f"{room:g}"})
    shell = show(application, file, memory)
    endings: list[Ending] = []
    shell.painted.connect(lambda: endings.append(_end_by_signals(shell)), Qt.ConnectionType.QueuedConnection)
    status = application.exec()
    shell.close()
    again = memory.value.zoom != chosen
    if again:
        memory.update(window=placed_anew(memory.value.window, size / (memory.value.zoom or 1)))
    memory.close()
    if again:
        return begin_again(environment | {HISTORY: str(folders.history)})
    return next((ending.status for ending in endings if ending.status), status)


def _end_by_signals(shell: Shell) -> Ending:
    from gui.ending import Ending  # after the first paint

    return Ending(shell)
