"""The pane of the attention map: its title, the stage switch, and the map."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.thumbnails import Detail
from engine.view import View
from gui.attention.map.heatmap import Heatmap
from gui.attention.map.stages import StageSwitch
from gui.buttons import RING
from gui.drawing import put, text_width
from gui.pane import Pane
from gui.store import Store
from gui.theme import Theme, font

TITLE: Final = "Attention map"
PADDING: Final = (12, 16)
HEAD: Final = 28
LEAST: Final = (300, 240)


class MapPane(Pane):
    """Passes views on to its parts. A window below 800 px of height leaves the title out."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "mapPane", TITLE, parent)
        self.stages = StageSwitch(store, self)
        self.heatmap = Heatmap(store, self)
        self.setMinimumSize(*LEAST)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._place()

    def show_view(self, view: View) -> None:
        self.view = view
        self.stages.show_view(view)
        self.heatmap.show_view(view)

    def show_detail(self, detail: Detail) -> None:
        self.detail = detail
        self.heatmap.show_detail(detail)

    def show_empty(self) -> None:
        """There is no text."""
        self.heatmap.show_empty()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.stages.apply_theme(new)
        self.heatmap.apply_theme(new)

    def draw(self, painter: QPainter) -> None:
        if not self.compact:
            title, face = QRect(PADDING[1], PADDING[0], self.stages.x() - PADDING[1], HEAD), font("pane_title")
            if text_width(TITLE, face) <= title.width():
                put(painter, title, TITLE, face, self.theme["ink"], Qt.AlignmentFlag.AlignLeft)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        self.stages.fit(self.width() - 2 * (PADDING[1] - RING))
        size = self.stages.sizeHint()
        right = self.width() - PADDING[1] - size.width() + RING
        left = PADDING[1] - RING if self.compact else max(right, PADDING[1] - RING)
        self.stages.setGeometry(left, PADDING[0] - RING, size.width(), size.height())
        below = PADDING[0] + HEAD
        self.heatmap.setGeometry(0, below, self.width(), self.height() - below)
        self.heatmap.lower()
