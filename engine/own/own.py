"""A person's file with mask_mod or score_mod: read, and, where that was approved, run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from engine.attention import Mask, Score
from engine.own.patience import OwnError
from engine.own.process import OwnProcess

LARGEST: Final = 1_000_000  # bytes


@dataclass(frozen=True)
class OwnFile:
    """A person's file as it was read; nothing of it has run. `digest` is the SHA-256 of its bytes."""

    path: Path
    source: str
    digest: str

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.source.encode())


@dataclass(frozen=True, eq=False)
class OwnFunction:
    """A person's functions, as numpy functions of FlexAttention's signatures; a call asks their process.

    `mask` and `score` are None where the file does not define them. A call raises OwnError with one sentence.
    """

    file: OwnFile
    mask: Mask | None
    score: Score | None
    process: OwnProcess = field(repr=False)

    @property
    def path(self) -> Path:
        return self.file.path

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def digest(self) -> str:
        return self.file.digest

    def close(self) -> None:
        """End its process."""
        self.process.close()


def read_own(path: Path) -> OwnFile:
    """Read a file without running it. OwnError with one sentence: not there, too large, not text in UTF-8."""
    try:
        if not path.is_file():
            raise OwnError(f"“{path}” is not a file." if path.exists() else f"There is no file “{path}”.")
        if path.stat().st_size > LARGEST:
            size = path.stat().st_size
            raise OwnError(f"“{path.name}” has {size:,} bytes; {LARGEST:,} is the most for a function.")
        data = path.read_bytes()
        source = data.decode("utf-8-sig")
    except OSError as error:
        raise OwnError(f"“{path.name}” cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise OwnError(f"Line {line} of {path.name} is not text in UTF-8.") from None
    if "\0" in source:
        line = source[: source.index("\0")].count("\n") + 1
        raise OwnError(f"Line {line} of {path.name} has a NUL byte, which is no text.")
    return OwnFile(path, source, hashlib.sha256(data).hexdigest())


def run_own(file: OwnFile) -> OwnFunction:
    """Run a file that was read, in a process of its own, until it is closed. OwnError with one sentence."""
    process = OwnProcess(file.path, file.source)
    try:
        found = process.functions()
    except OwnError:
        process.close()
        raise
    mask = partial(process.call, "mask_mod", None) if "mask_mod" in found else None
    score = partial(process.call, "score_mod") if "score_mod" in found else None
    return OwnFunction(file, mask, score, process)


def open_own(path: Path) -> OwnFunction:
    """Read a file and run it, for a caller whose person asked for that. OwnError with one sentence."""
    return run_own(read_own(path))
