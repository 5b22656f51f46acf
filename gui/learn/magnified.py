"""A live part on a large screen: all of it larger, its letters and lines drawn anew at that size."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsProxyWidget, QGraphicsScene, QGraphicsView, QWidget

from gui.learn.live.frame import LiveFrame
from gui.learn.live.kinds import KINDS
from gui.look.style import sheet
from gui.look.theme import Theme

NARROWEST: Final = 660  # px that a live part needs, in pixels of its own
STRIPS: Final = 250  # px up to which a live part is strips of words and heads, one over the other


class Magnified(QGraphicsView):
    """A part of a slide. The live part in it keeps its own pixels, of which each is `zoom` of the screen's."""

    above = 28

    def __init__(self, frame: LiveFrame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frame = frame
        self._zoom = 1.0
        self.setScene(QGraphicsScene(self))
        self._held = QGraphicsProxyWidget()  # made here, as PySide hears of the end of no other
        self._held.setWidget(frame)
        self.scene().addItem(self._held)
        self.setAccessibleName(frame.accessibleName())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.setBackgroundBrush(new["surface"])
        self.frame.setStyleSheet(sheet(new))
        self.frame.apply_theme(new)

    def set_zoom(self, zoom: float) -> None:
        """Enlarge all of it."""
        self._zoom = zoom
        self.resetTransform()
        self.scale(zoom, zoom)

    def height_for(self, width: int) -> int:
        return round(self.frame.height_for(round(width / self._zoom)) * self._zoom)

    @property
    def is_high(self) -> bool:
        """Whether it has panes, which need height; a row of words alone needs width."""
        return KINDS[self.frame.block.kind].height > STRIPS

    def fill(self, width: int, height: int, most: float) -> None:
        """As large as it can be in a room of so many pixels, at most `most` times; its panes take what is left over."""
        self.frame.stretch(0)
        self.set_zoom(max(min(most, width / NARROWEST), 1.0))
        while self._zoom > 1.0 and self.height_for(width) > height:
            self.set_zoom(max(self._zoom * 0.97, 1.0))
        spare = int((height - self.height_for(width)) / self._zoom) - 1  # a pixel for rounding
        self.frame.stretch(max(spare, 0) if self.is_high else 0)

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        own = QRectF(0, 0, self.width() / self._zoom, self.height() / self._zoom)
        self._held.setGeometry(own)
        self.scene().setSceneRect(own)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the live part does not take goes on to the slides, and scrolls nothing here."""
        QApplication.sendEvent(self.scene(), event)
