"""RoPE seen: pairs of the chosen word's query as arrows, before and after they are turned by its place."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.learn.pairs import Pairs, pairs_of
from engine.shown.view import View
from gui.attention.strip.strip import TokenStrip
from gui.learn.live.body import Body, Row
from gui.look.drawing import put
from gui.look.painted import Painted
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

EDGE: Final = 16
HEAD: Final = 40
WORDS: Final = 34  # px of two lines under each circle
ABREAST: Final = 4
HIGH: Final = 330
L, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter
NONE: Final = "This model does not turn its queries."


class PairsPane(Painted):
    """A circle a pair: the pale arrow as W_Q made it, the orange one turned; the arc between is the angle."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "pairsPane", "Pairs of the query, turned", parent)
        self.pairs: Pairs | None = None
        self._word = ""

    def show_view(self, view: View) -> None:
        """Show the pairs of a new query."""
        self.pairs = pairs_of(view)
        self._word = view.capture.tokens[view.query].label
        found = self.pairs
        self.setAccessibleDescription(NONE if found is None else f"{self._word} stands at position {found.position}")
        self.update()

    def circles(self) -> list[QRectF]:
        """Where the circles are, one a pair."""
        count = len(self.pairs.index) if self.pairs else 0
        lines = -(-count // ABREAST)
        wide, high = (self.width() - 2 * EDGE) / ABREAST, (self.height() - HEAD - 8) / max(lines, 1)
        side = min(wide - 24, high - WORDS - 12)
        boxes = []
        for index in range(count):
            x = EDGE + index % ABREAST * wide + (wide - side) / 2
            boxes.append(QRectF(round(x), round(HEAD + index // ABREAST * high), round(side), round(side)))
        return boxes

    def tip_at(self, x: int, y: int) -> str:
        at = next((i for i, box in enumerate(self.circles()) if box.contains(x, y)), None)
        if self.pairs is None or at is None:
            return ""
        one, pair = self.pairs, self.pairs.index[at]
        points = "before ({:.4f}, {:.4f}), after ({:.4f}, {:.4f})".format(*one.before[at], *one.after[at])
        return f"pair {pair}: {one.position} × {one.speeds[at]:.6g} = {one.angles[at]:.6g} rad; {points}"

    def draw(self, painter: QPainter) -> None:
        title = QRect(EDGE, 12, self.width() - 2 * EDGE, 18)
        if self.pairs is None:
            put(painter, title, NONE, words_font("body"), self.theme["ink3"], L)
            return
        says = f"The query of “{self._word}” at position m = {self.pairs.position}: each pair turned by m θ"
        put(painter, title, says, words_font("body"), self.theme["ink2"], L)
        for at, box in enumerate(self.circles()):
            self._draw_pair(painter, at, box, self.pairs)

    def _draw_pair(self, painter: QPainter, at: int, box: QRectF, pairs: Pairs) -> None:
        theme, middle, radius = self.theme, box.center(), box.width() / 2
        longest = max(math.hypot(*pairs.before[at]), math.hypot(*pairs.after[at])) or 1.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme["line_strong"], 1))
        painter.drawEllipse(box)
        painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), box.top()), QPointF(middle.x(), box.bottom()))
        tips = []
        for (x, y), role, wide in ((pairs.before[at], "ink3", 1.5), (pairs.after[at], "query_fill", 2.5)):
            tip = middle + QPointF(x, -y) * (radius * 0.92 / longest)
            painter.setPen(QPen(theme[role], wide))
            painter.drawLine(middle, tip)
            painter.setBrush(theme[role])
            painter.drawEllipse(tip, wide + 1, wide + 1)
            tips.append(tip)
        x, y = pairs.before[at]
        self._draw_arc(painter, middle, radius * 0.4, math.degrees(math.atan2(y, x)), float(pairs.angles[at]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        lines = (f"pair {pairs.index[at]}", f"{turned(float(pairs.angles[at]))}")
        for number, words in enumerate(lines):
            line = QRect(round(box.left()) - 14, round(box.bottom()) + 5 + 15 * number, round(box.width()) + 28, 15)
            put(painter, line, words, font("axis"), theme["ink3" if number == 0 else "ink2"], C)

    def _draw_arc(self, painter: QPainter, middle: QPointF, radius: float, start: float, angle: float) -> None:
        """From the pale arrow, `start` degrees from the right, to the orange one; whole turns are left out."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme["query"], 1))
        around = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        painter.drawArc(around, round(start * 16), round(math.degrees(angle) % 360 * 16))


def turned(angle: float) -> str:
    """An angle in degrees, with its whole turns apart: "2 turns + 53°"."""
    degrees = math.degrees(angle)
    turns = int(degrees // 360)
    rest = degrees - 360 * turns
    said = f"{rest:.0f}°" if rest >= 10 or rest == 0 else f"{rest:.2g}°"
    return f"{turns} turn{'s' * (turns > 1)} + {said}" if turns else said


def rope(store: Store) -> Body:
    """The words, and the pairs of the one that asks."""
    strip = TokenStrip(store)
    strip.set_compact(True)
    return Body(store, (Row(116, (strip,)), Row(HIGH, (PairsPane(store),))))
