"""How many tokens, and how long a key: the two numbers of a schedule without a text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.plan.checks import TOKENS
from engine.scene import LARGEST_TILE
from gui.flash.pane import FlashPane, Piece
from gui.flash.pickers.whole import WholeField
from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import words_font
from gui.parts.number_field import HEIGHT
from gui.store import Store

USUAL: Final = (1024, 64)
GAP: Final = 8
Shape = tuple[int, int]


class ShapeFields(FlashPane):
    """Tokens and head size; `remembered` is what the switch to "Shape only" begins with."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "shapeFields", "Shape", parent)
        self._last: Shape = store.scene.shape or USUAL
        self.tokens = WholeField(store, "Tokens", TOKENS, lambda: self._shape()[0], lambda n: self._set(n, None))
        self.size_of_key = WholeField(
            store, "Head size", LARGEST_TILE, lambda: self._shape()[1], lambda n: self._set(None, n)
        )
        self.tokens.setObjectName("shapeTokens")
        self.size_of_key.setObjectName("shapeSize")
        for field in (self.tokens, self.size_of_key):
            field.setParent(self)
        store.changed.connect(self._follow)
        self._place()

    def remembered(self) -> Shape:
        """The last shape; at first the sizes of the text, or some usual ones."""
        return self._last

    def show_view(self, view: FlashView) -> None:
        if view.scene.shape is None and self.store.scene.shape is None and self._last == USUAL:
            self._last = (view.schedule.n_k, view.schedule.d)
        super().show_view(view)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.tokens.apply_theme(new)
        self.size_of_key.apply_theme(new)

    def pieces(self) -> dict[str, Piece]:
        return {"words": (self.rect(), None)}  # which no step changes

    def sizeHint(self) -> QSize:
        return QSize(self.size_of_key.geometry().right() + 1 + GAP, HEIGHT + 2)

    def draw(self, painter: QPainter) -> None:
        for field in (self.tokens, self.size_of_key):
            words = field.accessibleName()
            wide = text_width(words, words_font("caption"))
            box = field.geometry().adjusted(-wide - GAP, 0, 0, 0)
            put(painter, box, words, words_font("caption"), self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)

    def _place(self) -> None:
        x = 0
        for field in (self.tokens, self.size_of_key):
            x += text_width(field.accessibleName(), words_font("caption")) + GAP
            field.move(x, 1)
            x += field.width() + 2 * GAP

    def _shape(self) -> Shape:
        return self.store.scene.shape or self._last

    def _set(self, tokens: int | None, size: int | None) -> None:
        now = self._shape()
        self.store.update(shape=(tokens or now[0], size or now[1]))

    def _follow(self) -> None:
        self._last = self.store.scene.shape or self._last
        self.tokens.follow()
        self.size_of_key.follow()
