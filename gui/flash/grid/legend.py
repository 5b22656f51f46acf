"""The legend above the tiles: what each of their forms means."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Entry:
    """A form of tiles: its state, its words for ample, short and shortest room, and what hovering says."""

    state: object
    words: tuple[str, str, str]
    tip: str


def entries_of(view: FlashView) -> list[Entry]:
    """The forms that this schedule's tiles can have."""
    s = view.schedule
    standard = s.algorithm == "standard"
    found = [_plain(WAITING, "waiting", "not computed yet"), _plain(SRAM, "in SRAM", "its numbers lie there now")]
    if standard:
        name = "S" if s.direction == "forward" else "dP"
        found.append(_plain(STORED, f"{name} in HBM", "written out whole, to be read again"))
    if standard or view.scene.shape is not None:
        found.append(_plain(DONE, "done", "computed, and not needed any more"))
    else:
        dropped = "computed and never written out: only sums of it are kept"
        found.append(Entry(DONE, ("done, scores dropped", "done", "done"), f"Done: {dropped}"))
    if s.mask is not None and not s.asked:
        cut = "Cut by the mask: it hides a part of the tile, which is computed whole"
        found.append(Entry(_DIAGONAL, ("cut by the mask", "cut by the mask", "cut"), cut))
        if view.skipped:
            found.append(_plain(SKIPPED, "skipped", "the mask hides all of it: neither loaded nor computed"))
    return found


def _plain(state: object, words: str, says: str) -> Entry:
    return Entry(state, (words, words, words), f"{words[0].upper()}{words[1:]}: {says}")


def lines_of(entries: list[Entry], width: int) -> list[list[tuple[Entry, str]]]:
    """The entries and their words in as few lines as they need: short words where those save a line, lines alike."""
    ways = [_broken([(entry, entry.words[short]) for entry in entries], width) for short in range(3)]
    lines = min(ways, key=len)
    said = [one for line in lines for one in line]
    each = -(-len(said) // len(lines))
    even = [said[at : at + each] for at in range(0, len(said), each)]
    return even if all(_wide(line, APART[-1]) <= width for line in even) else lines


def spots_of(entries: list[Entry], area: QRect) -> list[tuple[Entry, str, QRect]]:
    """Where each entry stands with its words, box and all; further apart where they fit so."""
    found = []
    for index, line in enumerate(lines_of(entries, area.width())):
        apart = APART[_wide(line, APART[0]) > area.width()]
        x = area.left()
        for entry, words in line:
            found.append((entry, words, QRect(x, area.top() + index * LINE, _width(words), LINE)))
            x += _width(words) + apart
    return found


def _broken(said: list[tuple[Entry, str]], width: int) -> list[list[tuple[Entry, str]]]:
    lines: list[list[tuple[Entry, str]]] = [[]]
    for one in said:
        if lines[-1] and _wide([*lines[-1], one], APART[-1]) > width:
            lines.append([])
        lines[-1].append(one)
    return lines


def _wide(line: list[tuple[Entry, str]], apart: int) -> int:
    return sum(_width(words) for _, words in line) + apart * (len(line) - 1)


def _width(words: str) -> int:
    return BOX + GAP + text_width(words, words_font("caption")) + 1


def draw_legend(painter: QPainter, area: QRect, entries: list[Entry], theme: Theme) -> None:
    """The entries in lines."""
    ratio = painter.device().devicePixelRatioF()
    for entry, words, spot in spots_of(entries, area):
        box = QRect(QPoint(spot.left(), spot.center().y() - BOX // 2), QSize(BOX, BOX))
        _draw_box(painter, box, entry.state, ratio, theme)
        rest = spot.adjusted(BOX + GAP, 0, 0, 0)
        put(painter, rest, words, words_font("caption"), theme["ink2"], Qt.AlignmentFlag.AlignLeft)


def _draw_box(painter: QPainter, box: QRect, state: object, ratio: float, theme: Theme) -> None:
    if state == SRAM:
        frame(painter, box, theme["bar"], theme["ink"], 2, 3)
        return
    cut = state if isinstance(state, Cut) else None
    side = round(BOX * ratio)
    pixels = stamp((side, side), ratio, WAITING if cut else int(str(state)), cut, False, theme)
    image = QImage(pixels.data, side, side, 4 * side, QImage.Format.Format_RGB32)
    painter.drawImage(QRectF(box), image)
