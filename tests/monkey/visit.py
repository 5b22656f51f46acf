"""One visit: the app starts, hands work on it, it ends and starts again; what must hold is looked at all the time."""

from __future__ import annotations

import faulthandler
import gc
import os
import random
import time
from collections import Counter, deque
from dataclasses import fields
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from engine.scene import Scene
from gui.access.size import HISTORY, SIZE
from gui.app import App
from gui.frame.shell import Shell
from gui.frame.window import Window
from gui.memory.folders import Folders
from gui.memory.memory import Memory
from gui.start import show
from tests.monkey.files import write_files
from tests.monkey.hands import Hands
from tests.monkey.reach import dialog_of
from tests.monkey.seen import Seen
from tests.monkey.watch import Watch, handles, memory
from tests.monkey.wishes import Wishes

EVERY: Final = 500  # events from one look at memory and settledness to the next
WISHES: Final = 0.12  # the share of events that mean something
MOST: Final = 800.0  # MB that may come on top of what the first EVERY events took: what is kept of texts has an end
MOST_HANDLES: Final = 24  # files, pipes and threads of the system that later visits may hold on top of the first
BLOCKED: Final = 5.0  # s for which the window may compute in one event, on a slow machine
PATIENCE: Final = 180.0  # s to start, and to settle
LEAVING: Final = 15.0  # s for threads and processes to end
STUCK: Final = 300.0  # s of one event, after which all stacks are printed and the process ends
FRESH: Final = 0.2  # the share of starts without a past
SPOILT: Final = 0.15  # and of the others with a broken one


