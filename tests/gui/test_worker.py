"""The worker: the newest request wins, failures are sentences, the thread ends."""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from gui.worker import Cancelled, Emit, Job, Worker


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
