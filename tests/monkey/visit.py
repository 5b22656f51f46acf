"""One visit: a window is opened, hands work on it, and what must hold is looked at."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication

from gui.app import open_window
from gui.window import Window
from tests.monkey.files import write_files
from tests.monkey.hands import Hands
from tests.monkey.watch import Watch, memory

EVERY: Final = 500  # events from one look at memory and settledness to the next
MOST: Final = 600.0  # MB that may come on top of what the first EVERY events took
PATIENCE: Final = 180.0  # s to settle
LEAVING: Final = 10.0  # s for threads and processes to end


class Visit:
    """`run` does the events and returns what went wrong, nothing when all is well. `last` are the newest events."""

    def __init__(self, application: QApplication, seed: int, home: Path, tell: bool) -> None:
        self.last = deque[str](maxlen=15)
        self.count = 0
        self._application, self._tell = application, tell
        self._watch = Watch()
        self._hands = Hands(seed, write_files(home))
        self._window: Window | None = None
        self._base = 0.0

    def run(self, events: int) -> list[str]:
        found = self._watch.found
        while self.count < events and not found:
            self._act()
            if self.count % EVERY == 0:
                self._look()
        self._close()
        return found

    def _act(self) -> None:
        if self._window is not None and not self._window.isVisible():  # the hand has closed it
            self.last.append("the window was closed")
            self._close()
        if self._window is None:
            self._window = self._hands.window = open_window()
            self._window.activateWindow()
        self.count += 1
        self.last.append(self._hands.act())
        if self._tell:
            print(f"{self.count:6,}  {self.last[-1]}", flush=True)
        self._application.processEvents()

    def _look(self) -> None:
        end = time.monotonic() + PATIENCE
        while self._window is not None and not self._window.settled and not self._watch.found:
            self._turn()
            if time.monotonic() > end:
                self._watch.found.append(f"The window did not settle in {PATIENCE:g} s.")
        used = memory()
        self._base = self._base or used
        print(f"{self.count:6,}  {used:5.0f} MB", flush=True)
        if used > self._base + MOST:
            self._watch.found.append(f"Memory grew from {self._base:.0f} to {used:.0f} MB.")

    def _close(self) -> None:
        if self._window is None:
            return
        self._window.close()
        self._window.deleteLater()
        self._window = self._hands.window = None
        end = time.monotonic() + LEAVING
        while (left := self._watch.left()) and time.monotonic() < end:
            self._turn()
        self._watch.found.extend(f"Left behind: {what}" for what in left)

    def _turn(self) -> None:
        self._application.processEvents()
        time.sleep(0.001)
