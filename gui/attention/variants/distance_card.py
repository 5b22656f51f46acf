"""RoPE's effect on a head: a card with the mean score by distance, turned and as the model has it."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from engine.shown.distance import ByDistance, Numbers
from gui.look.drawing import put, text_width
from gui.look.numbers import score
from gui.look.theme import Theme, font
from gui.parts.buttons import words_font
from gui.parts.popup import Popup

SIZE: Final = QSize(460, 262)
PLOT: Final = QRect(52, 66, 392, 142)
LINES: Final = (("bar", "with RoPE"), ("ink3", "without"))
NONE: Final = "Mean and max of all heads have no scores: choose one head."
LEFT, RIGHT, CENTRE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


class DistanceCard(Popup):
    """Floats below what opened it; a click beside it, or Escape, closes it."""

    def __init__(self, curves: ByDistance | None, head: str, theme: Theme, parent: QWidget) -> None:
        super().__init__("distanceCard", f"Mean score by distance, {head}", theme, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.curves, self._head = curves, head
        self.setAccessibleDescription(NONE if curves is None else _spoken(curves))
        self.setFixedSize(SIZE)

    def open_below(self, anchor: QWidget) -> None:
        """Show below a widget, or above where there is no room, inside its window."""
        window = anchor.window()
        corner = anchor.mapTo(window, QPoint(0, anchor.height() + 2))
        above = corner.y() - anchor.height() - 4 - self.height()
        top = corner.y() if corner.y() + self.height() <= window.height() else max(above, 12)
        self.show_in(window, corner.x() - 24, top)

    def points(self, mean: Numbers) -> list[QPointF]:
        """Where a curve runs, in pixels."""
        assert self.curves is not None
        low, high = _ends(self.curves)
        x = np.interp(self.curves.distances, self.curves.distances[[0, -1]], (PLOT.left(), PLOT.right()))
        y = np.interp(mean, (low, high), (PLOT.bottom(), PLOT.top()))
        return [QPointF(float(a), float(b)) for a, b in zip(x, y, strict=True)]

    def draw(self, painter: QPainter) -> None:
        title = QRect(16, 12, self.width() - 32, 20)
        put(painter, title, "Mean score by distance", words_font("body", 600), self.theme["ink"], LEFT)
        put(painter, title, self._head, words_font("caption"), self.theme["ink3"], RIGHT)
        if self.curves is None:
            put(painter, title.translated(0, 30), NONE, words_font("caption"), self.theme["ink3"], LEFT)
            return
        self._paint_legend(painter)
        self._paint_axes(painter, self.curves)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (role, _), mean in zip(LINES[::-1], (self.curves.model, self.curves.now), strict=True):
            painter.setPen(QPen(self.theme[role], 2))
            painter.drawPolyline(QPolygonF(self.points(mean)))

    def _paint_legend(self, painter: QPainter) -> None:
        x = 16
        for role, words in LINES:
            painter.fillRect(x, 47, 14, 2, self.theme[role])
            put(painter, QRect(x + 20, 39, 120, 18), words, words_font("caption"), self.theme["ink"], LEFT)
            x += 20 + text_width(words, words_font("caption")) + 17

    def _paint_axes(self, painter: QPainter, curves: ByDistance) -> None:
        low, high = _ends(curves)
        for value in sorted({low, 0.0, high}):
            y = round(float(np.interp(value, (low, high), (PLOT.bottom(), PLOT.top()))))
            painter.fillRect(PLOT.left(), y, PLOT.width(), 1, self.theme["line"])
            box = QRect(0, y - 8, PLOT.left() - 8, 16)
            put(painter, box, score(value) if value else "0", font("axis"), self.theme["ink3"], RIGHT)
        middle, last = PLOT.center().x(), int(curves.distances[-1])
        painter.fillRect(middle, PLOT.top(), 1, PLOT.height(), self.theme["line"])
        ticks = (
            (PLOT.left(), f"{last} after", LEFT),
            (middle - 60, "0", CENTRE),
            (PLOT.right() - 120, f"{last} before", RIGHT),
        )
        for left, words, align in ticks:
            put(painter, QRect(left, PLOT.bottom() + 6, 121, 16), words, font("axis"), self.theme["ink3"], align)
        below = QRect(PLOT.left(), PLOT.bottom() + 24, PLOT.width(), 18)
        words = "how many tokens the key stands after or before the query"
        put(painter, below, words, words_font("caption"), self.theme["ink3"], CENTRE)


def _ends(curves: ByDistance) -> tuple[float, float]:
    """The range of both curves, 0 in it."""
    both = np.concatenate((curves.now, curves.model, np.zeros(1)))
    low, high = float(both.min()), float(both.max())
    return (low, high) if high > low else (low, low + 1)


def _spoken(curves: ByDistance) -> str:
    at = int(np.argmax(curves.now))
    place = int(curves.distances[at])
    where = f"{abs(place)} {'before' if place > 0 else 'after'} the query" if place else "the query itself"
    return f"With RoPE the highest mean score, {score(float(curves.now[at]))}, is that of keys {where}"
