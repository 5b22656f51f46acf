"""The live part with the whole catalogue: the variants, what the pointed one does, and the map that it makes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from engine.variants import CATALOGUE, Variant, names_of
from gui.attention.map.pane import MapPane
from gui.attention.strip.strip import TokenStrip
from gui.attention.variants.bar import VariantBar
from gui.attention.variants.choices import alone, joined, refusal, search, without
from gui.attention.variants.list import VariantList
from gui.learn.live.body import Body, Row
from gui.look.drawing import put
from gui.look.painted import Painted
from gui.look.plain import broken
from gui.look.theme import Theme, line_height
from gui.parts.buttons import words_font
from gui.store import Store

EDGE: Final = 16
INSET: Final = 5  # px around the list, for the focus ring
LINES: Final = 3  # of the idea, at most
MOVES: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class CataloguePane(Painted):
    """All variants by family, and in words what the highlighted one does.

    Up and down move, Enter puts one on instead of the others; Ctrl, or the plus, adds it.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "cataloguePane", "Variants: up and down move, Enter puts one on", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.list = VariantList(store.scene, self.theme, self)
        self.list.show_rows(search(""), None)
        self.list.taken.connect(self._take)
        self.list.pointed.connect(self._tell)

    def show_scene(self, scene: Scene) -> None:
        """Other variants are on."""
        self.list.rows.follow(scene)
        if self.list.highlighted() is None:
            self.list.highlight(CATALOGUE[names_of(scene.variant)[-1]])

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.list.look.theme = new
        self.list.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        variant = self.list.highlighted()
        if event.key() in MOVES:
            self.list.move_by(MOVES[event.key()])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and variant is not None:
            self._take(variant, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.list.setGeometry(self.rect().adjusted(INSET, INSET, -INSET, -INSET - self._foot().height()))

    def draw(self, painter: QPainter) -> None:
        foot = self._foot()
        painter.fillRect(foot.left(), foot.top(), foot.width(), 1, self.theme["line"])
        line = QRect(EDGE, foot.top() + INSET, foot.width() - 2 * EDGE, line_height("caption"))
        for words in self.said():
            put(painter, line, words, words_font("caption"), self.theme["ink2"], Qt.AlignmentFlag.AlignLeft)
            line.translate(0, line.height())

    def said(self) -> list[str]:
        """The idea of the highlighted variant, in lines."""
        variant = self.list.highlighted()
        return broken(variant.idea, words_font("caption"), self.width() - 2 * EDGE, LINES) if variant else []

    def _foot(self) -> QRect:
        """Where the idea stands, below the list."""
        tall = LINES * line_height("caption") + 2 * INSET
        return QRect(0, self.height() - tall, self.width(), tall)

    def _take(self, variant: Variant, beside: bool) -> None:
        scene = self.store.scene
        if not beside:
            self.store.update(**alone(scene, variant.name))
        elif variant.name in names_of(scene.variant):
            self.store.update(**without(scene, variant.name))
        elif not refusal(scene, variant.name):
            self.store.update(**joined(scene, variant.name))

    def _tell(self, variant: Variant | None) -> None:
        self.setAccessibleDescription("" if variant is None else self.list.rows.spoken(variant))
        self.update()


def catalogue(store: Store) -> Body:
    """Every variant, the numbers of those that are on, and what they make of the head."""
    strip = TokenStrip(store)
    strip.set_compact(True)
    below = Row(400, (CataloguePane(store), MapPane(store, pinning=False)), (9, 11))
    return Body(store, (Row(116, (strip,)), Row(0, (VariantBar(store),)), below))
