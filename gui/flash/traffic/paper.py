"""What the FlashAttention paper prints, beside what we count, and why the two differ: a sheet that can be scrolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.hardware.memory import TABLE_21, table_21
from engine.flash.hardware.references import references
from gui.flash.memory.cards import L, R
from gui.look.drawing import put
from gui.look.plain import broken
from gui.look.theme import Theme, font
from gui.parts.buttons import words_font

WIDTH: Final = 528
EDGE: Final = 20
TEXT: Final = 18  # px from line to line
COLUMNS: Final = ((0, 92), (92, 88), (180, 88), (300, 88), (388, 100))  # of the table: left, width
TABLE: Final = "Table 21: memory, in MiB"
TABLE_SAYS: Final = (
    "16 texts, 8 heads, d = 64, 16-bit numbers, forward and backward, no mask, no dropout. Ours are formulas: standard "
    "4 N² + 10 N d numbers a head, FlashAttention 11 N d (13 N d beyond 256 tokens) and two 32-bit numbers a row."
)
FIGURE: Final = "Figure 2: HBM traffic, in GB"
FIGURE_SAYS: Final = (
    "GPT-2 medium on an A100: N = 1,024, d = 64, 16 heads, 64 texts, 16-bit numbers. The paper measured, we count; "
    "none of ours is fitted."
)
SOURCE: Final = "Dao et al., FlashAttention, arXiv 2205.14135"


@dataclass(frozen=True)
class Row:
    """A line of the sheet: its cells at the columns of a table, or words; `kind` is its look."""

    kind: str  # "title" | "says" | "head" | "cells" | "pair" | "why" | "gap"
    cells: tuple[str, ...] = ()


@cache
def rows() -> tuple[Row, ...]:
    """The whole sheet, line by line."""
    return (*_table(), Row("gap"), *_figure(), Row("gap"), *_lines("why", SOURCE))


def text() -> str:
    """The sheet for a screen reader and for the clipboard, cells apart by tabs."""
    return "\n".join("\t".join(row.cells) for row in rows())


def _table() -> Iterator[Row]:
    ours = table_21()
    yield Row("title", (TABLE,))
    yield from _lines("says", TABLE_SAYS)
    yield Row("head", ("tokens", "standard, paper", "ours", "Flash, paper", "ours"))
    for n in TABLE_21["flash"]:
        pairs = [(TABLE_21[way].get(n), ours[way].get(n)) for way in ("standard", "flash")]
        yield Row("cells", (f"{n:,}", *(_mib(number) for pair in pairs for number in pair)))


def _figure() -> Iterator[Row]:
    yield Row("title", (FIGURE,))
    yield from _lines("says", FIGURE_SAYS)
    for each in references():
        paper = "not printed" if each.published is None else f"{each.published:g} in the paper"
        difference = "" if each.published is None else f", {100 * (each.ours / each.published - 1):+.0f} %"
        yield Row("pair", (each.what, f"{paper}, ours {each.ours:.2f}{difference.replace('-', '−')}"))
        yield from _lines("why", each.why)


def _lines(kind: str, words: str) -> Iterator[Row]:
    for line in broken(words, words_font("caption"), WIDTH - 2 * EDGE, 20):
        yield Row(kind, (line,))


def _mib(number: float | None) -> str:
    return "–" if number is None else f"{number:,.0f}" if isinstance(number, int) else f"{number:,.1f}"


class PaperSheet(QWidget):
    """The sheet, painted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setAccessibleName(f"{TABLE}; {FIGURE}")
        self.setAccessibleDescription(text())
        self.setFixedSize(WIDTH, self.line_rect(len(rows()) - 1).bottom() + EDGE)

    def line_rect(self, number: int) -> QRect:
        """Where a line is."""
        top = EDGE - 4
        for row in rows()[:number]:
            top += _tall(row.kind)
        return QRect(EDGE, top, WIDTH - 2 * EDGE, _tall(rows()[number].kind))

    def draw(self, painter: QPainter) -> None:
        """Paint all lines, the background too."""
        painter.fillRect(self.rect(), self.theme["raised"])
        top = EDGE - 4
        for row in rows():
            box = QRect(EDGE, top, WIDTH - 2 * EDGE, _tall(row.kind))
            self._draw_row(painter, row, box)
            top += box.height()

    def paintEvent(self, event: object) -> None:
        with QPainter(self) as painter:
            self.draw(painter)

    def _draw_row(self, painter: QPainter, row: Row, box: QRect) -> None:
        theme = self.theme
        match row.kind:
            case "title":
                put(painter, box, row.cells[0], words_font("pane_title"), theme["ink"], L)
            case "says" | "why":
                put(
                    painter,
                    box,
                    row.cells[0],
                    words_font("caption"),
                    theme["ink2" if row.kind == "says" else "ink3"],
                    L,
                )
            case "pair":
                box = box.adjusted(0, box.height() - TEXT, 0, 0)
                put(painter, box, row.cells[1], font("caption", 500), theme["ink"], R)
                put(painter, box, row.cells[0], words_font("caption", 600), theme["ink"], L)
            case "head" | "cells":
                self._draw_cells(painter, row, box)

    def _draw_cells(self, painter: QPainter, row: Row, box: QRect) -> None:
        head = row.kind == "head"
        for number, ((left, wide), words) in enumerate(zip(COLUMNS, row.cells, strict=True)):
            ink = "ink3" if head else "ink" if number in (2, 4) else "ink2"
            face = words_font("axis") if head else font("caption")
            put(
                painter,
                QRect(EDGE + left, box.top(), wide, box.height()),
                words,
                face,
                self.theme[ink],
                R if number else L,
            )
        if head:
            painter.fillRect(box.left(), box.bottom(), box.width(), 1, self.theme["line"])


def _tall(kind: str) -> int:
    return {"title": 28, "head": 24, "pair": 30, "gap": 20, "cells": 20}.get(kind, TEXT)
