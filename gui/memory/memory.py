"""Keeps what comes back at the next start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from gui.memory.remembered import Remembered


class Memory(QObject):
    """`value` is what is remembered; `changed(new)` follows an update that changes something."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = Remembered()

    def update(self, **fields: Any) -> None:
        """Remember other values; an equal update is silent."""
        new = replace(self.value, **fields)
        if new != self.value:
            self.value = new
            self.changed.emit(new)
