"""The picture above a list: the products in their order, or the parts that add up to the layer's output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from gui.attention.cell.products import Products
from gui.attention.why.layout import ListLayout
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

CENTRE = Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, eq=False)
class Parts:
    """What adds stands side by side from 0 on; below it what subtracts runs back to the sum, which is 1."""

    values: NDArray[Any]  # in the order of the strip
    box: QRect

    @property
    def most(self) -> float:
        """The sum of what adds: the end of the strip."""
        return max(float(self.values[self.values > 0].sum()), 1e-9)

    def x(self, value: float) -> int:
        """Where a number is, in pixels."""
        return self.box.left() + round(value / self.most * self.box.width())

    def piece(self, place: int) -> QRect:
        """The piece of the part at a place."""
        value, two = float(self.values[place]), bool((self.values < 0).any())
        before, height = self.values[:place], self.box.height()
        upper = height - height // 3 - 2 if two else height
        if value >= 0:
            start, end = (float(before[before > 0].sum()) + more for more in (0.0, value))
            return QRect(self.x(start), self.box.top(), max(self.x(end) - self.x(start) - 1, 1), upper)
        end, start = (self.most + float(before[before < 0].sum()) + more for more in (0.0, value))
        top = self.box.top() + upper + 2
        return QRect(self.x(start), top, max(self.x(end) - self.x(start) - 1, 1), height - upper - 2)

    def at(self, x: int, y: int) -> int:
        """The place of the part under a point, -1 for none."""
        return next((place for place in range(len(self.values)) if self.piece(place).contains(x, y)), -1)


def draw_strip(painter: QPainter, theme: Theme, layout: ListLayout, lit: int) -> None:
    """Draw the list's picture; the row at the place `lit` stands out."""
    if layout.strip.isEmpty():
        return
    if layout.lines.strip == "products":
        products_of(layout).draw(painter, theme)
        return
    parts = parts_of(layout)
    for place, index in enumerate(layout.order):
        piece, rest = parts.piece(place), index >= len(layout.lines.bars) - layout.lines.rest
        own = index == layout.lines.chosen
        role = "ink3" if rest else "neg" if parts.values[place] < 0 else "bar" if own or place == lit else "ghost_line"
        painter.fillRect(piece, theme[role])
        name = "b" if rest else str(index)
        if piece.width() >= text_width(name, font("axis")) + 4 and piece.height() >= 14:
            ink = theme["surface" if role in ("bar", "ink3") else "ink"]
            put(painter, piece, name, font("axis", 600 if own else None), ink, CENTRE)
    one = parts.x(1.0)
    if one < parts.box.right():
        painter.fillRect(one, parts.box.top() - 2, 1, parts.box.height() + 4, theme["ink"])


def parts_of(layout: ListLayout) -> Parts:
    """The parts in the order of the list."""
    return Parts(np.asarray(layout.lines.bars, np.float64)[layout.order], layout.strip)


def products_of(layout: ListLayout) -> Products:
    """The products in the order of the list."""
    return Products(np.asarray(layout.lines.bars, np.float64)[layout.order], layout.strip)


def place_at(layout: ListLayout, x: int, y: int) -> int:
    """The place of the row that the picture shows at a point, -1 for none."""
    if layout.strip.isEmpty():
        return -1
    if layout.lines.strip == "products":
        found = products_of(layout).at(x, y)
        return -1 if found is None else found
    return parts_of(layout).at(x, y)
