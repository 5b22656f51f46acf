"""Live parts in which variants are chosen: a mask over the map, and the whole catalogue beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from engine.variants import CATALOGUE, Variant, names_of
from gui.attention.map.pane import MapPane
from gui.attention.strip.strip import TokenStrip
from gui.attention.variants.bar import VariantBar
from gui.attention.variants.choices import alone, joined, refusal, search, without
from gui.attention.variants.list import VariantList
from gui.learn.live.body import Body, Row
from gui.look.painted import Painted, focus_ring
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, words_font
from gui.parts.segments import Segments
from gui.store import Store

MASKS: Final = (
    ("as-trained", "No mask", "Every word sees every word, as MiniLM was trained."),
    ("causal", "Causal", CATALOGUE["causal"].idea),
    ("window", "Window", CATALOGUE["window"].idea),
)
EDGE: Final = 16
INSET: Final = 5  # px around the list, for the focus ring
MOVES: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class MaskSwitch(Painted):
    """Which mask lies over the map."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "maskSwitch", "Mask", parent)
        self.segments = Segments(MASKS, self.theme, parent=self)
        self.segments.setAccessibleName("Mask")
        self.segments.chosen.connect(lambda name: store.update(**alone(store.scene, name)))

    def show_scene(self, scene: Scene) -> None:
        """Follow the scene."""
        self.segments.set_value(scene.variant)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.segments.apply_theme(new)

    def draw(self, painter: QPainter) -> None:
        painter.setFont(words_font("body"))
        painter.setPen(self.theme["ink2"])
        left = self.segments.geometry().right() + 12
        box = QRect(left, 0, self.width() - left - EDGE, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self._says())

    def _says(self) -> str:
        return next((says for name, _, says in MASKS if name == self.store.scene.variant), "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.segments.sizeHint()
        self.segments.setGeometry(EDGE - RING, (self.height() - size.height()) // 2, size.width(), size.height())


class CataloguePane(QWidget):
    """All variants by family. Up and down move, Enter puts one on instead of the others; Ctrl, or the plus, adds it."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store, self.theme = store, theme(store.scene.theme, store.scene.colours)
        self.setObjectName("cataloguePane")
        self.setAccessibleName("Variants: up and down move, Enter puts one on")
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
        """Repaint in another theme."""
        self.theme = self.list.look.theme = new
        self.list.viewport().update()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        variant = self.list.highlighted()
        if event.key() in MOVES:
            self.list.move_by(MOVES[event.key()])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and variant is not None:
            self._take(variant, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.list.setGeometry(self.rect().adjusted(INSET, INSET, -INSET, -INSET))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        if self.hasFocus():
            focus_ring(painter, self.rect().adjusted(3, 3, -3, -3), self.theme["focus"])

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


def mask(store: Store) -> Body:
    """The map under a mask, with its numbers."""
    return Body(
        store, (Row(48, (MaskSwitch(store),)), Row(0, (VariantBar(store),)), Row(400, (MapPane(store, pinning=False),)))
    )


def catalogue(store: Store) -> Body:
    """Every variant, the numbers of those that are on, and what they make of the head."""
    strip = TokenStrip(store)
    strip.set_compact(True)
    below = Row(400, (CataloguePane(store), MapPane(store, pinning=False)), (1, 1))
    return Body(store, (Row(116, (strip,)), Row(0, (VariantBar(store),)), below))
