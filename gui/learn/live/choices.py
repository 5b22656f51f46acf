"""The live part with a mask over the map."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from engine.variants import CATALOGUE, TRAINED
from gui.attention.map.pane import MapPane
from gui.attention.variants.bar import VariantBar
from gui.attention.variants.choices import alone
from gui.learn.live.body import Body, Row
from gui.look.painted import Painted
from gui.look.theme import Theme
from gui.parts.buttons import RING, words_font
from gui.parts.segments import Segments
from gui.store import Store

MASKS: Final = (
    (TRAINED, "No mask", "Every word sees every word, as MiniLM was trained."),
    ("causal", "Causal", CATALOGUE["causal"].idea),
    ("window", "Window", CATALOGUE["window"].idea),
)
EDGE: Final = 16


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


def mask(store: Store) -> Body:
    """The map under a mask, with its numbers."""
    return Body(
        store, (Row(48, (MaskSwitch(store),)), Row(0, (VariantBar(store),)), Row(400, (MapPane(store, pinning=False),)))
    )
