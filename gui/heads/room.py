"""The Heads workspace: measures, the grid of all heads with its filter, one head, and two measures."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.heads.measured import measured_key
from engine.heads.preview import Preview, preview_of
from engine.heads.view import HeadsView
from engine.scene import Scene
from gui.actions import Action
from gui.flow.worker import Cancelled, Emit, Worker
from gui.frame.habits import Habit, parting
from gui.frame.provenance import Fact
from gui.frame.room import Room
from gui.heads.actions import actions_of
from gui.heads.facts import facts_of
from gui.heads.filter.pane import FilterPane
from gui.heads.grid.pane import HeadsGrid
from gui.heads.measures.list import MeasureList
from gui.heads.measures.subject import SubjectPane
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Pointed
from gui.heads.preview.pane import PreviewPane
from gui.heads.scatter.pane import ScatterPane
from gui.look.theme import Theme
from gui.parts.parting import Splitter, hairline
from gui.store import Store

COLUMNS: Final = (252, 844, 344)
RIGHT: Final = (484, 288)


class HeadsRoom(Room):
    """Lays the panes out; a thread of its own computes the head under the pointer, the newest first."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._view: HeadsView | None = None
        self._asked: tuple[object, ...] = ()
        self._answered: tuple[object, ...] = ()
        self.pointed = Pointed(self)
        self.measures, self.subject = MeasureList(store, self.pointed), SubjectPane(store)
        self.grid, self.filter = HeadsGrid(store, self.pointed), FilterPane(store, self.pointed)
        self.preview, self.scatter = PreviewPane(store, self.pointed), ScatterPane(store, self.pointed)
        self.panes: tuple[HeadsPane, ...] = (
            self.measures,
            self.subject,
            self.grid,
            self.filter,
            self.preview,
            self.scatter,
        )
        self._worker = Worker(self)
        self._worker.produced.connect(self._show_preview)
        self._worker.failed.connect(self._not_shown)
        self.pointed.changed.connect(self._ask)
        self._lay_out()

    def show_scene(self, scene: Scene) -> None:
        self.subject.follow()
        self.scatter.follow()
        for pane in self.panes:
            pane.refresh()
        self._ask()

    def show_view(self, view: HeadsView) -> None:
        self._view = view
        for pane in self.panes:
            pane.show_view(view)
        self._ask()

    @property
    def complete(self) -> bool:
        return self._answered == self._asked

    def facts(self) -> tuple[Fact, ...]:
        return () if self._view is None else facts_of(self._view)

    def actions_of(self) -> tuple[Action, ...]:
        return actions_of(self)

    def habits(self) -> tuple[Habit, ...]:
        return tuple(map(parting, self._splitters))

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for pane in self.panes:
            pane.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        for pane in self.panes:
            pane.set_compact(compact)

    def stop(self) -> None:
        self._worker.close()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pointed.point(None)

    def _ask(self) -> None:
        """Compute the map of the head that is looked at, unless that is there already."""
        view, place = self._view, self.preview.place
        if view is None or place is None or place[0] >= view.maps.shape[0] or place[1] >= view.maps.shape[1]:
            return
        size = max(round(self.preview.map_rect().width() * self.devicePixelRatioF()), 1)
        scene, capture = view.scene, view.capture
        asked = (measured_key(scene, capture, size), scene.measure, scene.query, scene.key, place)
        if asked == self._asked:
            return
        self._asked = asked

        def job(cancelled: Cancelled, emit: Emit) -> None:
            emit((asked, preview_of(scene, capture, *place, size)))

        self._worker.submit(job)

    def _show_preview(self, made: tuple[tuple[object, ...], Preview]) -> None:
        self._answered, preview = made
        self.preview.show_preview(preview)

    def _not_shown(self, sentence: str) -> None:
        """The scores of the head are there all the same; another head is asked for anew."""
        self._answered = self._asked
        self.erred.emit("The map of this head cannot be shown", sentence)

    def _lay_out(self) -> None:
        left, middle = QWidget(), QWidget()
        for holder, widgets in (
            (left, (self.measures, self.subject)),
            (middle, (self.grid, hairline(), self.filter)),
        ):
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for widget in widgets:
                column.addWidget(widget, 1 if widget is widgets[0] else 0)
        right = Splitter("previewAndScatter", Qt.Orientation.Vertical, self.preview, self.scatter)
        right.setSizes(right.wanted(RIGHT))
        columns = Splitter("headsColumns", Qt.Orientation.Horizontal, left, middle, right)
        columns.setSizes(columns.wanted(COLUMNS))
        self._splitters = columns, right
        for index, share in enumerate((0, 1, 0)):
            columns.setStretchFactor(index, share)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(columns)
