"""One thread for the engine: the newest request wins, older ones are dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

Cancelled = Callable[[], bool]
Emit = Callable[[object], None]
Job = Callable[[Cancelled, Emit], None]


class Worker(QObject):
    """Runs jobs off the UI thread. A job gets `cancelled()`, true once a newer one waits, and `emit(result)`.

    `produced(result)` and `failed(sentence)` arrive on the thread that owns the worker, failures only from a job that
    was not replaced. A replaced job should end soon; what it had finished still arrives, so that a hand that never
    rests sees frames. Once the worker is closed, or gone with its parent, nothing is sent any more.
    """

    produced = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line = _Line()
        self._line.sender.arrived.connect(self._pass_on)
        self._line.sender.broke.connect(self._pass_failure)
        self.destroyed.connect(self._line.end)
        self._thread = threading.Thread(target=self._line.run, name="qkvista-worker", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Run `job` next; whatever waited or ran before is dropped."""
        self._line.put(job)

    def close(self) -> None:
        """End the thread; a job that runs is cancelled."""
        self._line.end()
        self._thread.join(timeout=10)

    def _pass_on(self, result: object) -> None:
        if not self._line.ended:
            self.produced.emit(result)

    def _pass_failure(self, number: int, sentence: str) -> None:
        if number == self._line.newest:
            self.failed.emit(sentence)


class _Sender(QObject):
    """The way back. It has no parent and lives as long as the thread: an emit from what is being destroyed crashes."""

    arrived = Signal(object)
    broke = Signal(int, str)


class _Line:
    """The place in which a job waits, and the thread that runs it, which knows nothing of the worker itself."""

    def __init__(self) -> None:
        self.sender = _Sender()
        self._condition = threading.Condition()
        self._waiting: Job | None = None
        self.newest = 0
        self.ended = False

    def put(self, job: Job) -> None:
        """Let a job wait in place of any other."""
        with self._condition:
            self.newest += 1
            self._waiting = job
            self._condition.notify()

    def end(self, *_: object) -> None:
        """Cancel what runs, and send nothing from now on."""
        with self._condition:
            self.ended = True
            self.newest += 1
            self._waiting = None
            self._condition.notify()

    def run(self) -> None:
        """What the thread does until the end."""
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self.ended or self._waiting is not None)
                if self.ended:
                    return
                job, number, self._waiting = self._waiting, self.newest, None
            if job is not None:
                self._attempt(job, number)

    def _attempt(self, job: Job, number: int) -> None:
        try:
            job(lambda: self.newest != number, self.sender.arrived.emit)
        except (ValueError, OSError) as error:
            self.sender.broke.emit(number, str(error))
        except Exception as error:  # a mistake of ours: said, never swallowed
            self.sender.broke.emit(number, f"Something went wrong inside QKVista ({type(error).__name__}: {error}).")
