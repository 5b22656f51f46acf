"""The legend above the tiles: what each of their forms means."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from engine.flash.view import FlashView
from gui.buttons import frame, words_font
from gui.drawing import put, text_width
from gui.flash.grid.cuts import Cut
from gui.flash.grid.stamps import stamp
from gui.flash.grid.states import DONE, SKIPPED, STORED, WAITING
from gui.theme import Theme

BOX: Final = 15
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


def draw_legend(painter: QPainter, line: QRect, entries: list[Entry], theme: Theme) -> None:
    """The entries in a line; closer together, then without the last words, where they do not fit."""
    face = words_font("caption")
    widths = [BOX + GAP + text_width(words, face) for _, words in entries]
    apart = next((gap for gap in APART if sum(widths) + gap * (len(widths) - 1) <= line.width()), APART[-1])
    x, ratio = line.left(), painter.device().devicePixelRatioF()
    for (state, words), width in zip(entries, widths, strict=True):
        if x + BOX > line.right():
            return
        box = QRect(QPoint(x, line.center().y() - BOX // 2), QSize(BOX, BOX))
        _draw_box(painter, box, state, ratio, theme)
        rest = QRect(box.right() + 1 + GAP, line.top(), min(width - BOX - GAP, line.right() - box.right() - GAP), 18)
        put(painter, rest, words, face, theme["ink2"], Qt.AlignmentFlag.AlignLeft)
        x += width + apart


def _draw_box(painter: QPainter, box: QRect, state: object, ratio: float, theme: Theme) -> None:
    if state == SRAM:
        frame(painter, box, theme["bar"], theme["ink"], 2, 3)
        return
    cut = state if isinstance(state, Cut) else None
    side = round(BOX * ratio)
    pixels = stamp((side, side), ratio, WAITING if cut else int(str(state)), cut, False, theme)
    image = QImage(pixels.data, side, side, 4 * side, QImage.Format.Format_RGB32)
    painter.drawImage(QRectF(box), image)
