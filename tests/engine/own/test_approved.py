"""What a person approved is what runs, and only that."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from engine.own import Approved, OwnError, read_own, run_own
from tests.engine.own.written import call, ended, gone, write


def test_only_what_was_approved_is_found_and_only_as_it_was(tmp_path: Path) -> None:
    approved, path = Approved(), write(tmp_path, "def mask_mod(b, h, q, k):\n    return q >= k\n")
    assert approved.find(str(path)) is None
    function = approved.approve(read_own(path))
    assert approved.find(str(path)) is function
    os.utime(path, (1, 1))  # written again, and the same
    assert approved.find(str(path)) is function
    child = function.process.pid
    path.write_text("def mask_mod(b, h, q, k):\n    return q <= k\n")
    assert approved.find(str(path)) is None and gone(child)
    approved.approve(read_own(path))
    path.unlink()
    assert approved.find(str(path)) is None
    approved.close()


def test_what_was_read_is_what_runs_although_the_file_changes_before_the_answer(tmp_path: Path) -> None:
    approved, path = Approved(), write(tmp_path, "def mask_mod(b, h, q, k):\n    return q >= k\n")
    shown = read_own(path)
    path.write_text("raise SystemExit\n")
    function = approved.approve(shown)
    assert np.isclose(call(function)[0, 0, 0], [1, 0]).all()
    assert approved.find(str(path)) is None
    approved.close()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    approved, paths = Approved(), [tmp_path / "one.py", tmp_path / "other.py"]
    for path in paths:
        path.write_text("def mask_mod(b, h, q, k):\n    return q >= k\n")
    one, other = (approved.approve(read_own(path)) for path in paths)
    first = one.process.pid
    assert approved.find(str(paths[1])) is other and other.process.pid and gone(first)
    assert approved.find(str(paths[0])) is one and np.isclose(call(one)[0, 0, 0], [1, 0]).all()
    pids = one.process.pid, other.process.pid
    approved.close()
    assert pids[0] and not pids[1] and gone(pids[0])


def test_a_file_that_fails_leaves_nothing_running(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with pytest.raises(OwnError, match=r"Line 1 of own\.py, “boom”"):
        run_own(read_own(write(tmp_path, "boom\n")))
    assert ended(before)
