"""A part of the Flash workspace: it shows frames, and asks the store for changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.look.painted import Painted
from gui.store import Store

Piece = tuple[QRect, object]  # where something is painted, and all that a step may change in it, to be compared


@dataclass(frozen=True, eq=False)
class Numbers:
    """An array that is equal to another one with the same numbers; None to None."""

    values: NDArray[Any] | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Numbers):
            return False
        one, two = self.values, other.values
        return one is two or (one is not None and two is not None and np.array_equal(one, two))

    __hash__ = None  # type: ignore[assignment]


class FlashPane(Painted):
    """A painted widget that draws from `self.view` (None before the first).

    One that names its `pieces` repaints those alone that a frame changes, and asks while it draws which are `exposed`.
    """

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self.view: FlashView | None = None
        self.detail: FlashDetail | None = None
        self._region = QRegion()  # what is painted now
        self._pieces: Mapping[str, Piece] = {}

    def show_view(self, view: FlashView) -> None:
        """Show the newest frame."""
        self.view = view
        self.refresh()

    def show_detail(self, detail: FlashDetail) -> None:
        """Know what takes longer: the output, and how far it is from dense attention. Those who show it repaint."""
        self.detail = detail

    def pieces(self) -> Mapping[str, Piece]:
        """What is painted now, by name; nothing stands for a picture that is painted anew as a whole."""
        return {}

    def refresh(self) -> None:
        """Repaint the pieces that are not as they were; all where there are others."""
        before, self._pieces = self._pieces, self.pieces()
        if not before or before.keys() != self._pieces.keys():
            self.update()
            return
        for name, (box, shows) in self._pieces.items():
            was, showed = before[name]
            if was != box or showed != shows:
                self.update(was.united(box))  # a mark that moves leaves a trace

    def exposed(self, box: QRect) -> bool:
        """Whether a part of a box is painted now."""
        return self._region.intersects(box)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._region = event.region()
        super().paintEvent(event)
