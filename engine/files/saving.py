"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

PART: Final = ".part"  # how the name of an unfinished file ends, which begins with a dot


def at_once() -> None:
    """Nothing to wait for before a file takes its place."""


def save_bytes(path: Path, data: bytes, before: Callable[[], object] = at_once) -> None:
    """Write `data` to `path` so that no reader, and no crash, ever meets half of it. OSError if it cannot be done.

    Where `path` is a link, what it leads to is written; who may read a file that is there may read the new one.
    `before()` is called when all is written and nothing is changed yet: what it raises leaves what was there.
    """
    save_parts(path, (data,), before)


def save_parts(path: Path, parts: Iterable[bytes | memoryview], before: Callable[[], object] = at_once) -> None:
    """The same for what is not one piece in memory."""
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{uuid4().hex}{PART}")
    try:
        with temporary.open("xb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # there is no old file, or this disk knows no rights
            os.chmod(temporary, path.stat().st_mode & 0o777)
        before()
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
