"""Colours, type and colour maps of the two themes, from resources/theme.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

if TYPE_CHECKING:
    from gui.look.colours import ColourMap

RESOURCES: Final = Path(__file__).resolve().parents[2] / "resources"
CONTRAST: Final = "qkvistaContrast"  # the property of the application that asks for more of it
WEIGHTS: Final = {400: QFont.Weight.Normal, 500: QFont.Weight.Medium, 600: QFont.Weight.DemiBold}


@dataclass(frozen=True, eq=False)
class Theme:
    """One theme. `theme["ink"]` is a QColor by role; `sequential` runs from 0 to the most, `diverging` from -m to m."""

    name: str
    roles: dict[str, QColor]
    colours: str
    anchors: dict[str, list[str]]

    def __getitem__(self, role: str) -> QColor:
        return self.roles[role]

    @cached_property
    def sequential(self) -> ColourMap:
        from gui.look.colours import anchors_of, colour_map  # numpy comes after the first paint

        own = self.colours == "violet"
        return colour_map(self.anchors["sequential"] if own else anchors_of(self.colours, self.name))

    @cached_property
    def diverging(self) -> ColourMap:
        from gui.look.colours import colour_map

        return colour_map(self.anchors["diverging"])

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


def has_more_contrast() -> bool:
    """Whether this process draws borders and dim texts stronger (gui/access/contrast.py)."""
    application = QGuiApplication.instance()
    return application is not None and bool(application.property(CONTRAST))


def theme(name: str, colours: str = "violet") -> Theme:
    """The theme "light", "dark" or "system", its weights drawn with the map `colours`."""
    return _theme(system_theme() if name == "system" else name, colours, has_more_contrast())


@cache
def _theme(name: str, colours: str, more_contrast: bool) -> Theme:
    record = _tokens()["themes"][name]
    values = record["colours"] | (record["contrast"] if more_contrast else {})
    roles = {role: QColor(value) for role, value in values.items()}
    return Theme(name, roles, colours, record["maps"])


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
