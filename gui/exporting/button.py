"""The button in the top bar that opens the export menu."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.look.drawing import text_width
from gui.look.icons import draw_icon
from gui.parts.buttons import HEIGHT, PADDING, Button, square, words_font

WORDS: Final = "Export"
ICON: Final = 15
GAP: Final = 7


class ExportButton(Button):
    """`open` while its menu is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(WORDS, "plain", parent)
        self.setObjectName("export")
        self.open = False

    def held(self) -> bool:
        return self.isDown() or self.open

    def set_open(self, is_open: bool) -> None:
        """Look pressed, or not any more."""
        self.open = is_open
        self.update()

    def body_size(self) -> QSize:
        return QSize(PADDING + ICON + GAP + text_width(WORDS, words_font("control")) + PADDING, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        icon = QRect(body.left() + PADDING, body.top(), ICON, body.height())
        draw_icon(painter, "upload", square(icon, ICON), self.ink())
        painter.setFont(words_font("control"))
        painter.setPen(self.ink())
        words = QRect(icon.right() + 1 + GAP, body.top(), body.width(), body.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, WORDS)
