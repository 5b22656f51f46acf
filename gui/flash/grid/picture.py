"""The picture of all tiles: made once, and after a step only where something changed."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage

from engine.algebra import has_own
from engine.arrays import Array
from engine.flash.plan.schedules import Schedule
from gui.flash.grid.cuts import Cut, cuts_of
from gui.flash.grid.geometry import Plan
from gui.flash.grid.stamps import PICTURED, Pixels, flat_colour, stamp
from gui.flash.grid.states import CUT, DONE, EMPTY, SKIPPED, kinds_on_screen, states_on_screen
from gui.look.theme import Theme

FEW: Final = 24  # changed cells that are stamped one by one


class Picture:
    """`image` shows the tiles of a plan after the steps it was last told; `stamped` counts the tiles drawn for that."""

    def __init__(self, schedule: Schedule, plan: Plan, theme: Theme) -> None:
        self.schedule, self.plan, self.theme = schedule, plan, theme
        self.kinds = kinds_on_screen(schedule, plan.rows, plan.keys)
        self.states = np.full(self.kinds.shape, -2, np.int8)
        self.stamped = 0
        self._stamps: dict[tuple[object, ...], Pixels] = {}
        self._cuts: dict[int, dict[int, Cut]] = {}  # by row block
        self._pixels = np.full((plan.rows.length, plan.keys.length), theme["surface"].rgba(), np.uint32)
        height, width = self._pixels.shape
        self.image = QImage(self._pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        self.image.setDevicePixelRatio(plan.dpr)
        sizes = [int(side.span(0)[1] - side.span(0)[0]) / plan.dpr for side in (plan.rows, plan.keys)]
        self.drawn = min(sizes) >= PICTURED  # tiles are large enough for lines; else each has one colour

    def show(self, t: int) -> QRect:
        """Show the tiles after t steps; where, from the corner of the tiles on, the picture is another than before."""
        states = states_on_screen(self.schedule, t, self.kinds, self.plan.rows, self.plan.keys)
        changed = np.argwhere(states != self.states)
        self.states = states
        self.stamped = len(changed)
        if not len(changed):
            return QRect()
        if self.drawn or len(changed) <= FEW:
            for row, column in changed.tolist():
                self._stamp(row, column)
        else:
            self._paint_all()
        return self._box(changed)

    def _box(self, cells: Array) -> QRect:
        """Around cells (n, 2), in the widget's units."""
        (top, left), (bottom, right) = cells.min(axis=0).tolist(), cells.max(axis=0).tolist()
        y, x = self.plan.rows.span(top)[0], self.plan.keys.span(left)[0]
        tall, wide = self.plan.rows.span(bottom)[1] - y, self.plan.keys.span(right)[1] - x
        dpr = self.plan.dpr
        return QRectF(x / dpr, y / dpr, wide / dpr, tall / dpr).toAlignedRect()

    def _stamp(self, row: int, column: int) -> None:
        (top, bottom), (left, right) = self.plan.rows.span(row), self.plan.keys.span(column)
        state, kind = int(self.states[row, column]), int(self.kinds[row, column])
        if not self.drawn:
            self._pixels[top:bottom, left:right] = flat_colour(self.theme, state).rgba()
            return
        cut = self.cut(row, column) if kind == CUT else None
        hidden = kind == EMPTY and state != SKIPPED
        key = (right - left, bottom - top, state, cut, hidden)
        if key not in self._stamps:
            size = (right - left, bottom - top)
            self._stamps[key] = stamp(size, self.plan.dpr, state, cut, hidden, self.theme)
        self._pixels[top:bottom, left:right] = self._stamps[key]

    def cut(self, i: int, j: int) -> Cut | None:
        """What is hidden of a tile that the mask cuts; None for somebody's own function, which is not asked here."""
        if self.schedule.mask is not None and has_own(self.schedule.mask):
            return None
        if i not in self._cuts:
            self._cuts[i] = dict(cuts_of(self.schedule, i, self.kinds[i]))
        return self._cuts[i][j]

    def _paint_all(self) -> None:
        """Tiles too small for lines: one colour each, all at once."""
        colours = np.array([flat_colour(self.theme, state).rgba() for state in range(SKIPPED, DONE + 1)], np.uint32)
        cells: Array = colours[self.states + 1]
        down, across = (np.diff(side.edges) for side in (self.plan.rows, self.plan.keys))
        self._pixels[:] = np.repeat(np.repeat(cells, across, 1), down, 0)
        for side, axis in ((self.plan.rows, 0), (self.plan.keys, 1)):
            for behind in range(1, side.gap + 1):
                at = side.edges[1:] - behind
                self._pixels[(at, slice(None)) if axis == 0 else (slice(None), at)] = self.theme["surface"].rgba()
