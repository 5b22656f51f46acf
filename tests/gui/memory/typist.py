"""A process that opens the app as a person does, types, and is killed: `python -m tests.gui.memory.typist TEXT`."""

from __future__ import annotations

import os
import signal
import sys
import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from gui.frame.window import Window
from gui.memory.folders import own_folders
from gui.memory.memory import Memory
from gui.start import show

PATIENCE = 120_000  # ms
LONGEST = 10.0  # s until a text is saved, on a busy disk too; nothing is closed in good order


def main(text: str) -> None:
    """Print what is on screen at the start; then type `text` and die, or close where there is none."""
    application = QApplication([])
    memory = Memory(folders=own_folders())
    shell = show(application, None, memory)
    QTimer.singleShot(PATIENCE, lambda: application.exit(1))

    def filled(window: Window) -> None:
        window.plotsShown.connect(lambda: QTimer.singleShot(0, lambda: go_on(window)))

    def go_on(window: Window) -> None:
        print(window.store.scene.to_json(), flush=True)
        if not text:
            shell.close()
            memory.close()
            application.quit()
            return
        editor = shell.findChild(QPlainTextEdit, "sentenceEdit")
        assert editor is not None
        editor.selectAll()
        QTest.keyClicks(editor, text, Qt.KeyboardModifier.NoModifier, 5)
        assert window.store.scene.text == text
        saved, end = own_folders().scene, time.monotonic() + LONGEST
        while time.monotonic() < end and not (saved.exists() and text in saved.read_text("utf-8")):
            QTest.qWait(20)
        os.kill(os.getpid(), signal.SIGKILL)

    shell.filled.connect(filled)
    sys.exit(application.exec())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
