"""Text onto the clipboard, and a notice that it is there."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


def copy_text(text: str, what: str, source: QWidget) -> None:
    """Copy a text that a part of the window shows; the window says so: "Copied: the chosen cell." """
    QGuiApplication.clipboard().setText(text)
    above: QWidget | None = source
    while above is not None and not hasattr(above, "noticed"):  # a workspace, or the window
        above = above.parentWidget()
    if above is not None:
        above.noticed.emit(f"Copied: {what}.", None, None)
