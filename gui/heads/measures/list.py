"""The measures, one below the other: what each is, how it spreads over the heads, and the score of one head."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.heads.patterns import PATTERNS, Pattern
from engine.heads.view import HeadsView
from gui.heads.measures.histogram import Mark, draw_histogram
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Pointed
from gui.heads.words import definition, open_place, score_of, score_text
from gui.look.drawing import put
from gui.look.theme import font, line_height
from gui.store import Store

LEFT: Final = 16
TEXT: Final = 42
TOP: Final = 42  # below the title
TITLE: Final = 26
ROW: Final = (48, 22)  # at most, and at least
SKETCHED: Final = 30  # px of a row from which on it has its histogram
REASON: Final = 14  # px of the words why a measure has no score, which end with their row
RADIO: Final = 6.5
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
NAMES: Final = tuple(PATTERNS)


class MeasureList(HeadsPane):
    """One stop of the Tab key; up and down choose. A measure that this text has no score for is greyed and says why."""

    background = "window"

    def __init__(self, store: Store, pointed: Pointed, parent: QWidget | None = None) -> None:
        super().__init__(store, "measures", "Measures", parent)
        self.pointed = pointed
        self._hovered = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pointed.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, TOP + len(NAMES) * ROW[1] + 36)

    def row_rect(self, name: str) -> QRect:
        """Where a measure is; the chosen one has its idea below its title."""
        idea, row = self._idea_height(), self._row()
        index, chosen = NAMES.index(name), NAMES.index(self.store.scene.measure)
        top = TOP + index * row + (idea if index > chosen else 0)
        return QRect(8, top, self.width() - 16, row + (idea if index == chosen else 0))

    def show_view(self, view: HeadsView) -> None:
        super().show_view(view)
        pattern = PATTERNS[view.scene.measure]
        number = f"{NAMES.index(pattern.name) + 1} of {len(NAMES)}"
        self.setAccessibleDescription(f"{pattern.title}, {number}. {pattern.idea}")

    def shows(self) -> tuple[object, ...]:
        scene, view = self.store.scene, self.view
        numbers = () if view is None else (*view.scores.values(), view.sums)
        return scene.measure, open_place(scene), *numbers

    def tip_at(self, x: int, y: int) -> str:
        name = self._at(QPoint(x, y))
        return definition(PATTERNS[name], self.view) if name else ""

    def draw(self, painter: QPainter) -> None:
        title = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20)
        put(painter, title, "Measure", font("pane_title"), self.theme["ink"], L)
        for name, pattern in PATTERNS.items():
            self._draw_row(painter, name, pattern)

    def focus_rect(self) -> QRect | None:
        return self.row_rect(self.store.scene.measure).adjusted(2, 2, -2, -2)

    def _draw_row(self, painter: QPainter, name: str, pattern: Pattern) -> None:
        theme, box, view = self.theme, self.row_rect(name), self.view
        chosen = name == self.store.scene.measure
        missing = view is not None and name in view.missing
        if chosen or name == self._hovered:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme["sunken" if chosen else "hover"])
            painter.drawRoundedRect(QRectF(box), 6, 6)
        line = QRect(TEXT, box.top() + (6 if self._row() >= 36 else 2), box.right() - TEXT - 8, 18)
        self._draw_radio(painter, QPoint(LEFT + 8, line.center().y()), chosen, missing)
        ink = "ink3" if missing else "ink"
        put(
            painter, line.adjusted(0, 0, -36, 0), pattern.title, font("control", 600 if chosen else None), theme[ink], L
        )
        if view is None:
            return
        if not missing:
            put(painter, line, score_text(self._score(view, name)), font("axis"), theme["ink2"], R)
        if chosen:
            painter.setFont(font("caption"))
            painter.setPen(theme["ink3"])
            words = view.missing.get(name, pattern.idea)
            painter.drawText(QRect(TEXT, line.bottom() + 2, line.width(), 80), Qt.TextFlag.TextWordWrap | L, words)
        if not missing and self._row() >= SKETCHED:
            tall = max(min(self._row() - 30, 16), 5)
            at = QRect(TEXT, box.bottom() - tall - 4, line.width(), tall)
            draw_histogram(painter, at, view.histograms[name], self._marks(view, name), theme, chosen)
        elif missing and not chosen and self._row() >= SKETCHED:
            below = QRect(TEXT, min(line.bottom(), box.bottom() - REASON), line.width(), REASON)
            put(painter, below, shortly(view.missing[name]), font("axis"), theme["ink3"], L)

    def _draw_radio(self, painter: QPainter, at: QPoint, chosen: bool, missing: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.theme["ink" if chosen else "line_strong" if missing else "control_border"]
        painter.setPen(QPen(ink, 4 if chosen else 1.2))
        painter.setBrush(self.theme["raised"])
        radius = RADIO - (2 if chosen else 0)
        painter.drawEllipse(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _marks(self, view: HeadsView, name: str) -> list[Mark]:
        """Ink at the open head, indigo at the one under the pointer."""
        places = ((open_place(self.store.scene), "ink"), (self.pointed.place, "focus"))
        return [(score_of(view, name, place), role) for place, role in places if place is not None]

    def _score(self, view: HeadsView, name: str) -> float:
        place = self.pointed.place or open_place(self.store.scene)
        return math.nan if place is None else score_of(view, name, place)

    def _idea_height(self) -> int:
        """The lines of the chosen measure's idea."""
        name = self.store.scene.measure
        words = self.view.missing.get(name, PATTERNS[name].idea) if self.view else PATTERNS[name].idea
        return _height_of(words, max(self.width() - TEXT - 24, 60))

    def _row(self) -> int:
        room = (self.height() - TOP - 4 - self._idea_height()) // len(NAMES)
        return min(max(room, ROW[1]), ROW[0])

    def _at(self, point: QPoint) -> str:
        return next((name for name in NAMES if self.row_rect(name).contains(point)), "")

    # Qt's own

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        name = self._at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if name else Qt.CursorShape.ArrowCursor)
        if name != self._hovered:
            self._hovered = name
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        name = self._at(event.position().toPoint())
        if name and event.button() == Qt.MouseButton.LeftButton:
            self._choose(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at, last = NAMES.index(self.store.scene.measure), len(NAMES) - 1
        to = {Qt.Key.Key_Up: at - 1, Qt.Key.Key_Down: at + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in to:
            self._choose(NAMES[min(max(to[key], 0), last)])
        else:
            super().keyPressEvent(event)

    def _choose(self, name: str) -> None:
        """Another measure has another range, so that a threshold of the old one means nothing."""
        if name != self.store.scene.measure:
            self.store.update(measure=name, threshold=None)


def shortly(reason: str) -> str:
    """Its first sentence; the chosen measure and the hover text say all of it."""
    return reason.partition(". ")[0].rstrip(".") + "."


@lru_cache(64)
def _height_of(words: str, width: int) -> int:
    """Lines of text are slow to break, and each row asks where it stands."""
    box = QFontMetrics(font("caption")).boundingRect(QRect(0, 0, width, 200), Qt.TextFlag.TextWordWrap, words)
    return box.height() + line_height("caption") // 4
