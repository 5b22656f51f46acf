"""Colour maps as tables of 256, with the ink that reads on each colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

WHITE, BLACK = "#FFFFFF", "#060509"  # darker than the darkest ink: one of the two is 4.5 : 1 on any colour
GREYS: Final = {"light": ["#FAFAFA", "#121212"], "dark": ["#202020", "#F8F8F8"]}

Table = NDArray[np.uint32]
Rgb = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ColourMap:
    """256 colours as 0xAARRGGBB, and the ink on each: white or near-black by contrast."""

    colours: Table
    inks: Table


def colour_map(anchors: list[str]) -> ColourMap:
    """A map through these colours, evenly spaced, linear in sRGB between them."""
    rgb = np.array([_rgb(anchor) for anchor in anchors])
    at = np.linspace(0, len(anchors) - 1, 256)
    table = np.stack([np.interp(at, np.arange(len(anchors)), rgb[:, channel]) for channel in range(3)], 1)
    white, black = (_contrast(table, np.array(_rgb(ink))) for ink in (WHITE, BLACK))
    inks = np.where(white >= black, _packed(np.array(_rgb(WHITE))), _packed(np.array(_rgb(BLACK))))
    return ColourMap(_packed(table), inks)


def anchors_of(colours: str, theme: str) -> list[str]:
    """Anchors of "grey", or of a map from the cmap library, zero at the end that is nearer to the paper."""
    if colours == "grey":
        return GREYS[theme]
    import cmap  # takes a while, and few choose it

    stops = [cmap.Colormap(colours)(i / 32).hex[:7] for i in range(33)]
    return stops[::-1] if theme == "light" else stops


def _rgb(name: str) -> tuple[float, float, float]:
    colour = QColor(name)
    return float(colour.red()), float(colour.green()), float(colour.blue())


def _packed(rgb: Rgb) -> Table:
    r, g, b = np.moveaxis(np.rint(rgb).astype(np.uint32), -1, 0)
    return np.asarray(np.uint32(0xFF000000) | r << np.uint32(16) | g << np.uint32(8) | b)


def _contrast(a: Rgb, b: Rgb) -> Rgb:
    """WCAG 2 contrast ratio of sRGB colours (n, 3) against one, 0 to 255."""

    def luminance(rgb: Rgb) -> Rgb:
        c = rgb / 255
        linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
        return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))

    x, y = luminance(a), luminance(b)
    return (np.maximum(x, y) + 0.05) / (np.minimum(x, y) + 0.05)
