"""What a file holds, as choices for a scene: a capture, a scene or plain text."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from engine.capture import Capture
from engine.files.pictured import PICTURES, scene_in
from engine.files.tensorfile import looks_like
from engine.scene import LONGEST_TEXT, Scene

LARGEST_TEXT: Final = 4 * LONGEST_TEXT  # bytes: UTF-8 has at most four a character
LARGEST_SCENE: Final = 16 * LONGEST_TEXT  # bytes: two texts, of which JSON writes some characters with six
SCENE: Final = ".qkv.json"
LOOKS: Final = ("theme", "colours")
BEGINS: Final = re.compile(r"\ufeff?\s*\{\s*\"qkvista\"\s*:")


class FileError(ValueError):
    """A file that cannot be opened. Its text is one sentence for the person."""


def choices_of(path: Path) -> dict[str, Any]:
    """The fields of a scene that a file stands for.

    A capture gives its text and itself as the source, a scene its fields (`choices_of_scene`), and so does a picture
    that was exported; anything else is read as UTF-8 text.
    Raises FileError, CaptureError or ValueError (a scene), each with one sentence.
    """
    if is_capture(path):
        capture = Capture.load(path)
        capture.check_divisors()
        first = next((i for i, token in enumerate(capture.tokens) if not token.special), 0)
        begin = {"model": capture.model, "layer": 0, "head": 0, "query": first, "key": None, "scale": None}
        return {"source": str(path.resolve()), "text": capture.text, "stage": "weights"} | begin
    if path.suffix.casefold() in PICTURES:
        return choices_of_scene(scene_in(path))
    if path.suffix.casefold() == ".json":
        return choices_of_scene(read_text(path, LARGEST_SCENE, "scene"))
    text = read_text(path)
    return choices_of_scene(text) if is_scene(text) else {"text": text, "source": "", "key": None}


def is_scene(text: str) -> bool:
    """Whether a text begins as a scene does that was saved or copied."""
    return BEGINS.match(text) is not None


def choices_of_scene(text: str) -> dict[str, Any]:
    """The fields of a scene that was saved or copied, but for theme and colours, which are the person's own.

    Raises ValueError with one sentence.
    """
    scene = Scene.from_json(text.removeprefix("\ufeff"))
    return {field.name: getattr(scene, field.name) for field in fields(scene) if field.name not in LOOKS}


def is_capture(path: Path) -> bool:
    """Whether a file is, or says that it is, a capture. Raises FileError when it cannot be read at all."""
    try:
        return path.suffix == ".safetensors" or (path.is_file() and looks_like(path))
    except OSError as error:
        raise FileError(f"“{path.name}” cannot be read: {error.strerror or error}.") from error


def read_text(path: Path, largest: int = LARGEST_TEXT, kind: str = "text") -> str:
    """A UTF-8 text file. Raises FileError with one sentence: not there, a folder, too long, not text, empty."""
    try:
        if not path.is_file():
            raise FileError(f"“{path}” is not a file." if path.exists() else f"There is no file “{path}”.")
        if path.stat().st_size > largest:
            raise FileError(f"“{path.name}” is too large for a {kind}: {path.stat().st_size / 1e6:,.0f} MB.")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"“{path.name}” cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError:
        raise FileError(f"“{path.name}” is neither text in UTF-8 nor a capture.") from None
    if not text.strip() or "\0" in text:
        raise FileError(f"“{path.name}” {'holds no text' if not text.strip() else 'is not a text: it has NUL bytes'}.")
    return text.removesuffix("\n")
