"""The pseudocode as a listing, one of its lines lit."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.look.drawing import text_width
from gui.look.theme import Theme, font, theme

ROW: Final = 20
EDGE: Final = 12  # px before the code, for the mark of the lit line
SMALL: Final = 11  # px of the letters, and at most
HANG: Final = 4  # letters that a broken line is set in further


class Listing(QWidget):
    """Lines of code; too long ones are broken after a bracket or a comma. `lit` is the line with the mark, or None."""

    above = 8

    def __init__(self, lines: tuple[str, ...], lit: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.lines, self.lit, self._zoom = lines, lit, 1.0
        self.setAccessibleName("Pseudocode")
        self._tell()

    def light(self, line: int | None) -> None:
        """Put the mark at another line."""
        self.lit = line
        self._tell()
        self.update()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the letters."""
        self._zoom = zoom

    def height_for(self, width: int) -> int:
        return sum(len(piece) for piece in self.broken(width)) * round(ROW * self._zoom)

    def broken(self, width: int) -> list[list[str]]:
        """Each line in the pieces that fit."""
        letters = max((width - EDGE) // max(text_width("m" * 10, self._face()) / 10, 1), 20)
        return [pieces_of(line, int(letters)) for line in self.lines]

    def line_rect(self, line: int) -> QRect:
        """Where a line is, all its pieces."""
        row = round(ROW * self._zoom)
        pieces = self.broken(self.width())
        before = sum(len(piece) for piece in pieces[:line])
        return QRect(0, before * row, self.width(), len(pieces[line]) * row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        row = round(ROW * self._zoom)
        painter.setFont(self._face())
        y = 0
        for number, pieces in enumerate(self.broken(self.width())):
            lit = number == self.lit
            if lit:
                painter.fillRect(0, y, self.width(), len(pieces) * row, self.theme["sunken"])
                painter.fillRect(0, y, 3, len(pieces) * row, self.theme["ink"])
            painter.setPen(self.theme["ink" if lit else "ink2"])
            for piece in pieces:
                box = QRect(EDGE, y, self.width() - EDGE, row)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, piece)
                y += row

    def _face(self) -> QFont:
        made = QFont(font("code"))
        made.setPixelSize(round(SMALL * self._zoom))
        return made

    def _tell(self) -> None:
        self.setAccessibleDescription("" if self.lit is None else f"This line: {self.lines[self.lit].strip()}")


def pieces_of(line: str, letters: int) -> list[str]:
    """A line of code in pieces of so many letters, broken after a bracket, a comma or a space.

    A word that is longer than that stays whole.
    """
    hang = " " * (len(line) - len(line.lstrip()) + HANG)
    pieces = list[str]()
    while len(line) > letters:
        start = len(line) - len(line.lstrip())
        cut = max(line.rfind(mark, start, letters) + len(mark) for mark in ("(", ",", " "))
        if cut <= start:
            break
        pieces.append(line[:cut].rstrip())
        line = hang + line[cut:].lstrip()
    return [*pieces, line]
