"""The plot of the Flash workspace: traffic step by step, the roofline, or how traffic grows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.flash.devices import device_of
from engine.flash.growing import GROWN, GrowthDetail
from engine.flash.view import FlashView
from gui.drawing import put, text_width
from gui.flash.pane import FlashPane
from gui.flash.traffic.grown import GrownPlot
from gui.flash.traffic.roof import RoofPlot
from gui.flash.traffic.steps import StepsPlot
from gui.segments import Segments
from gui.store import Store
from gui.theme import Theme, font

LEFT: Final = 16
RING: Final = 4
TITLE: Final = 22  # the middle of the title's line
TOP: Final = 48  # of the plot
PLOTS: Final = (
    ("steps", "Steps", "Bytes moved so far, against standard attention"),
    ("roofline", "Roof", "How fast a device could run this at most: the roofline"),
    ("n", "N", "How traffic grows with the text"),
    ("d", "d", "How traffic grows with the size of a key"),
    ("sram", "M", "How traffic falls with the size of the SRAM"),
)
Drawn = StepsPlot | RoofPlot | GrownPlot


class TrafficPane(FlashPane):
    """Its title, the choice of the plot, and the plot."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "traffic", "HBM traffic", parent)
        self._growth: GrowthDetail | None = None
        self._plot: Drawn | None = None
        self.choice = Segments(PLOTS, self.theme, parent=self)
        self.choice.setObjectName("plotSwitch")
        self.choice.setAccessibleName("What the plot shows")
        self.choice.set_value(store.scene.plot)
        self.choice.chosen.connect(lambda plot: store.update(plot=plot))

    def sizeHint(self) -> QSize:
        return QSize(374, 190 if self.compact else 232)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 150)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        self.choice.set_value(self.store.scene.plot)
        self._make()

    def show_growth(self, detail: GrowthDetail) -> None:
        """Show how traffic grows."""
        self._growth = detail
        self._make()
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.choice.apply_theme(new)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        hint = self.choice.sizeHint()
        self.choice.setGeometry(
            self.width() - LEFT + RING - hint.width(), TITLE - hint.height() // 2, hint.width(), hint.height()
        )
        self._make()

    def tip_at(self, x: int, y: int) -> str:
        return self._plot.tip_at(x, y) if self._plot is not None and y >= TOP - 8 else ""

    def draw(self, painter: QPainter) -> None:
        face, what = font("pane_title"), self._title()
        box = QRect(LEFT, TITLE - 10, self.choice.x() - LEFT, 20)
        put(painter, box, what[0], face, self.theme["ink"], Qt.AlignmentFlag.AlignLeft)
        box.setLeft(LEFT + text_width(what[0], face) + 8)
        if box.width() > text_width(what[1], font("caption")) + 4:
            put(painter, box, what[1], font("caption"), self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
        if self._plot is not None:
            self._plot.draw(painter, self.theme, self.width() - 4)

    def _title(self) -> tuple[str, str]:
        if self.store.scene.plot == "roofline":
            return "Roofline", device_of(self.store.scene.device).title
        return "HBM traffic", self._plot.unit if isinstance(self._plot, StepsPlot) else ""

    def _make(self) -> None:
        """The plot that the scene asks for; a growth curve stays until the new one has been computed."""
        box, plot = QRect(LEFT, TOP, self.width() - 2 * LEFT, self.height() - TOP - 6), self.store.scene.plot
        if self.view is None or box.width() < 80 or box.height() < 60:
            self._plot = None
        elif plot in GROWN:
            fits = self._growth is not None and self._growth.scene.plot == plot
            self._plot = GrownPlot(self._growth, box) if fits and self._growth is not None else None
        else:
            self._plot = (StepsPlot if plot == "steps" else RoofPlot)(self.view, box)
