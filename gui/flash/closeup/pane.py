"""Online softmax in one row: keys as they arrive, the running maximum, and the weights so far."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.flash.view import CloseUp, FlashView
from gui.drawing import put
from gui.flash.closeup.layout import TOP, CloseUpPlaces
from gui.flash.pane import FlashPane
from gui.numbers import fixed, four
from gui.plain import breakable
from gui.runs import Run, put_runs
from gui.store import Store
from gui.theme import font

LEFT: Final = 16
TITLE: Final = 20
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
LABEL: Final = 12  # px that a key's column needs for its word
NONE: Final = "One row can be followed where a softmax runs along: choose FlashAttention or Flash-Decoding, and a text."


class CloseUpPane(FlashPane):
    """Scores above with the running maximum, weights so far below; ghosts are what they were one tile ago."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "closeUp", "One row, key by key", parent)

    def sizeHint(self) -> QSize:
        return QSize(416, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, 200)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        self.setAccessibleDescription("".join(run.text for run in _sentence(view.closeup)) if view.closeup else NONE)

    def tip_at(self, x: int, y: int) -> str:
        one = self.view.closeup if self.view else None
        key = self._places(one).key_at(x) if one is not None and y >= TOP else None
        if one is None or key is None:
            return ""
        score, tile = float(one.scores[key]), int(np.searchsorted(one.edges, key, "right")) - 1
        seen = "hidden by the mask" if score == -math.inf else f"score {fixed(score, 6)}"
        now = f"weight so far {four(float(one.weights[key]))}" if tile < one.arrived else "not arrived yet"
        end = f"in the end {four(float(one.final[key]))}"
        where = f"key {int(one.keys[key])}, tile {int(one.tiles[tile])}"
        label = f"“{one.labels[key]}”, " if key < len(one.labels) else ""
        return breakable(f"{label}{where}: {seen}, {now}, {end}")

    def draw(self, painter: QPainter) -> None:
        one = self.view.closeup if self.view else None
        name = f"The row of {one.label}" if one is not None and one.label else "One row"
        box = QRect(LEFT, TITLE - 10, self.width() - 200, 20)
        put(painter, box, name, font("pane_title"), self.theme["ink"], L)
        if self.view is None:
            return
        if one is None:
            painter.setFont(font("body"))
            painter.setPen(self.theme["ink3"])
            painter.drawText(QRect(LEFT, TITLE + 18, self.width() - 2 * LEFT, 60), Qt.TextFlag.TextWordWrap | L, NONE)
            return
        at = self._places(one)
        self._draw_tiles(painter, one, at)
        self._draw_scores(painter, one, at)
        self._draw_weights(painter, one, at)
        self._draw_foot(painter, one, at)

    def _places(self, one: CloseUp) -> CloseUpPlaces:
        return CloseUpPlaces(self.width(), self.height(), len(one.keys))

    def _draw_tiles(self, painter: QPainter, one: CloseUp, at: CloseUpPlaces) -> None:
        """The tile in SRAM as a band behind both plots, and the edges of tiles where they are not too close."""
        top, bottom = at.scores.top(), at.weights.bottom() + 1
        if one.active is not None:
            left, right = (at.left(int(one.edges[one.active + n])) for n in (0, 1))
            painter.fillRect(QRectF(left, top, right - left, bottom - top), self.theme["sunken"])
        if len(one.tiles) * 6 < at.scores.width():
            for edge in one.edges[1:-1]:
                painter.fillRect(QRectF(round(at.left(int(edge))), top, 1, bottom - top), self.theme["line"])

    def _draw_scores(self, painter: QPainter, one: CloseUp, at: CloseUpPlaces) -> None:
        box, finite = at.scores, one.scores[np.isfinite(one.scores)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        reach = (high - low) or 1.0

        def y(score: float) -> float:
            return box.bottom() - (score - low) / reach * (box.height() - 1)

        self._draw_axis(painter, box, "score", ((high, fixed(high, 1)), (low, fixed(low, 1))), y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        here = int(one.edges[one.arrived])
        for key, score in enumerate(one.scores):
            if math.isfinite(score):
                painter.setBrush(self.theme["bar" if key < here else "line_strong"])
                radius = min(3.0, max((at.left(1) - at.left(0)) / 2, 1.0))
                painter.drawEllipse(QPointF((at.left(key) + at.left(key + 1)) / 2, y(float(score))), radius, radius)
        painter.setPen(QPen(self.theme["ink"], 1.5))
        for tile in range(one.arrived):
            if math.isfinite(one.m[tile]):
                level = y(float(one.m[tile]))
                painter.drawLine(
                    QPointF(at.left(int(one.edges[tile])), level), QPointF(at.left(int(one.edges[tile + 1])), level)
                )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _draw_weights(self, painter: QPainter, one: CloseUp, at: CloseUpPlaces) -> None:
        box = at.weights
        top = max(float(np.nanmax(one.weights, initial=0)), float(np.nanmax(one.before, initial=0)), 1e-9)
        top = next(step for step in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0) if step >= min(top, 1.0))

        def y(weight: float) -> float:
            return box.bottom() + 1 - weight / top * (box.height() - 1)

        self._draw_axis(painter, box, "weight", ((top, fixed(top, 2)), (0.0, "0")), y)
        wide = at.left(1) - at.left(0)
        gap = 1.0 if wide >= 4 else 0.0
        for key in range(len(one.keys)):
            x = at.left(key)
            for weight, colour, inset in self._bars(one, key, wide):
                if weight > 0:
                    area = QRectF(x + gap / 2 + inset, y(weight), max(wide - gap - 2 * inset, 1.0), y(0) - y(weight))
                    painter.fillRect(area, colour)
        if wide >= LABEL:
            for key in range(min(len(one.keys), len(one.labels))):
                label = QRect(round(at.left(key)) - 1, box.bottom() + 4, round(wide) + 2, 14)
                put(painter, label, one.labels[key], font("axis"), self.theme["ink3"], C)

    def _bars(self, one: CloseUp, key: int, wide: float) -> tuple[tuple[float, QColor, float], ...]:
        """A pale bar for what the weight was one tile ago, a slim strong one for what it is."""
        inset = wide / 5 if wide >= 5 else 0.0
        return (
            (float(one.before[key]), self.theme["ghost"], 0.0),
            (float(one.weights[key]), self.theme["bar"], inset),
        )

    def _draw_axis(
        self, painter: QPainter, box: QRect, name: str, numbers: tuple[tuple[float, str], ...], y: object
    ) -> None:
        assert callable(y)
        painter.fillRect(QRect(box.left(), box.bottom() + 1, box.width(), 1), self.theme["line_strong"])
        for value, text in numbers:
            put(painter, QRect(0, round(y(value)) - 8, box.left() - 6, 16), text, font("axis"), self.theme["ink3"], R)
        middle = QRect(0, box.center().y() - 8, box.left() - 6, 16)
        if box.height() > 52:
            put(painter, middle, name, font("axis"), self.theme["ink2"], R)

    def _draw_foot(self, painter: QPainter, one: CloseUp, at: CloseUpPlaces) -> None:
        top = at.weights.bottom() + 24
        for number, line in enumerate((_state(one), _sentence(one))):
            put_runs(painter, QRect(LEFT, top + 20 * number, self.width() - 2 * LEFT, 20), line, "caption", self.theme)


def _state(one: CloseUp) -> tuple[Run, ...]:
    """m and l after the tiles that have arrived."""
    if not one.arrived:
        return (Run("No key has arrived yet: m = −∞, l = 0.", "ink2"),)
    last = one.arrived - 1
    m, total, count = float(one.m[last]), float(one.l[last]), int(one.edges[one.arrived])
    return (
        Run(f"{count:,} of {len(one.keys):,} keys have arrived: "),
        Run("m ", "ink2"),
        Run(fixed(m, 2), "ink", 600),
        Run(",  l ", "ink2"),
        Run(fixed(total, 2), "ink", 600),
    )


def _sentence(one: CloseUp) -> tuple[Run, ...]:
    """What the newest tile did to what was there before."""
    if not one.arrived:
        return (Run("Each tile brings a few keys; none of them must wait for the others."),)
    last = one.arrived - 1
    tile, factor = int(one.tiles[last]), float(one.factors[last])
    if last == 0 or (one.splits[last] != one.splits[last - 1]):
        return (Run(f"Tile {tile} is the first: its weights add up to 1 among themselves."),)
    if factor == 1:
        return (Run(f"Tile {tile} has no larger score: what was summed stays, only l grows."),)
    return (
        Run(f"Tile {tile} has a larger score: what was summed shrinks by "),
        Run(four(factor), "ink", 600),
        Run("."),
    )
