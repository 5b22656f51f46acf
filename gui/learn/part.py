"""What an article is made of: parts one below the other, each as high as its width makes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme, theme
from gui.parts.buttons import Button


class Part(Protocol):
    """A piece of an article. `above` is the gap over it, in pixels; the widget itself is its `parent`'s child."""

    above: int

    def height_for(self, width: int) -> int: ...
    def apply_theme(self, new: Theme) -> None: ...
    def set_zoom(self, zoom: float) -> None: ...
    def setGeometry(self, box: QRect, /) -> None: ...
    def setParent(self, parent: QWidget, /) -> None: ...


class Column(QWidget):
    """Stacks parts; `lay_out(width)` places them and returns its height.

    Buttons are larger than what looks like one: with an `inset` of RING their bodies are in line with the words.
    """

    above = 10

    def __init__(self, parts: tuple[Part, ...] = (), parent: QWidget | None = None, inset: int = 0) -> None:
        super().__init__(parent)
        self.inset = inset
        self.theme: Theme = theme("light")
        self.parts: tuple[Part, ...] = ()
        self.fill(parts)

    def fill(self, parts: tuple[Part, ...]) -> None:
        """Take parts; they become children of this widget."""
        self.parts = parts
        for part in parts:
            part.setParent(self)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        for part in self.parts:
            part.apply_theme(new)
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge all words."""
        for part in self.parts:
            part.set_zoom(zoom)

    def height_for(self, width: int) -> int:
        """How high all parts are in this width, in pixels."""
        return self.places(width)[1]

    def places(self, width: int) -> tuple[list[QRect], int]:
        """Where each part stands, and how high all of them are."""
        return stacked(self.parts, width, self.inset)

    def lay_out(self, width: int) -> int:
        """Place all parts in this width; returns the height in pixels."""
        boxes, high = self.places(width)
        for part, box in zip(self.parts, boxes, strict=True):
            part.setGeometry(box)
        self.resize(width, high)
        return high

    def resizeEvent(self, event: object) -> None:
        """A column inside a column follows the width it is given."""
        for part, box in zip(self.parts, self.places(self.width())[0], strict=True):
            part.setGeometry(box)


def stacked(parts: Sequence[Part], width: int, inset: int = 0) -> tuple[list[QRect], int]:
    """Where parts stand one below the other, and how high all of them are."""
    boxes, y = list[QRect](), 0
    for part in parts:
        y += part.above if boxes else 0
        left = 0 if isinstance(part, Button) else inset
        high = part.height_for(width - 2 * left)
        boxes.append(QRect(left, y, width - 2 * left, high))
        y += high
    return boxes, y
