"""The process of a person's file: hangs, crashes, kills, noise and what is kept of its answers."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.own import GivenUp, OwnError, heeding, open_own, patience, process
from tests.engine.own.written import HANGS, call, ended, gone, write


def test_a_hang_is_stopped_at_its_line_and_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LIMIT", 0.5)
    monkeypatch.setattr(process, "GRACE", 60.0)  # the child ends by itself, on a busy machine too
    own = open_own(write(tmp_path, HANGS))
    child = own.process.pid
    with pytest.raises(OwnError, match=r"Line [34] of own.py, .*did not end within 0.5 seconds") as first:
        call(own)
    with pytest.raises(OwnError) as again:
        call(own)
    assert again.value is first.value
    assert own.process.pid == 0 and gone(child)
    own.close()


def test_a_hang_is_left_alone_by_who_has_no_patience(tmp_path: Path) -> None:
    own = open_own(write(tmp_path, HANGS))

    @heeding
    def job(a: int, b: int, c: int, cancelled: Any) -> Any:
        return call(own)

    looks = iter(range(5))
    assert job(0, 0, 0, lambda: next(looks, None) is None) is None
    with patience(lambda: True), pytest.raises(GivenUp):
        call(own)
    own.close()


WAITS = """
import os, pathlib, time

def score_mod(s, b, h, q, k):
    pathlib.Path(__file__ + ".called").touch()
    while os.path.exists(__file__ + ".slow"):
        time.sleep(0.01)
    return s + h
"""  # answers while there is no file own.py.slow


def test_an_answer_that_came_too_late_is_not_taken_for_the_next(tmp_path: Path) -> None:
    own = open_own(write(tmp_path, WAITS))
    assert own.score is not None
    index = [np.zeros((1, 1, 1, 1), np.int64)] * 4
    (tmp_path / "own.py.slow").touch()
    with patience(lambda: True), pytest.raises(GivenUp):
        own.score(np.full((1, 1, 1, 2), 7.0), *index)
    (tmp_path / "own.py.slow").unlink()
    assert own.score(np.full((1, 1, 1, 3), 1.0), index[0], index[0] + 4, *index[2:]).tolist() == [[[[5, 5, 5]]]]
    own.close()


def test_a_child_that_is_killed_in_a_call_costs_that_call_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LIMIT", 60.0)
    own = open_own(write(tmp_path, WAITS))
    (tmp_path / "own.py.slow").touch()

    def kill() -> None:
        while not (tmp_path / "own.py.called").exists():
            time.sleep(0.01)
        os.kill(own.process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(OwnError, match=r"own.py: its process ended \(signal 9\)"):
        call(own)
    killer.join()
    (tmp_path / "own.py.slow").unlink()
    assert call(own) == pytest.approx(0.5)
    own.close()


def test_what_a_mask_said_is_kept_and_given_for_the_same_cells_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = open_own(write(tmp_path, "def mask_mod(b, h, q, k):\n    return q + h >= k\n"))
    assert own.mask is not None
    flat, one = np.arange(6).reshape(1, 1, 6, 1), np.zeros((1, 1, 1, 1), np.int64)
    asked = []
    send = type(own.process)._answer

    def counting(self: Any, *request: Any) -> Any:
        asked.append(request)
        return send(self, *request)

    monkeypatch.setattr(type(own.process), "_answer", counting)
    first = own.mask(one, one, flat, one + 3)
    assert np.array_equal(own.mask(one, one, flat, one + 3), first)
    zero = np.zeros((), np.int64)
    assert np.array_equal(own.mask(zero, zero, flat[0, 0], one[0, 0] + 3), first[0, 0])  # the same along other axes
    assert len(asked) == 1
    assert own.mask(one, one + 1, flat, one + 3).sum() == first.sum() + 1
    assert own.mask(one, one, flat[:, :, :3], one + 3).shape == (1, 1, 3, 1)
    monkeypatch.setattr(process, "KEPT", 8)
    own.mask(one, one, flat, one + 4)
    assert len(own.process._masks) == 1
    own.close()


def test_a_crash_names_its_line(tmp_path: Path) -> None:
    crash = "import ctypes\ndef mask_mod(b, h, q, k):\n    ctypes.string_at(0)\n"
    own = open_own(write(tmp_path, crash))
    with pytest.raises(OwnError, match=r"Line 3 of own.py, “ctypes.string_at\(0\)”: its process crashed: Segmentation"):
        call(own)
    own.close()


def test_an_end_at_once_and_a_question_have_their_line(tmp_path: Path) -> None:
    asks = "import os\ntry:\n    input()\nexcept EOFError:\n    pass\ndef mask_mod(b, h, q, k):\n    os._exit(3)\n"
    own = open_own(write(tmp_path, asks))
    with pytest.raises(OwnError, match=r"Line 7 of own.py, “os._exit\(3\)”: it ends its process with exit\(3\)"):
        call(own)
    own.close()


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    starts = "import subprocess, pathlib\nchild = subprocess.Popen(['sleep', '600'])\n"
    starts += (
        "pathlib.Path(__file__ + '.pid').write_text(str(child.pid))\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    )
    before = set(threading.enumerate())
    own = open_own(write(tmp_path, starts))
    sleeper, child = int((tmp_path / "own.py.pid").read_text()), own.process.pid
    own.close()
    assert gone(child) and gone(sleeper)
    assert ended(before), "the thread that took its answers"


def test_a_process_that_left_it_and_holds_its_pipe_is_not_waited_for(tmp_path: Path) -> None:
    leaves = "import os, pathlib, time\npath = pathlib.Path(__file__ + '.pid')\nif os.fork() == 0:\n    os.setsid()\n"
    leaves += (
        "    path.write_text(str(os.getpid()))\n    time.sleep(600)\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    )
    own = open_own(write(tmp_path, leaves))
    written = tmp_path / "own.py.pid"
    while not (written.exists() and written.read_text()):
        time.sleep(0.01)
    started = time.monotonic()
    own.close()
    took = time.monotonic() - started
    os.kill(int(written.read_text()), signal.SIGKILL)
    assert took < 20


@pytest.mark.parametrize("noise", [b"{noise\n", b"[]\n", b'{"bytes": -1}\n', b'{"bytes": 4611686018427387904}\n'])
def test_noise_in_its_pipe_is_an_end_and_said_so(tmp_path: Path, noise: bytes) -> None:
    writes = f"import os\nfor number in range(3, 30):\n    try:\n        os.write(number, {noise!r})\n"
    writes += "    except OSError:\n        pass\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    with pytest.raises(OwnError, match=r"^own\.py: its process ended"):
        open_own(write(tmp_path, writes)).close()
