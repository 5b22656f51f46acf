"""A person's file, written and called, and whether a process is gone."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from engine.attention import Spec, attend
from engine.own import OwnFunction

HANGS = """
def score_mod(score, b, h, q_idx, kv_idx):
    while True:
        pass
"""


def write(folder: Path, source: str) -> Path:
    """own.py in a folder."""
    path = folder / "own.py"
    path.write_text(source, "utf-8")
    return path


def call(own: OwnFunction) -> Any:
    """Weights (1, 1, 2, 2) of two equal tokens under it."""
    x = np.ones((1, 1, 2, 4), np.float32)
    return attend(x, x, x, Spec(score=own.score, mask=own.mask)).weights


def gone(pid: int) -> bool:
    """Whether a process has ended (or is nobody's any more), within twenty seconds."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def ended(before: set[threading.Thread]) -> bool:
    """Whether all threads but these have ended, within twenty seconds each."""
    later = set(threading.enumerate()) - before
    for thread in later:
        thread.join(20)
    return not any(thread.is_alive() for thread in later)
