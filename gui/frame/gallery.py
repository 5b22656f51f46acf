"""The gallery: a menu of examples inside the sentence field."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from engine.files.examples import GALLERY
from engine.scene import Scene
from gui.look.drawing import text_width
from gui.look.icons import draw_icon
from gui.parts.buttons import Button, square, words_font
from gui.parts.menu import Menu, Row

WORDS: Final = "Examples"
HEIGHT: Final = 24
PADDING: Final = 8
CHEVRON: Final = 11
CHOICES: Final = ("text", "model", "layer", "head", "query")  # what an example says of a scene

FRESH: Final = ("source", "scale", "variant", "parameters", "stage", "merge", "specials", "key", "viewport")


class Gallery(Button):
    """`chosen(fields)` with the fields of the scene that an example stands for."""

    chosen = Signal(dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(WORDS, "quiet", parent)
        self.setObjectName("gallery")
        self.menu: Menu | None = None
        self.clicked.connect(self.open_menu)

    def open_menu(self) -> None:
        """Show the examples below, their right edges in line."""
        rows = [Row(name, each.title, each.hint, tip=each.text) for name, each in GALLERY.items()]
        self.menu = Menu(rows, None, self.theme, self)
        self.menu.setAccessibleName(WORDS)
        self.menu.chosen.connect(lambda name: self.chosen.emit(fields_of(name)))
        self.menu.aboutToHide.connect(self._closed)
        self.menu.open_below(self, self.rect(), right=True)
        self.update()

    def held(self) -> bool:
        return self.isDown() or self.menu is not None

    def body_size(self) -> QSize:
        return QSize(PADDING + text_width(WORDS, words_font("caption", 500)) + 6 + CHEVRON + PADDING, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        inner = body.adjusted(PADDING, 0, -PADDING, 0)
        painter.setFont(words_font("caption", 500))
        painter.setPen(self.ink())
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, WORDS)
        end = QRect(inner.right() + 1 - CHEVRON, inner.top(), CHEVRON, inner.height())
        draw_icon(painter, "chevron-down", square(end.translated(0, 1), CHEVRON).translated(0, 1), self.ink())

    def _closed(self) -> None:
        self.menu = None
        self.update()

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.click() if event.key() == Qt.Key.Key_Down else super().keyPressEvent(event)


def fields_of(name: str) -> dict[str, Any]:
    """What choosing an example sets in the scene: all as at the first start, so that it shows what it promises."""
    first = {field: getattr(Scene(), field) for field in FRESH}
    return first | {field: value for field, value in asdict(GALLERY[name]).items() if field in CHOICES}
