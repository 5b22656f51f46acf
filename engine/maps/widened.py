"""Keys and values in float32, kept while rows of the same head are computed again and again."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.capture import FloatArray

MOST: Final = 32 * 2**20  # bytes in all: the keys and values of eight key heads of 8,192 tokens


class Widened:
    """Parts of arrays as float32: the newest few, up to `most` bytes, each as long as its array lives."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._of: OrderedDict[tuple[int, int], tuple[weakref.ref[Any], NDArray[np.float32]]] = OrderedDict()
        self._lock = Lock()  # the worker and the window both ask

    def head(self, array: FloatArray, number: int) -> NDArray[np.float32]:
        """array[number] in float32, not to be written to. A float32 array is not copied."""
        if array.dtype == np.float32:
            return np.asarray(array[number])
        at = (id(array), number)
        with self._lock:
            found = self._of.get(at)
            if found is not None and found[0]() is array:  # a number may be that of an array that is gone
                self._of.move_to_end(at)
                return found[1]
        wide = np.asarray(array[number], np.float32)
        with self._lock:
            self._of[at] = weakref.ref(array), wide
            self._of.move_to_end(at)
            for gone in [key for key, (source, _) in self._of.items() if source() is None]:
                del self._of[gone]
            while len(self._of) > 1 and sum(kept.nbytes for _, kept in self._of.values()) > self.most:
                self._of.popitem(last=False)
        return wide
