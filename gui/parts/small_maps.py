"""Small maps as pixels: weights in colour, hidden cells under thin diagonal lines, NaN in the colour of errors."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from gui.look.drawing import indices
from gui.look.theme import Theme

HATCH: Final = 6  # device pixels between the lines of what is hidden, at a pixel ratio of 1

Pixels = NDArray[np.uint32]


def map_colours(values: NDArray[Any], visible: NDArray[Any], theme: Theme, top: float, ratio: float) -> Pixels:
    """Maps (..., side, side) of weights from 0 to `top` as 0xAARRGGBB of the same shape."""
    side = values.shape[-1]
    pixels = theme.sequential.colours[indices(values, 0.0, top)]
    if not visible.all():
        step = max(2, round(HATCH * ratio))
        lines = (np.add.outer(np.arange(side), np.arange(side)) % step) < max(1, round(ratio))
        pixels = np.where(visible, pixels, np.where(lines, _rgb(theme, "line_strong"), _rgb(theme, "sunken")))
    missing = np.isnan(values)
    if missing.any():
        pixels = np.where(missing, _rgb(theme, "error_line"), pixels)
    return np.asarray(pixels, np.uint32)


def image_of(pixels: NDArray[Any]) -> QImage:
    """Pixels (height, width) as a picture of their own."""
    pixels = np.ascontiguousarray(pixels, dtype=np.uint32)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _rgb(theme: Theme, role: str) -> np.uint32:
    return np.uint32(theme[role].rgb())
