"""What was made of captures, kept between frames: the newest, up to so many bytes in all."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from engine.capture import Capture


class Sized(Protocol):
    """What knows how much memory it takes. It must not hold the capture that it was made of."""

    @property
    def nbytes(self) -> int: ...


Made = TypeVar("Made", bound=Sized)
Place = tuple["weakref.ref[Capture]", Hashable]


class Bounded:
    """Things by a capture and a key; what was used longest ago goes first, and all of a capture with it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._size = 0
        self._of: OrderedDict[Place, tuple[Sized, int]] = OrderedDict()
        self._captures: set[weakref.ref[Capture]] = set()
        self._lock = Lock()  # the worker and the window both ask

    @property
    def nbytes(self) -> int:
        with self._lock:
            return self._size

    def get(self, capture: Capture, key: Hashable, kind: type[Made]) -> Made | None:
        """What is kept under the key, which also says of what kind it is."""
        with self._lock:
            found = self._of.get((weakref.ref(capture), (kind, key)))
            if found is None:
                return None
            self._of.move_to_end((weakref.ref(capture), (kind, key)))
        assert isinstance(found[0], kind)
        return found[0]

    def take(self, capture: Capture, key: Hashable, kind: type[Made]) -> Made | None:
        """The same, for the caller alone: it is not kept any more."""
        with self._lock:
            found = self._drop((weakref.ref(capture), (kind, key)))
        assert found is None or isinstance(found, kind)
        return found

    def keep(self, capture: Capture, key: Hashable, made: Sized) -> None:
        """Keep it; what is larger than all that may be kept is not. However much is kept, this takes no longer."""
        of, size = weakref.ref(capture), made.nbytes
        with self._lock:
            self._drop((of, (type(made), key)))
            self._of[of, (type(made), key)] = (made, size)
            self._size += size
            self._captures.add(of)
            gone = {each for each in self._captures if each() is None}
            if gone:
                self._captures -= gone
                for at in [at for at in self._of if at[0] in gone]:
                    self._drop(at)
            while self._size > self.most:
                self._drop(next(iter(self._of)))

    def clear(self) -> None:
        """Keep nothing of what was kept."""
        with self._lock:
            self._of.clear()
            self._size = 0

    def _drop(self, at: Place) -> Sized | None:
        """Keep it no more; what it was."""
        found, size = self._of.pop(at, (None, 0))
        self._size -= size
        return found
