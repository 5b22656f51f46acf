"""Stronger borders and dim texts, for who asks for more contrast: by a command, or by the colours of the desktop."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QGuiApplication, QPalette

from gui.look.theme import CONTRAST

STRONG: Final = 20.5  # of the 21 that black on white has: no usual desktop writes so, those for high contrast do


def put_contrast(more: bool) -> None:
    """Have all themes from now on with more contrast, or without."""
    application = QGuiApplication.instance()
    if application is not None:
        application.setProperty(CONTRAST, more)


def take_contrast(chosen: str, desktop: QPalette) -> None:
    """Have what the person chose; "system" is what the desktop's colours ask for, as they were before the app's own."""
    put_contrast(is_strong(desktop) if chosen == "system" else chosen == "more")


def is_strong(desktop: QPalette) -> bool:
    """Whether a desktop writes black on white, or white on black: Windows' contrast themes and those of others do.

    Qt's own answer (QStyleHints.accessibility) cannot be read from Python reliably.
    """
    light, dark = sorted((_luminance(desktop.windowText().color()), _luminance(desktop.window().color())), reverse=True)
    return (light + 0.05) / (dark + 0.05) >= STRONG


def _luminance(colour: QColor) -> float:
    """WCAG 2.2, relative luminance."""
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
