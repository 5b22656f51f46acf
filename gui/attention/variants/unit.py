"""What the parameter bar lays out: words with their buttons, sliders and fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from gui.look.drawing import text_width
from gui.parts.buttons import IconButton, TextButton, words_font

CROSS: Final = 20


class Cross(IconButton):
    """Takes something out of the bar."""

    def __init__(self, says: str, name: str, parent: QWidget) -> None:
        super().__init__("x", says, parent, 12)
        self.setObjectName(name)

    def body_size(self) -> QSize:
        return QSize(CROSS, CROSS)


@dataclass(frozen=True)
class Unit:
    """What stays together on a line: words with their hover text, then widgets."""

    text: str
    role: str
    tip: str
    widgets: tuple[QWidget, ...]

    @property
    def words(self) -> int:
        """How wide the words are."""
        return text_width(self.text, words_font("control" if self.role == "ink" else "caption"))

    @property
    def width(self) -> int:
        return self.words + sum(_size(widget).width() for widget in self.widgets)

    def place(self, at: QPoint, height: int) -> QRect:
        """Put the widgets where they belong in a line that begins at a point; returns where the words stand."""
        x = at.x() + self.words
        for widget in self.widgets:
            size = _size(widget)
            widget.setGeometry(QRect(QPoint(x, at.y() + (height - size.height()) // 2), size))
            x += size.width()
        return QRect(at.x(), at.y(), self.words + 1, height)


class SmallButton(TextButton):
    """Low enough for the bar."""

    def body_size(self) -> QSize:
        return QSize(super().body_size().width(), 24)


def _size(widget: QWidget) -> QSize:
    return widget.sizeHint().boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())
