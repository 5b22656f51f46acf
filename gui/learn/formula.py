"""A formula: its picture in the colours of the theme, sharp at every size."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from engine.learn.formulas import INKS, svg_of
from engine.learn.records import Formula
from gui.learn.ranges import ranges_of
from gui.look.theme import Theme, theme
from gui.parts.buttons import frame

INSET: Final = 14  # px around it, at least
RADIUS: Final = 8


class FormulaPart(QWidget):
    """A sunken panel with the formula in its middle; where the room is short it is drawn smaller."""

    above = 18

    def __init__(self, block: Formula, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self._name, self._zoom, self._alt = block.name, 1.0, block.alt
        self._found = self._now = False
        self.setAccessibleName(block.alt)
        self.setToolTip(block.alt)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge it."""
        self._zoom = zoom

    def seek(self, words: tuple[str, ...]) -> int:
        """Highlight it if one of the words stands in what a screen reader says of it; how often that is, 0 or 1."""
        self._found, self._now = bool(ranges_of(self._alt, words)), False
        self.update()
        return int(self._found)

    def point(self, hit: int) -> None:
        """Highlight it more, or with -1 as much as what else was found."""
        self._now = hit >= 0
        self.update()

    def height_for(self, width: int) -> int:
        return round(self.drawn(width).height()) + 2 * INSET

    def drawn(self, width: int) -> QRectF:
        """Where the formula is in a panel of this width."""
        size = renderer(self._name, self.theme).defaultSize().toSizeF() * self._zoom
        share = min(1.0, (width - 2 * INSET) / max(size.width(), 1.0))
        size *= share
        return QRectF((width - size.width()) / 2, INSET, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground, line = ("warn_tint", "warn" if self._now else "line") if self._found else ("window", "line")
        frame(painter, self.rect(), self.theme[ground], self.theme[line], 2 if self._now else 1, RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer(self._name, self.theme).render(painter, self.drawn(self.width()))


@lru_cache(64)
def renderer(name: str, colours: Theme) -> QSvgRenderer:
    """What draws a formula in the colours of a theme. FileNotFoundError for an unknown name."""
    svg = svg_of(name, {ink: colours[ink].name() for ink in INKS})
    return QSvgRenderer(QByteArray(svg.encode()))
