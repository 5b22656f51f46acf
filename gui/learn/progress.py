"""What was read and solved: one record beside each store, which a memory may fill at the start and keep."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from gui.store import Store


class Progress(QObject):
    """`read` are names of chapters, `solved` names of tasks; `changed` follows both."""

    changed = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.read: set[str] = set()
        self.solved: set[str] = set()

    def mark_read(self, chapter: str) -> None:
        """A chapter was read to its end."""
        self._put(self.read, chapter)

    def mark_solved(self, task: str) -> None:
        """A task was solved."""
        self._put(self.solved, task)

    def take(self, read: Iterable[str], solved: Iterable[str]) -> None:
        """Know of these too, as after an earlier start."""
        before = len(self.read) + len(self.solved)
        self.read.update(read)
        self.solved.update(solved)
        if len(self.read) + len(self.solved) != before:
            self.changed.emit()

    def forget(self) -> None:
        """As if nothing had been read or solved yet."""
        if self.read or self.solved:
            self.read.clear()
            self.solved.clear()
            self.changed.emit()

    def _put(self, names: set[str], name: str) -> None:
        if name not in names:
            names.add(name)
            self.changed.emit()


def progress_of(store: Store) -> Progress:
    """The progress that belongs to a store."""
    found = store.findChild(Progress)
    return found if isinstance(found, Progress) else Progress(store)
