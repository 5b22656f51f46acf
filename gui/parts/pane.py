"""A part of the Attention workspace: it shows views, and asks the store for changes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.look.painted import Painted
from gui.store import Store


class Pane(Painted):
    """A painted widget that draws from `self.view` (None before the first)."""

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self.view: View | None = None
        self.detail: Detail | None = None

    def show_view(self, view: View) -> None:
        """Show the newest numbers."""
        self.view = view
        self.update()

    def show_detail(self, detail: Detail) -> None:
        """Know what takes longer: thumbnails and the means over all rows. Who paints of it asks to be painted."""
        self.detail = detail
