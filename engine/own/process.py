"""The process of one person's file, as this process sees it: started at first use, ended when it hangs."""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.own.frames import Header
from engine.own.loading import CODE, at_line
from engine.own.patience import OwnError, heed
from engine.own.running import Frame, Running

LIMIT: Final = 5.0  # seconds for one call
LOADING: Final = 20.0  # seconds for running the file once: it may import what is slow
STARTING: Final = 60.0  # seconds until the child has imported torch
GRACE: Final = 2.0  # seconds in which the child says where it hangs, and ends by itself
TICK: Final = 0.02  # seconds between two looks at whether anybody still waits
KEPT: Final = 64 * 2**20  # bytes of masks
Numbers = NDArray[Any]
Cells = tuple[tuple[int, ...], bytes]  # how many index numbers each axis has, and the numbers


class OwnProcess:
    """Runs one file's functions, one call at a time; a child that has ended is started again for the next one.

    A function that hung is not called again: it would hang again.
    """

    def __init__(self, path: Path, source: str) -> None:
        self.path, self.source = path, source
        self._turn = threading.Lock()
        self._child: Running | None = None
        self._hung: OwnError | None = None
        self._closed = False
        self._masks: dict[Cells, Numbers] = {}

    @property
    def pid(self) -> int:
        """The child's process number, 0 when none was started."""
        child = self._child
        return child.pid if child is not None else 0

    def functions(self) -> tuple[str, ...]:
        """Start the child where none runs, and say which functions the file has. OwnError with a sentence."""
        with self._mine():
            return self._running().functions

    def call(self, function: str, scores: Numbers | None, *index: Numbers) -> Numbers:
        """The function's value at every cell: of the scores' type, or True and False of a mask (scores None).

        Each of the four arrays of index numbers lies along its own axis, or is one number. What a mask said of the same
        cells is kept: it depends on nothing else. OwnError with a sentence.
        """
        shape = np.broadcast_shapes(*(each.shape for each in index), () if scores is None else scores.shape)
        if 0 in shape:
            return np.zeros(shape, bool if scores is None else scores.dtype)
        runs = [np.ascontiguousarray(each, np.int64).ravel() for each in index]
        asked: Header = {"function": function, "shape": shape, "sizes": [run.size for run in runs], "dtype": None}
        payload = b"".join(run.tobytes() for run in runs)
        cells = (tuple(asked["sizes"]), payload)
        known = self._masks.get(cells) if scores is None else None
        if known is not None:
            return known.reshape(shape)  # the same cells, perhaps along other axes
        if scores is not None:
            asked["dtype"] = scores.dtype.name
            payload += np.broadcast_to(scores, shape).tobytes()
        with self._mine():
            header, values = self._answer(self._running(), asked | {"limit": LIMIT}, payload)
            found = np.frombuffer(values, header["dtype"]).reshape(shape)
            return self._kept(cells, found) if scores is None else found

    def rest(self) -> None:
        """End a child that nobody is calling; the next call starts another."""
        if self._child is not None and self._turn.acquire(blocking=False):
            try:
                child, self._child = self._child, None
                if child is not None:
                    child.end()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the child; what is being called fails."""
        self._closed = True
        if self._child is not None:
            self._child.end()
        with self._turn:
            if self._child is not None:
                self._child.end()

    def _kept(self, cells: Cells, seen: Numbers) -> Numbers:
        """What a mask says, kept: everything goes when it has become much. Only for whoever has the turn."""
        if sum(each.nbytes for each in self._masks.values()) + seen.nbytes > KEPT:
            self._masks = {}
        seen.flags.writeable = False
        self._masks[cells] = seen
        return seen

    @contextmanager
    def _mine(self) -> Iterator[None]:
        while not self._turn.acquire(timeout=TICK):
            heed()
        try:
            yield
        finally:
            self._turn.release()

    def _running(self) -> Running:
        """The child, with the file loaded. OwnError where that cannot be."""
        if self._hung is not None:
            raise self._hung
        if self._closed:
            raise OwnError(f"{self.path.name} is not run any more.")
        if self._child is None:
            begin = {"name": self.path.name, "path": str(self.path.resolve()), "limit": LOADING}
            self._child = Running(begin, self.source.encode())
        if not self._child.functions:
            header, _ = self._next(self._child, LOADING + STARTING)
            if "error" in header:
                self._child.end()
                self._child = None
                raise OwnError(header["error"])
            self._child.functions = tuple(header["functions"])
        return self._child

    def _answer(self, child: Running, asked: Header, payload: bytes) -> Frame:
        """The answer to a request, after those to requests that were given up."""
        while not child.idle:
            self._next(child, LIMIT)
        try:
            child.send(asked, payload)
        except OSError:
            raise self._ended(child) from None
        frame = self._next(child, LIMIT)
        if "error" in frame[0]:
            raise OwnError(frame[0]["error"])
        return frame

    def _next(self, child: Running, limit: float) -> Frame:
        until = time.monotonic() + limit + GRACE
        while time.monotonic() < until:
            heed()
            try:
                frame = child.inbox.get(timeout=TICK)
            except queue.Empty:
                continue
            if frame is None:
                raise self._ended(child)
            child.answered += 1
            return frame
        raise self._ended(child, hung=True)

    def _ended(self, child: Running, hung: bool = False) -> OwnError:
        """Why the child is no more, as a sentence; the next call starts another."""
        end, seconds = child.end(), LIMIT if child.functions else LOADING
        self._child = None
        found = re.search(rf'File "{re.escape(CODE)}", line (\d+)', end.said)
        line = int(found[1]) if found else None
        if hung or end.said.startswith("Timeout"):
            self._hung = self._error(line, f"it was stopped, because it did not end within {seconds:g} seconds")
            return self._hung
        crash = re.search(r"Fatal Python error: (.+)", end.said)
        if crash:
            return self._error(line, f"its process crashed: {crash[1]}")
        how = f"signal {-end.status}" if end.status < 0 else f"exit status {end.status}"
        return self._error(None, f"its process ended ({how}), and starts anew when it is called again")

    def _error(self, line: int | None, what: str) -> OwnError:
        return OwnError(at_line(line, self.path.name, self.source, what))
