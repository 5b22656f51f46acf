"""The cells of a map as device pixels, by numpy alone: colours, gaps, round corners, hatches."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.maps.raster import Raster
from gui.attention.map.geometry import GAP_FROM, Band
from gui.look.drawing import HATCH_STEP, indices, mix
from gui.look.theme import Theme

ROUND_FROM: Final = 16  # cells have round corners from this size on
RADIUS: Final = 2

Pixels = NDArray[np.uint32]
Bytes = NDArray[np.uint8]


def places(raster: Raster, stage: str, limit: float) -> Bytes:
    """(h, w): where each value lies in the stage's colour map."""
    return indices(raster.values, -limit if diverging(stage) else 0.0, limit)


def diverging(stage: str) -> bool:
    """Whether numbers of the stage have both signs."""
    return stage in ("raw", "scaled", "masked", "difference")


def map_pixels(raster: Raster, stage: str, limit: float, rows: Band, columns: Band, dpr: float, theme: Theme) -> Pixels:
    """The plot (rows.pixels, columns.pixels) as 0xAARRGGBB. The raster has one value for each cell of the bands."""
    colours = (theme.diverging if diverging(stage) else theme.sequential).colours
    small = colours[places(raster, stage, limit)]
    large = min(rows.pixels / rows.cells, columns.pixels / columns.cells) / dpr
    missing = ~np.isfinite(raster.values)
    if missing.any():
        small[missing] = _argb(theme["error_tint" if large >= GAP_FROM else "error"])
    across = np.repeat(np.arange(columns.cells), np.diff(columns.edges))
    down = np.repeat(np.arange(rows.cells), np.diff(rows.edges))
    pixels: Pixels = small.take(across, 1).take(down, 0)
    if not raster.visible.all():
        hidden = ~raster.visible.take(across, 1).take(down, 0)
        np.copyto(pixels, _hatch(pixels.shape, dpr, theme), where=hidden)
    if large >= GAP_FROM:
        _cut_gaps(pixels, rows, columns, max(round(dpr), 1), _argb(theme["surface"]))
    if large >= ROUND_FROM:
        _round_corners(pixels, rows, columns, dpr, theme["surface"])
    return pixels


def _argb(colour: QColor) -> np.uint32:
    return np.uint32(colour.rgba())


def _hatch(shape: tuple[int, ...], dpr: float, theme: Theme) -> Pixels:
    """Diagonal lines of 1 px over the whole plot, so that the lines of neighbours meet."""
    period = max(round(HATCH_STEP * dpr), 2)
    distance = np.abs((np.arange(period) + 1) % period - period / 2) / np.sqrt(2)
    cover = np.clip((dpr + 1) / 2 - distance, 0, 1)
    line = np.array([_argb(mix(theme["line_strong"], theme["sunken"], float(share))) for share in cover])
    h, w = shape
    strip: Pixels = line[np.add.outer(np.arange(period), np.arange(w)) % period]
    return strip.take(np.arange(h) % period, 0)


def _cut_gaps(pixels: Pixels, rows: Band, columns: Band, gap: int, paper: np.uint32) -> None:
    for behind in range(1, gap + 1):
        pixels[rows.edges[1:] - behind] = paper
        pixels[:, columns.edges[1:] - behind] = paper


def _round_corners(pixels: Pixels, rows: Band, columns: Band, dpr: float, paper: QColor) -> None:
    gap = max(round(dpr), 1)
    for down, across, cover in _corner(RADIUS * dpr):
        for y in (rows.edges[:-1] + down, rows.edges[1:] - gap - 1 - down):
            for x in (columns.edges[:-1] + across, columns.edges[1:] - gap - 1 - across):
                at = np.ix_(y, x)
                pixels[at] = _blend(pixels[at], paper, cover)


def _corner(radius: float) -> list[tuple[int, int, float]]:
    """The pixels that a round corner cuts, each with the share of it that stays."""
    samples = (np.arange(8) + 0.5) / 8
    found = []
    for down in range(int(np.ceil(radius))):
        for across in range(int(np.ceil(radius))):
            y, x = radius - down - samples[:, None], radius - across - samples[None, :]
            inside = float(np.mean((y <= 0) | (x <= 0) | (x * x + y * y <= radius * radius)))
            if inside < 1:
                found.append((down, across, inside))
    return found


def _blend(pixels: Pixels, paper: QColor, share: float) -> Any:
    """`share` of the pixels over the paper, channel by channel."""
    mixed = np.full(pixels.shape, 0xFF000000, np.uint32)
    for shift, ground in ((16, paper.red()), (8, paper.green()), (0, paper.blue())):
        channel = (pixels >> np.uint32(shift) & np.uint32(0xFF)) * share + ground * (1 - share)
        mixed |= np.rint(channel).astype(np.uint32) << np.uint32(shift)
    return mixed
