"""The means over all rows beside the row's own curves: thin lines, and what switches them off."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.shown.saturation import Curves
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.scale.field import HEIGHT
from gui.look.drawing import mix, put, text_width
from gui.look.theme import font
from gui.parts.buttons import Button

WORDS: Final = "all rows"
SAMPLE: Final = 12
QUIET: Final = 0.62  # how much of its colour a thin line keeps
SAME: Final = ("text", "source", "model", "layer", "head", "variant", "parameters", "function")


class AllRowsButton(Button):
    """Says what the thin lines are; a click takes them away, another one brings them back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Means over all rows, as thin lines", "quiet", parent)
        self.setObjectName("allRows")
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolTip("Thin lines: the means over all rows of this head. Click to hide or show them")

    def body_size(self) -> QSize:
        return QSize(SAMPLE + 6 + text_width(WORDS, font("caption")) + 14, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        on = self.isChecked()
        colour = mix(self.theme["bar"], self.theme["surface"], QUIET) if on else self.theme["disabled"]
        painter.fillRect(body.left() + 7, body.center().y() + 1, SAMPLE, 1, colour)
        box = body.adjusted(7 + SAMPLE + 6, 0, 0, 0)
        ink = self.theme["ink2" if on or self.hovered() else "disabled"]
        put(painter, box, WORDS, font("caption"), ink, Qt.AlignmentFlag.AlignLeft)


def curves_of(view: View | None, detail: Detail | None) -> Curves | None:
    """The means over all rows, unless they are of another head, text or variant than what is shown."""
    if view is None or detail is None or view.saturation is None:
        return None
    same = all(getattr(view.scene, name) == getattr(detail.scene, name) for name in SAME)
    return detail.curves if same else None