class Visit:
    """`run` does the events and returns what went wrong, nothing when all is well. `last` are the newest events."""

    def __init__(self, application: QApplication, seed: int, home: Path, tell: bool) -> None:
        self.last = deque[str](maxlen=15)
        self.count = self.starts = self.resized = 0
        self.seen, self.said = Seen(), Counter[str]()
        self._application, self._tell, self._home = application, tell, home
        self._random = random.Random(seed)
        saved = home / "saved"
        saved.mkdir()
        self._hands = Hands(self._random)
        self._wishes = Wishes(self._random, write_files(home / "files"), saved)
        self._watch = Watch()
        self._window: Window | None = None
        self._shell: Shell | None = None
        self._memory: Memory | None = None
        self._base, self._handles = 0.0, 0
        self._excused = self._again = False
        self._folders = Folders(home / "config", home / "state")

    def run(self, events: int) -> list[str]:
        found = self._watch.found
        try:
            while self.count < events and not found:
                self._act()
                if self.count % EVERY == 0:
                    self._look()
        except Exception as error:  # of an override, which PySide passes on to whoever touched the widget
            self._watch.take(error)
        if not found:  # else what is left says nothing
            self._close()
        faulthandler.cancel_dump_traceback_later()
        self._watch.end()
        return found

    def report(self) -> str:
        """Where the hands were, what took longest and what was said, in lines."""
        said = [f"  {count} × {text}" for text, count in self.said.most_common()]
        starts = f"{self.starts} starts, {self.resized} of them asked for by another size."
        return "\n".join([self.seen.report(), starts, "Errors that were said:", *said])

    def _act(self) -> None:
        faulthandler.dump_traceback_later(STUCK, exit=True)
        if self._window is not None and not self._window.isVisible():  # the hand has closed it
            self._note("the window was closed")
            self._close()
        if self._window is None:
            self._open()
        assert self._window is not None
        if QApplication.activeWindow() is None:  # after a dialog; a platform with a screen does this by itself
            self._window.window().activateWindow()
        self.count += 1
        self.seen.look(self._window)
        with self.seen.timing(self.count, self.last):
            wanted = dialog_of(self._window) is not None or self._random.random() < WISHES
            wished = self._wishes.act() if wanted else ""
            self._note(wished or self._hands.act())
            self._application.processEvents()
        if self.seen.slowest[0].computed > BLOCKED:
            self._watch.found.append(f"The window was blocked: {self.seen.slowest[0]}")
        if self._random.random() < 0.02:
            self._wait_settled(2.0)

    def _note(self, words: str) -> None:
        self.last.append(words)
        if self._tell:
            print(f"{self.count:6,}  {words}", flush=True)

    # The app, as gui/start.py runs it

    def _open(self) -> None:
        """Start, with what the visit before left, with nothing, or with what a broken disk left."""
        if self._random.random() < FRESH:
            self._folders = Folders(self._home / f"config-{self.starts}", self._home / f"state-{self.starts}")
        elif self._random.random() < SPOILT:
            for path in (self._folders.settings, self._folders.scene):
                if path.exists():
                    path.write_bytes(path.read_bytes()[: self._random.randrange(200)])
        self.starts += 1
        self._memory = Memory(folders=self._folders)
        self._application.setProperty(SIZE, self._memory.value.zoom or 1.0)
        if self._again:
            os.environ[HISTORY] = str(self._folders.history)
        filled: list[Window] = []
        self._shell = show(self._application, None, self._memory)
        self._shell.filled.connect(filled.append)
        end = time.monotonic() + PATIENCE
        while not filled and time.monotonic() < end:
            self._turn()
        self._window = self._hands.window = self._wishes.window = filled[0]
        self._shell.activateWindow()
        self._listen(self._window)

    def _listen(self, window: Window) -> None:
        app = window.findChild(App)
        assert app is not None
        messages, cancel = window.messages, app.showing.cancel

        def cancelled() -> None:
            self._excused = True
            cancel()

        app.showing.cancel = cancelled  # type: ignore[method-assign]
        app.showing.failed.connect(self._failed)
        messages.shown.connect(lambda kind: self.said.update([messages.text] if kind == "error" else []))

    def _failed(self) -> None:
        self._excused = True

    def _close(self) -> None:
        """End, as a closed window ends the app, and wait for all that must go."""
        if self._shell is None or self._memory is None:
            return
        chosen = self._application.property(SIZE)
        self._shell.close()
        self._again = (self._memory.value.zoom or 1.0) != chosen
        self.resized += self._again
        self._memory.close()
        self._shell.deleteLater()
        self._shell = self._window = self._hands.window = self._wishes.window = self._memory = None
        end, left = time.monotonic() + LEAVING, ["all"]
        while left and time.monotonic() < end:
            self._turn()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            gc.collect()
            left = self._watch.left()
        self._watch.found.extend(f"Left behind: {what}" for what in left)
        self._handles = self._handles or handles()
        if handles() > self._handles + MOST_HANDLES:
            self._watch.found.append(f"Files, pipes and threads grew from {self._handles} to {handles()}.")

    # What must hold in between

    def _look(self) -> None:
        """It settles: on what was chosen or, where that failed or was cancelled, on the example; memory has an end."""
        settled = self._wait_settled(PATIENCE)
        if self._window is not None and self._excused and not settled:
            looks = ("theme", "colours")
            example = {each.name: getattr(Scene(), each.name) for each in fields(Scene) if each.name not in looks}
            self._window.store.update(**example)
            self._excused = False
            settled = self._wait_settled(PATIENCE)
        if not settled and self._window is not None and not self._watch.found:
            faulthandler.dump_traceback()  # what each thread is at
            scene, said = self._window.store.scene, self._window.messages.text
            self._watch.found.append(f"The window did not settle in {PATIENCE:g} s. {said}\n{scene.to_json()}")
        self._excused = False
        self._base = self._base or memory()
        end = time.monotonic() + LEAVING
        while (used := memory()) > self._base + MOST and time.monotonic() < end:
            self._turn()  # a picture that is being exported goes when it is written
        print(f"{self.count:6,}  {used:5.0f} MB", flush=True)
        if used > self._base + MOST:
            self._watch.found.append(f"Memory grew from {self._base:.0f} to {used:.0f} MB.")

    def _wait_settled(self, patience: float) -> bool:
        """Whether the window settles in so many seconds; what failed or was cancelled is not waited for."""
        end = time.monotonic() + patience
        while self._window is not None and not self._window.settled and time.monotonic() < end:
            self._turn()
            if self._excused or self._watch.found or not self._window.isVisible():
                break
        return self._window is None or self._window.settled or not self._window.isVisible()

    def _turn(self) -> None:
        self._application.processEvents()
        time.sleep(0.005)  # for the threads
