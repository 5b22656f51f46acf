"""A child process that runs one file, its pipes, and the thread that takes its answers."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, Final, cast

from engine.own.frames import Header, read_frame, write_frame

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LINGER: Final = 1.0  # seconds in which the end of the child arrives; never, where a process that left it holds the pipe
Frame = tuple[Header, bytearray]


@dataclass(frozen=True)
class End:
    """How a child ended: its exit status (below 0: the signal), and what it said of where it hung or crashed."""

    status: int
    said: str


class Running:
    """Starts the child with its first request. `inbox` gets its answers in order, and None when it has ended."""

    def __init__(self, first: Header, payload: bytes) -> None:
        self.asked = self.answered = 0
        self.functions: tuple[str, ...] = ()
        self.inbox: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self._end: End | None = None
        self._ending = threading.Lock()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._popen = subprocess.Popen(
            [sys.executable, "-m", "engine.own.child"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # so that what the function starts ends with it
        )
        self._to, self._from = cast("BinaryIO", self._popen.stdin), cast("BinaryIO", self._popen.stdout)
        self._thread = threading.Thread(target=self._listen, name="qkvista-own", daemon=True)
        self._thread.start()
        with suppress(OSError):  # it has ended already: the inbox says so
            self.send(first, payload)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def idle(self) -> bool:
        """Whether all requests were answered."""
        return self.asked == self.answered

    def send(self, asked: Header, payload: bytes) -> None:
        """Send a request; its number is `asked`. OSError when the child has ended."""
        self.asked += 1
        write_frame(self._to, asked | {"id": self.asked}, payload)

    def end(self) -> End:
        """Kill the child where it still runs, and all that it started; take everything away."""
        with self._ending:
            if self._end is None:
                if hasattr(os, "killpg") and self._popen.returncode is None:
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self._popen.pid, signal.SIGKILL)
                self._popen.kill()
                status = self._popen.wait()
                self._thread.join(LINGER)
                with suppress(OSError):  # what was still to be written is lost
                    self._to.close()
                self._errors.seek(0)
                self._end = End(status, self._errors.read(20_000).decode(errors="replace"))
                self._errors.close()
            return self._end

    def _listen(self) -> None:
        """A person's code may write into the pipe too: what is no frame counts as the end."""
        noise = (ValueError, LookupError, TypeError, MemoryError, OverflowError)
        with self._from, suppress(*noise):
            while (frame := read_frame(self._from)) is not None:
                self.inbox.put(frame)
        self.inbox.put(None)
