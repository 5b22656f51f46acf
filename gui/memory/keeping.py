"""Connects the memory with the window: what is seen, opened and learnt is kept, and what went wrong there is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.scene import Scene
from gui.actions import Action
from gui.flow.opening import Opening
from gui.learn.progress import progress_of
from gui.memory.habits import Habits
from gui.memory.memory import Memory
from gui.memory.recent import CLEAR, Recent
from gui.memory.views import ViewFiles
from gui.store import Store

if TYPE_CHECKING:
    from gui.frame.window import Window

ARRIVES: Final = 300  # ms after the first settled picture: it has been drawn by then
NOT_KEPT: Final = "What you do is not kept for the next start"
NOT_AS_LEFT: Final = "Not all is as you left it"
NOT_WHOLE: Final = "Not all of this view is there"


class Keeping(QObject):
    """Works for one window, with which it goes. `fileWanted(path)` when a recent file is chosen."""

    fileWanted = Signal(str)

    def __init__(self, memory: Memory, store: Store, opening: Opening, window: Window) -> None:
        super().__init__(window)
        self._memory, self._window, self._said = memory, window, False
        self.views = ViewFiles(memory, store, opening, window.messages, window)
        self.recent = Recent(memory, self)
        self.habits = Habits(memory, window)
        self._progress = progress_of(store)
        self._progress.take(memory.value.read, memory.value.solved)
        self._arrival = QTimer(self, singleShot=True, interval=ARRIVES)
        self._arrival.timeout.connect(memory.arrived)
        self._progress.changed.connect(self._learnt)
        store.changed.connect(self._scene_changed)
        memory.failed.connect(self._not_kept)
        opening.noted.connect(lambda sentence: window.messages.show_warning(NOT_WHOLE, sentence))
        self.recent.changed.connect(window.context.show_recent)
        window.context.recentChosen.connect(self._reopen)
        window.context.field.edit.viewPasted.connect(opening.open_text)
        window.settledChanged.connect(self._settled)
        window.closing.connect(self._close)
        if memory.unsaved:  # before there was a window
            self._not_kept(memory.unsaved)

    def actions(self) -> tuple[Action, ...]:
        """What the keyboard does with views, recent files, and panes that were dragged."""
        return (*self.views.actions(), *self.habits.actions())

    def _settled(self, settled: bool) -> None:
        """The first picture: the start went well, and what was found on the way is said."""
        if settled and not self._said:
            self._said = True
            self._arrival.start()
            self.recent.look()
            if self._memory.notes:
                found = filter(None, (*self._memory.notes, self._memory.unsaved))
                self._window.messages.show_warning(NOT_AS_LEFT, " ".join(found))

    def _scene_changed(self, new: Scene, old: Scene) -> None:
        self._memory.keep_scene(new)
        self._memory.update(theme=new.theme, colours=new.colours)

    def _learnt(self) -> None:
        self._memory.update(read=tuple(sorted(self._progress.read)), solved=tuple(sorted(self._progress.solved)))

    def _not_kept(self, sentence: str) -> None:
        self._window.messages.show_warning(NOT_KEPT, sentence)

    def _reopen(self, key: str) -> None:
        self.views.clear() if key == CLEAR else self.fileWanted.emit(key)

    def _close(self) -> None:
        """The person closes the window, which is a good end for a start."""
        self._arrival.stop()
        self._memory.arrived()
        self.recent.close()
        self.views.close()
