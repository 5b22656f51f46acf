"""The button in the top bar that looks like the field it opens: "Find a command", with its keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.actions import KEYS, key_words, with_keys
from gui.commands.caps import cap_width, draw_cap
from gui.look.drawing import put, text_width
from gui.look.icons import draw_icon
from gui.parts.buttons import HEIGHT, RING, Button, square, words_font

WORDS: Final = "Find a command"
WIDTH: Final = 232
PADDING: Final = 10
ICON: Final = 15
GAP: Final = 9


class CommandButton(Button):
    """Where the room is short it keeps its icon alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Commands", "plain", parent)
        self.setObjectName("commands")
        self.setToolTip(with_keys("Commands", "commands"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def body_size(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(HEIGHT + 2 * RING, HEIGHT + 2 * RING)

    def fill(self) -> QColor | None:
        return super().fill() if self.held() or self.hovered() else self.theme["window"]

    def draw(self, painter: QPainter, body: QRect) -> None:
        keys = key_words(KEYS["commands"][0])
        words = QRect(body.left() + PADDING + ICON + GAP, body.top(), 0, HEIGHT)
        cap = body.right() + 1 - 7 - cap_width(keys)
        words.setRight(cap - GAP)
        if words.width() < text_width(WORDS, words_font("caption")):
            draw_icon(painter, "search", square(QRect(body.topLeft(), QSize(HEIGHT, HEIGHT)), ICON), self.theme["ink2"])
            return
        icon = QRect(body.left() + PADDING, body.top(), ICON, HEIGHT)
        draw_icon(painter, "search", square(icon, ICON), self.theme["ink2"])
        put(painter, words, WORDS, words_font("caption"), self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
        draw_cap(painter, cap, body.center().y() + 1, keys, self.theme)
