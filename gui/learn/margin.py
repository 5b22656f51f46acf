"""The margin: what to try, the line of the chapter in the pseudocode, and where the chapter comes from."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn import CHAPTERS
from engine.learn.pseudocode import LINES
from engine.learn.records import Chapter
from gui.learn.card import Card
from gui.learn.copying import CopyButton
from gui.learn.listing import Listing
from gui.learn.opening import open_scene
from gui.learn.part import Column, Part
from gui.learn.prose import Prose
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING
from gui.store import Store

EDGE: Final = 16
TOP: Final = 20
APART: Final = 34  # px between two sections, a hairline in the middle
OVER: Final = 8  # px that the copy button reaches over the edge of what it copies: its words are nearer to it
FIRST: Final = "import math\n\nimport torch\n\n\n"


class Margin(QWidget):
    """Sections one below the other; those that a chapter does not have are not there."""

    above = 40

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.cards: list[Card] = []
        self._sections: list[Column] = []
        self._edge = EDGE
        self.listing: Listing | None = None
        self.copy = CopyButton("Copy", "Copy the pseudocode", lambda: FIRST + "\n".join(LINES) + "\n", self)

    def show_chapter(self, name: str) -> None:
        """Show what belongs to a chapter; a page that is none has an empty margin."""
        for section in self._sections:
            section.setParent(None)
            section.deleteLater()
        chapter = CHAPTERS.get(name)
        self.cards, self.listing = [], None
        self._sections = [] if chapter is None else self._made(chapter)
        self.copy.setVisible(self.listing is not None)
        for section in self._sections:
            section.setParent(self)
            section.apply_theme(self.theme)
            section.show()
        self.copy.raise_()
        order: list[QWidget] = [*self.cards, self.copy]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)
        self._place()

    @property
    def empty(self) -> bool:
        """Whether it has nothing to show."""
        return not self._sections

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.copy.apply_theme(new)
        for section in self._sections:
            section.apply_theme(new)
        self.update()

    def set_edge(self, edge: int) -> None:
        """Set it in by so many pixels on both sides."""
        self._edge = edge
        self._place()

    def height_for(self, width: int) -> int:
        """How high all sections are in this width, in pixels."""
        return self._places(width)[1]

    def _made(self, chapter: Chapter) -> list[Column]:
        sections = []
        if chapter.tries:
            self.cards = [self._card(index, chapter) for index in range(len(chapter.tries))]
            sections.append(Column((Prose("Try it", "pane_title"), *self.cards), inset=RING))
        if chapter.line is not None:
            self.listing = Listing(LINES, chapter.line)
            sections.append(Column((Prose("The line of this chapter", "pane_title"), self.listing), inset=RING))
        if chapter.sources:
            words: tuple[Part, ...] = (Prose("Where it comes from", "pane_title"), _small(chapter.sources))
            sections.append(Column(words, inset=RING))
        return sections

    def _card(self, index: int, chapter: Chapter) -> Card:
        each = chapter.tries[index]
        made = Card(each.title, each.says)
        made.above = 8 - RING if not index else 8 - 2 * RING
        made.setObjectName(f"try-{chapter.name}-{index}")
        made.clicked.connect(lambda: open_scene(self.store, each.fields))
        return made

    def _places(self, width: int) -> tuple[list[QRect], int]:
        boxes, y = list[QRect](), TOP if self._edge == EDGE else 0
        for section in self._sections:
            y += APART if boxes else 0
            left = self._edge - RING
            high = section.height_for(width - 2 * left)
            boxes.append(QRect(left, y, width - 2 * left, high))
            y += high
        return boxes, y + (TOP if boxes else 0)

    def _place(self) -> None:
        for section, box in zip(self._sections, self._places(self.width())[0], strict=True):
            section.setGeometry(box)
        if self.listing is not None:
            section = next(each for each in self._sections if self.listing in each.parts)
            size = self.copy.sizeHint()
            right = section.geometry().right() + 1 - RING + (OVER if self._edge == EDGE else RING)
            self.copy.setGeometry(right - size.width(), section.y() - RING - 4, size.width(), size.height())
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        inset = 0 if self._edge == EDGE else self._edge  # below the text no line is longer than it
        for box in self._places(self.width())[0][1:]:
            painter.fillRect(inset, box.top() - APART // 2, self.width() - 2 * inset, 1, self.theme["line"])


def _small(words: str) -> Prose:
    return Prose(words, "body", "ink2", above=6)
