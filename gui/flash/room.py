"""The Flash workspace: the tiles, what lies in memory, what rows carry along, the code, and the transport."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from engine.flash.hardware.growing import GrowthDetail
from engine.models import MODELS
from engine.scene import Scene
from gui.actions import Action
from gui.flash.actions import actions_of
from gui.flash.carried.pane import CarriedPane
from gui.flash.code.pane import CodePane
from gui.flash.counters.pane import CountersPane
from gui.flash.facts import facts_of
from gui.flash.grid.pane import GridPane
from gui.flash.memory.pane import MemoryPane
from gui.flash.pickers.algorithm import AlgorithmPicker
from gui.flash.pickers.tile import TilePicker
from gui.flash.traffic.pane import TrafficPane
from gui.flash.transport.keys import play_key
from gui.flash.transport.pane import Transport
from gui.frame.habits import Habit, parting
from gui.frame.provenance import Fact
from gui.frame.room import Room
from gui.look.theme import Theme
from gui.parts.parting import Splitter, hairline
from gui.store import Store

COLUMNS: Final = ((650, 416, 374), (500, 412, 368))  # and compact
MIDDLE: Final = ((296, 376), (232, 244))
RIGHT: Final = ((316, 108, 248), (286, 92, 98))


class Scrolled(QScrollArea):
    """A column that scrolls where the window is too low for all of it."""

    def __init__(self, column: QWidget) -> None:
        super().__init__()
        self._column = column
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._column.minimumSizeHint().width(), 120)


class FlashRoom(Room):
    """Lays the panes out and passes frames on; the transport alone knows whether it plays."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._view: FlashView | None = None
        self._detail: FlashDetail | None = None
        self._head = 0  # the last one that was open
        self.grid, self.transport = GridPane(store), Transport(store)
        self.memory, self.carried = MemoryPane(store), CarriedPane(store)
        self.code, self.counters, self.traffic = CodePane(store), CountersPane(store), TrafficPane(store)
        self.panes: tuple[Any, ...] = (
            *(self.grid, self.memory, self.carried, self.code, self.counters, self.traffic, self.transport),
        )
        self.algorithm, self.tile = AlgorithmPicker(store), TilePicker(store)
        self._middle = Splitter("flashMiddle", Qt.Orientation.Vertical, self.memory, self.carried)
        self._right = Splitter("flashRight", Qt.Orientation.Vertical, self.code, self.counters, self.traffic)
        scrolled = (Scrolled(column) for column in (self._middle, self._right))
        self._columns = Splitter("flashColumns", Qt.Orientation.Horizontal, self.grid, *scrolled)
        for column, shares in ((self._columns, (3, 0, 0)), (self._middle, (0, 1)), (self._right, (1, 0, 1))):
            for index, share in enumerate(shares):
                column.setStretchFactor(index, share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._columns, hairline(), self.transport):
            layout.addWidget(widget, 1 if widget is self._columns else 0)
        self._compact: bool | None = None
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        if compact == self._compact:
            return
        self._compact = compact
        for pane in self.panes:
            pane.set_compact(compact)
        self._columns.setSizes(self._columns.wanted(COLUMNS[compact]))
        self._middle.setSizes(self._middle.wanted(MIDDLE[compact]))
        self._right.setSizes(self._right.wanted(RIGHT[compact]))

    def show_scene(self, scene: Scene) -> None:
        self._head = scene.head if isinstance(scene.head, int) else self._head

    def way_out(self) -> tuple[str, Callable[[], object]] | None:
        """Tiles are those of one head, and mean and max are none: the last one."""
        if isinstance(self.store.scene.head, int):
            return None
        scene = self.store.scene
        head = 0 if scene.source else min(self._head, MODELS[scene.model].heads - 1)
        return f"Show head {head}", lambda: self.store.update(head=head)

    def show_view(self, view: FlashView) -> None:
        self._view = view
        for part in (*self.panes, self.algorithm, self.tile):
            part.show_view(view)

    def show_detail(self, detail: FlashDetail | GrowthDetail) -> None:
        if isinstance(detail, GrowthDetail):
            self.traffic.show_growth(detail)
            return
        self._detail = detail
        for pane in self.panes:
            pane.show_detail(detail)

    def facts(self) -> tuple[Fact, ...]:
        return () if self._view is None else facts_of(self._view, self._detail)

    def pickers(self) -> tuple[QWidget, ...]:
        return self.algorithm, self.tile

    def actions_of(self) -> tuple[Action, ...]:
        return actions_of(self, lambda: self._view)

    def habits(self) -> tuple[Habit, ...]:
        splitters = (self._columns, self._middle, self._right)
        return *map(parting, splitters), *self.carried.habits(), *self.transport.habits()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (*self.panes, self.algorithm, self.tile):
            part.apply_theme(new)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not play_key(event, self.transport.player):
            super().keyPressEvent(event)
