"""The way back to the model's own scale."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.attention.scale.field import HEIGHT
from gui.look.drawing import put, text_width
from gui.look.icons import draw_icon
from gui.look.numbers import fixed
from gui.look.theme import font
from gui.parts.buttons import Button
from gui.store import Store


class BackButton(Button):
    """Says the model's own scale; a click chooses it."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Back to the model’s own scale", parent=parent)
        self.setObjectName("modelScale")
        self.setToolTip("Back to the model’s own scale (Ctrl+0)")
        self._words = ""
        self.clicked.connect(lambda: store.update(scale=None))
        self.hide()

    def show_own(self, own: float) -> None:
        words = f"Model {fixed(own, 2)}"
        if words != self._words:
            self._words = words
            self.update()

    def body_size(self) -> QSize:
        return QSize(text_width(self._words, font("caption", 500)) + 39, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        draw_icon(painter, "rotate-ccw", QRect(body.left() + 10, body.top() + 7, 12, 12), self.ink())
        box = body.adjusted(29, 0, -8, 0)
        put(painter, box, self._words, font("caption", 500), self.ink(), Qt.AlignmentFlag.AlignLeft)
