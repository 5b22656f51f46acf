"""A picker that gives way: where the bar is full it shows its value without its label, a short one if need be."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.drawing import elided, text_width
from gui.look.icons import draw_icon
from gui.look.plain import tip
from gui.parts.buttons import RING, square
from gui.parts.picker import CENTRED, CHEVRON, HEIGHT, WIDEST_VALUE, Picker

SLIM: Final = 10  # padding where the room is short


class NarrowPicker(Picker):
    """Between its whole width and that of `short_value`, of which at least `least` pixels are seen."""

    least: ClassVar[int] = WIDEST_VALUE

    def __init__(self, label: str, name: str, parent: QWidget | None = None, short: str | None = None) -> None:
        super().__init__(label, parent, short)
        self._said: tuple[object, ...] = ()
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def short_value(self) -> str:
        """What is shown where the room is short."""
        return self.value()

    def hover(self) -> str:
        """What hovering says."""
        return f"{self.label}: {self.value()}"

    def minimumSizeHint(self) -> QSize:
        words = min(text_width(self.short_value(), self.value_font()) + 1, self.least)
        least = 2 * SLIM + words + SLIM // 2 + CHEVRON
        return QSize(min(least, self.body_size().width()) + 2 * RING, HEIGHT + 2 * RING)

    def draw(self, painter: QPainter, body: QRect) -> None:
        if body.width() >= self.body_size().width():
            super().draw(painter, body)
            return
        inner = body.adjusted(SLIM, 0, -SLIM, 0)
        chevron = QRect(inner.right() + 1 - CHEVRON, inner.top(), CHEVRON, inner.height())
        inner.setRight(chevron.left() - SLIM // 2)
        face, whole = self.value_font(), self.value()
        said = whole if text_width(whole, face) <= inner.width() else self.short_value()
        painter.setFont(face)
        painter.setPen(self.ink())
        painter.drawText(inner, CENTRED, elided(said, face, inner.width() + 1))
        draw_icon(painter, "chevron-down", square(chevron, CHEVRON), self.theme["ink3"])

    def follow(self) -> None:
        """Say the new value, if it is one."""
        said = self._shown, self.spoken(), self.hover(), self.short_value(), self.body_size()
        if said == self._said:
            return
        self._said = said
        self.setAccessibleName(self.spoken())
        self.setToolTip(tip(self.hover()))
        self.updateGeometry()
        self.update()
