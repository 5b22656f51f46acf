"""The small maps of all heads of a layer as one picture, made once for each set of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from engine.thumbnails import Detail
from gui.drawing import indices
from gui.theme import Theme

HATCH: Final = 6  # device pixels between the lines of what is hidden, at a pixel ratio of 1


def composite(detail: Detail, theme: Theme, top: float, side: int, ratio: float) -> QImage:
    """All maps side by side, each `side` device pixels square; weights from 0 to `top`.

    Cells are whole device pixels. What the mask hides is sunken under thin diagonal lines, NaN the colour of errors.
    """
    at = np.arange(side) * detail.maps.shape[1] // side
    values, visible = detail.maps[:, at][:, :, at], detail.visible[:, at][:, :, at]
    pixels = theme.sequential.colours[indices(values, 0.0, top)]
    step = max(2, round(HATCH * ratio))
    lines = (np.add.outer(np.arange(side), np.arange(side)) % step) < max(1, round(ratio))
    masked = np.where(lines, _rgb(theme, "line_strong"), _rgb(theme, "sunken"))
    pixels = np.where(visible, pixels, masked)
    pixels = np.where(np.isnan(values), _rgb(theme, "error_line"), pixels)
    return _image(np.concatenate(list(pixels), axis=1))


def _rgb(theme: Theme, role: str) -> np.uint32:
    return np.uint32(theme[role].rgb())


def _image(pixels: NDArray[Any]) -> QImage:
    pixels = np.ascontiguousarray(pixels, dtype=np.uint32)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
