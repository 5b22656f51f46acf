"""What is exported, from the moment it was asked for: numbers and pictures that are finished beside the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Semaphore

from gui.flow.worker import Cancelled

Tell = Callable[[float], None]


class Stopped(Exception):  # noqa: N818 - it is no error
    """The person cancelled."""


class Turn:
    """Whether a file takes its place, or is cancelled before: whoever takes the turn first decides it."""

    def __init__(self) -> None:
        self._turn = Semaphore(1)

    def take(self) -> bool:
        """True for the first who asks."""
        return self._turn.acquire(blocking=False)


@dataclass(frozen=True)
class Work:
    """`data(tell, cancelled)` runs on a thread and gives the file's bytes; `tell(share)` raises Stopped when cancelled.

    `begin` and `end` run in the window, before and after it.
    """

    data: Callable[[Tell, Cancelled], bytes]
    begin: Callable[[], object] = lambda: None
    end: Callable[[], object] = lambda: None
    unit: tuple[int, str] = (0, "")  # of how many what is counted: (204, "frame")
    lacks: str = ""  # what of the screen is not in it: ", without the pinned view"

    def said(self, share: float) -> str:
        """How far it is, in words."""
        count, what = self.unit
        return f"{what} {round(share * count):,} of {count:,}" if count else ""
