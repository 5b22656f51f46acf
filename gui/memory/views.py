"""Views as files and as text: saved, copied, pasted; and the files that were opened lately."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.files.contents import SCENE, is_scene
from engine.files.saving import save_bytes
from gui.actions import Action
from gui.flow.opening import Opening
from gui.memory.memory import Memory
from gui.memory.recent import with_newest
from gui.messages.messages import Messages
from gui.store import Store

NAMED: Final = 40  # characters of the text that name its file
FILTER: Final = f"Views (*{SCENE});;All files (*)"


class ViewFiles(QObject):
    """`save` asks for a file, `copy` and `paste` use the clipboard. What is opened or saved becomes a recent file.

    `refused(title, sentence)` when a view was not saved.
    """

    refused = Signal(str, str)
    _saved = Signal(str)

    def __init__(self, memory: Memory, store: Store, opening: Opening, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._memory, self._store, self._opening, self._messages = memory, store, opening, messages
        self._window = window
        self._thread = ThreadPoolExecutor(1, "qkvista-saving")
        self._saved.connect(self._say_saved)
        opening.opened.connect(self._opened)

    def actions(self) -> tuple[Action, ...]:
        """What the keyboard does with views."""
        return (
            Action("save-view", "Save this view…", ("Ctrl+S",), self.save, "File"),
            Action("copy-view", "Copy this view as text", ("Ctrl+Shift+C",), self.copy, "Copy"),
            Action("paste-view", "Paste a view that was copied as text", ("Ctrl+V",), self.paste, "File"),
            Action("clear-recent", "Clear the recent files", (), self.clear, "File", lambda: bool(self._recent)),
        )

    def save(self) -> None:
        """Ask where, not modal to what is on screen."""
        dialog = QFileDialog(self._window, "Save this view", self._proposed(), FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SCENE.removeprefix("."))
        dialog.fileSelected.connect(self.save_as)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def save_as(self, path: str) -> None:
        """Save the view as it is now, whole or not at all."""
        scene = self._store.scene

        def save() -> None:
            try:
                save_bytes(Path(path), scene.to_json().encode())
            except OSError as error:
                self.refused.emit("The view was not saved", f"{path} cannot be written: {error.strerror or error}.")
            else:
                self._saved.emit(path)

        self._thread.submit(save)

    def copy(self) -> None:
        """Put the view on the clipboard, as text that opens exactly this view wherever it is pasted."""
        QGuiApplication.clipboard().setText(self._store.scene.to_json())
        self._messages.show_notice("This view is copied as text.")

    def paste(self) -> None:
        """Open the view that is on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if is_scene(text):
            self._opening.open_text(text)
        else:
            self._messages.show_notice("The clipboard holds no view that was copied as text.")

    def clear(self) -> None:
        """Forget which files were opened."""
        self._memory.update(recent=())

    def close(self) -> None:
        """End the thread; what is being saved is saved first."""
        self._thread.shutdown()

    @property
    def _recent(self) -> tuple[str, ...]:
        return self._memory.value.recent

    def _proposed(self) -> str:
        """A file named for the text, beside the newest recent one."""
        words = re.sub(r"[^\w-]+", " ", self._store.scene.text[:NAMED]).strip()
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folder = os.path.dirname(self._recent[0]) if self._recent else documents
        return os.path.join(folder, f"{words or 'View'}{SCENE}")

    def _say_saved(self, path: str) -> None:
        self._remember(path)
        self._messages.show_notice(f"{Path(path).name} is saved.")

    def _opened(self) -> None:
        if self._opening.path is not None:
            self._remember(str(self._opening.path))

    def _remember(self, path: str) -> None:
        self._memory.update(recent=with_newest(self._recent, os.path.abspath(path)))
