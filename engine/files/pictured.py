"""The view inside a picture that was exported: PNG and SVG files hold their scene."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Final

from engine.files.tensorfile import brief

PICTURES: Final = (".png", ".svg")
NAME: Final = "qkvista"  # of the text in a PNG file
BEGIN, END = b"<metadata>{", b"}</metadata>"  # around the scene in an SVG file
LARGEST: Final = 64 * 2**20  # bytes of an SVG file


def scene_in(path: Path) -> str:
    """The JSON of the scene that a picture shows. ValueError with one sentence where there is none."""
    try:
        if path.exists() and not path.is_file():  # a pipe would wait for ever
            raise ValueError("it is not a file")
        found = _in_png(path) if path.suffix.casefold() == ".png" else _in_svg(path)
    except (OSError, SyntaxError, ValueError) as error:
        reason = getattr(error, "strerror", None) or brief(str(error))
        raise ValueError(f"“{path.name}” cannot be read: {reason}.") from error
    if not found:
        raise ValueError(f"“{path.name}” holds no view: only pictures that were exported here do.")
    return found


def _in_png(path: Path) -> str:
    from PIL.PngImagePlugin import PngImageFile  # not Image.open, which refuses many pixels: none of them is read here

    with PngImageFile(path) as picture:
        return str(picture.info.get(NAME, ""))


def _in_svg(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(LARGEST)
    begin = data.find(BEGIN)
    end = data.find(END, begin + len(BEGIN)) if begin >= 0 else -1
    return unescape(data[begin + len(BEGIN) - 1 : end + 1].decode("utf-8")) if end >= 0 else ""
