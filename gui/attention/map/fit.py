"""The button that shows all of a zoomed map."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from gui.attention.map.geometry import TOP
from gui.look.drawing import text_width
from gui.look.theme import font
from gui.parts.buttons import RING, TextButton


class FitButton(TextButton):
    """Small enough for the line of the keys' name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Fit", parent=parent)
        self.setAccessibleName("Show the whole map")
        self.setToolTip("Show the whole map (0)")

    def body_size(self) -> QSize:
        return QSize(text_width("Fit", font("control")) + 20, 20)

    def place(self, right: int) -> None:
        """Stand above the plot, whose right edge is given."""
        size = self.sizeHint()
        self.setGeometry(QRect(QPoint(right - size.width() + RING, TOP - 2 - RING), size))
