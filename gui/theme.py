"""Colours, type and colour maps of the two themes, from resources/theme.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

RESOURCES: Final = Path(__file__).resolve().parent.parent / "resources"
WEIGHTS: Final = {400: QFont.Weight.Normal, 500: QFont.Weight.Medium, 600: QFont.Weight.DemiBold}
INKS: Final = (0xFFFFFFFF, 0xFF08070C)
GREYS: Final = {"light": ["#FAFAFA", "#121212"], "dark": ["#202020", "#F8F8F8"]}

Table = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class ColourMap:
    """256 colours as 0xAARRGGBB, and the ink that reads on each: white or near-black by contrast."""

    colours: Table
    inks: Table


@dataclass(frozen=True, eq=False)
class Theme:
    """One theme. `theme["ink"]` is a QColor by role; `sequential` runs from 0 to the most, `diverging` from -m to m."""

    name: str
    roles: dict[str, QColor]
    sequential: ColourMap
    diverging: ColourMap

    def __getitem__(self, role: str) -> QColor:
        return self.roles[role]

    def palette(self) -> QPalette:
        """The palette of the whole application, so that no colour of Fusion's own shows."""
        palette = QPalette()
        for role, name in _PALETTE.items():
            palette.setColor(role, self[name])
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self["disabled"])
        return palette


_PALETTE: Final = {
    QPalette.ColorRole.Window: "surface",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.BrightText: "error",
    QPalette.ColorRole.Highlight: "sunken",
    QPalette.ColorRole.HighlightedText: "ink",
    QPalette.ColorRole.PlaceholderText: "ink3",
    QPalette.ColorRole.ToolTipBase: "tooltip",
    QPalette.ColorRole.ToolTipText: "tooltip_ink",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line_strong",
    QPalette.ColorRole.Shadow: "line_strong",
    QPalette.ColorRole.Accent: "focus",
    QPalette.ColorRole.Link: "focus",
}


def system_theme() -> str:
    """What the desktop asks for: "light" or "dark"."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def theme(name: str, colours: str = "violet") -> Theme:
    """The theme "light", "dark" or "system", its weights drawn with the map `colours`."""
    return _theme(system_theme() if name == "system" else name, colours)


@cache
def _theme(name: str, colours: str) -> Theme:
    record = _tokens()["themes"][name]
    roles = {role: QColor(value) for role, value in record["colours"].items()}
    anchors = {"violet": record["maps"]["sequential"], "grey": GREYS[name]}.get(colours) or _other_map(colours, name)
    return Theme(name, roles, _colour_map(anchors), _colour_map(record["maps"]["diverging"]))


def _other_map(colours: str, name: str) -> list[str]:
    """Anchors of a map from the cmap library, turned so that zero is the end nearer to the paper."""
    import cmap

    stops = [cmap.Colormap(colours)(i / 32).hex[:7] for i in range(33)]
    return stops[::-1] if name == "light" else stops


def _colour_map(anchors: list[str]) -> ColourMap:
    colours = [QColor(anchor) for anchor in anchors]
    rgb = np.array([(c.red(), c.green(), c.blue()) for c in colours], dtype=np.float64)
    at = np.linspace(0, len(anchors) - 1, 256)
    table = np.stack([np.interp(at, np.arange(len(anchors)), rgb[:, c]) for c in range(3)], 1)
    r, g, b = np.rint(table).astype(np.uint32).T
    white = _contrast(table, np.array([255.0, 255.0, 255.0]))
    black = _contrast(table, np.array([8.0, 7.0, 12.0]))
    inks = np.where(white >= black, np.uint32(INKS[0]), np.uint32(INKS[1]))
    return ColourMap(np.uint32(0xFF000000) | r << np.uint32(16) | g << np.uint32(8) | b, inks)


def _contrast(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """WCAG 2 contrast ratio of sRGB colours (n, 3) against one, 0 to 255."""

    def luminance(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
        c = rgb / 255
        linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
        return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))

    x, y = luminance(a), luminance(b)
    return (np.maximum(x, y) + 0.05) / (np.minimum(x, y) + 0.05)


@cache
def _tokens() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((RESOURCES / "theme.json").read_text("utf-8"))
    return loaded


def load_fonts() -> None:
    """Register the bundled fonts; raises RuntimeError when one is missing, since none at all draws boxes."""
    for path in sorted((RESOURCES / "fonts").glob("*.[ot]tf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"The font {path.name} in resources/fonts cannot be read.")


@cache
def font(role: str, weight: int | None = None) -> QFont:
    """The font of a role of the type scale ("chip", "axis", ...); Inter has tabular digits. Sizes are pixels."""
    size, _, own = _tokens()["type"][role]
    made = QFont("JetBrains Mono" if role == "code" else "Inter")
    made.setPixelSize(size)
    made.setWeight(WEIGHTS[weight or own])
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if role == "code":
        made.setFeature(QFont.Tag("calt"), 0)
        made.setFeature(QFont.Tag("liga"), 0)
    else:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def line_height(role: str) -> int:
    """Pixels from line to line in a role of the type scale."""
    return int(_tokens()["type"][role][1])
