"""A few things made of a capture for the newest choices, kept as long as the capture lives."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar, overload
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from engine.capture import Capture

Made = TypeVar("Made")


class _Nothing:
    """Stands for the capture where there is none."""


_NOTHING = _Nothing()


class Kept(Generic[Made]):
    """At most `most` things a capture. What is kept must not hold the capture itself."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: WeakKeyDictionary[object, dict[Hashable, Made]] = WeakKeyDictionary()
        self._lock = Lock()  # the worker and the window both ask

    @overload
    def get(self, capture: Capture | None, key: Hashable, make: Callable[[], Made]) -> Made: ...
    @overload
    def get(self, capture: Capture | None, key: Hashable, make: Callable[[], Made | None]) -> Made | None: ...
    def get(self, capture: Capture | None, key: Hashable, make: Callable[[], Made | None]) -> Made | None:
        """What is kept for the key, else what `make` returns; None (it was cancelled) is not kept."""
        owner = _NOTHING if capture is None else capture
        with self._lock:
            made = self._of.setdefault(owner, {}).pop(key, None)
            if made is not None:
                self._of[owner][key] = made  # the newest
                return made
        made = make()  # unlocked: what is there already need not wait for it
        if made is not None:
            with self._lock:
                kept = self._of.setdefault(owner, {})
                kept[key] = made
                while len(kept) > self._most:
                    del kept[next(iter(kept))]
        return made
