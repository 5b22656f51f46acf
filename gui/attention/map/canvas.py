"""The attention map as something that is looked at: it shows views, zoomed and panned, and what the pointer is on."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRect, Signal
from PySide6.QtGui import QImage, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.maps.raster import Raster
from engine.maps.rows import stage_rows
from engine.shown.probe import Probe
from engine.shown.view import View, varied_of
from gui.attention.map.fit import FitButton
from gui.attention.map.geometry import ROW, Layout, Window, lay_out
from gui.attention.map.labels import Hover, labels, paint_labels, room_of
from gui.attention.map.legend import paint_pointer
from gui.attention.map.overlay import paint_empty, paint_frames, paint_hover, paint_tip
from gui.attention.map.painting import matching, one_word_a_cell, paint_lasting, paint_map
from gui.attention.map.words import hover_probe, spoken, tip_lines
from gui.attention.tones import tone
from gui.look.drawing import is_magnified, is_vector
from gui.look.theme import Theme
from gui.parts.pane import Pane
from gui.store import Store

NOTHING: Final = "Nothing to look at yet"
NO_WORDS: Final = "Only special tokens here, and they are hidden"
MANY: Final = 10**9  # words: a text that gets the layout for many


class MapCanvas(Pane):
    """Paints the newest view. The picture is kept, so that pointing repaints frames and labels only.

    A zoom or a pan is shown at once from the numbers that are there; `plan` says where everything is. `pointed` follows
    the cell under the pointer, `headerChanged` the height that the labels of the keys want; `title` stands over the
    legend instead of the stage's own.
    """

    pointed = Signal()
    headerChanged = Signal()
    title: ClassVar[str] = ""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "heatmap", "Attention map", parent)
        self.plan: Layout | None = None
        self.hover: Hover = (None, None)
        self.copied = False
        self._raster: Raster | None = None  # the numbers in the picture, as far as they are those of its cells
        self._picture = QImage()
        self._painted = False
        self._probe: Probe | None = None
        self.wanted_header = self._header = ROW  # of the labels of the keys; and what another map wants at least
        self._asked: Window | None = None
        self._pending = False
        self.fit_button = FitButton(self)
        self.fit_button.apply_theme(self.theme)
        self.fit_button.clicked.connect(lambda: self.look_at(None))
        self.fit_button.hide()

    @property
    def total(self) -> int:
        """How many words each axis has."""
        return len(self.view.axis.groups) if self.view else 0

    @property
    def looked(self) -> Window | None:
        """The shown words that are looked at; None is all."""
        return self._asked if self._pending else self.view.scene.viewport if self.view else None

    def values(self) -> NDArray[np.float32]:
        """The whole matrix (N, N) of the shown stage over all tokens, unmerged: -inf where masked, weights 0 there."""
        if self.view is None:
            return np.zeros((0, 0), np.float32)
        view = self.view
        now = varied_of(view.scene, view.capture)
        return stage_rows(now.capture, view.layer, view.head, now.spec, view.stage, 0, len(view.capture.tokens))[0]

    def cell_rect(self, query: int, key: int) -> QRect:
        """Where the cell with these two tokens is; empty when folded away or out of view."""
        if self.view is None or self.plan is None:
            return QRect()
        row = self.plan.rows.cell_of(self.view.axis.group_of[query])
        column = self.plan.columns.cell_of(self.view.axis.group_of[key])
        return QRect() if row is None or column is None else self.plan.rect(row, column).toAlignedRect()

    def look_at(self, window: Window | None, **choices: Any) -> None:
        """Ask for a part of the map and show at once what is known of it; `choices` go to the scene with it."""
        if window is not None and window[2] >= self.total and window[3] >= self.total:
            window = None
        self.expect(window)
        if self.view is not None:
            self.store.pick(self.view.scene, viewport=window, **choices)

    def expect(self, window: Window | None) -> None:
        """Show at once what is known of a part whose numbers are to come."""
        if window != self.looked:
            self._asked, self._pending = window, True
            self._arrange()

    def show_view(self, view: View) -> None:
        if self.store.scene.viewport != self._asked or view.scene.viewport == self._asked:
            self._pending = False
        super().show_view(view)
        self._arrange()
        self._announce()
        self.setAccessibleDescription(spoken(view))

    def set_header(self, least: int) -> None:
        """Leave the labels of the keys at least so much height, as those of the map beside this one have."""
        if least != self._header:
            self._header = least
            self._arrange()
            self._announce()

    def show_empty(self) -> None:
        """Forget the view: there is no text."""
        self.view = self.plan = None
        self.fit_button.hide()
        self.setAccessibleDescription(NOTHING)
        self.update()

    def apply_theme(self, new: Theme) -> None:
        self._painted = False
        self.fit_button.apply_theme(new)
        super().apply_theme(new)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self._announce()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._arrange()
            self._announce()
        return super().event(event)

    def draw(self, painter: QPainter) -> None:
        view, layout = self.view, self.plan
        if view is None or layout is None or not self.total:
            paint_empty(painter, self.rect(), NOTHING if view is None else NO_WORDS, self.theme)
            return
        if is_vector(painter) or is_magnified(painter):
            paint_lasting(painter, view, *matching(view.map, layout), layout, self.theme, self.title)
        else:
            if not self._painted:
                self._paint(view, layout)
            painter.drawImage(0, 0, self._picture)
        paint_frames(painter, view, layout, self.theme)
        paint_hover(painter, layout, self.hover, self.theme)
        paint_labels(painter, labels(view, layout, self.hover), self.theme)
        value = self._number(self._pointed())
        if value is not None:
            paint_pointer(painter, layout.legend, tone(view), view.limit, value, self.theme)
        self._draw_tip(painter, layout)

    def point_at(self, hover: Hover) -> None:
        """Show what is under the pointer; (None, None) forgets it."""
        if hover != self.hover or self.copied:
            self.hover, self.copied = hover, False
            self._probe = hover_probe(self.view, self.plan, hover) if self.view and self.plan else None
            self.pointed.emit()
            self.update()

    def exact(self) -> float | None:
        """The number of the cell under the pointer, as it is in the picture; of hidden ones what the stage has."""
        shown = self._number(self.hover)
        if shown is not None or self._probe is None or self.view is None:
            return shown
        hidden = self.view.stage == "masked" and not self._probe.visible
        return -math.inf if hidden else self._probe.numbers[self.view.stage]

    def _arrange(self) -> None:
        """Lay out anew: another view, size or part of the map."""
        if self.view is None:
            return
        size, dpr, axis = (self.width(), self.height()), self.devicePixelRatioF(), self.view.axis
        labels, header = room_of(size, dpr, axis)
        if header != self.wanted_header:
            self.wanted_header = header
            self.headerChanged.emit()
        header = max(header, self._header)
        self.plan = lay_out(size, dpr, len(axis.groups), self.looked, labels, header, bool(axis.folded))
        raster, _ = matching(self.view.map, self.plan)
        self._raster = raster if raster is self.view.map or one_word_a_cell(self.view.map) else None
        self._painted = False
        row, column = self.hover
        inside = (row or 0) < self.plan.rows.cells and (column or 0) < self.plan.columns.cells
        self.hover = self.hover if inside else (None, None)
        self._probe = hover_probe(self.view, self.plan, self.hover)
        self.fit_button.place(round(self.plan.plot.right()))
        self.fit_button.setVisible(self.looked is not None)
        self.update()

    def _announce(self) -> None:
        """Tell how many pixels a map of many words has here; fewer words never need them all."""
        folded = bool(self.view.axis.folded) if self.view else not self.store.scene.specials
        size = (self.width(), self.height())
        header = max(ROW, self._header)
        self.store.resize_canvas(*lay_out(size, self.devicePixelRatioF(), MANY, None, 0, header, folded).room)

    def _paint(self, view: View, layout: Layout) -> None:
        """Paint the picture anew, in the memory of the last one: fresh memory costs more than all the painting."""
        size = self.size() * layout.dpr
        if self._picture.size() != size:
            self._picture = QImage(size, QImage.Format.Format_RGB32)
        raster, known = matching(view.map, layout)
        paint_map(self._picture, view, raster, known, layout, self.theme, self.title)
        self._painted = True

    def _pointed(self) -> Hover:
        """The cell that the legend's pointer speaks of: under the pointer, else the chosen one."""
        if self.hover != (None, None) or self.view is None or self.plan is None:
            return self.hover
        return self.plan.rows.cell_of(self.view.query_group), self.plan.columns.cell_of(self.view.key_group)

    def _number(self, cell: Hover) -> float | None:
        """What the picture shows in a cell, or in the special column; None where it is hidden or not a number."""
        row, column = cell
        if row is None or column is None or self._raster is None:
            return None
        value = float(self._raster.values[row, column])
        return value if self._raster.visible[row, column] and math.isfinite(value) else None

    def tip(self) -> list[str]:
        """The lines of the box beside the cell under the pointer."""
        row, column = self.hover
        if row is None or self.view is None or self.plan is None or self._raster is None:
            return []
        special = column is None and self.plan.special.isValid()
        shown = float(self._raster.special[row]) if special else self._number(self.hover)
        return [*tip_lines(self.view, self.plan, self.hover, self._probe, shown), *["copied"] * self.copied]

    def _draw_tip(self, painter: QPainter, layout: Layout) -> None:
        lines, (row, column) = self.tip(), self.hover
        if lines and row is not None:
            beside = layout.row_rect(row) if column is None else layout.rect(row, column)
            within = QRect(0, 0, max(layout.legend.left() - 8, 240), self.height())
            paint_tip(painter, within, beside, lines, self.theme)
