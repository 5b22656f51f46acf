"""The legend above the tiles: what each of their forms means."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from engine.flash.frame.view import FlashView
from gui.flash.grid.cuts import Cut
from gui.flash.grid.stamps import stamp
from gui.flash.grid.states import DONE, SKIPPED, STORED, WAITING
from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import frame, words_font

BOX: Final = 15
LINE: Final = 22
GAP: Final = 8  # from a box to its words
APART: Final = (20, 12)  # from the words to the next box, and where the room is short
_DIAGONAL: Final = Cut((BOX, BOX), np.triu(np.ones((BOX, BOX), np.bool_), 1).tobytes(), above=0)
SRAM: Final = "sram"

Entry = tuple[object, str]


def entries_of(view: FlashView) -> list[Entry]:
    """(state, words) of the forms that this schedule's tiles can have."""
    s = view.schedule
    standard = s.algorithm == "standard"
    found: list[Entry] = [(WAITING, "waiting"), (SRAM, "in SRAM")]
    if standard:
        found.append((STORED, "S in HBM" if s.direction == "forward" else "dP in HBM"))
    found.append((DONE, "done" if standard or view.scene.shape is not None else "done, scores dropped"))
    if s.mask is not None and not s.asked:
        found.append((_DIAGONAL, "cut by the mask"))
        if view.skipped:
            found.append((SKIPPED, "skipped"))
    return found


def lines_of(entries: list[Entry], width: int) -> list[list[Entry]]:
    """The entries in as few lines as they need."""
    lines: list[list[Entry]] = [[]]
    for entry in entries:
        if lines[-1] and _wide([*lines[-1], entry], APART[-1]) > width:
            lines.append([])
        lines[-1].append(entry)
    return lines


def _wide(entries: list[Entry], apart: int) -> int:
    return sum(_width(words) for _, words in entries) + apart * (len(entries) - 1)


def _width(words: str) -> int:
    return BOX + GAP + text_width(words, words_font("caption")) + 1


def draw_legend(painter: QPainter, area: QRect, entries: list[Entry], theme: Theme) -> None:
    """The entries in lines; closer together where they fit so."""
    ratio = painter.device().devicePixelRatioF()
    for index, line in enumerate(lines_of(entries, area.width())):
        apart = APART[_wide(line, APART[0]) > area.width()]
        x, row = area.left(), QRect(area.left(), area.top() + index * LINE, area.width(), LINE)
        for state, words in line:
            box = QRect(QPoint(x, row.center().y() - BOX // 2), QSize(BOX, BOX))
            _draw_box(painter, box, state, ratio, theme)
            rest = QRect(x + BOX + GAP, row.top(), _width(words) - BOX - GAP, LINE)
            put(painter, rest, words, words_font("caption"), theme["ink2"], Qt.AlignmentFlag.AlignLeft)
            x += _width(words) + apart


def _draw_box(painter: QPainter, box: QRect, state: object, ratio: float, theme: Theme) -> None:
    if state == SRAM:
        frame(painter, box, theme["bar"], theme["ink"], 2, 3)
        return
    cut = state if isinstance(state, Cut) else None
    side = round(BOX * ratio)
    pixels = stamp((side, side), ratio, WAITING if cut else int(str(state)), cut, False, theme)
    image = QImage(pixels.data, side, side, 4 * side, QImage.Format.Format_RGB32)
    painter.drawImage(QRectF(box), image)
