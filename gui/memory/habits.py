"""What a person chose of the workspaces besides the scene comes back: where panes meet, how fast Flash plays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gui.actions import Action
from gui.frame.habits import Habit
from gui.frame.room import Room
from gui.memory.memory import Memory
from gui.parts.parting import Splitter

if TYPE_CHECKING:
    from gui.frame.window import Window


class Habits(QObject):
    """Works for one window, with which it goes: gives each workspace what is remembered of it, and remembers more."""

    def __init__(self, memory: Memory, window: Window) -> None:
        super().__init__(window)
        self._memory, self._window = memory, window
        for room in window.rooms:
            self._follow(room)
        window.roomMade.connect(self._follow)

    def actions(self) -> tuple[Action, ...]:
        """The way back to the panes as they were designed."""
        return (
            Action("usual-panes", "Panes in their usual sizes", (), self._part_usually, "Looks", self._are_dragged),
        )

    def _follow(self, room: Room) -> None:
        for habit in room.habits():
            word = self._memory.value.habits.get(habit.name, "")
            if word:
                habit.take(word)
            habit.changed.connect(partial(self._keep, habit))

    def _keep(self, habit: Habit, *sent: object) -> None:
        others, word = dict(self._memory.value.habits), habit.value()
        if others.pop(habit.name, "") != word:
            self._memory.update(habits=others | ({habit.name: word} if word else {}))

    def _dragged(self) -> list[Splitter]:
        return [splitter for splitter in self._window.room.findChildren(Splitter) if splitter.parting]

    def _are_dragged(self) -> bool:
        return bool(self._dragged())

    def _part_usually(self) -> None:
        for splitter in self._dragged():
            splitter.part("")
