"""Kills processes that save without end, at random moments: `python -m tests.gui.memory.killed FILE KILLS SEED`."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from engine.files.saving import save_bytes

LINES = 4_000
SAVES = 4  # that one lives for at most, as long as a save takes here


def whole(number: int) -> bytes:
    """What is saved: one number in many lines, so that half of it, or a mixture, is known."""
    return f"{number:08}\n".encode() * LINES


def number_in(data: bytes) -> int:
    """The number of a whole file; ValueError for anything else."""
    number = int(data[:8])
    if data != whole(number):
        raise ValueError(f"broken: {len(data)} bytes that begin with {data[:20]!r}")
    return number


def save_on(path: Path, number: int) -> None:
    while True:
        number += 1
        save_bytes(path, whole(number))


def main(path: Path, kills: int, seed: int) -> None:
    """Print how many saves were done, and how many were killed half-way. A broken file ends it with an error."""
    random, number = Random(seed), 0
    begun = time.monotonic()
    save_bytes(path, whole(number))
    longest = min(0.1, SAVES * (time.monotonic() - begun))
    for _ in range(kills):
        child = os.fork()
        if not child:
            save_on(path, number)
        time.sleep(random.uniform(0, longest))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = number_in(path.read_bytes())
        if found < number:
            raise ValueError(f"{found} is older than {number}")
        number = found
    print(number, len(list(path.parent.glob(".*.part"))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
