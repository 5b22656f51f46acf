"""Larger and smaller by keys: says how far it goes, and asks for a new process of another size."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from gui.access.history import save_history, take_history
from gui.access.size import HISTORY, SIZE, SIZES, next_size, room_for
from gui.actions import Action
from gui.look.numbers import percent
from gui.memory.memory import Memory

if TYPE_CHECKING:
    from gui.frame.window import Window

NORMAL: Final = SIZES[0]
STAYS: Final = "The size stays as it is"


class Sizing(QObject):
    """Works for one window, with which it goes. A size that is chosen is remembered, and the window is closed.

    `now` is the size of this process, None for a window without a process of its own (a test's, a picture's).
    """

    def __init__(self, window: Window, memory: Memory) -> None:
        super().__init__(window)
        self._window, self._memory = window, memory
        application = QGuiApplication.instance()
        self.now: float | None = None if application is None else application.property(SIZE)
        if HISTORY in os.environ:
            self._take_history(Path(os.environ.pop(HISTORY)))

    def actions(self) -> tuple[Action, ...]:
        """The commands; none where a window cannot come back in another size."""
        if self.now is None:
            return ()
        return (
            Action("larger", "Larger text and controls", ("Ctrl++", "Ctrl+="), lambda: self._step(1), "Looks"),
            Action(
                "smaller",
                "Smaller text and controls",
                ("Ctrl+-",),
                lambda: self._step(-1),
                "Looks",
                lambda: self.now != NORMAL,
            ),
            Action(
                "normal-size",
                "Text and controls in their normal size",
                ("Ctrl+Shift+0",),
                lambda: self.choose(NORMAL),
                "Looks",
                lambda: self.now != NORMAL,
            ),
        )

    def choose(self, size: float) -> None:
        """Have everything in another size: the window closes, and comes back in it."""
        if size == self.now:
            return
        try:
            if self._memory.folders is not None:
                save_history(self._window.store, self._memory.folders.history)
        except OSError as error:
            self._window.messages.show_error(STAYS, f"What can be undone could not be kept: {error.strerror}.")
            return
        self._memory.update(zoom=size)
        self._window.window().close()

    def _take_history(self, path: Path) -> None:
        try:
            take_history(self._window.store, path)
        except ValueError as error:
            self._window.messages.show_warning("Nothing before this can be undone", str(error))

    def _step(self, by: int) -> None:
        assert self.now is not None
        size = next_size(self.now, by)
        if size <= max(room_for(self._window.screen(), self.now), self.now) and size != self.now:
            self.choose(size)
        elif by > 0:
            why = "the largest size" + (" for which this screen has room" if size != self.now else "")
            self._window.messages.show_notice(f"{percent(self.now)} is {why}.")
