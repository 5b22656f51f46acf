"""The scale: sqrt(d_k) as a number, as a slider, and what it does to entropy and gradient."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.shown.saturation import Saturation
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.scale.all_rows import AllRowsButton
from gui.attention.scale.axis import scale_in_force
from gui.attention.scale.back import BackButton
from gui.attention.scale.curve import ScaleCurve
from gui.attention.scale.drawing import HEIGHT as SLIDER
from gui.attention.scale.drawing import TRACK
from gui.attention.scale.field import HEIGHT as FIELD
from gui.attention.scale.field import REFUSAL, ScaleField
from gui.attention.scale.legend import Runs, ends, legend_of, own
from gui.attention.scale.slider import ScaleSlider
from gui.attention.scale.tips import entropy_tip, gradient_tip, largest_tip
from gui.look.drawing import put
from gui.look.runs import Run, put_runs, width_of
from gui.look.theme import Theme, font
from gui.parts.buttons import RING
from gui.parts.pane import Pane
from gui.store import Store

PADDING: Final = 16
HEAD: Final = 13  # the top of the line of title, field and button
BELOW_TRACK: Final = 65  # from the middle of the track to the pane's end
ENDS: Final = 26  # of it for what the ends of the axis mean, the first to go
WIDE: Final = 440  # from here on there is room to say what the gradient is a share of
LEAST: Final = (300, 166)
SLIM: Final = 118  # the least height without the curves
CURVES_FROM, ENDS_FROM = 150, 200
TITLE: Final = (Run("Scale √d", "ink"), Run("k", "ink", 500, -1))
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class ScalePane(Pane):
    """Title, field and the way back to the model's own scale; the curves and the slider on one axis below."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "scalePane", "Scale", parent)
        self.field = ScaleField(store, self)
        self.back = BackButton(store, self)
        self.all = AllRowsButton(self)
        self.curve = ScaleCurve(store, self)
        self.slider = ScaleSlider(store, self)
        self._legend: tuple[QRect, ...] = (QRect(), QRect(), QRect())
        self._held = False  # the handle's line, by a press in the curves
        self.setMinimumSize(*LEAST)
        self.all.toggled.connect(self.curve.show_means)
        self.field.refused.connect(lambda refused: self.update())
        store.changed.connect(self._follow)
        self.apply_theme(self.theme)

    def sizeHint(self) -> QSize:
        return QSize(418, 212) if self.compact else QSize(454, 258)

    def plots_ready(self) -> None:
        """pyqtgraph has been imported: the curves can be drawn."""
        self.curve.plots_ready()

    def show_view(self, view: View) -> None:
        self.view = view
        self.update(0, 0, self.width(), self.curve.y())
        for part in (self.curve, self.slider):
            part.show_view(view)
        self._follow()

    def show_detail(self, detail: Detail) -> None:
        self.detail = detail
        self.curve.show_detail(detail)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.field, self.back, self.all, self.curve, self.slider):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        put_runs(painter, QRect(PADDING, HEAD, 0, FIELD), TITLE, "pane_title", self.theme)
        if self.view is not None and self.back.isHidden():
            left = (self.field if self.all.isHidden() else self.all).geometry().right() + 8
            box = QRect(left, HEAD, self._inside() - left, FIELD)
            put(painter, box, own(self.view, box.width()), font("caption"), self.theme["ink3"], RIGHT)
        self._draw_legend(painter)
        if self.height() >= ENDS_FROM:
            box = QRect(PADDING, self.height() - 28, self.width() - 2 * PADDING, 16)
            for said, side in zip(ends(box.width()), (LEFT, RIGHT), strict=True):
                put(painter, box, said, font("caption"), self.theme["ink3"], side)

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None:
            return ""
        tips = (
            entropy_tip(self.view, self.detail),
            gradient_tip(self.view, self.detail),
            largest_tip(self.view, self.detail),
        )
        if self._curved(QPoint(x, y)):
            return "<br><br>".join(filter(None, tips))
        return next((tip for box, tip in zip(self._legend, tips, strict=True) if box.contains(x, y)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._curved(event.position().toPoint()):
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
        if self._curved(event.position().toPoint()):
            self.slider.mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._curved(event.position().toPoint()):
            self.slider.wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.slider.leaveEvent(event)

    def _curved(self, point: QPoint) -> bool:
        return not self.curve.isHidden() and self.curve.geometry().contains(point)

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
        slim = self.height() < CURVES_FROM
        wide, left = self.all.sizeHint().width(), self.field.geometry().right() + 6
        fits = left + wide + 4 <= (
            self._inside() - size.width() if self.store.scene.scale is not None else self.width()
        )
        studied = self.view is not None and self.view.saturation is not None
        self.all.setVisible(fits and studied and not slim)
        self.all.setGeometry(QRect(QPoint(left, HEAD - RING), self.all.sizeHint()))
        below = SLIDER - TRACK if slim else BELOW_TRACK - ENDS * (self.height() < ENDS_FROM)
        top, track = 66 if self.compact else 70, self.height() - below
        self.curve.setHidden(slim)
        self.curve.setGeometry(0, top, self.width(), max(track - TRACK - top, 0))
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
        legend, boxes = legend_of(now, line.width(), self.width() >= WIDE), []
        for role, runs in zip(("bar", "ink2", "ink3"), legend.entries, strict=False):
            boxes.append(self._entry(painter, line, role, runs, legend.sample))
            line.setLeft(boxes[-1].right() + legend.gap)
        if now.gradient_now is None:
            put(painter, line, legend.without, font("caption"), self.theme["ink3"], LEFT)
            boxes.append(line)
        return boxes[0], boxes[2], boxes[1]

    def _entry(self, painter: QPainter, line: QRect, role: str, runs: Runs, sample: int) -> QRect:
        dash = 3 if role == "ink2" else sample  # the largest weight is a dotted line
        for x in range(0, sample, dash + 2):
            painter.fillRect(line.left() + x, line.center().y(), min(dash, sample - x), 2, self.theme[role])
        put_runs(painter, line.adjusted(sample + 6, 0, 0, 0), runs, "caption", self.theme)
        return QRect(line.left(), line.top(), sample + 6 + round(width_of(runs, "caption")), line.height())
