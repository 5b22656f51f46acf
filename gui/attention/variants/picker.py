"""The variant picker: says which variants are on, and opens the panel to choose from."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.scene import Scene
from gui.attention.variants.choices import title_of
from gui.attention.variants.panel import Picture, VariantPanel
from gui.look.drawing import text_width
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.menu import Row
from gui.parts.picker import CHEVRON, GAP, HEIGHT, PADDING, Picker
from gui.store import Store

VALUE: Final = (66, 124)  # room for the names: that of "As trained", and the most; longer ones are elided in the middle
LEAST: Final = 60  # of it in narrow windows


class VariantPicker(Picker):
    """`picture` gives the tiles of a variant that masks, for the panel's foot. `ownWanted` asks for a person's file."""

    ownWanted = Signal()

    def __init__(self, store: Store, picture: Picture, parent: QWidget | None = None) -> None:
        super().__init__("Variant", parent, short="")
        self.store, self._picture = store, picture
        self.panel: VariantPanel | None = None
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_variants(self, scene: Scene) -> None:
        """Say which variants are on."""
        self.show_rows([Row(scene.variant, title_of(scene))], scene.variant)
        self.updateGeometry()
        self._tell()
        if self.panel is not None:
            self.panel.follow(scene)

    def open_menu(self) -> None:
        """Show the panel below."""
        self.panel = VariantPanel(self.store, self.theme, self._picture, self)
        self.panel.closed.connect(self._panel_closed)
        self.panel.ownWanted.connect(self.ownWanted)
        self.panel.open_below(self, self.body())
        self.update()

    def held(self) -> bool:
        return self.isDown() or self.panel is not None

    def body_size(self) -> QSize:
        words = text_width(self.label, font("caption")) + GAP + self._room()
        return QSize(PADDING + words + GAP + CHEVRON + PADDING - 2, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint() - QSize(self._room() - LEAST, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        """Where the room is short the label goes first; hovering says what has none."""
        whole = self.whole()
        self.shorten(not whole)
        self.setToolTip("" if whole else tip(f"{self.label}: {self.value()}"))

    def _room(self) -> int:
        """What the name takes: the sentence beside it has the rest."""
        return min(max(text_width(self.value(), self.value_font()) + 1, VALUE[0]), VALUE[1])

    def _panel_closed(self) -> None:
        self.panel = None
        self.setDown(False)
        self.update()
