"""Where the captures are: the examples, what was read since the start, files the person opened."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Final

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.models import MODELS
from engine.models.repeated import repeated
from engine.scene import Scene
from gui.flow.reader import Reading

MOST_READ: Final = 512 * 2**20  # bytes of readings; SmolLM2 makes 118 MB of 2,048 tokens, four times that of 8,192
COPIED: Final = 512 * 2**20  # bytes: a person's own file of this size is copied, since others may cut it short
MOST_MAPPED: Final = MOST_READ  # bytes of what is mapped or copied: a file that is gone takes its disk until then

Stamp = tuple[int, int, int]


class Library:
    """Finds a scene's capture file. `load` is for the worker thread alone; a mapped capture is kept for a while."""

    def __init__(self) -> None:
        self._examples = {Reading(example.model, example.text): example.path for example in GALLERY.values()}
        self._readings: OrderedDict[Reading, Path] = OrderedDict()
        self._mapped: OrderedDict[Path, tuple[Stamp | None, Capture]] = OrderedDict()
        self._held: Reading | None = None

    def hold(self, scene: Scene | None) -> None:
        """Keep what this scene reads, however old it gets: it is pinned beside others. None holds nothing."""
        self._held = None if scene is None or scene.source else Reading(scene.model, scene.text)

    def find(self, scene: Scene) -> Path | None:
        """The file of the scene's capture, None when a model has yet to read its text, or its random tokens."""
        return Path(scene.source) if scene.source else self.find_reading(reading_of(scene))

    def find_reading(self, reading: Reading) -> Path | None:
        """The file of what a model read; None when it has not, or when somebody swept the file away."""
        path = self._readings.get(reading)
        kept = path is not None and (path in self._mapped or path.is_file())
        return path if kept else self._examples.get(reading)

    def add(self, reading: Reading, path: Path) -> None:
        """Keep what a model has just written; the oldest readings go, their files too, but the newest and the held."""
        before = self._readings.pop(reading, path)
        self._readings[reading] = path
        if before != path:
            before.unlink(missing_ok=True)
        sizes = {kept: stamp[2] for kept in self._readings.values() if (stamp := _stamp(kept))}
        for oldest in [kept for kept in self._readings if kept not in (self._held, reading)]:
            if sum(sizes.values()) <= MOST_READ:
                break
            old = self._readings.pop(oldest)
            old.unlink(missing_ok=True)
            sizes.pop(old, None)

    def load(self, path: Path) -> Capture:
        """The capture of a file, mapped once, and anew when the file is another one. Raises CaptureError."""
        stamp = _stamp(path)
        if path not in self._mapped or stamp not in (None, self._mapped[path][0]):
            ours = path in self._readings.values() or path in self._examples.values()
            self._mapped[path] = (stamp, Capture.load(path, mapped=ours or stamp is None or stamp[2] > COPIED))
        self._mapped.move_to_end(path)
        fewest = 1 if self._held is None else 2
        while len(self._mapped) > fewest and sum(stamp[2] for stamp, _ in self._mapped.values() if stamp) > MOST_MAPPED:
            self._mapped.popitem(last=False)
        return self._mapped[path][1]


def is_repeat(scene: Scene) -> bool:
    """Whether the scene looks at random tokens instead of its text."""
    return scene.workspace == "heads" and scene.measured_on == "repeat" and not scene.source


def reading_of(scene: Scene) -> Reading:
    """What a model reads for a scene. ModelError, in a sentence, for more random tokens than it can read."""
    if is_repeat(scene):
        return Reading(scene.model, ids=repeated(MODELS[scene.model], scene.repeats, scene.seed))
    return Reading(scene.model, scene.text)


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is written again; None when it is gone (what is mapped stays)."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
