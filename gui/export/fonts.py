"""Inter under two names for files: with tabular digits, and with its own.

Of a glyph that a feature puts there Qt tells a PDF no meaning, and an SVG no feature: so what is drawn into a file
names a font that has such digits from the start. Both are as wide, glyph by glyph, as what is on screen.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from gui.export.tabular import proportional, renamed, tabular
from gui.look.theme import RESOURCES

SCREEN: Final = "Inter"
TABULAR, PROPORTIONAL = "InTab", "InPro"  # as long as the name they stand for
DIGITS: Final = QFont.Tag("tnum")


def file_font(font: QFont) -> QFont:
    """The font as a file names it: one of its own, since a document's font would be taken for the target's."""
    made = QFont()
    made.fromString(font.toString())
    if made.family() == SCREEN:
        _load()
        made.setFamily(TABULAR if made.isFeatureSet(DIGITS) and made.featureValue(DIGITS) else PROPORTIONAL)
        made.clearFeatures()
    return made


@cache
def _load() -> None:
    """Register the fonts, once; RuntimeError when one is missing."""
    for path in sorted((RESOURCES / "fonts").glob("Inter-*.ttf")):
        data = path.read_bytes()
        for made, name in ((tabular(data), TABULAR), (proportional(data), PROPORTIONAL)):
            if QFontDatabase.addApplicationFontFromData(renamed(made, SCREEN, name)) < 0:
                raise RuntimeError(f"The font {path.name} in resources/fonts cannot be read.")
