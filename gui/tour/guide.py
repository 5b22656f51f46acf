"""Shows the tour at the first start, and whenever it is asked for; what it is made of is imported then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from gui.actions import Action
from gui.memory.memory import Memory

if TYPE_CHECKING:
    from gui.frame.window import Window
    from gui.tour.tour import Tour


class Guide(QObject):
    """`tour` is the one that is shown, or None. Once shown, it does not come by itself again."""

    def __init__(self, window: Window, memory: Memory) -> None:
        super().__init__(window)
        self.tour: Tour | None = None
        self._window, self._memory = window, memory

    def welcome(self) -> None:
        """Show the tour once the window is whole, if this person has never seen it."""
        if not self._memory.value.toured:
            self._window.plotsShown.connect(self._begin, Qt.ConnectionType.SingleShotConnection)

    def show(self) -> None:
        """Show the tour from its first stop, in the Attention workspace."""
        if self.tour is not None:
            self.tour.end()
        self._window.store.update(workspace="attention")
        self._begin()

    def actions(self) -> tuple[Action, ...]:
        """The command that asks for it."""
        return (Action("tour", "Show the tour", (), self.show, "Help"),)

    def _begin(self) -> None:
        from gui.tour.tour import Tour

        if self.tour is None:
            self.tour = Tour(self._window)
            self.tour.ended.connect(self._ended)
            self._memory.update(toured=True)

    def _ended(self) -> None:
        self.tour = None
