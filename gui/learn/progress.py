"""What was read and solved since the start of the app: one record beside each store."""

from __future__ import annotations

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

    def _put(self, names: set[str], name: str) -> None:
        if name not in names:
            names.add(name)
            self.changed.emit()


def progress_of(store: Store) -> Progress:
    """The progress that belongs to a store."""
    found = store.findChild(Progress)
    return found if isinstance(found, Progress) else Progress(store)
