"""The one observable scene: widgets ask it to change, everybody hears what changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from engine.compare.pinned import same_words
from engine.scene import Scene

NOT_UNDONE: Final = ("theme", "workspace", "viewport", "colours", "step", "chapter", "live", "task")
UNDONE: Final = tuple(field.name for field in fields(Scene) if field.name not in NOT_UNDONE)
TYPING_PAUSE: Final = 1.0  # seconds without a key that end a run of typing
MOST_UNDOS: Final = 500
WORDS: Final = ("query", "key", "viewport")  # numbers of the tokens of one text


class Store(QObject):
    """Holds the scene and its history.

    `changed(new, old)` follows every update that changes something. The size of the map in device pixels lives
    here too (`canvas`), and that of the one it is compared with (`beside`): no choices, but the same worker needs them.
    """

    changed = Signal(object, object)
    canvasChanged = Signal()

    def __init__(self, scene: Scene | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene or Scene()
        self._past: list[Scene] = []
        self._future: list[Scene] = []
        self._in_gesture = False
        self._gesture_kept = False  # whether the history already holds the scene before this gesture
        self._typed_at = -TYPING_PAUSE
        self._telling = False
        self.canvas = self.beside = (400, 400)
        self.thumbnail = 70

    @property
    def scene(self) -> Scene:
        return self._scene

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def history(self) -> tuple[tuple[Scene, ...], tuple[Scene, ...]]:
        """The scenes that undo, and redo, would go through; the nearest is the last."""
        return tuple(self._past), tuple(self._future)

    def take_history(self, past: Sequence[Scene], future: Sequence[Scene]) -> None:
        """Have other scenes to undo and redo: those of a process before."""
        self._past, self._future = list(past), list(future)

    def update(self, **choices: Any) -> None:
        """Change fields of the scene; one call is one step of undo.

        Inside a gesture all calls are one step, and so is typing without a pause of a second. An equal update is
        silent. Raises ValueError (and leaves the scene) for an invalid field, RuntimeError when a view that is
        being told of a change asks for another.
        """
        try:
            new = replace(self._scene, **choices)
        except TypeError:
            raise ValueError(f"Unknown field: {', '.join(choices)}.") from None
        if "viewport" not in choices and not same_words(new, self._scene):
            new = replace(new, viewport=None)
        if new == self._scene:
            return
        if self._telling:
            raise RuntimeError("A view changed the scene while it was told about a change.")
        if any(getattr(new, name) != getattr(self._scene, name) for name in UNDONE):
            if not self._continues(set(choices)):
                self._past = [*self._past[-MOST_UNDOS + 1 :], self._scene]
            self._future = []
        self._move(new)

    def pick(self, shown: Scene, **choices: Any) -> None:
        """Choose what a picture of the scene `shown` offers; silent once another model or file has been chosen, or,
        where words are chosen, another text.

        The picture stays until there is a new one: its layers and heads may be none of the new model's, and its words
        stand elsewhere in the new text.
        """
        now = self.scene
        read = shown.text == now.text or not choices.keys() & set(WORDS)
        if read and (shown.model, shown.source) == (now.model, now.source):
            self.update(**choices)

    def undo(self) -> None:
        """Go one step back; nothing happens at the start."""
        if self._past:
            self._future.append(self._scene)
            self._step(self._past.pop())

    def redo(self) -> None:
        """Go one step forward again; nothing happens at the end."""
        if self._future:
            self._past.append(self._scene)
            self._step(self._future.pop())

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """All updates inside are one step of undo."""
        self.begin_gesture()
        try:
            yield
        finally:
            self.end_gesture()

    def begin_gesture(self) -> None:
        """Start a drag: updates until `end_gesture` are one step."""
        self._in_gesture, self._gesture_kept = True, False

    def end_gesture(self) -> None:
        self._in_gesture = False

    def resize_canvas(self, height: int, width: int, thumbnail: int | None = None) -> None:
        """Tell how many device pixels the map (and a head's thumbnail) has."""
        new = ((max(1, height), max(1, width)), thumbnail or self.thumbnail)
        if new != (self.canvas, self.thumbnail):
            self.canvas, self.thumbnail = new
            self.canvasChanged.emit()

    def resize_beside(self, height: int, width: int) -> None:
        """Tell how many device pixels the map has that stands beside it, or shows the difference."""
        new = (max(1, height), max(1, width))
        if new != self.beside:
            self.beside = new
            self.canvasChanged.emit()

    def _continues(self, names: set[str]) -> bool:
        """Whether this change belongs to the step that is already in the history."""
        if self._in_gesture:
            kept, self._gesture_kept = self._gesture_kept, True
            return kept
        now, typed_at = time.monotonic(), self._typed_at
        typing = "text" in names
        self._typed_at = now if typing else -TYPING_PAUSE
        return typing and now - typed_at < TYPING_PAUSE

    def _step(self, to: Scene) -> None:
        self._typed_at = -TYPING_PAUSE
        self._gesture_kept = False
        self._move(_carry(to, self._scene))

    def _move(self, new: Scene) -> None:
        old, self._scene = self._scene, new
        self._telling = True
        try:
            self.changed.emit(new, old)
        finally:
            self._telling = False


def _carry(to: Scene, now: Scene) -> Scene:
    """`to` with what is never undone taken from `now`."""
    kept = {name: getattr(now, name) for name in NOT_UNDONE}
    return replace(to, **kept if same_words(to, now) else kept | {"viewport": None})
