"""A signal closes the window in good order, also one in which nothing happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gui.ending import ASKS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # s
STILL = """
import signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from gui.ending import ASKS, Ending
for name in ASKS:  # whoever runs the tests may ignore them
    signal.signal(getattr(signal, name), signal.SIG_DFL)
application, window = QApplication([]), QWidget()
window.show()
if sys.argv[1] == "ignored":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
ending = Ending(window)
QTimer.singleShot(0, lambda: print("up", flush=True))
if sys.argv[1] == "ignored":
    QTimer.singleShot(500, window.close)
application.exec()
print(ending.status, window.isVisible(), flush=True)
"""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@contextmanager
def started(*command: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A process, which does not outlive a test that failed."""
    arguments = [sys.executable, *command]
    environment = os.environ | settings
    with subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("name", ASKS)
def test_a_window_that_sleeps_hears_it(name: str) -> None:
    number = getattr(signal, name)
    with started("-c", STILL, "heard") as process:
        assert process.stdout is not None and process.stdout.readline() == "up\n"
        process.send_signal(number)
        assert process.communicate(timeout=PATIENCE)[0] == f"{128 + number} False\n"


def test_what_nohup_ignores_stays_ignored() -> None:
    with started("-c", STILL, "ignored") as process:
        assert process.stdout is not None and process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[0] == "0 False\n"


def test_the_app_keeps_the_view_and_leaves_no_process_and_no_file(tmp_path: Path) -> None:
    text, temporary = tmp_path / "text.txt", tmp_path / "temporary"
    text.write_text("Some words that only a model can read.")
    temporary.mkdir()
    with started("main.py", str(text), TMPDIR=str(temporary)) as process:
        until = time.monotonic() + PATIENCE
        while not list(temporary.glob("qkvista-*/*.safetensors")) and time.monotonic() < until:
            time.sleep(0.1)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 128 + signal.SIGTERM
    assert not list(temporary.iterdir())
    assert "Some words" in Path(os.environ["XDG_STATE_HOME"], "qkvista", "last.qkv.json").read_text("utf-8")
