"""The scale: sqrt(d_k) as a number, as a slider, and what it does to entropy and gradient."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.chosen import Saturation
from engine.view import View
from gui.attention.scale_axis import scale_in_force
from gui.attention.scale_back import BackButton
from gui.attention.scale_curve import ScaleCurve
from gui.attention.scale_drawing import TRACK
from gui.attention.scale_field import HEIGHT as FIELD
from gui.attention.scale_field import REFUSAL, ScaleField
from gui.attention.scale_slider import ScaleSlider
from gui.attention.scale_tips import entropy_tip, gradient_tip, largest_tip
from gui.buttons import RING
from gui.drawing import put
from gui.numbers import percent
from gui.pane import Pane
from gui.runs import Run, put_runs, width_of
from gui.store import Store
from gui.theme import Theme, font

PADDING: Final = 16
HEAD: Final = 13  # the top of the line of title, field and button
BELOW_TRACK: Final = 65  # from the middle of the track to the pane's end
WIDE: Final = 440  # from here on there is room to say what the gradient is a share of
NO_GRADIENT: Final = "Gradient: softmax only"
TITLE: Final = (Run("Scale √d", "ink"), Run("k", "ink", 500, -1))
ENDS: Final = ("← one word takes all, no gradient", "all words alike →")
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class ScalePane(Pane):
    """Title, field and the way back to the model's own scale; the curves and the slider on one axis below."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "scalePane", "Scale", parent)
        self.field = ScaleField(store, self)
        self.back = BackButton(store, self)
        self.curve = ScaleCurve(store, self)
        self.slider = ScaleSlider(store, self)
        self._legend: tuple[QRect, ...] = (QRect(), QRect(), QRect())
        self._held = False  # the handle's line, by a press in the curves
        self.setMinimumSize(300, 190)
        self.field.refused.connect(lambda refused: self.update())
        store.changed.connect(self._follow)
        self.apply_theme(self.theme)

    def sizeHint(self) -> QSize:
        return QSize(418, 219) if self.compact else QSize(454, 258)

    def plots_ready(self) -> None:
        """pyqtgraph has been imported: the curves can be drawn."""
        self.curve.plots_ready()

    def show_view(self, view: View) -> None:
        self.view = view
        self.update(0, 0, self.width(), self.curve.y())
        for part in (self.curve, self.slider):
            part.show_view(view)
        self._follow()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.field, self.back, self.curve, self.slider):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        put_runs(painter, QRect(PADDING, HEAD, 0, FIELD), TITLE, "pane_title", self.theme)
        if self.view is not None and self.back.isHidden():
            box = QRect(
                self.field.geometry().right() + 8, HEAD, self._inside() - self.field.geometry().right() - 8, FIELD
            )
            put(painter, box, _own(self.view), font("caption"), self.theme["ink3"], RIGHT)
        self._draw_legend(painter)
        box = QRect(PADDING, self.height() - 28, self.width() - 2 * PADDING, 16)
        put(painter, box, ENDS[0], font("caption"), self.theme["ink3"], LEFT)
        put(painter, box, ENDS[1], font("caption"), self.theme["ink3"], RIGHT)

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None:
            return ""
        tips = (entropy_tip(self.view, self.detail), gradient_tip(self.view, self.detail), largest_tip(self.view))
        if self.curve.geometry().contains(x, y):
            return "<br><br>".join(filter(None, tips))
        return next((tip for box, tip in zip(self._legend, tips, strict=True) if box.contains(x, y)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.curve.geometry().contains(event.position().toPoint()):
            self._held = True
            self.slider.setFocus(Qt.FocusReason.MouseFocusReason)
            self.slider.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self.slider.mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._held = False
            self.slider.mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.curve.geometry().contains(event.position().toPoint()):
            self.slider.mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.curve.geometry().contains(event.position().toPoint()):
            self.slider.wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.slider.leaveEvent(event)

    def _inside(self) -> int:
        return self.width() - PADDING

    def _follow(self) -> None:
        """Field and button follow the scene at once."""
        scale = scale_in_force(self.store, self.view)
        if self.view is None or scale is None:
            return
        self.field.show_scale(scale, self.view.trained_divisor)
        self.back.show_own(self.view.trained_divisor)
        self.back.setVisible(self.store.scene.scale is not None)
        self._lay_out()

    def _lay_out(self) -> None:
        """Field after the title, button at the right, then curves and slider without a seam."""
        self.field.move(PADDING + round(width_of(TITLE, "pane_title")) + 8, HEAD)
        size = self.back.sizeHint()
        self.back.setGeometry(QRect(QPoint(self._inside() + RING - size.width(), HEAD - RING), size))
        top, track = 66 if self.compact else 70, self.height() - BELOW_TRACK
        self.curve.setGeometry(0, top, self.width(), track - TRACK - top)
        self.slider.setGeometry(0, track - TRACK, self.width(), self.slider.height())

    def _draw_legend(self, painter: QPainter) -> None:
        """Names and shares of the curves; what was wrong with the number, as long as it is wrong."""
        line = QRect(PADDING, 44 if self.compact else 48, self.width() - 2 * PADDING, 18)
        if self.field.is_refused:
            put(painter, line, REFUSAL, font("caption"), self.theme["error"], LEFT)
        elif self.view is not None and (now := self.view.saturation) is not None:
            self._legend = self._draw_entries(painter, line, now)

    def _draw_entries(self, painter: QPainter, line: QRect, now: Saturation) -> tuple[QRect, QRect, QRect]:
        """Entropy, largest weight, then gradient, or why there is none; returns where each stands."""
        boxes = []
        for role, name, share in (("bar", "Entropy", now.entropy_now), ("ink2", "Largest", now.largest_now)):
            boxes.append(self._entry(painter, line, role, name, percent(share)))
            line.setLeft(boxes[-1].right() + 17)
        if now.gradient_now is None:
            put(painter, line, NO_GRADIENT, font("caption"), self.theme["ink3"], LEFT)
            return boxes[0], line, boxes[1]
        after = "of its peak" if self.width() >= WIDE else ""
        return boxes[0], self._entry(painter, line, "ink3", "Gradient", percent(now.gradient_now), after), boxes[1]

    def _entry(self, painter: QPainter, line: QRect, role: str, name: str, share: str, after: str = "") -> QRect:
        for x in range(0, 14, 14 if role != "ink2" else 5):  # the largest weight is a dotted line
            painter.fillRect(line.left() + x, line.center().y(), 14 if role != "ink2" else 3, 2, self.theme[role])
        runs = (Run(f"{name}  ", "ink"), Run(share, "ink", 600), Run(f"  {after}" if after else "", "ink3"))
        put_runs(painter, line.adjusted(20, 0, 0, 0), runs, "caption", self.theme)
        return QRect(line.left(), line.top(), 20 + round(width_of(runs, "caption")), line.height())


def _own(view: View) -> str:
    """ "the model's own, √32": the root where d_k is whole."""
    square = view.trained_divisor**2
    whole = abs(square - round(square)) < 1e-3
    return f"the model’s own, √{round(square)}" if whole else "the model’s own"
