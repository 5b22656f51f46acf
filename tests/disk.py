"""A real disk of 64 kB, which can be filled to the last byte: what a full disk says and does, nothing pretended."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

FULL = "No space left on device"
CHUNK = 512  # bytes


class Disk:
    """`path` is where it is mounted."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rest = path / "rest"

    def fill(self) -> None:
        """Leave no byte free."""
        with self._rest.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(CHUNK))
        assert not os.statvfs(self.path).f_bavail

    def free(self) -> None:
        """Take away what filled it."""
        self._rest.unlink(missing_ok=True)

    def files(self) -> dict[str, bytes]:
        """What else is on it: where, and what it holds."""
        found = (path for path in self.path.rglob("*") if path.is_file() and path != self._rest)
        return {str(path.relative_to(self.path)): path.read_bytes() for path in found}


@contextmanager
def small_disk(at: Path) -> Iterator[Disk]:
    """A disk in memory, mounted at a new folder; the test is skipped where that is refused."""
    at.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(at)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("this system has no mount")
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield Disk(at)
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)  # lazily: a file may be mapped still
