"""A card that is pressed: what it does in bold, what one sees then below it, an arrow at the right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.learn.marks import plain
from gui.learn.prose import Prose
from gui.look.icons import draw_icon
from gui.look.theme import Theme
from gui.parts.buttons import RING, Button, square

INSET: Final = (12, 9)  # left and right, above and below the words
ARROW: Final = 14


class Card(Button):
    """`title` and `says` may have marks. It is as high as its words."""

    above = 0

    def __init__(self, title: str, says: str, parent: QWidget | None = None) -> None:
        super().__init__(plain(title), "plain", parent)
        self.setAccessibleDescription(plain(says))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._title = Prose(f"**{title}**" if plain(title) == title else title, "control", parent=self)
        self._says = Prose(says, "caption", "ink3", parent=self)
        for words in (self._title, self._says):
            words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            words.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self._title.apply_theme(new)
        self._says.apply_theme(new)

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the words."""
        self._title.set_zoom(zoom)
        self._says.set_zoom(zoom)

    def height_for(self, width: int) -> int:
        words = self._words(width)
        return self._title.height_for(words) + self._says.height_for(words) + 2 * (INSET[1] + RING)

    def body_size(self) -> QSize:
        return QSize(240, self.height_for(240 + 2 * RING) - 2 * RING)

    def draw(self, painter: QPainter, body: QRect) -> None:
        arrow = QRect(body.right() - INSET[0] - ARROW + 1, body.top(), ARROW, body.height())
        draw_icon(painter, "chevron-right", square(arrow, ARROW), self.theme["ink3"])

    def resizeEvent(self, event: object) -> None:
        words, left = self._words(self.width()), RING + INSET[0]
        high = self._title.height_for(words)
        self._title.setGeometry(left, RING + INSET[1], words, high)
        self._says.setGeometry(left, RING + INSET[1] + high, words, self.height() - high - 2 * INSET[1] - RING)

    def _words(self, width: int) -> int:
        return width - 2 * (RING + INSET[0]) - ARROW - 8
