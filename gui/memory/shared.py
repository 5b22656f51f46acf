"""The settings file that all windows of the app share: each saves what was changed in it, and leaves the rest."""

from __future__ import annotations

import errno
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QLockFile

from gui.memory.folders import put_aside, read_small
from gui.memory.remembered import LARGEST, MOST_RECENT, Remembered

PATIENCE: Final = 2_000  # ms that one waits for another window's save, which takes a few


class Shared:
    """`save(path, value)` for one window, from any one thread. `value` at first is what the window found."""

    def __init__(self, value: Remembered) -> None:
        self._saved = value

    def save(self, path: Path, value: Remembered) -> None:
        """Write what differs from the last save into the file as it is now. OSError where it cannot be written."""
        from engine.files.saving import save_bytes  # after the first paint

        lock = QLockFile(str(path.with_suffix(".lock")))
        locked = lock.tryLock(PATIENCE)  # a folder that takes no lock takes no settings either, and says so below
        try:
            save_bytes(path, merged(self._saved, value, _now(path)).to_json().encode())
        finally:
            if locked:
                lock.unlock()
        self._saved = value


def merged(before: Remembered, after: Remembered, now: Remembered | None) -> Remembered:
    """`now` with the changes from `before` to `after`; without a `now`, `after` itself.

    Of names (chapters, tasks, files, habits) those that were added and those that were taken away are the change.
    """
    if now is None:
        return after
    changes: dict[str, Any] = {}
    for name in (field.name for field in fields(Remembered)):
        old, new, other = (getattr(each, name) for each in (before, after, now))
        if new == old:
            continue
        if name in ("read", "solved"):
            changes[name] = tuple(sorted((set(other) | set(new) - set(old)) - (set(old) - set(new))))
        elif name == "recent":
            changes[name] = tuple(dict.fromkeys((*new, *(path for path in other if path not in old))))[:MOST_RECENT]
        elif name == "habits":
            gone = old.keys() - new.keys()
            changed = {habit: word for habit, word in new.items() if old.get(habit) != word}
            changes[name] = {habit: word for habit, word in other.items() if habit not in gone} | changed
        else:
            changes[name] = new
    return replace(now, **changes)


def _now(path: Path) -> Remembered | None:
    """What the file holds; None where there is none. One that holds no settings is put aside, never written over."""
    try:
        text = read_small(path, LARGEST)
        return None if text is None else Remembered.from_json(text)
    except ValueError:
        if put_aside(path) is None:
            raise OSError(errno.EEXIST, f"{path.name} there holds no settings") from None
        return None
