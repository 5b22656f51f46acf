"""A panel with round corners over the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme
from gui.parts.buttons import panel
from gui.parts.menu import RADIUS, cut_corners

EDGE: Final = 12  # px that stay free at both sides of the window


class Popup(QWidget):
    """Subclasses paint what it holds in `draw`. Escape closes it, and a click beside it."""

    def __init__(self, name: str, accessible: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.theme = theme

    def show_in(self, window: QWidget, left: int, top: int) -> None:
        """Show at a place of a window, between its left and right edge."""
        left = min(max(left, EDGE), max(window.width() - self.width() - EDGE, EDGE))
        self.move(window.mapToGlobal(QPoint(left, top)))
        self.show()

    def draw(self, painter: QPainter) -> None:
        """Paint what the panel holds."""

    # Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            panel(painter, self.rect(), self.theme["raised"], self.theme["line_strong"], RADIUS)
            self.draw(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_corners(self)
