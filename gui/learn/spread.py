"""A slide with words at the left, and beside them the live part of which they speak."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from gui.learn.magnified import Magnified
from gui.learn.part import Column


class Spread(Column):
    """`words` have `room(width)` pixels of a width, the live part has the rest."""

    APART: ClassVar = 40  # px between both
    SHARE: ClassVar = 0.3  # of the width that the words have

    def __init__(self, words: Column, live: Magnified, parent: QWidget | None = None) -> None:
        super().__init__((words, live), parent)
        self.words, self.live = words, live

    @classmethod
    def room(cls, width: int) -> int:
        """How wide the words are."""
        return round(cls.SHARE * width)

    @classmethod
    def rest(cls, width: int) -> int:
        """How wide the live part is."""
        return width - cls.room(width) - cls.APART

    def places(self, width: int) -> tuple[list[QRect], int]:
        left = self.room(width)
        right = self.rest(width)
        high = self.words.height_for(left), self.live.height_for(right)
        return [QRect(0, 0, left, high[0]), QRect(left + self.APART, 0, right, high[1])], max(high)
