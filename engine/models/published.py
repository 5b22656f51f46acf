"""What the files of the built-in models are called, and where what was made of them is kept; needs no torch."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

MINILM_FILE: Final = "model/model.safetensors"
MINILM_WEIGHTS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SMOLLM2_KEPT: Final = "smollm2-135m-instruct-q4_1-1"  # the last number counts how the conversion changed


def folder() -> Path:
    """The user's cache folder of this app; it may not be there yet."""
    from platformdirs import user_cache_path

    return user_cache_path("qkvista", appauthor=False)


def kept_file(name: str) -> Path:
    """Where a model's converted weights are kept; they may not be there yet."""
    return folder() / f"{name}.safetensors"


def mark_of(path: Path) -> Path:
    """The file beside a kept one that has its SHA-256."""
    return path.with_suffix(".sha256")


def is_whole(path: Path) -> bool:
    """Whether a kept file is there and is what was written."""
    try:
        return sha256_of(path) == mark_of(path).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return False


def sha256_of(path: Path) -> str:
    """Of a file's bytes, in hexadecimal digits. OSError if it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
