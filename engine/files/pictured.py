"""The view inside a picture that was exported: PNG and SVG files hold their scene."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

from engine.files.tensorfile import brief

PICTURES: Final = (".png", ".svg")
NAME: Final = "qkvista"  # of the text in a PNG file
HELD: Final = re.compile(rb"<metadata>(\{.*?\})</metadata>", re.DOTALL)
LARGEST: Final = 64 * 2**20  # bytes of an SVG file


def scene_in(path: Path) -> str:
    """The JSON of the scene that a picture shows. ValueError with one sentence where there is none."""
    try:
        found = _in_png(path) if path.suffix.casefold() == ".png" else _in_svg(path)
    except (OSError, SyntaxError, ValueError) as error:
        raise ValueError(f"“{path.name}” cannot be read: {brief(str(error))}.") from error
    if not found:
        raise ValueError(f"“{path.name}” holds no view: only pictures that were exported here do.")
    return found


def _in_png(path: Path) -> str:
    from PIL import Image

    with Image.open(path, formats=("PNG",)) as picture:
        return str(picture.info.get(NAME, ""))


def _in_svg(path: Path) -> str:
    with path.open("rb") as file:
        match = HELD.search(file.read(LARGEST))
    return unescape(match[1].decode("utf-8")) if match else ""
