"""All heads along one measure: drag the handle to filter, point at a dot to see its head."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.heads.patterns import PATTERNS, Pattern
from engine.heads.view import HeadsView
from gui.heads.dots import Dots, matches_of, place_at
from gui.heads.filter.layout import MOST_DOTS, FilterAxis, stacked
from gui.heads.filter.painting import FilterPlot
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Place, Pointed
from gui.heads.still import Still, alike
from gui.heads.words import definition, name_of, score_text
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.theme import Theme, font
from gui.parts.buttons import TextButton
from gui.store import Store

PADDING: Final = 16
TITLE: Final = 24
HANDLE: Final = (10, 18)
SAYS: Final = (  # of dots, and of so many heads that there are bars: in as many words as there may be room for
    ("each dot is a head; drag the handle to filter", "drag the handle to filter"),
    (
        "bars count the heads left out, dots are those that match; drag the handle",
        "bars are heads left out, dots match; drag the handle",
        "drag the handle to filter",
    ),
)
L = Qt.AlignmentFlag.AlignLeft
MOVES: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}


class FilterPane(HeadsPane):
    """`threshold` is the scene's; without one the handle rests at the end that keeps all heads."""

    def __init__(self, store: Store, pointed: Pointed, parent: QWidget | None = None) -> None:
        super().__init__(store, "headsFilter", "Filter", parent)
        self.pointed = pointed
        self._dragged = False
        self._still = Still()
        self._dots: Dots = np.zeros((0, 2))
        self._dot = 0.0  # their radius
        self._measured_for: tuple[object, ...] = ()
        self.clear = TextButton("Clear filter", "quiet", self)
        self.clear.setObjectName("clearFilter")
        self.clear.clicked.connect(lambda: store.update(threshold=None))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pointed.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(844, 140 if self.compact else 176)

    def minimumSizeHint(self) -> QSize:
        return QSize(420, 110)

    def handle_rect(self) -> QRect:
        """The handle."""
        wide, tall = HANDLE
        x, plot = round(self._axis().x(self._threshold())), self._axis().plot
        return QRect(x - wide // 2, plot.bottom() - tall, wide, tall)

    def show_view(self, view: HeadsView) -> None:
        super().show_view(view)
        self._measure()
        self.clear.setVisible(self.store.scene.threshold is not None)
        pattern = self._pattern()
        says = "no filter" if view.scene.threshold is None else f"{pattern.keeps} {score_text(view.scene.threshold)}"
        self.setAccessibleDescription(f"{pattern.title}, {says}, {view.matches} heads")

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.clear.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.setFixedHeight(self.sizeHint().height())

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None or y < 40:
            return definition(self._pattern(), self.view) if self.view else ""
        place = self._place_at(QPoint(x, y))
        if place is None:
            return ""
        return f"{name_of(*place)}: {fixed(float(self._scores()[place]), 6)}"

    def focus_rect(self) -> QRect | None:
        return self.handle_rect().adjusted(-2, -2, 2, 2)

    def draw(self, painter: QPainter) -> None:
        view = self.view
        pattern = self._pattern()
        line = QRect(PADDING, TITLE - 10, self.width() - 2 * PADDING - 110, 20)
        put(painter, line, pattern.title, font("pane_title"), self.theme["ink"], L)
        line.setLeft(line.left() + text_width(pattern.title, font("pane_title")) + 9)
        if view is None:
            return
        face, says = font("caption"), SAYS[len(self._dots) > MOST_DOTS]
        said = view.missing.get(pattern.name) or next((s for s in says if text_width(s, face) <= line.width()), "")
        put(painter, line, said, face, self.theme["ink3"], L)
        plot = FilterPlot(view, self._axis(), self.store.scene, self.theme, self._threshold(), self._dot)
        plot.draw_axis(painter)
        if pattern.name not in view.missing:
            made_for = (self._dots, self._scores(), matches_of(view).tobytes(), pattern.name, self.theme)
            self._still.draw(painter, self.size(), made_for, lambda into: plot.draw_heads(into, self._dots))
            plot.draw_rings(painter, self._dots, self.pointed.place)
            plot.draw_handle(painter, self.handle_rect())

    def _axis(self) -> FilterAxis:
        top = float(self.view.histograms[self._pattern().name].edges[-1]) if self.view else 1.0
        return FilterAxis(self.width(), self.height(), top)

    def _threshold(self) -> float:
        """The threshold in force; without one the end of the axis that keeps all heads."""
        if self.store.scene.threshold is not None:
            return self.store.scene.threshold
        return 0.0 if self._pattern().keeps == "at least" else self._axis().top

    def _scores(self) -> NDArray[np.float64]:
        assert self.view is not None
        return self.view.scores[self._pattern().name]

    def _pattern(self) -> Pattern:
        """The measure of the picture: the newly chosen one when its view is there."""
        return PATTERNS[(self.view or self.store).scene.measure]

    def _measure(self) -> None:
        """Where the dots lie; a step of the filter leaves them there."""
        if self.view is not None:
            made_for = (self._axis(), self._scores())
            if not alike(made_for, self._measured_for):
                self._measured_for = made_for
                self._dots, self._dot = stacked(self._axis(), self._scores().ravel())

    def _place_at(self, point: QPoint) -> Place | None:
        return place_at(self.view, self._dots, point) if self.view else None

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        hint = self.clear.sizeHint()
        self.clear.setGeometry(
            self.width() - 12 - hint.width(), TITLE - hint.height() // 2, hint.width(), hint.height()
        )
        self._measure()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.view is None or event.button() != Qt.MouseButton.LeftButton:
            return
        place = self._place_at(at)
        if place is not None and not self.handle_rect().adjusted(-3, -3, 3, 3).contains(at):
            self.open_head(place)
        elif at.y() >= self._axis().plot.top():
            self._dragged = True
            self.store.begin_gesture()
            self._set(self._axis().score(at.x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._dragged:
            self._set(self._axis().score(at.x()))
            return
        place, grip = self._place_at(at), self.handle_rect().adjusted(-3, -3, 3, 3).contains(at)
        self.pointed.point(place)
        self.setCursor(Qt.CursorShape.SizeHorCursor if grip else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragged:
            self._dragged = False
            self.store.end_gesture()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, top = Qt.Key(event.key()), self._axis().top
        if key in MOVES and self.view is not None:
            self._set(self._threshold() + MOVES[key] * top / 100)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.store.update(threshold=None)
        else:
            super().keyPressEvent(event)

    def _set(self, score: float) -> None:
        """Filter; not by a picture of the measure before, whose scores mean something else."""
        if self._pattern().name != self.store.scene.measure:
            return
        top = self._axis().top
        digits = 2 if top <= 2 else 1
        self.store.update(threshold=round(min(max(score, 0.0), top), digits))
