"""The scale as a number to type."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from gui.look.numbers import fixed
from gui.parts.number_field import HEIGHT as HEIGHT
from gui.parts.number_field import NumberField
from gui.store import Store

REFUSAL = f"A scale is a number from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}."


class ScaleField(NumberField):
    """Shows sqrt(d_k) with two digits."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "Scale as a number", REFUSAL, parent)
        self._store = store
        self._scale: float | None = None  # in force
        self._own: float | None = None  # the model's
        self.setObjectName("scaleField")
        self.setEnabled(False)

    def show_scale(self, scale: float, own: float) -> None:
        """Show the scale in force and remember the model's own; what is being typed stays."""
        moved = scale != self._scale
        self._scale, self._own = scale, own
        self.setEnabled(True)
        if moved or not (self.hasFocus() or self.is_refused):
            self.take_back()

    def written(self) -> str:
        return "" if self._scale is None else fixed(self._scale, 2)

    def typed(self, text: str) -> None:
        """The model's own, as it is written, means the model's own."""
        own = self._own is not None and text == fixed(self._own, 2)
        self._store.update(scale=None if own else float(text))
