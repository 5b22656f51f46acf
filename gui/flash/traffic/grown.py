"""How traffic grows: bytes moved by each algorithm against tokens, the size of a key, or the size of the SRAM."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from engine.flash.hardware.growing import GrowthDetail
from gui.attention.scale.drawing import stroke
from gui.flash.traffic.plot import FOOT, LEFT, NUMBERS, RIGHT, Label, Plot
from gui.flash.traffic.steps import LABELS, NAMES
from gui.flash.units import in_bytes
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.plot_axis import PlotAxis, ticks

ROLES: Final = {"standard": "ink2", "fa1": "neg", "fa2": "bar"}
AXES: Final = {"n": "tokens", "d": "size of a key", "sram": "SRAM"}
LOW: Final = 90  # px below which a plot has no room for words inside
ROOM: Final = 1.15  # the axis goes so much further than the lines
MARGIN: Final = 28  # px more at the left than other plots have: numbers have units


class GrownPlot:
    """The lines of one growth curve, both axes logarithmic."""

    def __init__(self, detail: GrowthDetail, box: QRect) -> None:
        self.detail = detail
        growth = detail.growth
        moved = np.concatenate(list(growth.moved.values()))
        left, right = box.left() + NUMBERS + MARGIN, box.right() - LABELS
        across = PlotAxis(float(growth.at[0]), float(growth.at[-1]), left, right, logarithmic=True)
        low, high = float(moved.min()) / ROOM, float(moved.max()) * ROOM
        up = PlotAxis(low, high, box.bottom() - FOOT, box.top(), logarithmic=True)
        sram = growth.along == "sram"
        numbers = ticks(across.low, across.high, 2, 4)
        named = [(number, in_bytes(number) if sram else f"{number:,.0f}") for number in numbers]
        heights = [(number, in_bytes(number)) for number in ticks(up.low, up.high, 4, 5)]
        self.plot = Plot(across, up, named, heights, self.name())

    def name(self) -> str:
        """What grows, and what stays: tiles, and what is carried over of the mask."""
        detail, own = self.detail, self.detail.setting
        rows, columns = (own.block_q, own.block_k) if detail.growth.along == "n" else own.tile  # a text may be shorter
        tiles = "tiles as large as fit" if detail.growth.along == "sram" else f"{rows} × {columns} tiles"
        return f"{AXES[detail.growth.along]};  {tiles}, {detail.carried}"

    def still(self) -> object:
        """What is painted: no step changes it."""
        return self.detail, self.plot.across, self.plot.up

    def mark(self) -> None:
        """Nothing here moves with the steps."""

    def draw(self, painter: QPainter, theme: Theme, right: int, within: QRect) -> None:
        """The lines, and where the scene stands."""
        plot, growth = self.plot, self.detail.growth
        plot.draw_frame(painter, theme, within)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for name, moved in growth.moved.items():
            plot.draw_line(painter, growth.at, moved, theme[ROLES[name]], 2)
        x = plot.across.at(float(self.detail.here))
        stroke(painter, x, round(plot.up.end) - 4, round(plot.up.start), theme["ink"])
        painter.restore()
        self._draw_here(painter, theme, x)
        labels = [
            Label(plot.up.at(float(moved[-1])), NAMES[name], in_bytes(float(moved[-1])), ROLES[name])
            for name, moved in growth.moved.items()
        ]
        plot.draw_labels(painter, labels, theme, right)

    def tip_at(self, x: int, y: int) -> str:
        """The exact bytes at the nearest point, and what the curves leave out."""
        growth, plot = self.detail.growth, self.plot
        if y > plot.up.start + 16:
            return MASKS[self.detail.carried]
        pixels = np.array([plot.across.at(float(number)) for number in growth.at])
        near = int(np.argmin(abs(pixels - x)))
        if abs(pixels[near] - x) > 12:
            return ""
        head = (
            f"{in_bytes(float(growth.at[near]))} of SRAM"
            if growth.along == "sram"
            else f"{growth.at[near]:,} {AXES[growth.along]}"
        )
        return "<br>".join([head, *(f"{NAMES[name]}: {int(moved[near]):,} B" for name, moved in growth.moved.items())])

    def spoken(self) -> str:
        """What the algorithms move at the scene's size and at the end of the axis, for a screen reader."""
        growth = self.detail.growth
        at = int(np.searchsorted(growth.at, self.detail.here))
        lines = (
            f"{NAMES[name]} {in_bytes(float(moved[at]))} here and {in_bytes(float(moved[-1]))} at the end"
            for name, moved in growth.moved.items()
        )
        return f"{self.plot.name}: {', '.join(lines)}"

    def _clear(self, left: int, right: int) -> int:
        """The top of a line of words between two pixels that no curve crosses; the lowest one where all are crossed."""
        plot, growth = self.plot, self.detail.growth
        x = [plot.across.at(float(number)) for number in growth.at]
        within = np.linspace(left, right, 5)
        curves = [np.interp(within, x, [plot.up.at(float(n)) for n in moved]) for moved in growth.moved.values()]
        lowest = round(plot.up.start) - 18
        tops = range(lowest, round(plot.up.end), -4)
        return next((top for top in tops if (abs(np.array(curves) - top - 7) > 10).all()), lowest)

    def _draw_here(self, painter: QPainter, theme: Theme, x: float) -> None:
        """The scene's own size beside its line."""
        if self.plot.up.start - self.plot.up.end < LOW:
            return
        box, before = self.here(), x > (self.plot.across.start + self.plot.across.end) / 2
        put(painter, box, self._size(), font("axis", 600), theme["ink"], RIGHT if before else LEFT)

    def here(self) -> QRect:
        """Where the scene's own size stands: on the side of its line with more room, as low as no curve runs."""
        wide, across = text_width(self._size(), font("axis", 600)) + 2, self.plot.across
        x = across.at(float(self.detail.here))
        left = round(x) - wide - 5 if x > (across.start + across.end) / 2 else round(x) + 6
        return QRect(left, self._clear(left, left + wide), wide, 14)

    def _size(self) -> str:
        here = self.detail.here
        return in_bytes(here) if self.detail.growth.along == "sram" else f"{here:,}"


MASKS: Final = {
    "causal": "The causal mask grows with the text: every point of the curves has one.",
    "no mask": "The scene has no mask, and the curves have none.",
    "without its mask": "The scene’s mask belongs to its own size and is not carried to others: the curves count "
    "every tile, so they lie above what the schedule itself moves.",
}
