"""All small maps as one picture, made once for each set of them and each size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from engine.heads.view import HeadsView
from engine.maps.pooling import edges_of, pooled
from gui.heads.grid.layout import GridLayout
from gui.look.theme import Theme
from gui.parts.small_maps import Pixels, map_colours


def grid_colours(view: HeadsView, theme: Theme, side: int, ratio: float) -> Pixels:
    """(L, H, side, side) device pixels: a map in whole cells, or pooled by its largest weight where it is larger."""
    values, visible = fitted(view.maps, side), fitted(view.visible, side)
    return map_colours(values, visible, theme, view.top, ratio)


def fitted(maps: NDArray[np.generic], side: int) -> NDArray[np.generic]:
    """Maps (..., h, w) at `side` x `side`: pixels repeat, or one shows the largest that it covers; no word gives 0."""
    cells = maps.shape[-1]
    if not cells:  # a text of special tokens alone, which are folded
        return np.zeros((*maps.shape[:-2], side, side), maps.dtype)
    if cells <= side:
        at = np.arange(side) * cells // side
        return maps[..., at, :][..., at]
    edges = edges_of(0, 0, side, cells)
    axes = maps.ndim
    small: NDArray[np.generic] = pooled(pooled(maps, edges, axes - 2), edges, axes - 1)
    return small


def draw_all(layout: GridLayout, colours: Pixels, ratio: float, paper: int) -> QImage:
    """The picture of the whole pane in device pixels: every map at its place, the rest in the colour `paper`."""
    height, width = round(layout.height * ratio), round(layout.width * ratio)
    pixels = np.full((height, width), paper, np.uint32)
    side = colours.shape[-1]
    for layer, head in layout.places():
        box = layout.box((layer, head))
        top, left = round(box.top() * ratio), round(box.left() * ratio)
        part = pixels[top : top + side, left : left + side]
        part[:] = colours[layer, head][: part.shape[0], : part.shape[1]]
    made = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
    made.setDevicePixelRatio(ratio)
    return made
