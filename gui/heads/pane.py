"""A part of the Heads workspace: it shows all heads, and asks the store for changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from engine.heads.view import HeadsView
from gui.heads.pointed import Place
from gui.heads.still import alike
from gui.look.painted import Painted
from gui.store import Store


class HeadsPane(Painted):
    """A painted widget that draws from `self.view` (None before the first)."""

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self.view: HeadsView | None = None
        self._shown: tuple[object, ...] = ()

    def show_view(self, view: HeadsView) -> None:
        """Show the newest numbers; they grow layer by layer."""
        self.view = view
        self.refresh()

    def shows(self) -> tuple[object, ...]:
        """What is painted depends on: arrays and records by identity, words and numbers by value."""
        return self.view, self.store.scene

    def refresh(self) -> None:
        """Repaint if what is shown is not what it was."""
        shows = self.shows()
        if not alike(shows, self._shown):
            self._shown = shows
            self.update()

    def open_head(self, place: Place, **choices: Any) -> None:
        """Open the head of a layer that this picture shows."""
        if self.view is not None:
            self.store.pick(self.view.scene, layer=place[0], head=place[1], **choices)
