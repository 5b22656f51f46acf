"""The folder of readings goes with its window, at the next start at the latest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile

from gui.flow.scratch import LOCK, Scratch, sweep

ROOT = Path(__file__).resolve().parents[3]
KILLED = """
import os, signal, sys, tempfile
tempfile.tempdir = sys.argv[1]
from gui.flow.scratch import Scratch
scratch = Scratch()
(scratch.path() / "1.safetensors").write_bytes(bytes(100))
print(scratch.path(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scratch:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return Scratch()


def test_it_is_there_when_it_is_asked_for_and_goes(scratch: Scratch, tmp_path: Path) -> None:
    first = scratch.path()
    assert first == scratch.path() and first.is_dir()
    for each in first.iterdir():
        each.unlink()
    first.rmdir()
    second = scratch.path()
    assert second.is_dir() and second != first
    scratch.close()
    scratch.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_killed_window_leaves_it_to_the_next(scratch: Scratch, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    left = Path(run.stdout.strip())
    assert (left / "1.safetensors").exists()
    others = tmp_path / "qkvista-anything"
    others.mkdir()
    ours = scratch.path()
    sweep(tmp_path)
    assert not left.exists()
    assert others.is_dir()
    assert ours.is_dir()
    scratch.close()


def test_a_window_that_runs_keeps_it_however_long(scratch: Scratch, tmp_path: Path) -> None:
    ours = scratch.path()
    held = QLockFile(str(ours / LOCK))
    assert not held.tryLock(0)
    sweep(tmp_path)
    assert ours.is_dir()
    scratch.close()
