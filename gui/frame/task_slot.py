"""Where the bar of a task stands in the window; nothing of Learn is imported before there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.scene import Scene
from gui.actions import Action
from gui.frame.room import Shown
from gui.look.theme import Theme, theme
from gui.store import Store

if TYPE_CHECKING:
    from gui.learn.tasks.bar import TaskBar


class TaskSlot(QWidget):
    """Without a task it has no height. `bar` is made with the first one, and stays."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.bar: TaskBar | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_scene(self, scene: Scene) -> None:
        """Follow the scene's task."""
        if scene.task and self.bar is None:
            from gui.learn.tasks.bar import TaskBar

            self.bar = TaskBar(self.store, self)
            self.bar.apply_theme(theme(scene.theme, scene.colours))
            self._layout.addWidget(self.bar)
        if self.bar is not None:
            self.bar.show_scene(scene)
            self.setVisible(not self.bar.isHidden())

    def show_view(self, view: Shown) -> None:
        """Check the task on a new picture."""
        if self.bar is not None:
            self.bar.show_view(view)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        if self.bar is not None:
            self.bar.apply_theme(new)

    def actions_of(self) -> tuple[Action, ...]:
        """What can be done about a task that was begun."""

        def begun() -> bool:
            return self.bar is not None and not self.bar.isHidden() and not self.bar.is_solved

        def hint() -> None:
            if self.bar is not None:
                self.bar.hint.click()

        def leave() -> None:
            self.store.update(task="")

        return (
            Action("task-hint", "Task: hint", (), hint, "Task", begun),
            Action("task-leave", "Task: give up", (), leave, "Task", begun),
        )

    def stop(self) -> None:
        """End what works in the background."""
        if self.bar is not None:
            self.bar.stop()
