"""The head under the pointer: no choice, so it is not in the scene, but all panes of the workspace show it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

Place = tuple[int, int]  # layer and head


class Pointed(QObject):
    """`place` is (layer, head) or None; `changed` follows it."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.place: Place | None = None

    def point(self, place: Place | None) -> None:
        """Point at a head, or at none; the same again is silent."""
        if place != self.place:
            self.place = place
            self.changed.emit()
