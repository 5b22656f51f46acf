"""A table of an article: a head, rows parted by hairlines, and where the numbers come from."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn.marks import plain
from engine.learn.records import Table
from gui.learn.prose import Prose, face
from gui.look.theme import Theme, theme

INSET: Final = 8  # over and under the words of a row
APART: Final = 20  # px between columns
SOURCE: Final = 8  # px over the line of the source


class TablePart(QWidget):
    """Columns as wide as their words; where that is too wide, the widest ones break their lines."""

    above = 16

    def __init__(self, block: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self._zoom = 1.0
        self.rows = [[Prose(words, "caption", "ink3", parent=self) for words in block.head]]
        self.rows += [[Prose(words, "body", parent=self) for words in row] for row in block.rows]
        self.source = Prose(block.source, "caption", "ink3", parent=self)
        self.setAccessibleName("Table: " + ", ".join(map(plain, block.head)))

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        for prose in self._all():
            prose.apply_theme(new)
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge all words."""
        self._zoom = zoom
        for prose in self._all():
            prose.set_zoom(zoom)

    def height_for(self, width: int) -> int:
        return self._places(width)[1]

    def columns(self, width: int) -> list[int]:
        """How wide each column is, in pixels."""
        each = [[self._wide(row[index]) for row in self.rows] for index in range(len(self.rows[0]))]
        wanted = [max(wide for wide, _ in column) for column in each]
        least = [max(word for _, word in column) for column in each]
        room = width - APART * (len(wanted) - 1)
        spare = room - sum(wanted)
        if spare >= 0:
            return [wide + spare // len(wanted) for wide in wanted]
        give = [wide - few for wide, few in zip(wanted, least, strict=True)]
        total = max(sum(give), 1)
        return [wide + spare * more // total for wide, more in zip(wanted, give, strict=True)]

    def strips(self) -> list[QRect]:
        """The rows, the head with the first of them and the source with the last: what a printer must not cut."""
        rows = [QRect(0, line[0].top() - INSET, self.width(), line[0].height() + 2 * INSET) for line in self._boxes()]
        strips = [rows[0].united(rows[1]) if len(rows) > 1 else rows[0], *rows[2:]]
        strips[-1].setBottom(self.height() - 1)
        return strips

    def _boxes(self) -> list[list[QRect]]:
        return self._places(self.width())[0]

    def _wide(self, prose: Prose) -> tuple[int, int]:
        """A cell's width in one line, and that of its longest word; the bold ones need a little more."""
        metrics = QFontMetrics(face(prose.role, self._zoom))
        words = plain(prose.words)
        return tuple(round(metrics.horizontalAdvance(text) * 1.06) + 4 for text in (words, _longest(words)))  # type: ignore[return-value]

    def _all(self) -> list[Prose]:
        return [*(prose for row in self.rows for prose in row), self.source]

    def _places(self, width: int) -> tuple[list[list[QRect]], int]:
        wide, y, boxes = self.columns(width), 0, list[list[QRect]]()
        for row in self.rows:
            high = max(prose.height_for(w) for prose, w in zip(row, wide, strict=True))
            line, x = [], 0
            for w in wide:
                line.append(QRect(x, y + INSET, w, high))
                x += w + APART
            boxes.append(line)
            y += high + 2 * INSET
        below = SOURCE + self.source.height_for(width) if self.source.words else 0
        return boxes, y + below

    def resizeEvent(self, event: QResizeEvent) -> None:
        boxes, high = self._places(self.width())
        for row, line in zip(self.rows, boxes, strict=True):
            for prose, box in zip(row, line, strict=True):
                prose.setGeometry(box)
        tall = self.source.height_for(self.width())
        self.source.setGeometry(0, high - tall, self.width(), tall)
        self.source.setVisible(bool(self.source.words))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for index, line in enumerate(self._places(self.width())[0]):
            role = "line" if index else "line_strong"
            painter.fillRect(0, line[0].bottom() + INSET, self.width(), 1, self.theme[role])


def _longest(words: str) -> str:
    return max(words.split(), key=len, default="")
