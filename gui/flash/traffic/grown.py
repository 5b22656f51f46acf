"""How traffic grows: bytes moved by each algorithm against tokens, the size of a key, or the size of the SRAM."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from engine.flash.growing import GrowthDetail
from gui.attention.scale.drawing import stroke
from gui.flash.traffic.axis import PlotAxis, powers
from gui.flash.traffic.plot import NUMBERS, Label, Plot
from gui.flash.traffic.steps import LABELS, NAMES
from gui.flash.units import in_bytes
from gui.theme import Theme

ROLES: Final = {"standard": "ink2", "fa1": "neg", "fa2": "bar"}
AXES: Final = {"n": "tokens", "d": "size of a key", "sram": "SRAM, tiles as large as fit"}


class GrownPlot:
    """The lines of one growth curve, both axes logarithmic."""

    def __init__(self, detail: GrowthDetail, box: QRect) -> None:
        self.detail = detail
        growth = detail.growth
        moved = np.concatenate(list(growth.moved.values()))
        across = PlotAxis(
            float(growth.at[0]), float(growth.at[-1]), box.left() + NUMBERS + 26, box.right() - LABELS, logarithmic=True
        )
        up = PlotAxis(float(moved.min()), float(moved.max()), box.bottom() - 34, box.top(), logarithmic=True)
        sram = growth.along == "sram"
        named = [
            (number, in_bytes(number) if sram else f"{number:,.0f}") for number in powers(across.low, across.high, 2, 4)
        ]
        heights = [(number, in_bytes(number)) for number in powers(up.low, up.high, 4, 5)]
        self.plot = Plot(across, up, named, heights, AXES[growth.along])

    def draw(self, painter: QPainter, theme: Theme, right: int) -> None:
        """The lines, and where the scene stands."""
        plot, growth = self.plot, self.detail.growth
        plot.draw_frame(painter, theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for name, moved in growth.moved.items():
            plot.draw_line(painter, growth.at, moved, theme[ROLES[name]], 2)
        x = plot.across.at(float(self.detail.here))
        stroke(painter, x, round(plot.up.end) - 4, round(plot.up.start), theme["ink"])
        painter.restore()
        labels = [
            Label(plot.up.at(float(moved[-1])), NAMES[name], in_bytes(float(moved[-1])), ROLES[name])
            for name, moved in growth.moved.items()
        ]
        plot.draw_labels(painter, labels, theme, right)

    def tip_at(self, x: int, y: int) -> str:
        """The exact bytes at the nearest point."""
        growth, plot = self.detail.growth, self.plot
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
