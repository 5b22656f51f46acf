"""HBM traffic so far against the work done: the chosen schedule, and standard attention."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property, lru_cache
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
REACH: Final = 8  # px around where it stands that a dot and a line's width may touch
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

    def still(self) -> object:
        """What no step changes."""
        return self.curves(), self.plot.across, self.plot.up, self.unit

    def mark(self) -> tuple[QRect, object]:
        """Where the schedule stands now: what a step may change."""
        plot, (first, here, last) = self.plot, self._around()
        left, right = (round(at.x()) for at in (min(first, here, key=QPointF.x), max(here, last, key=QPointF.x)))
        top = round(plot.up.end) - REACH
        return QRect(left - REACH, top, right - left + 2 * REACH, round(plot.up.start) - top + REACH), (
            here,
            self._done,
        )

    def draw(self, painter: QPainter, theme: Theme, right: int, within: QRect) -> None:
        """The grid, the lines, where the schedule stands, and the totals at the ends, as far as a box is painted."""
        plot, here, done = self.plot, self._around()[1], self._done
        plot.draw_frame(painter, theme, within)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for curve in self.curves()[1:]:
            plot.draw_points(painter, near(points_of(curve, plot.across, plot.up), within), theme["ink3"])
        own = points_of(self.view.curve, plot.across, plot.up)
        plot.draw_points(painter, near(own[max(done - 1, 0) :], within), theme["ghost_line"])
        plot.draw_points(painter, near((*own[:done], here), within), theme["bar"], 2.5)
        stroke(painter, here.x(), round(plot.up.end) - 4, round(plot.up.start), theme["ink"])
        painter.setPen(theme["surface"])
        painter.setBrush(theme["bar"])
        painter.drawEllipse(here, DOT, DOT)
        painter.restore()
        labels = [self._label(curve, "ink2" if n else "bar") for n, curve in enumerate(self.curves())]
        if within.right() > plot.across.end:
            plot.draw_labels(painter, labels, theme, right)

    @cached_property
    def _done(self) -> int:
        """The points of the schedule's curve that have been passed."""
        return int(np.searchsorted(self.view.curve.steps, self.view.t, "right"))

    def _around(self) -> tuple[QPointF, QPointF, QPointF]:
        """The pixel of the last point that was passed, of where the schedule stands, and of the next point."""
        plot, totals = self.plot, self.view.totals
        own = points_of(self.view.curve, plot.across, plot.up)
        here = QPointF(plot.across.at(self.view.share), plot.up.at(totals.read + totals.written))
        return own[max(self._done - 1, 0)], here, own[min(self._done, len(own) - 1)]

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


def near(points: tuple[QPointF, ...], within: QRect) -> tuple[QPointF, ...]:
    """The points, from left to right, that have to do with what a box shows of their line."""
    first = bisect_left(points, float(within.left() - REACH), key=QPointF.x)
    last = bisect_right(points, float(within.right() + REACH), key=QPointF.x)
    return points[max(first - 1, 0) : last + 1]


@lru_cache(maxsize=8)
def points_of(curve: Curve, across: PlotAxis, up: PlotAxis) -> tuple[QPointF, ...]:
    """The pixels of a whole curve, which stays while a schedule is played."""
    return tuple(
        QPointF(across.at(x), up.at(y)) for x, y in zip(curve.share.tolist(), curve.moved.tolist(), strict=True)
    )
