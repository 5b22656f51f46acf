"""What screen readers say at once: messages, and what the keyboard has just come to inside a widget."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

AT_SPI: Final = ("xcb", "wayland")  # there a new description is heard by itself, elsewhere only an announcement


def announce(source: QWidget, words: str, urgent: bool = False) -> None:
    """Tell screen readers, at once when it is urgent."""
    event = QAccessibleAnnouncementEvent(source, words)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def describe(widget: QWidget, words: str) -> None:
    """Give a widget its description: the part of it that is chosen, with its number ("river, weight 0.52, ...").

    It is heard when the keyboard comes to the widget, and at once when it changes while the keyboard is there.
    """
    if words == widget.accessibleDescription():
        return
    QWidget.setAccessibleDescription(widget, words)
    if words and widget.hasFocus() and QGuiApplication.platformName() not in AT_SPI:
        announce(widget, words)
