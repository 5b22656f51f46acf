"""A picture's pixels, and as a PNG file that holds the scene it shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from engine.compare.pinned import Pinned
from engine.files.pictured import NAME
from engine.scene import Scene
from gui.export.palette import Pixels

Named = TypeVar("Named", Scene, Pinned)


def png_of(image: QImage, scene: str = "") -> bytes:
    """The image as a PNG file; `scene` is the JSON that opens it, as a text chunk. The image is left as it is."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    named = QImage(image)
    named.setText(NAME, scene)
    named.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def kept(scene: Scene) -> str:
    """The scene's JSON for a file that is given to others: the person's own files by their names, not their folders."""
    pinned = scene.pinned and _named(scene.pinned)
    return replace(_named(scene), pinned=pinned).to_json()


def _named(of: Named) -> Named:
    return replace(of, source=Path(of.source).name, function=Path(of.function).name)


def pixels_of(image: QImage) -> Pixels:
    """(height, width) of 0xRRGGBB."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    lines = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.bytesPerLine() // 4)
    return lines[:, : plain.width()] & np.uint32(0xFFFFFF)
