"""Where the hands have been, and what took longest: a monkey that sits in one dialog is seen."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QApplication, QWidget

from gui.frame.window import Window
from gui.messages.messages import URGENCY
from tests.monkey.reach import dialog_of, over

SLOWEST: Final = 5


@dataclass(frozen=True, order=True)
class Took:
    """How long one event kept the window: seconds on the clock, and of them those in which this thread computed."""

    computed: float
    passed: float
    count: int
    what: str

    def __str__(self) -> str:
        return f"{self.computed:6.2f} s of {self.passed:6.2f} s  event {self.count:,}: {self.what}"


class Seen:
    """`places` count the events by where they found the window, `kinds` by what they were."""

    def __init__(self) -> None:
        self.places, self.over, self.kinds = Counter[str](), Counter[str](), Counter[str]()
        self.slowest: list[Took] = []
        self._started = 0.0, 0.0

    def look(self, window: Window) -> None:
        """Count where the window is now."""
        scene = window.store.scene
        self.places[f"learn: {scene.chapter}" if scene.workspace == "learn" else scene.workspace] += 1
        self.over.update(_over(window))

    @contextmanager
    def timing(self, count: int, what: Sequence[str]) -> Iterator[None]:
        """Measure one event, whose words are the last of `what` in the end."""
        began = time.thread_time(), time.monotonic()
        yield
        took = Took(time.thread_time() - began[0], time.monotonic() - began[1], count, what[-1])
        self.slowest = sorted([*self.slowest, took], reverse=True)[:SLOWEST]
        self.kinds[what[-1].split()[0]] += 1

    def report(self) -> str:
        """All of it, in lines."""
        counts = {"Workspaces and chapters": self.places, "Over them": self.over, "Events": self.kinds}
        lines = [
            f"{title}: " + ", ".join(f"{k} {n:,}" for k, n in many.most_common()) for title, many in counts.items()
        ]
        slowest = ["The slowest, computing and in all:", *(f"  {took}" for took in self.slowest)]
        return "\n".join([*lines, *slowest])


def _over(window: Window) -> list[str]:
    """What lies over the workspace."""
    found: list[QWidget | None] = [QApplication.activePopupWidget(), dialog_of(window)]
    found += over(window)
    names = {f"{type(each).__name__} {each.objectName()}".strip() for each in found if each is not None}
    said = {f"message: {kind}" for kind in URGENCY if window.messages.kind == kind}
    pinned = {"pinned"} if window.store.scene.pinned is not None else set()
    empty = {"empty"} if window.pages.currentWidget() is window.empty else set()
    return sorted(names | said | pinned | empty)
