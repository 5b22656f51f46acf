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


class Bounded:
    """Things by a capture and a key; what was used longest ago goes first, and all of a capture with it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._of: OrderedDict[tuple[weakref.ref[Capture], Hashable], tuple[Sized, int]] = OrderedDict()
        self._lock = Lock()  # the worker and the window both ask

    @property
    def nbytes(self) -> int:
        with self._lock:
            return sum(size for _, size in self._of.values())

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
            found = self._of.pop((weakref.ref(capture), (kind, key)), None)
        if found is None:
            return None
        assert isinstance(found[0], kind)
        return found[0]

    def keep(self, capture: Capture, key: Hashable, made: Sized) -> None:
        """Keep it; what is larger than all that may be kept is not."""
        with self._lock:
            self._of[weakref.ref(capture), (type(made), key)] = (made, made.nbytes)
            self._of.move_to_end((weakref.ref(capture), (type(made), key)))
            for gone in [at for at in self._of if at[0]() is None]:
                del self._of[gone]
            size = sum(size for _, size in self._of.values())
            while size > self.most:
                size -= self._of.popitem(last=False)[1][1]
