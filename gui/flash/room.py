"""The Flash workspace: the tiles, and the transport that steps through them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.flash.view import FlashDetail, FlashView
from gui.flash.grid.pane import GridPane
from gui.flash.transport.keys import play_key
from gui.flash.transport.pane import Transport
from gui.parting import hairline, splitter
from gui.room import Room
from gui.store import Store
from gui.theme import Theme

COLUMNS: Final = (650, 416, 374)


class FlashRoom(Room):
    """Lays the panes out and passes frames on; the transport alone knows whether it plays."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._view: FlashView | None = None
        self._detail: FlashDetail | None = None
        self.grid = GridPane(store)
        self.transport = Transport(store)
        self.panes = (self.grid, self.transport)
        self._columns = splitter(Qt.Orientation.Horizontal, self.grid)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._columns, hairline(), self.transport):
            layout.addWidget(widget, 1 if widget is self._columns else 0)

    def show_view(self, view: FlashView) -> None:
        self._view = view
        for pane in self.panes:
            pane.show_view(view)

    def show_detail(self, detail: FlashDetail) -> None:
        self._detail = detail
        for pane in self.panes:
            pane.show_detail(detail)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for pane in self.panes:
            pane.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        for pane in self.panes:
            pane.set_compact(compact)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not play_key(event, self.transport.player):
            super().keyPressEvent(event)
