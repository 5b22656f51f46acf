"""Online softmax in one row: keys as they arrive, the running maximum, and the weights so far."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import CloseUp, FlashView
from gui.flash.closeup.layout import LEFT, TOP, CloseUpPlaces
from gui.flash.closeup.words import NONE, exact, sentence, state, title
from gui.flash.fitting import fitting
from gui.flash.pane import FlashPane, Numbers, Piece
from gui.look.drawing import elided, put
from gui.look.numbers import fixed
from gui.look.plain import tip
from gui.look.runs import Run, put_runs, width_of
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

EDGE: Final = 16
TITLE: Final = 20
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
NAMED: Final = 44  # px of a plot from which on its axis has a name
LABEL: Final = 22  # px that a key's column needs for its word
TOPS: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)  # where the axis of the weights may end
Across = Callable[[float], float]


class CloseUpPane(FlashPane):
    """Scores above with the running maximum, weights so far below; ghosts are what they were one tile ago."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "closeUp", "One row, key by key", parent)
        self.covered = 0  # px at the right of the title that another widget stands on

    def sizeHint(self) -> QSize:
        return QSize(416, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, 200)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        one = view.closeup
        said = NONE if one is None else "".join(run.text for run in (*state(one), Run(" "), *sentence(one)))
        self.setAccessibleDescription(said)

    def pieces(self) -> dict[str, Piece]:
        one = self.view.closeup if self.view else None
        shows: object = self.view is None
        if one is not None:  # its weights are those of the keys that arrived, in the end of all parts together
            shows = (one.query, one.label, one.arrived, one.active, one.weights is one.final, Numbers(one.scores))
        return {"all": (self.rect(), shows)}

    def places(self, one: CloseUp) -> CloseUpPlaces:
        """Where everything is."""
        return CloseUpPlaces(self.width(), self.height(), len(one.keys))

    def tip_at(self, x: int, y: int) -> str:
        one = self.view.closeup if self.view else None
        key = self.places(one).key_at(x) if one is not None and y >= TOP else None
        return "" if one is None or key is None else tip(exact(one, key))

    def draw(self, painter: QPainter) -> None:
        one = self.view.closeup if self.view else None
        self._draw_title(painter, one)
        if self.view is None:
            return
        if one is None:
            painter.setFont(words_font("body"))
            painter.setPen(self.theme["ink3"])
            box = QRect(EDGE, TITLE + 18, self.width() - 2 * EDGE, 60)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | L, NONE)
            return
        at = self.places(one)
        self._draw_tiles(painter, one, at)
        self._draw_scores(painter, one, at)
        self._draw_weights(painter, one, at)
        top = at.weights.bottom() + 24
        for number, line in enumerate((state(one), sentence(one))):
            put_runs(painter, QRect(EDGE, top + 20 * number, self.width() - 2 * EDGE, 20), line, "caption", self.theme)

    def _draw_title(self, painter: QPainter, one: CloseUp | None) -> None:
        box = QRect(EDGE, TITLE - 10, self.width() - 2 * EDGE - self.covered, 20)
        *first, last = title(one)
        room = box.width() - round(width_of(first, "pane_title"))
        word = Run(elided(last.text, font("pane_title"), room), last.ink, 600)
        put_runs(painter, box, (*first, word), "pane_title", self.theme)
        if one is not None and self.places(one).weights.height() < NAMED:
            box.setLeft(box.left() + round(width_of((*first, word), "pane_title")) + 9)
            says = fitting(("scores above, weights below", "scores, weights"), font("caption"), box.width())
            put(painter, box, says, font("caption"), self.theme["ink3"], L)

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
        low, high = at.score_range(one)

        def y(score: float) -> float:
            return at.score_y(score, low, high)

        self._draw_axis(painter, at.scores, "score", ((high, fixed(high, 1)), (low, fixed(low, 1))), y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        here, radius = int(one.edges[one.arrived]), min(3.0, max(at.wide / 2, 1.0))
        for key in np.flatnonzero(np.isfinite(one.scores)).tolist():
            painter.setBrush(self.theme["bar" if key < here else "line_strong"])
            painter.drawEllipse(QPointF(at.left(key) + at.wide / 2, y(float(one.scores[key]))), radius, radius)
        painter.setPen(QPen(self.theme["ink"], 1.5))
        for tile in range(one.arrived):
            if math.isfinite(one.m[tile]):
                level = y(float(one.m[tile]))
                left, right = (at.left(int(one.edges[tile + n])) for n in (0, 1))
                painter.drawLine(QPointF(left, level), QPointF(right, level))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _draw_weights(self, painter: QPainter, one: CloseUp, at: CloseUpPlaces) -> None:
        box, top = at.weights, weight_top(one)

        def y(weight: float) -> float:
            return at.weight_y(weight, top)

        self._draw_axis(painter, box, "weight", ((top, fixed(top, 2)), (0.0, "0")), y)
        gap = 1.0 if at.wide >= 4 else 0.0
        inset = at.wide / 5 if at.wide >= 5 else 0.0
        for weights, role, inside in ((one.before, "ghost", 0.0), (one.weights, "bar", inset)):
            for key in np.flatnonzero(np.nan_to_num(weights) > 0).tolist():
                left, up = at.left(key) + gap / 2 + inside, y(float(weights[key]))
                wide = max(at.wide - gap - 2 * inside, 1.0)
                painter.fillRect(QRectF(left, up, wide, y(0) - up), self.theme[role])
        if at.wide >= LABEL:
            for key in range(min(len(one.keys), len(one.labels))):
                label = QRect(round(at.left(key)) + 1, box.bottom() + 4, round(at.wide) - 2, 14)
                put(painter, label, one.labels[key], font("axis"), self.theme["ink3"], C)

    def _draw_axis(
        self, painter: QPainter, box: QRect, name: str, numbers: tuple[tuple[float, str], ...], y: Across
    ) -> None:
        painter.fillRect(QRect(box.left(), box.bottom() + 1, box.width(), 1), self.theme["line_strong"])
        face = font("axis")
        for value, text in numbers:
            put(painter, QRect(0, round(y(value)) - 8, box.left() - 6, 16), text, face, self.theme["ink3"], R)
        if box.height() >= NAMED:  # between its two numbers
            put(painter, QRect(0, box.center().y() - 8, LEFT - 6, 16), name, face, self.theme["ink2"], R)


def weight_top(one: CloseUp) -> float:
    """Where the axis of the weights ends: a round number above all that are shown."""
    shown = np.nan_to_num(np.concatenate([one.weights, one.before]))
    most = min(float(shown.max(initial=0)), 1.0)
    return next(step for step in TOPS if step >= most - 1e-6)
