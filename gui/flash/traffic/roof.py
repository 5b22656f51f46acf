"""The roofline: how fast a device could run the schedule, by how much it computes for each byte that it moves."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter, QPen

from engine.flash.frame.view import FlashView
from engine.flash.hardware.devices import device_of
from engine.flash.hardware.roofline import Roofline, roof, roofline
from gui.flash.traffic.plot import FOOT, LEFT, NUMBERS, RIGHT, Label, Plot
from gui.flash.traffic.steps import LABELS, NAMES
from gui.flash.units import counted, in_bytes, three
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.plot_axis import PlotAxis, ticks

DOT: Final = 4.5


class RoofPlot:
    """The roof of the scene's device, with the chosen schedule and standard attention under it."""

    def __init__(self, view: FlashView, box: QRect) -> None:
        self.device = device_of(view.scene.device)
        standard = view.standard
        self.works: dict[str, Roofline] = {NAMES[view.schedule.algorithm]: roofline(view.schedule, self.device)}
        if view.schedule.algorithm != "standard":
            other = Roofline(self.device, standard.operations, standard.read + standard.written)
            self.works["standard"] = other
        own = next(iter(self.works.values()))
        found = [work.intensity for work in self.works.values() if work.operations]
        low, high = min([*found, own.device.ridge / 8]) / 2, max([*found, own.device.ridge]) * 4
        top, least = self.device.peak * 2, float(roof(self.device, low)) / 2
        across = PlotAxis(low, high, box.left() + NUMBERS + 8, box.right() - LABELS, logarithmic=True)
        up = PlotAxis(least, top, box.bottom() - FOOT, box.top(), logarithmic=True)
        self.plot = Plot(
            across,
            up,
            [(number, f"{number:,.15g}") for number in ticks(low, high, 10, 5)],
            [(number, counted(number)) for number in ticks(least, top, 10, 5, 2)],
            "operations per byte moved",
        )

    def still(self) -> object:
        """What is painted: no step changes it."""
        return self.works, self.plot.across, self.plot.up

    def mark(self) -> None:
        """Nothing here moves with the steps."""

    def draw(self, painter: QPainter, theme: Theme, right: int, within: QRect) -> None:
        """The roof, its ridge, and a dot for each schedule on the roof above it."""
        plot, device = self.plot, self.device
        plot.draw_frame(painter, theme, within)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = np.array([plot.across.low, device.ridge, plot.across.high])
        plot.draw_line(painter, x, roof(device, x), theme["ink3"], 2)
        labels = []
        for name, work in reversed(self.works.items()):  # the chosen one lies above
            if not work.operations:  # a mask hides every tile: a logarithm has no place for 0
                continue
            role = "ink2" if name == "standard" and len(self.works) > 1 else "bar"
            spot = QPointF(plot.across.at(work.intensity), plot.up.at(work.attainable))
            painter.setPen(QPen(theme["surface"], 1))
            painter.setBrush(theme[role])
            painter.drawEllipse(spot, DOT, DOT)
            labels.append(Label(spot.y(), name, f"{three(work.intensity)} op/B", role))
        painter.restore()
        self._draw_peaks(painter, theme)
        plot.draw_labels(painter, labels, theme, right)

    def _draw_peaks(self, painter: QPainter, theme: Theme) -> None:
        """What the two parts of the roof are: the peak of the arithmetic above it, the bandwidth below the ridge."""
        plot, device, face = self.plot, self.device, font("axis")
        y, right = round(plot.up.at(device.peak)), round(plot.across.end)
        peak = f"{counted(device.peak)}op/s"
        put(painter, QRect(right - 120, y - 17, 120, 14), peak, face, theme["ink2"], RIGHT)
        x, half = plot.across.at(device.ridge), plot.up.at(device.peak / 6)
        rate = f"{three(device.bandwidth / 1e12)} TB/s"
        box = QRect(round(x) - 14, round(half) - 7, text_width(rate, face) + 2, 14)
        put(painter, box, rate, face, theme["ink2"], LEFT)

    def spoken(self) -> str:
        """The same for a screen reader."""
        works = (f"{name} {three(work.intensity)} operations a byte" for name, work in self.works.items())
        return f"{self.device.title}: ridge at {three(self.device.ridge)} operations a byte; {', '.join(works)}"

    def tip_at(self, x: int, y: int) -> str:
        """What the roof says of both schedules, with the device's numbers and their source."""
        device = self.device
        lines = [
            f"{device.title}: {counted(device.peak)}op/s at most, {in_bytes(device.bandwidth)}/s from HBM; from "
            f"{three(device.ridge)} operations a byte on the arithmetic is what takes time",
        ]
        for name, work in self.works.items():
            limit = "moving bytes" if work.bound == "memory" else "arithmetic"
            lines.append(
                f"{name}: {work.operations:,} operations, {work.moved:,} B: {work.intensity:.4g} a byte, at best "
                f"{1e6 * work.seconds:.4g} µs, held up by {limit}"
            )
        return "<br>".join([*lines, device.source])
