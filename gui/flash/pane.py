"""A part of the Flash workspace: it shows frames, and asks the store for changes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.look.painted import Painted
from gui.store import Store


class FlashPane(Painted):
    """A painted widget that draws from `self.view` (None before the first)."""

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self.view: FlashView | None = None
        self.detail: FlashDetail | None = None

    def show_view(self, view: FlashView) -> None:
        """Show the newest frame."""
        self.view = view
        self.update()

    def show_detail(self, detail: FlashDetail) -> None:
        """Know what takes longer: the output, and how far it is from dense attention. Those who show it repaint."""
        self.detail = detail
