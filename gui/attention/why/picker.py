"""What stands beside the map, chosen in the title line of its pane."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from engine.shown.view import View
from engine.why.why import greyed
from gui.attention.why.lenses import LENSES
from gui.look.drawing import put, text_width
from gui.look.icons import draw_icon
from gui.parts.buttons import square, words_font
from gui.parts.menu import Row
from gui.parts.picker import CENTRED, CHEVRON, Picker
from gui.store import Store

PADDING = 9
HEIGHT = 28


class LensPicker(Picker):
    """A picker whose value is the first word of a title: as wide as that, and no wider.

    Lenses that have nothing to show of the view are greyed, each with its reason.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Lens", parent)
        self.setObjectName("lensPicker")
        self.follow(store.scene, None)
        self.chosen.connect(lambda lens: store.update(lens=lens))

    def follow(self, scene: Scene, view: View | None) -> None:
        """Show the scene's lens, and which ones the view has."""
        rows = []
        for name, lens in LENSES.items():
            reason = "" if view is None else greyed(view, name)
            rows.append(Row(name, lens.title, reason or lens.tip, not reason, reason or lens.tip))
        self.show_rows(rows, scene.lens)
        self.setAccessibleDescription(LENSES[scene.lens].tip)
        self.setToolTip(LENSES[scene.lens].tip)

    def value_font(self) -> QFont:
        return words_font("pane_title")

    def body_size(self) -> QSize:
        return QSize(PADDING + text_width(self.value(), self.value_font()) + 5 + CHEVRON + PADDING - 3, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        inner = body.adjusted(PADDING, 0, -PADDING + 3, 0)
        chevron = QRect(inner.right() + 1 - CHEVRON, inner.top(), CHEVRON, inner.height())
        inner.setRight(chevron.left() - 4)
        put(painter, inner, self.value(), self.value_font(), self.ink(), CENTRED)
        draw_icon(painter, "chevron-down", square(chevron, CHEVRON), self.theme["ink3"])
