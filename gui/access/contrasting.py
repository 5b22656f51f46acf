"""More contrast and the usual one as commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.access.contrast import put_contrast
from gui.actions import Action
from gui.look.theme import has_more_contrast
from gui.memory.memory import Memory

if TYPE_CHECKING:
    from gui.frame.window import Window


class Contrast(QObject):
    """Works for one window, with which it goes; what is chosen is remembered. `changed` when all is to be repainted."""

    changed = Signal()

    def __init__(self, window: Window, memory: Memory) -> None:
        super().__init__(window)
        self._memory, self._before = memory, has_more_contrast()
        window.closing.connect(lambda: put_contrast(self._before))

    def actions(self) -> tuple[Action, ...]:
        """There and back."""
        return (
            Action("more-contrast", "More contrast", (), lambda: self._choose(True), "Looks", self._is_usual),
            Action("usual-contrast", "Usual contrast", (), lambda: self._choose(False), "Looks", has_more_contrast),
        )

    def _is_usual(self) -> bool:
        return not has_more_contrast()

    def _choose(self, more: bool) -> None:
        put_contrast(more)
        self._memory.update(contrast="more" if more else "usual")
        self.changed.emit()
