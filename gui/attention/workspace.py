"""The Attention workspace: the sentence, then map, bars, scale and one cell, then all heads of the layer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.compare.compared import Compared
from engine.scene import Scene
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from engine.why.why import Underway, Why
from gui.actions import Action
from gui.attention.actions import actions_of
from gui.attention.bars.pane import BarsPane
from gui.attention.cell.pane import LEAST as CELL
from gui.attention.cell.pane import CellPane
from gui.attention.facts import facts_of
from gui.attention.heads.strip import HeadStrip
from gui.attention.map.pane import MapPane
from gui.attention.scale.pane import LEAST as SCALE
from gui.attention.scale.pane import SLIM, ScalePane
from gui.attention.sentence.row import SentenceRow
from gui.frame.habits import Habit, parting
from gui.frame.provenance import Fact
from gui.frame.room import Room
from gui.look.theme import Theme
from gui.parts.pane import Pane
from gui.parts.parting import Splitter, hairline
from gui.store import Store

if TYPE_CHECKING:
    from gui.attention.compare.comparison import Comparison

SENTENCE: Final = (142, 116)  # heights, and compact
HEADS: Final = (118, 94)
COLUMNS: Final = ((578, 408, 454), (490, 372, 418))
SCALE_AND_CELL: Final = ((258, 254), (212, 176))


class Workspace(Room):
    """Lays the panes out, at sizes that the person can drag, and passes views on."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._view: View | None = None
        self._told: View | None = None  # what all panes know, and what they were given with it: the map may be further
        self._given: Detail | None = None
        self._detail: Detail | None = None
        self.sentence = SentenceRow(store)
        self.map = MapPane(store)
        self.bars = BarsPane(store)
        self.scale = ScalePane(store)
        self.cell = CellPane(store)
        self.heads = HeadStrip(store)
        self.panes = (self.sentence, self.map, self.bars, self.scale, self.cell, self.heads)
        self._right = Splitter("scaleAndCell", Qt.Orientation.Vertical, self.scale, self.cell)
        self.comparison: Comparison | None = None  # from the first pin on
        self._columns = Splitter("attentionColumns", Qt.Orientation.Horizontal, self.map, self.bars, self._right)
        for index, share in enumerate((3, 2, 0)):
            self._columns.setStretchFactor(index, share)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.sentence, hairline(), self._columns, hairline(), self.heads):
            layout.addWidget(widget, 1 if widget is self._columns else 0)
        self._compact: bool | None = None
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        if compact == self._compact:
            return
        self._compact = compact
        self.sentence.setFixedHeight(SENTENCE[compact])
        self.heads.setFixedHeight(HEADS[compact])
        columns = self._columns.wanted(COLUMNS[compact])
        if self.comparison is None:
            self._columns.setSizes(columns)
        self._right.setSizes(self._right.wanted(SCALE_AND_CELL[compact]))
        for pane in self._all_panes:
            pane.set_compact(compact)
        if self.comparison is not None:
            self.comparison.take_columns(columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where scale and cell do not both fit, the scale goes without its curves."""
        super().resizeEvent(event)
        self._fit_scale()
        if self.comparison is not None:
            self.comparison.fit()

    def _fit_scale(self) -> None:
        bar = 0 if self.comparison is None or self.comparison.bar.isHidden() else self.comparison.bar.height()
        room = self.height() - bar - self.sentence.height() - self.heads.height() - 3
        self.scale.setMinimumHeight(SCALE[1] if room >= SCALE[1] + CELL[1] else SLIM)

    def show_view(self, view: View) -> None:
        """Pass the view to all panes; to the map alone where only what it shows of itself is new."""
        self._view = view
        if self._told is not None and _same_but_the_map(view, self._told):
            self.map.show_view(view)
            return
        self._told, self._given = view, None
        for pane in self.panes:
            pane.show_view(view)

    def show_scene(self, scene: Scene) -> None:
        self.bars.show_scene(scene)
        if scene.pinned is not None or self.comparison is not None:
            self._compare().show_scene(scene)
            self._fit_scale()

    def show_detail(self, detail: Detail | Why | Underway | Compared) -> None:
        if isinstance(detail, Compared):
            self._compare().show_compared(detail)
            return
        if isinstance(detail, Why | Underway):
            self.bars.show_why(detail)
            return
        self._detail = detail
        if self._told is not None and _same_elsewhere(detail.scene, self._told.scene):
            detail = replace(detail, scene=self._told.scene)
        if self._given is None or detail.maps is not self._given.maps or detail.scene != self._given.scene:
            self._given = detail
            for pane in self.panes:
                pane.show_detail(detail)

    def facts(self) -> tuple[Fact, ...]:
        beside = self.comparison.facts() if self.comparison else ()
        return () if self._view is None else (*facts_of(self._view, self._detail), *beside)

    def unpin(self) -> None:
        """End the comparison."""
        self.store.update(pinned=None)

    def swap(self) -> None:
        """Exchange this view and the pinned one, if there is one."""
        if self.comparison is not None:
            self.comparison.swap()

    def actions_of(self) -> tuple[Action, ...]:
        return actions_of(self)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for pane in self._all_panes:
            pane.apply_theme(new)

    def habits(self) -> tuple[Habit, ...]:
        means = self.scale.all
        shown = Habit(
            means.objectName(),
            lambda: "" if means.isChecked() else "hidden",
            lambda word: means.setChecked(word != "hidden"),
            means.toggled,
        )
        return parting(self._columns), parting(self._right), shown

    @property
    def _all_panes(self) -> tuple[Pane | Comparison, ...]:
        return self.panes if self.comparison is None else (*self.panes, self.comparison)

    def _compare(self) -> Comparison:
        """What stands beside the map, made when something is first pinned."""
        if self.comparison is None:
            from gui.attention.compare.comparison import Comparison

            sizes = self._columns.sizes() if self.isVisible() else COLUMNS[bool(self._compact)]
            parts = (self.map, self.bars.bars, self._right)
            self.comparison = Comparison(self.store, self._columns, sizes, parts)
            self._layout.insertWidget(2, self.comparison.bar)
            self.comparison.apply_theme(self.theme)
            self.comparison.set_compact(bool(self._compact))
        return self.comparison

    def plots_ready(self) -> None:
        """pyqtgraph has been imported: the curves can be drawn."""
        self.scale.plots_ready()


def _same_but_the_map(new: View, old: View) -> bool:
    """Whether two views differ in the part of the map that is looked at, or in how exact it is, and in nothing else."""
    if new.capture is not old.capture or new.row is not old.row or new.top != old.top:
        return False
    return _same_elsewhere(new.scene, old.scene)


def _same_elsewhere(new: Scene, old: Scene) -> bool:
    return (new if new.viewport == old.viewport else replace(new, viewport=old.viewport)) == old
