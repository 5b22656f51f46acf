"""What was computed of a capture, kept as long as the capture lives."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from engine.capture import Capture

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """The newest few results of each capture by what they depend on; none of them may hold the capture itself."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: WeakKeyDictionary[Capture, dict[tuple[Any, ...], Made]] = WeakKeyDictionary()
        self._lock = Lock()  # the worker and the window both ask

    def once(self, capture: Capture, key: tuple[Any, ...], make: Callable[[], Made | None]) -> Made | None:
        """What is kept under the key, else what `make()` gives, which is kept unless it is None."""
        with self._lock:
            found = self._of.get(capture, {}).get(key)
        if found is not None or (found := make()) is None:
            return found
        with self._lock:
            kept = self._of.setdefault(capture, {})
            kept[key] = found
            while len(kept) > self._most:
                del kept[next(iter(kept))]
        return found
