"""The application as it looks in the window, its fonts fit for files."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from gui.export.tabular import tabular
from gui.theme import RESOURCES, theme


def dress_for_files(application: QApplication, name: str) -> None:
    """Style, palette and fonts of the theme `name`. RuntimeError when a font is missing."""
    application.setStyle("Fusion")
    application.setPalette(theme(name).palette())
    QFontDatabase.removeAllApplicationFonts()
    for path in sorted((RESOURCES / "fonts").glob("*.ttf")):
        if QFontDatabase.addApplicationFontFromData(tabular(path.read_bytes())) < 0:
            raise RuntimeError(f"The font {path.name} in resources/fonts cannot be read.")
