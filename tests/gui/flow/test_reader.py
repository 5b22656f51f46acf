"""The model's process: it answers, it may be killed, and only the newest reading counts."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from gui.flow.reader import Reader, Reading

PATIENCE = 120_000


@pytest.fixture
def reader(qtbot: QtBot) -> Iterator[Reader]:
    made = Reader()
    yield made
    made.close()


def stop(reader: Reader) -> None:
    """Let the child take no notice, not a moment later: it could still answer."""
    os.kill(reader.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, reader.pid, os.WSTOPPED | os.WNOWAIT)


def test_a_text_comes_back_as_a_capture_file(qtbot: QtBot, reader: Reader) -> None:
    reading = Reading("minilm", "Banks have rivers.")
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(reading)
    assert caught.args[0] == reading
    assert Capture.load(caught.args[1]).text == reading.text
    assert not reader.busy


def test_token_numbers_come_back_as_a_capture_file(qtbot: QtBot, reader: Reader) -> None:
    reading = Reading("minilm", ids=(101, 2924, 2924, 102))
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(reading)
    assert caught.args[0] == reading
    assert [token.id for token in Capture.load(caught.args[1]).tokens] == [101, 2924, 2924, 102]


def test_what_there_is_to_say_of_loading_is_passed_on(qtbot: QtBot, reader: Reader) -> None:
    heard: list[str] = []
    reader.noted.connect(heard.append)
    reader._newest, reader._number = Reading("minilm", "a"), 7
    reader._hear({"id": 6, "done": "x", "note": "An older one."})
    reader._hear({"id": 7, "done": "x", "note": "It could not be kept."})
    assert heard == ["It could not be kept."]


def test_only_the_newest_reading_is_answered(qtbot: QtBot, reader: Reader) -> None:
    answered: list[str] = []
    reader.done.connect(lambda reading, path: answered.append(reading.text))
    for end in range(1, 20):
        reader.request(Reading("minilm", "The bank of the river"[:end]))
    qtbot.waitUntil(lambda: bool(answered), timeout=PATIENCE)
    qtbot.wait(300)
    assert answered == ["The bank of the river"[:19]]


def test_a_failure_is_a_sentence(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.failed, timeout=PATIENCE) as caught:
        reader.request(Reading("nonesuch", "words"))
    assert "nonesuch" in caught.args[1]
    assert "Traceback" not in caught.args[1]


def test_killed_while_it_works_it_says_so_and_reads_the_next_text(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "first"))
    stop(reader)
    reader.request(Reading("minilm", "second"))
    with qtbot.waitSignal(reader.failed, timeout=PATIENCE) as caught:
        os.kill(reader.pid, signal.SIGKILL)
    assert "ended" in caught.args[1]
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(Reading("minilm", "third"))
    assert caught.args[0].text == "third"


def test_close_ends_the_child_and_removes_its_files(qtbot: QtBot) -> None:
    reader = Reader()
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(Reading("minilm", "first"))
    pid, path = reader.pid, Path(caught.args[1])
    reader.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not path.exists()


def test_a_text_that_is_being_read_is_not_begun_again(
    qtbot: QtBot, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, object]] = []
    send = reader._send

    def listening(message: dict[str, object]) -> None:
        sent.append(message)
        send(message)

    monkeypatch.setattr(reader, "_send", listening)
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        for _ in range(5):
            reader.request(Reading("minilm", "one text"))
    assert [message["id"] for message in sent] == [1]


def test_a_process_that_cannot_be_started_is_said(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(QProcess):
        def start(self, *_: object) -> None:
            self.errorOccurred.emit(QProcess.ProcessError.FailedToStart)  # at once, as when no process can be made

    monkeypatch.setattr("gui.flow.reader.QProcess", Failing)
    reader = Reader()
    with qtbot.waitSignal(reader.failed, timeout=1000) as caught:
        reader.request(Reading("minilm", "words"))
    assert "could not be started" in caught.args[1]
    assert not reader.busy
    reader.close()


def test_without_a_temporary_folder_it_says_so(qtbot: QtBot, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    with qtbot.waitSignal(reader.failed, timeout=1000) as caught:
        reader.request(Reading("minilm", "words"))
    assert "No usable temporary directory" in caught.args[1]
    monkeypatch.undo()
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "words"))


def test_a_temporary_folder_that_was_swept_away_is_made_anew(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as first:
        reader.request(Reading("minilm", "first"))
    shutil.rmtree(Path(first.args[1]).parent)
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as second:
        reader.request(Reading("minilm", "second"))
    assert Capture.load(second.args[1]).text == "second"
    reader.close()
    assert not Path(second.args[1]).parent.exists()


def test_a_child_that_takes_no_notice_is_replaced(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "first"))
    stuck = reader.pid
    stop(reader)
    reader.request(Reading("minilm", "second"))
    reader._obeys.setInterval(100)
    failures: list[str] = []
    reader.failed.connect(lambda reading, sentence: failures.append(sentence))
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(Reading("minilm", "third"))
    assert caught.args[0].text == "third"
    assert reader.pid != stuck
    assert failures == []


def test_what_is_asked_for_while_a_stuck_child_ends_is_read_by_the_next(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "first"))
    stop(reader)
    reader.request(Reading("minilm", "second"))
    reader.request(Reading("minilm", "third"))
    failures: list[str] = []
    reader.failed.connect(lambda reading, sentence: failures.append(sentence))
    reader._enforce()
    with qtbot.waitSignal(reader.done, timeout=PATIENCE) as caught:
        reader.request(Reading("minilm", "fourth"))  # before the system has said that the child is gone
    assert caught.args[0].text == "fourth"
    assert failures == []


def test_a_child_is_not_ended_for_what_the_one_before_did_not_answer(qtbot: QtBot, reader: Reader) -> None:
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "first"))
    stop(reader)
    reader.request(Reading("minilm", "second"))
    reader.cancel()
    os.kill(reader.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: reader.pid == 0, timeout=PATIENCE)
    reader.start()
    fresh = reader.pid
    assert fresh
    assert not reader._obeys.isActive()
    reader._enforce()
    with qtbot.waitSignal(reader.done, timeout=PATIENCE):
        reader.request(Reading("minilm", "third"))
    assert reader.pid == fresh
