"""A comparison in the Attention workspace: it makes the bar and the other maps, links them, and lays them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtWidgets import QSplitter, QWidget

from engine.compare.compared import Compared
from engine.compare.pinned import pin
from engine.scene import Scene
from engine.shown.view import View
from gui.attention.bars.bars import Bars
from gui.attention.compare.bar import CompareBar
from gui.attention.compare.maps import DifferenceMap
from gui.attention.compare.pane import PinnedPane
from gui.attention.compare.words import facts_of
from gui.attention.map.canvas import MapCanvas
from gui.attention.map.geometry import Band
from gui.attention.map.pane import BESIDE, LEAST, TITLE, MapPane
from gui.frame.provenance import Fact
from gui.look.theme import Theme
from gui.store import Store

NOW: Final = "Now"
DIFFERENCE: Final = "Now − pinned"
BARS: Final = (408, 372)  # width beside two maps, and compact


class Comparison:
    """Stands in the workspace from the first pin on, hidden while nothing is pinned.

    Side by side both maps take the place of scale and cell; the difference takes that of the map alone.
    """

    def __init__(
        self, store: Store, columns: QSplitter, sizes: Sequence[int], parts: tuple[MapPane, Bars, QWidget]
    ) -> None:
        """`columns` are the splitter, `sizes` its own; `parts` map, bars, and what gives way to a second map."""
        self.store = store
        self.bar = CompareBar(store)
        self.pane = PinnedPane(store)
        self.map, self.bars, self._right = parts
        self.difference = DifferenceMap(store, self.map)
        self.difference.hide()
        self._columns = columns
        self._shown: Compared | None = None
        self._way: str | None = None  # how it is laid out; None: not at all
        self._sizes = list(sizes)  # of the columns without it
        self._linking = self._compact = self._dragged = False
        self.pane.hide()
        columns.insertWidget(0, self.pane)
        columns.setSizes([0, *sizes])
        columns.splitterMoved.connect(self._drag)
        for index, share in enumerate((3, 3, 2, 0)):
            columns.setStretchFactor(index, share)
        self.bar.hide()
        self.bar.swapped.connect(self.swap)
        self.pane.map.stepped.connect(self.map.heatmap.step)
        for shown in (self.map.heatmap, self.pane.map):
            shown.headerChanged.connect(self._level)
        self.map.heatmap.pointed.connect(lambda: self._point(self.map.heatmap, self.pane.map, back=False))
        self.pane.map.pointed.connect(lambda: self._point(self.pane.map, self.map.heatmap, back=True))

    @property
    def compared(self) -> Compared | None:
        """What is compared on screen; None while nothing is pinned, or its text is still to be read."""
        return self._shown

    def show_scene(self, scene: Scene) -> None:
        """Follow at once: what is pinned, and which part of the maps is looked at. The maps come with their numbers."""
        if scene.pinned is None and self.bar.isAncestorOf(self.bar.window().focusWidget() or self.bar.window()):
            self.map.pin.setFocus()  # for the keyboard, where the next comparison begins
        self.bar.setVisible(scene.pinned is not None)
        if scene.pinned is None:
            self._shown = None
            self._lay_out(None)
            return
        if self._shown is None or self._shown.scene.pinned != scene.pinned:
            self._shown = None
            self.bar.show_compared(None, scene)
            return
        for shown in (self.map.heatmap, self.pane.map, self.difference):
            if not shown.isHidden():
                shown.expect(shown.store.scene.viewport)

    def show_compared(self, compared: Compared) -> None:
        """Show both; what is late for what is pinned now is left out."""
        if compared.scene.pinned is None or compared.scene.pinned != self.store.scene.pinned:
            return
        self._shown = compared
        self.bar.show_compared(compared, self.store.scene)
        self.bars.show_view(beside(compared), "pinned")
        self._lay_out("difference" if compared.difference else "beside")
        if compared.difference:
            self.difference.show_compared(compared)
        else:
            self.pane.show_compared(compared)

    def swap(self) -> None:
        """Pin this view and go to the pinned one, with the query, key and part of the map that stand for these."""
        pinned, shown = self.store.scene.pinned, self._shown
        if pinned is None or shown is None:
            return
        now = self.store.scene  # which may be further than what is shown
        self.store.update(**pinned.choices(), **shown.there(now), pinned=pin(now))

    def facts(self) -> Sequence[Fact]:
        """Where the pinned numbers come from."""
        return () if self._shown is None else facts_of(self._shown)

    def apply_theme(self, new: Theme) -> None:
        for part in (self.bar, self.pane, self.difference):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        for part in (self.bar, self.pane, self.difference):
            part.set_compact(compact)

    def _lay_out(self, way: str | None) -> None:
        if way == self._way:
            return
        old, self._way = self._way, way
        for shown in (self.map.heatmap, self.pane.map, self.difference):
            shown.point_at((None, None))  # the pointer has not moved: what lies under it has
        if old != "beside" and way == "beside" and self._columns.isVisible():
            self._sizes, self._dragged = self._columns.sizes()[1:], False
        self.map.setMinimumWidth(BESIDE if way == "beside" else LEAST[0])
        self.pane.setVisible(way == "beside")
        self._right.setVisible(way != "beside")
        self.map.set_title({"beside": NOW, "difference": DIFFERENCE}.get(way or "", TITLE))
        self.map.put_in_place(self.difference if way == "difference" else None)
        self._level()
        self._columns.refresh()  # the handles between what is shown now
        if old == "beside":
            self._columns.setSizes([0, *self._sizes])
        self.fit()

    def take_columns(self, sizes: Sequence[int]) -> None:
        """The columns have other sizes of their own now."""
        self._sizes = list(sizes)
        if self._way != "beside":
            self._columns.setSizes([0, *sizes])
        self.fit()

    def fit(self) -> None:
        """Give both maps the same width, until a hand has dragged them."""
        if self._way == "beside" and not self._dragged:
            bars = BARS[self._compact]
            each = (self._columns.width() - bars) // 2
            self._columns.setSizes([each, each, bars, 0])

    def _level(self) -> None:
        """Let both maps begin at the same height."""
        both = (self.map.heatmap, self.pane.map)
        least = max(shown.wanted_header for shown in both) if self._way == "beside" else 0
        for shown in both:
            shown.set_header(least)

    def _drag(self) -> None:
        self._dragged = True

    def _point(self, at: MapCanvas, other: MapCanvas, back: bool) -> None:
        """Show in the other map what the pointer is on in this one."""
        if self._linking or self._shown is None or at.plan is None or other.plan is None or other.isHidden():
            return
        aligned = self._shown.aligned
        words = aligned.here if back else aligned.there
        row = _linked(at.hover[0], at.plan.rows, other.plan.rows, words)
        column = _linked(at.hover[1], at.plan.columns, other.plan.columns, words)
        self._linking = True
        other.point_at((row, column))
        self._linking = False


def _linked(cell: int | None, band: Band, other: Band, words: np.ndarray[tuple[int], np.dtype[np.int_]]) -> int | None:
    """The cell of the other map with the word that a cell begins with."""
    word = -1 if cell is None or band.words[cell] >= len(words) else int(words[band.words[cell]])
    return None if word < 0 else other.cell_of(word)


def beside(compared: Compared) -> View:
    """The view with the pinned row as the one it is compared with."""
    row = replace(compared.view.row, shown_trained=compared.weights(), folded_trained=compared.folded)
    return replace(compared.view, row=row, changed=True)
