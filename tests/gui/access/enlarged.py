"""Starts the app, changes something, presses Ctrl and plus, and tells what stands there after it came back.

Run by test_size.py as a program of its own. It is started twice: the second time is the new process.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import gui.start
from gui.access.size import SIZE
from gui.frame.shell import Shell

_show = gui.start.show


def show(*given: object) -> Shell:
    """As the app does, with a hand that waits for the first picture."""
    shell = _show(*given)  # type: ignore[arg-type]
    shell.filled.connect(lambda content: look(shell, content))
    return shell


def look(shell: Shell, content: QWidget) -> None:
    """Wait for the picture, then press, or tell."""
    if not content.settled:  # type: ignore[attr-defined]
        QTimer.singleShot(30, content, lambda: look(shell, content))
    elif QApplication.instance().property(SIZE) != 1:  # type: ignore[union-attr]
        scene = content.store.scene  # type: ignore[attr-defined]
        size = shell.size()
        told = {"ratio": shell.devicePixelRatioF(), "query": scene.query, "size": (size.width(), size.height())}
        told |= {"process": os.getpid(), "arguments": sys.argv[1:], "undo": content.store.can_undo}  # type: ignore[attr-defined]
        content.store.undo()  # type: ignore[attr-defined]
        told |= {"before": content.store.scene.query}  # type: ignore[attr-defined]
        print(json.dumps(told))
        shell.close()
    else:
        content.store.update(query=5)  # type: ignore[attr-defined]
        shell.resize(1200, 800)
        held = Qt.KeyboardModifier.ControlModifier
        QTimer.singleShot(400, content, lambda: QTest.keyClick(content, Qt.Key.Key_Plus, held))


if __name__ == "__main__":
    gui.start.show = show  # type: ignore[assignment]
    print(os.getpid(), flush=True)
    sys.exit(gui.start.run(None))
