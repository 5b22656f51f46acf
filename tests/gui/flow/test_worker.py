"""The worker: the newest request wins, failures are sentences, the thread ends."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from pytestqt.qtbot import QtBot

from gui.flow.worker import Cancelled, Emit, Job, Worker

ROOT = Path(__file__).parents[3]


def test_only_the_newest_of_many_requests_arrives(qtbot: QtBot) -> None:
    worker = Worker()
    started, release = threading.Event(), threading.Event()
    arrived: list[object] = []
    worker.produced.connect(arrived.append)

    def slow(cancelled: Cancelled, emit: Emit) -> None:
        started.set()
        release.wait(5)
        assert cancelled()

    worker.submit(slow)
    assert started.wait(5)

    def saying(number: int) -> Job:
        return lambda cancelled, emit: emit(number)

    for number in range(40):
        worker.submit(saying(number))
    release.set()
    qtbot.waitUntil(lambda: 39 in arrived)
    qtbot.wait(20)
    assert arrived == [39]
    worker.close()


def test_a_failure_arrives_as_a_sentence_and_the_next_job_runs(qtbot: QtBot) -> None:
    worker = Worker()

    def bad(cancelled: Cancelled, emit: Emit) -> None:
        raise ValueError("There is no such layer.")

    def worse(cancelled: Cancelled, emit: Emit) -> None:
        raise ZeroDivisionError("by zero")

    with qtbot.waitSignal(worker.failed) as caught:
        worker.submit(bad)
    assert caught.args == ["There is no such layer."]
    with qtbot.waitSignal(worker.failed) as caught:
        worker.submit(worse)
    assert "ZeroDivisionError" in caught.args[0]
    with qtbot.waitSignal(worker.produced) as caught:
        worker.submit(lambda cancelled, emit: emit(7))
    assert caught.args == [7]
    worker.close()


def test_close_cancels_the_running_job_and_ends_the_thread(qtbot: QtBot) -> None:
    worker = Worker()
    started = threading.Event()

    def endless(cancelled: Cancelled, emit: Emit) -> None:
        started.set()
        while not cancelled():
            pass

    worker.submit(endless)
    assert started.wait(5)
    worker.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "qkvista-worker"]


GONE = """
import threading
from PySide6.QtCore import QCoreApplication, QObject
from shiboken6 import delete
from gui.flow.worker import Worker

application = QCoreApplication([])
for _ in range(40):
    parent, started = QObject(), threading.Event()
    worker = Worker(parent)

    def job(cancelled, emit):
        started.set()
        while not cancelled():
            emit(1)

    worker.submit(job)
    assert started.wait(20)
    application.processEvents()
    delete(parent)
for thread in threading.enumerate():
    if thread.name == "qkvista-worker":
        thread.join(20)
        assert not thread.is_alive()
print("alive")
"""


def test_a_worker_that_goes_with_its_parent_while_its_job_sends_takes_nothing_with_it() -> None:
    done = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "alive\n", "")
