"""The small maps of all heads of a layer as one picture, made once for each set of them."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from engine.shown.thumbnails import Detail
from gui.look.theme import Theme
from gui.parts.small_maps import image_of, map_colours


def composite(detail: Detail, theme: Theme, top: float, side: int, ratio: float) -> QImage:
    """All maps side by side, each `side` device pixels square, in whole cells; weights from 0 to `top`."""
    at = np.arange(side) * detail.maps.shape[1] // side
    values, visible = detail.maps[:, at][:, :, at], detail.visible[:, at][:, :, at]
    return image_of(np.concatenate(list(map_colours(values, visible, theme, top, ratio)), axis=1))
