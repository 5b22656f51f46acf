"""HBM traffic so far against the work done: the chosen schedule, and standard attention."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter

from engine.flash.frame.view import Curve, FlashView
from gui.attention.scale.drawing import stroke
from gui.flash.traffic.plot import FOOT, NUMBERS, Label, Plot
from gui.flash.units import in_bytes, unit_of
from gui.look.theme import Theme
from gui.parts.plot_axis import PlotAxis, round_step

LABELS: Final = 62  # px at the right
DOT: Final = 4.0
SHARES: Final = ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %"))
NAMES: Final = {"standard": "standard", "fa1": "FA1", "fa2": "FA2", "decoding": "decoding"}


class StepsPlot:
    """The plot in a box of the pane; `unit` is what its numbers count."""

    def __init__(self, view: FlashView, box: QRect) -> None:
        self.view = view
        top = max(int(curve.moved[-1]) for curve in self.curves())
        size, self.unit = unit_of(top)
        step = round_step(top / size)
        numbers = np.arange(0, top / size + step * (1 - 1e-9), step)
        across = PlotAxis(0, 1, box.left() + NUMBERS, box.right() - LABELS)
        up = PlotAxis(0, float(numbers[-1]) * size, box.bottom() - FOOT, box.top())
        named = [(float(n) * size, f"{n:g}") for n in numbers]
        self.size, self.plot = size, Plot(across, up, SHARES, named, "share of the work done")

    def curves(self) -> tuple[Curve, ...]:
        """The chosen schedule's, then what it is compared with."""
        view = self.view
        return (view.curve,) if view.schedule.algorithm == "standard" else (view.curve, view.standard_curve)

    def draw(self, painter: QPainter, theme: Theme, right: int) -> None:
        """The grid, the lines, where the schedule stands now, and the totals at the ends."""
        view, plot = self.view, self.plot
        plot.draw_frame(painter, theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for curve in self.curves()[1:]:
            plot.draw_points(painter, points_of(curve, plot.across, plot.up), theme["ink3"])
        done = int(np.searchsorted(view.curve.steps, view.t, "right"))
        moved = view.totals.read + view.totals.written
        own, here = points_of(view.curve, plot.across, plot.up), QPointF(plot.across.at(view.share), plot.up.at(moved))
        plot.draw_points(painter, own[max(done - 1, 0) :], theme["ghost_line"])
        plot.draw_points(painter, (*own[:done], here), theme["bar"], 2.5)
        stroke(painter, plot.across.at(view.share), round(plot.up.end) - 4, round(plot.up.start), theme["ink"])
        painter.setPen(theme["surface"])
        painter.setBrush(theme["bar"])
        painter.drawEllipse(here, DOT, DOT)
        painter.restore()
        labels = [self._label(curve, "ink2" if n else "bar") for n, curve in enumerate(self.curves())]
        plot.draw_labels(painter, labels, theme, right)

    def tip_at(self, x: int, y: int) -> str:
        """The exact bytes of the curves at a share of the work."""
        share = (x - self.plot.across.start) / (self.plot.across.end - self.plot.across.start)
        if not 0 <= share <= 1 or not self.plot.up.end - 8 <= y <= self.plot.up.start + 8:
            return ""
        lines = [f"{100 * share:.1f} % of the work"]
        for curve in self.curves():
            at = int(np.searchsorted(curve.share, share, "right")) - 1
            lines.append(f"{NAMES[curve.algorithm]}: {int(curve.moved[at]):,} B after step {int(curve.steps[at]):,}")
        return "<br>".join(lines)

    def spoken(self) -> str:
        """Where the curves stand and end, for a screen reader."""
        view = self.view
        so_far = f"{100 * view.share:.0f} % of the work: {in_bytes(view.totals.read + view.totals.written)} moved"
        ends = (f"{NAMES[curve.algorithm]} {in_bytes(float(curve.moved[-1]))}" for curve in self.curves())
        return f"{so_far}; in the end {', '.join(ends)}"

    def _label(self, curve: Curve, role: str) -> Label:
        return Label(
            self.plot.up.at(float(curve.moved[-1])), NAMES[curve.algorithm], in_bytes(float(curve.moved[-1])), role
        )


@lru_cache(maxsize=8)
def points_of(curve: Curve, across: PlotAxis, up: PlotAxis) -> tuple[QPointF, ...]:
    """The pixels of a whole curve, which stays while a schedule is played."""
    return tuple(
        QPointF(across.at(x), up.at(y)) for x, y in zip(curve.share.tolist(), curve.moved.tolist(), strict=True)
    )
