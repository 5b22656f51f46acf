"""Lists, claims with a number, events and papers, as parts of an article."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn.records import Event, Figure, Paper, Papers, Points, Timeline
from gui.learn.link import Link
from gui.learn.part import Column, Part
from gui.learn.prose import Prose
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING

BULLET: Final = 20  # px that a list is set in
VALUE: Final = 168  # px of a claim's number
DATE: Final = 132  # px of the dates' column, the line of time at its right
YEAR: Final = 56
RAIL: Final = 22  # px from the line of time to the words


class PointsPart(Column):
    """A list with round bullets."""

    def __init__(self, block: Points, parent: QWidget | None = None) -> None:
        super().__init__(tuple(Prose(item, above=6) for item in block.items), parent)

    def places(self, width: int) -> tuple[list[QRect], int]:
        boxes, high = super().places(width - BULLET)
        return [box.translated(BULLET, 0) for box in boxes], high

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme["ink3"])
        for box in self.places(self.width())[0]:
            painter.drawEllipse(QPointF(6, box.top() + 15.5), 2.5, 2.5)


class Beside(QWidget):
    """A short piece at the left, `wide` pixels, and what it is about at the right."""

    def __init__(self, left: Prose, right: Part, wide: int, above: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right, self.wide, self.above = left, right, wide, above
        self.theme: Theme = theme("light")
        self._zoom = 1.0
        left.setParent(self)
        right.setParent(self)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.left.apply_theme(new)
        self.right.apply_theme(new)
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge all words."""
        self._zoom = zoom
        self.left.set_zoom(zoom)
        self.right.set_zoom(zoom)

    @property
    def start(self) -> int:
        """Where the right side begins."""
        return round(self.wide * self._zoom)

    def height_for(self, width: int) -> int:
        return max(self.left.height_for(self.start - RAIL), self.right.height_for(width - self.start + RING))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.left.setGeometry(QRect(0, 0, self.start - RAIL, self.height()))
        left = self.start - RING
        self.right.setGeometry(QRect(left, 0, self.width() - left, self.height()))


def figure(block: Figure) -> Beside:
    """A claim with a number, and where it comes from."""
    words = Column((Prose(block.what, "body"), Prose(block.source, "caption", "ink3", above=2)), inset=RING)
    return Beside(Prose(block.value, "heading"), words, VALUE, 14)


class TimelinePart(Column):
    """Events on a line of time, the first on top."""

    def __init__(self, block: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(tuple(_event(event) for event in block.events), parent)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        boxes = self.places(self.width())[0]
        starts = [part.start for part in self.parts if isinstance(part, Beside)]
        if not boxes:
            return
        x = starts[0] - RAIL // 2 - 2
        painter.fillRect(x, boxes[0].top() + 10, 1, boxes[-1].top() - boxes[0].top(), self.theme["line_strong"])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme["surface"], 2))
        painter.setBrush(self.theme["ink2"])
        for box in boxes:
            painter.drawEllipse(QPointF(x + 0.5, box.top() + 10), 5, 5)


def _event(event: Event) -> Beside:
    words: list[Part] = [Prose(f"**{event.title}**", "body"), Prose(event.text, "body", "ink2", above=2)]
    words.append(Prose(event.source, "caption", "ink3", above=2))
    if event.url:
        words.append(Link(event.url, event.title))
    return Beside(Prose(event.date, "body", "ink2"), Column(tuple(words), inset=RING), DATE, 20)


class PapersPart(Column):
    """Papers: year, title, who and where, why it matters, and its address."""

    def __init__(self, block: Papers, parent: QWidget | None = None) -> None:
        super().__init__(tuple(_paper(paper) for paper in block.papers), parent)


def _paper(paper: Paper) -> Beside:
    words: list[Part] = [
        Prose(f"**{paper.title}**", "body"),
        Prose(f"{paper.authors}. {paper.venue}", "caption", "ink3", above=1),
        Prose(paper.why, "body", "ink2", above=3),
        Link(paper.url, paper.title),
    ]
    return Beside(Prose(str(paper.year), "body", "ink2"), Column(tuple(words), inset=RING), YEAR + RAIL, 18)
