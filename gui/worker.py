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
    rests sees frames.
    """

    produced = Signal(object)
    failed = Signal(str)
    _arrived = Signal(object)
    _broke = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._pass_on)
        self._broke.connect(self._pass_failure)
        self._condition = threading.Condition()
        self._newest = 0
        self._waiting: Job | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="qkvista-worker", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Run `job` next; whatever waited or ran before is dropped."""
        with self._condition:
            self._newest += 1
            self._waiting = job
            self._condition.notify()

    def close(self) -> None:
        """End the thread; a job that runs is cancelled."""
        with self._condition:
            self._closed = True
            self._newest += 1
            self._waiting = None
            self._condition.notify()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._closed or self._waiting is not None)
                if self._closed:
                    return
                job, number, self._waiting = self._waiting, self._newest, None
            if job is not None:
                self._attempt(job, number)

    def _attempt(self, job: Job, number: int) -> None:
        try:
            job(lambda: self._newest != number, self._arrived.emit)
        except (ValueError, OSError) as error:
            self._broke.emit(number, str(error))
        except Exception as error:  # a mistake of ours: said, never swallowed
            self._broke.emit(number, f"Something went wrong inside QKVista ({type(error).__name__}: {error}).")

    def _pass_on(self, result: object) -> None:
        if not self._closed:
            self.produced.emit(result)

    def _pass_failure(self, number: int, sentence: str) -> None:
        if number == self._newest:
            self.failed.emit(sentence)
