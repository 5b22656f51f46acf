"""The plot of the Flash workspace: traffic step by step, the roofline, or how traffic grows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.hardware.devices import device_of
from engine.flash.hardware.growing import GROWN, GrowthDetail
from gui.flash.fitting import fitting
from gui.flash.pane import FlashPane, Piece
from gui.flash.traffic.grown import GrownPlot
from gui.flash.traffic.popup import PaperPopup
from gui.flash.traffic.roof import RoofPlot
from gui.flash.traffic.steps import StepsPlot
from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import RING, IconButton, words_font
from gui.parts.segments import Segments
from gui.store import Store

LEFT: Final = 16
TITLE: Final = 22  # the middle of the title's line
TOP: Final = 48  # of the plot
LEAST: Final = 80  # px that are left for the title
PLOTS: Final = (
    ("steps", "Steps", "Bytes moved so far, against standard attention"),
    ("roofline", "Roof", "How fast a device could run this at most: the roofline"),
    ("n", "by N", "How traffic grows with the text"),
    ("d", "by d", "How traffic grows with the size of a key"),
    ("sram", "by M", "How traffic falls with the size of the SRAM"),
)
SHORT: Final = {"n": "N", "d": "d", "sram": "M"}
Drawn = StepsPlot | RoofPlot | GrownPlot


class TrafficPane(FlashPane):
    """Its title, the choice of the plot, the paper's numbers behind an (i), and the plot."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "traffic", "HBM traffic", parent)
        self._growth: GrowthDetail | None = None
        self.plot: Drawn | None = None
        self.choice = Segments(PLOTS, self.theme, short=SHORT, parent=self)
        self.choice.setObjectName("plotSwitch")
        self.choice.setAccessibleName("What the plot shows")
        self.choice.set_value(store.scene.plot)
        self.choice.chosen.connect(lambda plot: store.update(plot=plot))
        self.about = IconButton("info", "The paper’s table 21 and figure 2, beside our numbers", self)
        self.about.setObjectName("paperButton")
        self.about.apply_theme(self.theme)
        self.about.clicked.connect(self.open_paper)

    def open_paper(self) -> PaperPopup:
        """Show the paper's numbers beside ours."""
        popup = PaperPopup(self.theme, self)
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        popup.open_above(self.about)
        return popup

    def sizeHint(self) -> QSize:
        return QSize(374, 190 if self.compact else 232)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 150)

    def show_view(self, view: FlashView) -> None:
        self.view = view
        self.choice.set_value(self.store.scene.plot)
        self._make()
        self.refresh()

    def show_growth(self, detail: GrowthDetail) -> None:
        """Show how traffic grows."""
        self._growth = detail
        self._make()
        self.refresh()

    def pieces(self) -> dict[str, Piece]:
        plot = self.plot
        found: dict[str, Piece] = {"all": (self.rect(), (self._title(), plot and (type(plot), plot.still())))}
        mark = plot.mark() if plot is not None else None
        return found if mark is None else found | {"mark": mark}

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.choice.apply_theme(new)
        self.about.apply_theme(new)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        icon = self.about.sizeHint()
        right = self.width() - LEFT + RING - icon.width() + 6  # the icon, not its body, ends where the plot does
        self.about.setGeometry(right, TITLE - icon.height() // 2, icon.width(), icon.height())
        self.choice.fit(right - LEFT - LEAST + RING)
        hint = self.choice.sizeHint()
        self.choice.setGeometry(
            right - hint.width() + 2 * RING, TITLE - hint.height() // 2, hint.width(), hint.height()
        )
        self._make()

    def tip_at(self, x: int, y: int) -> str:
        return self.plot.tip_at(x, y) if self.plot is not None and y >= TOP - 8 else ""

    def draw(self, painter: QPainter) -> None:
        if self.exposed(QRect(0, 0, self.width(), TOP - 8)):
            self._draw_title(painter)
        if self.plot is not None:
            self.plot.draw(painter, self.theme, self.width() - 4, self._region.boundingRect())

    def _draw_title(self, painter: QPainter) -> None:
        face, small = words_font("pane_title"), words_font("caption")
        titles, beside = self._title()
        box = QRect(LEFT, TITLE - 10, self.choice.x() - LEFT, 20)
        title = fitting(titles, face, box.width())
        put(painter, box, title, face, self.theme["ink"], Qt.AlignmentFlag.AlignLeft)
        box.setLeft(LEFT + text_width(title, face) + 8)
        put(painter, box, fitting(beside, small, box.width()), small, self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)

    def _title(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The title, and what the numbers are: in as many words as there may be room for."""
        if self.store.scene.plot == "roofline":
            device = device_of(self.store.scene.device).title
            return ("Roofline",), (f"{device}, op/s", device, "op/s")
        return ("HBM traffic", "Traffic"), (self.plot.unit,) if isinstance(self.plot, StepsPlot) else ()

    def _make(self) -> None:
        """The plot that the scene asks for; a growth curve stays until the new one has been computed."""
        box, plot = QRect(LEFT, TOP, self.width() - 2 * LEFT, self.height() - TOP - 6), self.store.scene.plot
        if self.view is None or box.width() < 80 or box.height() < 60:
            self.plot = None
        elif plot in GROWN:
            fits = self._growth is not None and self._growth.scene.plot == plot
            self.plot = GrownPlot(self._growth, box) if fits and self._growth is not None else None
        else:
            self.plot = (StepsPlot if plot == "steps" else RoofPlot)(self.view, box)
        self.setAccessibleDescription("" if self.plot is None else self.plot.spoken())
