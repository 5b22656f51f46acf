"""One start in a fresh process: prints a word when a moment is reached, or a word and a number in milliseconds."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

PARTS: Final = ("tokenStrip", "heatmap", "bars", "cellPane")
PATIENCE: Final = 60_000  # ms
TYPED: Final = "The trophy did not fit into the suitcase because it was too big."


def say(word: str, value: float | None = None) -> None:
    print(word if value is None else f"{word} {value}", flush=True)


def empty() -> None:
    """A bare window of PySide6."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QWidget

    class Bare(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            QTimer.singleShot(0, self.seen)

        def seen(self) -> None:
            say("painted")
            application.quit()

    application = QApplication([])
    window = Bare()
    window.resize(1440, 900)
    window.show()
    application.exec()


def torch() -> None:
    """What typed text waits for at least."""
    import torch  # noqa: F401

    say("imported")


def window() -> None:
    """The app: first paint, first attention, a typed sentence; and the longest gap between two turns of its loop."""
    from PySide6.QtCore import QEvent, QObject, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

    from gui.start import show

    application = QApplication([])
    shell = show(application)
    said: set[str] = set()
    gaps: list[float] = []
    last = time.perf_counter()

    def once(word: str) -> None:
        if word not in said:
            said.add(word)
            say(word)

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            view = getattr(watched, "view", None)
            if event.type() == QEvent.Type.Paint and view is not None:
                QTimer.singleShot(0, lambda: once("attention"))
                if view.scene.text == TYPED:
                    QTimer.singleShot(0, finish)
            return False

    watch = Watch()

    def filled(main: QWidget) -> None:
        heatmap = main.findChild(QWidget, "heatmap")
        editor = main.findChild(QPlainTextEdit, "sentenceEdit")
        assert heatmap is not None
        assert editor is not None
        heatmap.installEventFilter(watch)
        QTimer.singleShot(50, lambda: type_into(editor))

    def type_into(editor: QPlainTextEdit) -> None:
        editor.selectAll()
        QTest.keyClicks(editor, TYPED, Qt.KeyboardModifier.NoModifier, 0)

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append((now - last) * 1000)
        last = now

    def finish() -> None:
        if "typed" not in said:
            once("typed")
            say("stall", max(gaps))
            shell.close()
            application.quit()

    shell.painted.connect(lambda: QTimer.singleShot(0, lambda: once("painted")))
    shell.filled.connect(filled)
    timer = QTimer(interval=1)
    timer.timeout.connect(tick)
    timer.start()
    QTimer.singleShot(PATIENCE, lambda: application.exit(1))
    if application.exec():
        sys.exit(f"Not all was reached: {sorted(said)}.")


def drag(tokens: int) -> None:
    """Steps of the slider on a text of MiniLM, repeated end to end beyond its limit, so that the numbers are real."""
    from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject
    from PySide6.QtWidgets import QApplication

    from gui.app import open_window  # which keeps the matrix library to one thread: before numpy

    from engine.scene import Scene  # isort: skip

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.safetensors"
        subprocess.run([sys.executable, "-m", "tests.bench.start", f"capture-{tokens}", str(path)], check=True)
        application = QApplication([])
        main = open_window(Scene(source=str(path), layer=0, head=4, query=8))
        wait = QEventLoop()
        main.settledChanged.connect(wait.quit)
        while not main.settled:
            wait.exec()
        painted: set[str] = set()

        class Watch(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() == QEvent.Type.Paint:
                    painted.add(watched.objectName())
                return False

        watch = Watch()
        application.installEventFilter(watch)
        seen = QEventLoop()
        main.viewShown.connect(seen.quit)
        steps, details = [], []
        for step in range(60):
            started = time.perf_counter()
            main.store.update(scale=2.0 + step * 0.11)
            seen.exec()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
            steps.append((time.perf_counter() - started) * 1000)
            assert painted >= set(PARTS), painted
            painted.clear()
            if step % 10 == 9:
                while not main.settled:
                    wait.exec()
                details.append((time.perf_counter() - started) * 1000)
        main.close()
        application.processEvents()
    steps.sort()
    say("step", steps[len(steps) // 2])
    say("late", steps[int(len(steps) * 0.95)])
    say("detail", sorted(details)[len(details) // 2])


def capture(tokens: int, path: Path) -> None:
    """Write the capture that `drag` opens; apart from it, since the window's process has no torch."""
    import numpy as np

    from engine.capture import Layer
    from engine.models import open_model

    text = "The bank of the river was muddy and the boat lay on its side . "
    read = open_model("minilm").capture(text * (min(tokens, 512) // 15 + 1))
    keep = min(tokens, 512)
    times = -(-tokens // keep)

    def cut(layer: Layer) -> Layer:
        q, k, v = (np.tile(part[:, :keep], (1, times, 1))[:, :tokens] for part in (layer.q, layer.k, layer.v))
        return replace(layer, q=q, k=k, v=v)

    labels = (read.tokens[:keep] * times)[:tokens]
    named = tuple(replace(token, word=None if token.special else i) for i, token in enumerate(labels))
    made = replace(read, tokens=named, layers=tuple(map(cut, read.layers)))
    made.save(path)


if __name__ == "__main__":
    mode = sys.argv[1]
    kind, _, tokens = mode.partition("-")
    if kind == "drag":
        drag(int(tokens))
    elif kind == "capture":
        capture(int(tokens), Path(sys.argv[2]))
    else:
        {"empty": empty, "torch": torch, "window": window}[mode]()
