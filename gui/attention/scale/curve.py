"""Entropy and gradient against sqrt(d_k), on the slider's own axis, with the handle's line through both."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.shown.saturation import Curves
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.scale.all_rows import curves_of
from gui.attention.scale.axis import MARGIN, ScaleAxis, clamped, scale_in_force
from gui.attention.scale.drawing import stroke
from gui.attention.scale.plot import EDGE, ScalePlot
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.pane import Pane
from gui.store import Store

LEVELS: Final = (0.0, 0.5, 1.0)
NO_CURVE: Final = "{} of all heads is no softmax itself, so it has no curves."


class ScaleCurve(Pane):
    """The two curves, drawn by pyqtgraph once `plots_ready` says that it has been imported; before that a quiet grid.

    It knows no pointer: the pane around it passes what happens here to the slider.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "scaleCurve", "Entropy and gradient against the scale", parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.plot: ScalePlot | None = None
        self._with_means = True
        self._drawn: tuple[object, ...] = ()
        store.changed.connect(self._follow)

    def plots_ready(self) -> None:
        """pyqtgraph can be imported without a pause: draw the curves."""
        if self.plot is None:
            self.plot = ScalePlot(self)
            self.plot.paint(self.theme)
            self.plot.fit(self.width(), self.height())
            self._show()
            self._follow()

    def show_view(self, view: View) -> None:
        self.view = view
        self._show()
        self._follow()

    def show_detail(self, detail: Detail) -> None:
        super().show_detail(detail)
        self._show()
        self._follow()

    def show_means(self, wanted: bool) -> None:
        """Whether the means over all rows are drawn."""
        self._with_means = wanted
        self._show()
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        if self.plot is not None:
            self.plot.paint(new)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange and self.plot is not None:
            self.plot.paint(self.theme)
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.plot is not None:
            self.plot.fit(self.width(), self.height())

    def draw(self, painter: QPainter) -> None:
        """What is behind the curves: the grid, the model's own scale; a sentence for heads that have no curves."""
        for level in LEVELS:
            y = EDGE + round((self.height() - 1 - 2 * EDGE) * level)
            painter.fillRect(MARGIN, y, self.width() - 2 * MARGIN, 1, self.theme["line"])
        if self.view is None:
            return
        scale, axis = scale_in_force(self.store, self.view), ScaleAxis(self.width())
        if scale is None:
            return
        x, model = axis.x(scale), axis.x(clamped(self.view.trained_divisor))
        if abs(x - model) >= 0.5:
            painter.setPen(Qt.PenStyle.NoPen)
            for y in range(EDGE - 4, self.height(), 4):  # dotted
                stroke(painter, model, y, y + 2, self.theme["ghost_line"])
        stroke(painter, x, EDGE - 4, self.height(), self.theme["ink"])
        means = self._means()
        if means is not None and means.one_hot is not None:
            stroke(painter, axis.x(means.one_hot), EDGE - 2, EDGE + 4, self.theme["ink3"])
        if self.view.saturation is not None and self.view.saturation.one_hot is not None:
            self._draw_one_hot(painter, axis.x(self.view.saturation.one_hot), x)
        if self.view.saturation is None:
            of_head = None if isinstance(self.view.head, int) else NO_CURVE.format(str(self.view.head).capitalize())
            self._draw_sentence(painter, of_head or self.view.sums or "")

    def _draw_one_hot(self, painter: QPainter, x: float, handle: float) -> None:
        """A tick at the line of 100 %: left of it the largest weight is 1 in half precision."""
        stroke(painter, x, EDGE - 4, EDGE + 5, self.theme["ink2"])
        words, face = "one-hot in fp16", font("axis")
        wide = text_width(words, face)
        crossed = x - wide - 10 < handle < x  # by the handle's line
        left = round(handle if crossed else x) - wide - 5
        if left > MARGIN:  # to the right of the tick the curve falls
            box = QRect(left, EDGE + 1, wide + 2, 14)
            put(painter, box, words, face, self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)

    def _draw_sentence(self, painter: QPainter, words: str) -> None:
        painter.setFont(font("caption"))
        painter.setPen(self.theme["ink3"])
        lines = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        box = painter.boundingRect(self.rect().adjusted(MARGIN, 0, -MARGIN, 0), lines, words)
        painter.fillRect(box.adjusted(-8, -2, 8, 2), self.theme[self.background])
        painter.drawText(box, lines, words)

    def _show(self) -> None:
        if self.plot is not None and self.view is not None:
            self.plot.set_curves(self.view.saturation)
            self.plot.set_means(self._means())

    def _means(self) -> Curves | None:
        return curves_of(self.view, self.detail) if self._with_means else None

    def _follow(self) -> None:
        """Move what moves with the handle; where nothing moved nothing is painted."""
        scale, view = scale_in_force(self.store, self.view), self.view
        one_hot = view.saturation.one_hot if view is not None and view.saturation is not None else None
        means = self._means()
        marks = (one_hot, means and means.one_hot)
        drawn = (scale, marks, view and (view.trained_divisor, view.head, view.sums))
        if drawn != self._drawn:
            self._drawn = drawn
            self.update()
        if self.plot is not None and scale is not None:
            self.plot.move(scale)
