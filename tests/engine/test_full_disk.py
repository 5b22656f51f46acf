"""What the engine writes onto a disk that is really full: whole or not at all, and one sentence."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture, CaptureError
from engine.models import cache
from engine.models.cache import kept
from tests.disk import FULL, Disk
from tests.engine.captures import tiny

ROOT = Path(__file__).parents[2]


def test_a_capture(disk: Disk) -> None:
    path = disk.path / "c.safetensors"
    tiny().save(path)
    before = disk.files()
    disk.fill()
    with pytest.raises(CaptureError, match=FULL):
        tiny("float16").save(path)
    assert disk.files() == before
    assert Capture.load(path).layers[0].q.dtype == np.float32


def test_converted_weights_come_from_memory(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: disk.path / "qkvista")
    made = {"a": np.arange(20_000, dtype=np.float32)}  # more than the disk has
    (_, tensors), note = kept("x", lambda: ({}, made))
    assert note.endswith(f"could not be kept in {disk.path / 'qkvista'} ({FULL}).")
    assert np.array_equal(tensors["a"].numpy(), made["a"]) and disk.files() == {}


@pytest.mark.parametrize(
    ("command", "name"),
    [("capture", "a.safetensors"), ("render", "a.png"), ("render", "a.csv")],
    ids=["capture", "picture", "numbers"],
)
def test_a_command(disk: Disk, command: str, name: str) -> None:
    path = disk.path / name
    path.write_bytes(b"old")
    disk.fill()
    run = [sys.executable, "main.py", command, "The bank of the river was muddy.", "--out", str(path)]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert ended.returncode == 2 and FULL in ended.stderr.splitlines()[-1] and "Traceback" not in ended.stderr
    assert disk.files() == {name: b"old"}
