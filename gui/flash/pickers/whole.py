"""A whole number to type."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QFontMetrics

from gui.look.theme import font
from gui.parts.number_field import HEIGHT, NumberField
from gui.store import Store


class WholeField(NumberField):
    """A whole number from 1 on; `take` gets it."""

    def __init__(
        self, store: Store, name: str, most: int, now: Callable[[], int | None], take: Callable[[int], None]
    ) -> None:
        super().__init__(store, name, f"{name} is a whole number from 1 to {most:,}.")
        self._most, self._now, self._take = most, now, take
        self.setFixedSize(QFontMetrics(font("code")).horizontalAdvance("0" * len(str(most))) + 20, HEIGHT)
        self.setToolTip(self.refusal)
        self.take_back()

    def written(self) -> str:
        now = self._now()
        return "" if now is None else str(now)

    def typed(self, text: str) -> None:
        number = int(text.replace(",", ""))
        if not 1 <= number <= self._most:
            raise ValueError(self.refusal)
        self._take(number)

    def follow(self) -> None:
        """Show the number in force; what is being typed stays."""
        if not (self.hasFocus() or self.is_refused):
            self.take_back()
