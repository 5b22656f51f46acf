"""The pane of the pinned map: what is pinned, and its map."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.compare.compared import Compared
from engine.compare.pinned import Pinned
from gui.attention.compare.maps import PinnedMap
from gui.attention.compare.words import model_of, name_of
from gui.attention.map.pane import BESIDE, HEAD, LEAST, PADDING
from gui.look.drawing import put, text_width
from gui.look.icons import draw_icon
from gui.look.painted import Painted
from gui.look.plain import breakable, one_line
from gui.look.theme import Theme, font
from gui.parts.buttons import words_font
from gui.store import Store

TITLE: Final = "Pinned"
PIN: Final = 16
GAP: Final = 8
LONGEST: Final = 300  # characters of a text in the hover text


class PinnedPane(Painted):
    """Lies beside the map that follows the controls; this one stays."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "pinnedPane", TITLE, parent)
        self._pinned: Pinned | None = None
        self.map = PinnedMap(store, self)
        self.setMinimumSize(BESIDE, LEAST[1])

    @property
    def says(self) -> str:
        """What is pinned: "L0 H4, as trained, MiniLM-L6-v2"."""
        return f"{name_of(self._pinned)}, {model_of(self._pinned)}" if self._pinned else ""

    def show_compared(self, compared: Compared) -> None:
        """Show the pinned view, and name it."""
        self._pinned = compared.scene.pinned
        self.setAccessibleDescription(self.says)
        self.map.show_compared(compared)
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.map.apply_theme(new)

    def draw(self, painter: QPainter) -> None:
        line = QRect(PADDING[1], PADDING[0], self.width() - 2 * PADDING[1], HEAD)
        left, ink = Qt.AlignmentFlag.AlignLeft, self.theme["ink2"]
        draw_icon(painter, "pin", QRect(line.left(), line.center().y() - PIN // 2 + 1, PIN, PIN), ink)
        line.setLeft(line.left() + PIN + GAP)
        put(painter, line, TITLE, font("pane_title"), self.theme["ink"], left)
        line.setLeft(line.left() + text_width(TITLE, font("pane_title")) + GAP)
        put(painter, line, self.says, words_font("body"), ink, left)

    def tip_at(self, x: int, y: int) -> str:
        """The whole name, and the text."""
        if self._pinned is None or not PADDING[0] <= y <= PADDING[0] + HEAD:
            return ""
        text = "" if self._pinned.source else one_line(self._pinned.text)[:LONGEST]
        return "<br>".join(breakable(line) for line in (self.says, text) if line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        below = PADDING[0] + HEAD
        self.map.setGeometry(0, below, self.width(), self.height() - below)
