"""The loop behind the window: a new scene, its capture, its view. Old pictures stay until the new one is exact."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.compare.pinned import pinned_in
from engine.models import ModelError
from engine.scene import Scene
from gui.flow.library import Library, is_repeat, reading_of
from gui.flow.producing import Part, Producer, Sizes, Whole
from gui.flow.reader import Reader, Reading
from gui.flow.worker import Cancelled, Emit, Job, Worker
from gui.store import Store

DEBOUNCE: Final = 120  # ms without a key before the model reads
PATIENCE: Final = 500  # ms before a progress line appears


class Showing(QObject):
    """Turns scenes into views, off the UI thread.

    `viewed(view)`, `detailed(detail)` and `emptied()` say what to show; `waiting(words, fraction)` that it takes
    longer, `waited()` that it does not any more; `failed(title, sentence)` what went wrong. `settledChanged(bool)`
    follows `settled`: whether what is shown is the newest scene's result.
    """

    viewed = Signal(object)
    detailed = Signal(object)
    emptied = Signal()
    waiting = Signal(str, float)
    waited = Signal()
    failed = Signal(str, str)
    settledChanged = Signal(bool)

    def __init__(self, store: Store, parent: QObject | None = None, reader: Reader | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._library = Library()
        self._worker = Worker(self)
        self.reader = reader or Reader()
        self.reader.setParent(self)
        self._settled = False
        self._said: tuple[Scene, str] | None = None  # what failed, in words, since the last refresh
        self._fraction = (-1.0, "")
        self._producer = Producer()
        self._debounce = self._timer(DEBOUNCE, self._read)
        self._patience = self._timer(PATIENCE, self._still_waiting)
        store.changed.connect(self._scene_changed)
        store.canvasChanged.connect(self._canvas_changed)
        self._worker.produced.connect(self._produced)
        self._worker.failed.connect(self._not_shown)
        self.reader.done.connect(self._was_read)
        self.reader.failed.connect(self._not_read)
        self.reader.progress.connect(self._progressed)

    @property
    def settled(self) -> bool:
        return self._settled

    @property
    def at_hand(self) -> bool:
        """Whether the scene's capture is there, so that no model has to read."""
        try:
            return _needs_none(self._store.scene) or self._library.find(self._store.scene) is not None
        except ModelError:
            return False

    @property
    def _is_empty(self) -> bool:
        scene = self._store.scene
        return not scene.source and not scene.text.strip() and not _needs_none(scene) and not is_repeat(scene)

    def refresh(self) -> None:
        """Compute the newest scene, reading its text first where nothing has; what takes long is said."""
        if not self._is_empty:
            self._patience.start()
        self._said = None
        self._refresh()

    def _refresh(self) -> None:
        scene = self._store.scene
        self._set_settled(False)
        if self._is_empty:
            self._stop_waiting()
            self.reader.cancel()
            self.emptied.emit()
            self._set_settled(True)
            return
        try:
            path = self._library.find(scene)
        except ModelError as error:  # more random tokens than the model reads
            self._fail("This cannot be measured", str(error))
            return
        if path is None and not _needs_none(scene):
            self._debounce.start()
            return
        self._debounce.stop()
        beside = self._find_pinned(scene)
        self._worker.submit(self._job(scene, path, beside))

    def cancel(self) -> None:
        """Stop what takes long; the old picture stays."""
        self._stop_waiting()
        self.reader.cancel()
        self._worker.submit(lambda cancelled, emit: None)

    def close(self) -> None:
        """End the thread and the child process."""
        self._stop_waiting()
        self._worker.close()
        self.reader.close()

    def _timer(self, milliseconds: int, slot: object) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _scene_changed(self, new: Scene, old: Scene) -> None:
        if not _same(new, old):
            self.refresh()

    def _canvas_changed(self) -> None:
        """Draw at the new size; a text that was not read is not read again for that.

        That this takes long is not said, nor that it fails as before: the line would take room, and so change the size
        once more, without end. And whoever closes the line changes the size too.
        """
        if self.at_hand:
            self._refresh()

    def _read(self) -> None:
        self.reader.request(reading_of(self._store.scene))

    def _was_read(self, reading: Reading, path: str) -> None:
        self._library.add(reading, Path(path))
        self.refresh()

    def _find_pinned(self, scene: Scene) -> Path | None:
        """The file of what the scene is compared with, which is read where nothing has; None else."""
        pinned = pinned_in(scene)
        self._library.hold(pinned)
        path = None if pinned is None else self._library.find(pinned)
        if pinned is not None and path is None:
            self.reader.request(reading_of(pinned))
        else:
            self.reader.cancel()
        return path

    def _job(self, scene: Scene, path: Path | None, beside: Path | None) -> Job:
        sizes = Sizes(self._store.canvas, self._store.thumbnail, self._store.beside)
        waits = beside is None and pinned_in(scene) is not None

        def job(cancelled: Cancelled, emit: Emit) -> None:
            capture = None if path is None else self._library.load(path)
            pinned = None if beside is None else partial(self._library.load, beside)
            tell = partial(_but_whole, emit) if waits else emit
            self._producer.produce(scene, capture, sizes, cancelled, tell, pinned)

        return job

    def _produced(self, result: object) -> None:
        if self._is_empty:  # this comes late: there is nothing to show any more
            return
        if isinstance(result, Part):
            if _same(result.record.scene, self._store.scene):
                self._stop_waiting()
            (self.viewed if result.kind == "view" else self.detailed).emit(result.record)
        elif isinstance(result, Whole):
            self._set_settled(_same(result.scene, self._store.scene))

    def _not_shown(self, sentence: str) -> None:
        """Where the newest text is still to be read, this is about an older scene, and the newest one goes on."""
        if self.at_hand and not self._is_empty:
            self._fail("This cannot be shown", sentence)

    def _not_read(self, reading: Reading, sentence: str) -> None:
        """The same for an older text: the newest one waits for a pause in typing."""
        pinned = pinned_in(self._store.scene)
        if _reads(self._store.scene, reading):
            self._fail("The text was not read", sentence)
        elif pinned is not None and _reads(pinned, reading):
            self._fail("The pinned text was not read", sentence)

    def _fail(self, title: str, sentence: str) -> None:
        self._stop_waiting()
        said, self._said = self._said, (self._store.scene, sentence)
        if said is None or said[1] != sentence or not _same(said[0], self._store.scene):
            self.failed.emit(title, sentence)

    def _progressed(self, fraction: float, words: str) -> None:
        self._fraction = (fraction, words)
        if not self._patience.isActive() and not self._settled:
            self._still_waiting()

    def _still_waiting(self) -> None:
        fraction, words = self._fraction
        self.waiting.emit(words, fraction)

    def _stop_waiting(self) -> None:
        self._debounce.stop()
        self._patience.stop()
        self._fraction = (-1.0, "")
        self.waited.emit()

    def _set_settled(self, settled: bool) -> None:
        if settled != self._settled:
            self._settled = settled
            self.settledChanged.emit(settled)


def _reads(scene: Scene, reading: Reading) -> bool:
    """Whether a scene needs this reading; one that wants more random tokens than its model reads needs none."""
    try:
        return reading == reading_of(scene)
    except ModelError:
        return False


def _needs_none(scene: Scene) -> bool:
    """Whether the scene is a shape alone, without a text, or a chapter of Learn with its examples."""
    own = scene.live == "own" and (scene.source or scene.text.strip())
    return (scene.workspace == "learn" and not own) or (scene.workspace == "flash" and scene.shape is not None)


def _but_whole(emit: Emit, made: object) -> None:
    """Pass on parts alone: the pinned view is still to come."""
    if not isinstance(made, Whole):
        emit(made)


def _same(a: Scene, b: Scene) -> bool:
    """Whether two scenes have the same numbers: looks do not matter."""
    if (a.theme, a.colours) != (b.theme, b.colours):
        a = replace(a, theme=b.theme, colours=b.colours)
    return a == b
