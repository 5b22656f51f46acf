"""How the filter plot looks: its axis, the side that is kept, dots and bars, the handle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.heads.patterns import PATTERNS, Pattern
from engine.heads.view import HeadsView
from engine.scene import Scene
from gui.heads.dots import Dots, draw_dots, draw_rings, matches_of
from gui.heads.filter.layout import LEFT, MOST_DOTS, FilterAxis
from gui.heads.pointed import Place
from gui.heads.words import name_of, open_place, score_text
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.plot_axis import even_ticks

NAMED: Final = 4  # matching heads with a name at most
KEPT: Final = 3.0  # radius at least of a dot that the filter keeps
CLEAR: Final = 8  # px beside the line of the handle where no words stand
L, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True)
class FilterPlot:
    """What one painting of the plot needs. Dots are those of the view; handle and open head may be newer."""

    view: HeadsView
    axis: FilterAxis
    scene: Scene  # the newest
    theme: Theme
    threshold: float  # where the handle is
    dot: float  # radius

    @property
    def pattern(self) -> Pattern:
        """The measure that the dots show."""
        return PATTERNS[self.view.scene.measure]

    def draw_axis(self, painter: QPainter) -> None:
        """Numbers below, and the side of the threshold that is kept."""
        axis = self.axis
        plot, theme = axis.plot, self.theme
        if self.scene.threshold is not None:
            x, keeps = round(axis.x(self.threshold)), self.pattern.keeps
            kept = QRect(x, plot.top(), plot.right() - x, plot.height())
            if keeps == "at most":
                kept = QRect(plot.left(), plot.top(), x - plot.left(), plot.height())
            painter.fillRect(kept, theme["sunken"])
        painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, theme["line_strong"])
        for number in even_ticks(axis.top, 10):
            x = round(axis.x(number))
            painter.fillRect(x, plot.bottom() + 2, 1, 3, theme["line_strong"])
            box = QRect(x - 24, plot.bottom() + 6, 49, 16)
            put(painter, box, f"{number:g}", font("axis"), theme["ink3"], C)

    def draw_heads(self, painter: QPainter, dots: Dots) -> None:
        """A dot for each head; of many heads only those that match, the others as bars."""
        matches, many = matches_of(self.view), len(dots) > MOST_DOTS
        for bar, _ in self._bars() if many else ():
            painter.fillRect(bar, self.theme["line_strong"])
        others, kept = ~matches & (not many), max(self.dot, KEPT)
        draw_dots(painter, self.theme, dots, ((others, "control_border", self.dot), (matches, "bar", kept)))

    def draw_rings(self, painter: QPainter, dots: Dots, pointed: Place | None) -> None:
        """Ink around the open head, indigo around the one under the pointer; then words where the handle leaves room:
        how many heads a bar stands for, and the names of the most telling ones."""
        draw_rings(painter, self.theme, self.view, dots, open_place(self.scene), pointed, self.dot + 4)
        if len(dots) > MOST_DOTS:
            self._draw_counts(painter)
        self._draw_names(painter, dots)

    def _bars(self) -> list[tuple[QRect, int]]:
        """How many of the heads that do not match have which score: a bar, and its number."""
        axis, found = self.axis, list[tuple[QRect, int]]()
        scores = self.view.scores[self.pattern.name].ravel()[~matches_of(self.view)]
        scores = scores[np.isfinite(scores)]
        bins = max(axis.plot.width() // 16, 1)
        counts, edges = np.histogram(scores, bins=bins, range=(0, axis.top))
        most = int(counts.max(initial=1)) or 1
        for count, low, high in zip(counts.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            if count:
                left, right = round(axis.x(low)), round(axis.x(high))
                tall = max(round((axis.plot.height() - 16) * count / most), 1)
                found.append((QRect(left, axis.plot.bottom() + 1 - tall, right - left - 2, tall), count))
        return found

    def counts(self) -> list[tuple[QRect, int]]:
        """Where the number of each bar stands; those that the handle would cover are left out."""
        found, face = list[tuple[QRect, int]](), font("axis")
        for bar, count in self._bars():
            wide = text_width(str(count), face)
            above = QRect(bar.center().x() - wide // 2, bar.top() - 15, wide + 1, 14)
            if not above.intersects(self._handle()):
                found.append((above, count))
        return found

    def _draw_counts(self, painter: QPainter) -> None:
        for box, count in self.counts():
            put(painter, box, str(count), font("axis"), self.theme["ink3"], C)

    def _draw_names(self, painter: QPainter, dots: Dots) -> None:
        """The names of the most telling heads that match, where they do not meet."""
        taken, view, matches = [self._handle()], self.view, matches_of(self.view)
        heads = view.matching.shape[1]
        for layer, head in view.order:
            index = int(layer) * heads + int(head)
            if len(taken) > NAMED or not matches[index]:
                break
            x, y = dots[index]
            wide = text_width(name_of(int(layer), int(head)), font("axis")) + 4
            left = min(max(round(x) - wide // 2, LEFT), self.axis.width - wide - 4)
            box = QRect(left, round(y) - 24, wide, 14)
            if not any(box.intersects(other) for other in taken):
                taken.append(box)
                put(painter, box, name_of(int(layer), int(head)), font("axis"), self.theme["ink2"], C)

    def draw_handle(self, painter: QPainter, box: QRect) -> None:
        """The handle under its line, with what it keeps."""
        axis, keeps = self.axis, self.pattern.keeps
        theme, x = self.theme, round(axis.x(self.threshold))
        painter.fillRect(x, axis.plot.top() - 2, 1, axis.plot.height() + 6, theme["ink"])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme["ink"], 1.2))
        painter.setBrush(theme["raised"])
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for offset in (-2, 1):
            painter.fillRect(box.center().x() + offset, box.top() + 6, 1, 7, theme["ink3"])
        if self.scene.threshold is None:
            return
        words, face = f"{keeps} {score_text(self.threshold)}", font("axis")
        wide = text_width(words, face) + 4
        fits = {
            "at least": x + 8 + wide < axis.width,
            "at most": x - 8 - wide < 0,
        }  # on the right, where it is kept if it can be
        left = x + 8 if fits[keeps] else x - 8 - wide
        put(painter, QRect(left, axis.plot.top() + 2, wide, 16), words, face, theme["ink2"], L)

    def _handle(self) -> QRect:
        """The handle and its line, on which no words stand."""
        x = round(self.axis.x(self.threshold))
        return QRect(x - CLEAR, self.axis.plot.top(), 2 * CLEAR, self.axis.plot.height())
