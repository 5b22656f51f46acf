"""Live parts made of the panes of the Flash workspace; they play and step with the same keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QKeyEvent

from gui.flash.closeup.pane import CloseUpPane
from gui.flash.grid.pane import GridPane
from gui.flash.transport.keys import play_key
from gui.flash.transport.pane import HEIGHT, Transport
from gui.learn.live.body import Body, Row
from gui.store import Store

GRID: Final = 460
CLOSEUP: Final = 330


class Played(Body):
    """Panes over a transport; Space, arrows, Home and End play them."""

    def __init__(self, store: Store, row: Row) -> None:
        self.transport = Transport(store)
        super().__init__(store, (row, Row(HEIGHT, (self.transport,))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not play_key(event, self.transport.player):
            super().keyPressEvent(event)


def tiles(store: Store) -> Body:
    """The scores, one tile at a time."""
    return Played(store, Row(GRID, (GridPane(store),)))


def closeup(store: Store) -> Body:
    """One row: its running maximum and its weights so far, key by key."""
    return Played(store, Row(CLOSEUP, (CloseUpPane(store),)))
