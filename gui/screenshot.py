"""Takes a picture of the window without a screen: `python main.py screenshot`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.files.contents import FileError, read_text
from engine.files.saving import save_bytes
from engine.scene import Scene

PATIENCE: Final = 120_000  # ms: a model may have to load


def screenshot(
    workspace: str | None, theme: str | None, size: tuple[int, int], dpr: float, scene: Path | None, out: Path
) -> int:
    """Save the window, drawn at `size` pixels times `dpr`, as PNG; the exit status, 2 for bad input.

    `scene` is a scene file, whose workspace and theme hold unless others are given; without one the first start is
    drawn, in light.
    """
    try:
        chosen = Scene(theme="light") if scene is None else Scene.from_json(read_text(scene))
        chosen = replace(chosen, workspace=workspace or chosen.workspace, theme=theme or chosen.theme)
    except (FileError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = f"{dpr:g}"
    try:
        save_bytes(out, _picture(chosen, size))
    except OSError as error:
        print(f"“{out.name}” cannot be saved: {error.strerror or error}.", file=sys.stderr)
        return 2
    except RuntimeError as error:
        print(f"No picture was taken: {error}", file=sys.stderr)
        return 2
    return 0


def _picture(scene: Scene, size: tuple[int, int]) -> bytes:
    """The PNG of a settled window. RuntimeError with a sentence when it does not settle."""
    from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, QTimer, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from gui.app import open_window

    qInstallMessageHandler(say)
    application = QApplication.instance() or QApplication(["qkvista"])
    window = open_window(scene)
    try:
        window.resize(*size)
        loop = QEventLoop()
        for news in (window.settledChanged, window.plotsShown, window.messages.shown):
            news.connect(loop.quit)
        looking = QTimer(interval=30)  # what a workspace adds by itself sends no news
        looking.timeout.connect(loop.quit)
        looking.start()
        patience = QTimer(singleShot=True, interval=PATIENCE)
        patience.timeout.connect(loop.quit)
        patience.start()
        while not window.ready and window.messages.kind != "error" and patience.isActive():
            loop.exec()
        application.processEvents()
        if not window.ready:
            raise RuntimeError(window.messages.text or "the window did not settle.")
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        window.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())
    finally:
        window.close()


def say(kind: object, context: object, message: str) -> None:
    """Qt's messages, but for what the offscreen platform says of itself."""
    if not message.startswith("This plugin does not support"):
        print(message, file=sys.stderr)
