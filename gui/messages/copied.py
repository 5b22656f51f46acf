"""Text onto the clipboard, and a notice that it is there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget


def copy_text(text: str, what: str, source: QWidget) -> None:
    """Copy a text that a part of the window shows; the window says so: "Copied: the chosen cell." """
    QGuiApplication.clipboard().setText(text)
    above: QWidget | None = source
    while above is not None and not hasattr(above, "noticed"):  # a workspace, or the window
        above = above.parentWidget()
    if above is not None:
        above.noticed.emit(f"Copied: {what}.", None, None)


def add_copy(widget: QWidget, text: Callable[[], str], what: str, title: str = "Copy") -> None:
    """Have a widget copy its text by Ctrl+C, while the keyboard is on it or in it, and by its context menu."""
    copy = QAction(title, widget)
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    copy.triggered.connect(lambda: copy_text(text(), what, widget))
    widget.addAction(copy)
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
