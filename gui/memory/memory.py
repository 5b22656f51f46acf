"""Keeps what comes back at the next start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from gui.memory.folders import Folders, put_aside, read_small
from gui.memory.marker import Marker
from gui.memory.remembered import LARGEST, Remembered
from gui.memory.shared import Shared
from gui.memory.writer import Writer

if TYPE_CHECKING:
    from engine.scene import Scene


class Memory(QObject):
    """`value` is what is remembered; `changed(new)` follows an update that changes something.

    With `folders` the value is read from there, and every change is saved beside what other windows changed; without,
    nothing is read or kept. `notes` are sentences for the person about what was found; `failed(sentence)` says, once,
    that nothing can be saved, and `unsaved` is that sentence from then on.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, folders: Folders | None = None) -> None:
        super().__init__(parent)
        self.folders = folders
        self.notes: list[str] = []
        self.unsaved = ""
        self._writer = Writer(self)
        self._writer.failed.connect(self._fail)
        self._keeps_settings = folders is not None
        self._marker = None if folders is None else Marker(folders.starting)
        self.value = Remembered() if folders is None else self._read(folders)
        self._shared = Shared(self.value)

    def update(self, **fields: Any) -> None:
        """Remember other values; an equal update is silent."""
        new = replace(self.value, **fields)
        if new == self.value:
            return
        self.value = new
        if self.folders is not None and self._keeps_settings:
            self._writer.put(self.folders.settings, lambda path: self._shared.save(path, new))
        self.changed.emit(new)

    def keep_scene(self, scene: Scene) -> None:
        """Save the scene that is on screen, with the text that is being typed."""
        if self.folders is not None:
            self._writer.put(self.folders.scene, lambda path: save_scene(path, scene))

    def begin(self) -> bool:
        """A start begins. True when the one before never arrived: it crashed, or was killed."""
        return self._marker is not None and self._marker.put()

    def arrived(self) -> None:
        """The start has come to a picture, or to an end that the person wanted."""
        if self._marker is not None:
            self._marker.take()

    def close(self) -> None:
        """Save what is not saved yet."""
        self.arrived()
        self._writer.close()

    def _fail(self, sentence: str) -> None:
        self.unsaved = sentence
        self.failed.emit(sentence)

    def _read(self, folders: Folders) -> Remembered:
        """The settings; what is no settings file is put aside, or where that cannot be done, never written over."""
        try:
            text = read_small(folders.settings, LARGEST)
            return Remembered() if text is None else Remembered.from_json(text)
        except ValueError as error:
            aside = put_aside(folders.settings)
            self._keeps_settings = aside is not None
            fate = f"was put aside as {aside.name}" if aside else "stays as it is, and no setting is kept"
            self.notes.append(f"The settings file {folders.settings} {fate}: {error}")
        return Remembered()


def save_scene(path: Path, scene: Scene) -> None:
    """Write a scene, whole or not at all."""
    from engine.files.saving import save_bytes  # after the first paint

    save_bytes(path, scene.to_json().encode())
