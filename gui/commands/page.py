"""The painted page of the sheet of keys: sections in columns, keys as caps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.commands.caps import cap_width, draw_cap
from gui.commands.sections import Line, Section, columns
from gui.look.drawing import put
from gui.look.theme import Theme, theme
from gui.parts.buttons import words_font

COLUMN: Final = 330
GAP: Final = 32  # between two columns
ROW: Final = 25
HEADING: Final = 30
BELOW: Final = 14  # a section
CAP_GAP: Final = 4
LEFT: Final = Qt.AlignmentFlag.AlignLeft


class KeysPage(QWidget):
    """As wide as its columns, as high as the highest of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.columns: list[list[Section]] = []

    def show_sections(self, found: Sequence[Section], count: int) -> None:
        """Show these in at most `count` columns."""
        self.columns = columns(found, count)
        self.setFixedSize(self.sizeHint())
        self.update()

    def line_rects(self) -> list[tuple[Line, QRect]]:
        """Where each line stands."""
        return [(line, box) for _, _, lines in self._places() for line, box in lines]

    def _places(self) -> list[tuple[Section, QRect, list[tuple[Line, QRect]]]]:
        """Where headings and lines stand."""
        found, x = [], 0
        for column in self.columns:
            y = 0
            for section in column:
                heading = QRect(x, y, COLUMN, HEADING)
                y += HEADING
                lines = [(line, QRect(x, y + ROW * at, COLUMN, ROW)) for at, line in enumerate(section.lines)]
                y += ROW * len(lines) + BELOW
                found.append((section, heading, lines))
            x += COLUMN + GAP
        return found

    # Qt's own

    def sizeHint(self) -> QSize:
        bottoms = [lines[-1][1].bottom() + 1 for _, _, lines in self._places() if lines]
        wide = len(self.columns) * (COLUMN + GAP) - GAP
        return QSize(max(wide, 0), max(bottoms, default=0))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for section, heading, lines in self._places():
                face = words_font("caption", 600)
                put(painter, heading, section.title, face, self.theme["ink3"], LEFT)
                for line, box in lines:
                    self._draw_line(painter, line, box)

    def _draw_line(self, painter: QPainter, line: Line, box: QRect) -> None:
        right = box.right() + 1
        for words in reversed(line.caps):
            right -= cap_width(words)
            draw_cap(painter, right, box.center().y() + 1, words, self.theme)
            right -= CAP_GAP
        room = QRect(box.left(), box.top(), right - box.left() - 6, box.height())
        put(painter, room, line.says, words_font("body"), self.theme["ink"], LEFT)
