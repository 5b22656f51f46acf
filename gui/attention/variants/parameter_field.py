"""A parameter as a number to type."""

from __future__ import annotations

import math

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from engine.variants import Parameter, Variant
from gui.attention.variants.choices import key_of, number_of, setting
from gui.attention.variants.parameter_scale import refusal_of, written
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.number_field import HEIGHT, NumberField
from gui.store import Store


class ParameterField(NumberField):
    """Shows the number in force; it is as wide as its longest number."""

    def __init__(self, store: Store, variant: Variant, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(store, f"{variant.title}: {parameter.title} as a number", refusal_of(parameter), parent)
        self._store, self._variant, self._parameter = store, variant, parameter
        self._number = parameter.default  # shown
        self.setObjectName(f"field-{key_of(variant, parameter)}")
        self.setToolTip(tip(parameter.hint))
        ends = [written(parameter, end) for end in (parameter.least, parameter.most, parameter.default)]
        longest = max(*(len(end) for end in ends), 3 if parameter.whole else 4)
        self.setFixedSize(QFontMetrics(font("code")).horizontalAdvance("0" * longest) + 20, HEIGHT)
        self.take_back()

    def follow(self) -> None:
        """Show the scene's number; what is being typed stays until that changes."""
        number = number_of(self._store.scene, self._variant, self._parameter)
        if number != self._number or not (self.hasFocus() or self.is_refused):
            self._number = number
            self.take_back()

    def written(self) -> str:
        return written(self._parameter, self._number)

    def typed(self, text: str) -> None:
        number = float(text)
        inside = math.isfinite(number) and self._parameter.least <= number <= self._parameter.most
        if not inside or (self._parameter.whole and not number.is_integer()):
            raise ValueError(self.refusal)
        self._store.update(**setting(self._store.scene, self._variant, self._parameter, number))
