"""Larger and smaller by keys: says how far it goes, and asks for a new process of another size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from gui.access.size import SIZE, SIZES, next_size, room_for
from gui.actions import Action
from gui.memory.memory import Memory
from gui.numbers import percent

if TYPE_CHECKING:
    from gui.window import Window

NORMAL: Final = SIZES[0]


class Sizing(QObject):
    """Works for one window, with which it goes. A size that is chosen is remembered, and the window is closed.

    `now` is the size of this process, None for a window without a process of its own (a test's, a picture's).
    """

    def __init__(self, window: Window, memory: Memory) -> None:
        super().__init__(window)
        self._window, self._memory = window, memory
        application = QGuiApplication.instance()
        self.now: float | None = None if application is None else application.property(SIZE)

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
        if size != self.now:
            self._memory.update(zoom=size)
            self._window.window().close()

    def _step(self, by: int) -> None:
        assert self.now is not None
        size = next_size(self.now, by)
        if size <= max(room_for(self._window.screen(), self.now), self.now) and size != self.now:
            self.choose(size)
        elif by > 0:
            why = "the largest size" + (" for which this screen has room" if size != self.now else "")
            self._window.messages.show_notice(f"{percent(self.now)} is {why}.")
