"""Where the captures are: the examples, what was read since the start, files the person opened."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Final

from engine.capture import Capture
from engine.examples import GALLERY
from engine.scene import Scene
from gui.reader import Reading

MOST_READINGS: Final = 24  # a reading of 512 tokens is a file of 14 MB
COPIED: Final = 512 * 2**20  # bytes: a person's own file of this size is copied, since others may cut it short
MOST_MAPPED: Final = 8

Stamp = tuple[int, int, int]


class Library:
    """Finds a scene's capture file. `load` is for the worker thread alone; a mapped capture is kept for a while."""

    def __init__(self) -> None:
        self._examples = {Reading(example.model, example.text): example.path for example in GALLERY.values()}
        self._readings: OrderedDict[Reading, Path] = OrderedDict()
        self._mapped: OrderedDict[Path, tuple[Stamp | None, Capture]] = OrderedDict()

    def find(self, scene: Scene) -> Path | None:
        """The file of the scene's capture, None when a model has yet to read the text."""
        if scene.source:
            return Path(scene.source)
        reading = Reading(scene.model, scene.text)
        return self._readings.get(reading) or self._examples.get(reading)

    def add(self, reading: Reading, path: Path) -> None:
        """Keep what a model has just written; the oldest readings go, their files too."""
        self._readings[reading] = path
        while len(self._readings) > MOST_READINGS:
            _, old = self._readings.popitem(last=False)
            old.unlink(missing_ok=True)

    def load(self, path: Path) -> Capture:
        """The capture of a file, mapped once, and anew when the file is another one. Raises CaptureError."""
        stamp = _stamp(path)
        if path not in self._mapped or stamp not in (None, self._mapped[path][0]):
            ours = path in self._readings.values() or path in self._examples.values()
            self._mapped[path] = (stamp, Capture.load(path, mapped=ours or stamp is None or stamp[2] > COPIED))
            if len(self._mapped) > MOST_MAPPED:
                self._mapped.popitem(last=False)
        self._mapped.move_to_end(path)
        return self._mapped[path][1]


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is written again; None when it is gone (what is mapped stays)."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
