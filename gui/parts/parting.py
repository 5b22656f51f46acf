"""What parts panes: hairlines, and splitters that a hand can drag."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSplitter, QWidget


def hairline(orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> QFrame:
    """A 1 px line between panes, coloured by the style sheet."""
    line = QFrame()
    line.setObjectName("hairline")
    (line.setFixedHeight if orientation == Qt.Orientation.Horizontal else line.setFixedWidth)(1)
    return line


def splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    """Panes side by side (or one above the other) with a hairline between them that can be dragged."""
    made = QSplitter(orientation)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    for widget in widgets:
        made.addWidget(widget)
    return made
