"""Numbers for the live parts of the articles: one thread for all of them, each with its own newest scene."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from engine.capture import Capture
from engine.scene import Scene
from gui.flow.library import Library
from gui.flow.producing import Part, Producer, Sizes, Whole
from gui.flow.worker import Cancelled, Emit, Worker
from gui.learn.live.own import Lent

MISSING = "The live parts show texts of the gallery only."


@dataclass(frozen=True, eq=False)
class Fed:
    """A piece of the numbers of one live part."""

    feed: Feed
    record: Any


class Feed(QObject):
    """Of one live part: `produced(record)` for its newest scene; `settled` says whether all of it is there."""

    produced = Signal(object)

    def __init__(self, feeder: Feeder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.feeder = feeder
        self.settled = True
        self.newest: Scene | None = None
        self.producer = Producer()

    def want(self, scene: Scene, sizes: Sizes) -> None:
        """Ask for the numbers of a scene; an older one of this part is dropped."""
        self.newest, self.settled = scene, False
        self.feeder.add(self, scene, sizes)

    def take(self, record: object) -> None:
        """Something was made for this part."""
        if isinstance(record, Part):
            self.produced.emit(record)
        elif isinstance(record, Whole) and record.scene == self.newest:
            self.settled = True


class Feeder(QObject):
    """The parts wait in a row; what one waits for is replaced by what it wants next. `failed(sentence)`.

    `lent` is the person's own text with its numbers, while the live parts show that, else None.
    """

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: dict[Feed, tuple[Scene, Sizes, Capture | None]] = {}
        self.lent: Lent | None = None
        self._closed = False
        self._library = Library()
        self._worker = Worker(self)
        self._worker.produced.connect(self._pass_on)
        self._worker.failed.connect(self.failed)

    def add(self, feed: Feed, scene: Scene, sizes: Sizes) -> None:
        """Put a part's scene in the row."""
        lent = self.lent
        own = lent.capture if lent is not None and lent.has_read(scene) else None
        with self._lock:
            self._waiting[feed] = scene, sizes, own
        self._worker.submit(self._work)

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        with self._lock:
            self._waiting.clear()
        self._worker.close()

    def _work(self, cancelled: Cancelled, emit: Emit) -> None:
        """Work the row off. A newer job finds it shorter, so that nothing is made twice."""
        while True:
            with self._lock:
                if not self._waiting or self._closed:
                    return
                feed = next(iter(self._waiting))
                scene, sizes, capture = self._waiting.pop(feed)
            self._make(feed, scene, sizes, capture, emit)

    def _make(self, feed: Feed, scene: Scene, sizes: Sizes, capture: Capture | None, emit: Emit) -> None:
        def outdated() -> bool:
            return self._closed or feed in self._waiting

        def pass_on(record: object) -> None:
            emit(Fed(feed, record))

        if capture is None and (scene.shape is None or scene.workspace != "flash"):
            path = self._library.find(scene)
            if path is None:
                raise ValueError(MISSING)
            capture = self._library.load(path)
        feed.producer.produce(scene, capture, sizes, outdated, pass_on)

    def _pass_on(self, fed: object) -> None:
        if isinstance(fed, Fed) and isValid(fed.feed):  # a slide may be gone before its numbers come
            fed.feed.take(fed.record)
