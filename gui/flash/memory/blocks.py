"""A matrix in HBM as a row of boxes, one a block, and the blocks in SRAM as boxes as wide as their bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.flash.frame.view import Strip
from engine.flash.plan.chip import Resident
from gui.look.drawing import mix
from gui.look.theme import Theme

MOST: Final = 16  # boxes of a matrix; of more blocks several share a box
WIDEST: Final = 14
NARROWEST: Final = 3
GAP: Final = 2
BETWEEN: Final = 3  # boxes in SRAM
LEAST: Final = (14, 26)  # px of a box in SRAM, which has its name below: of a matrix, and of numbers of the rows
RADIUS: Final = 2
ROLES: Final = {"Q": "query", "K": "key", "V": "value"}
QUIET: Final = 0.4  # how much of its colour a block has that lies in HBM alone


def letter_of(name: str) -> str:
    """The matrix that a buffer is a block of: "dQ" -> "Q", "O" -> "O"."""
    return name.lstrip("d")[:1]


def fill(theme: Theme, name: str) -> QColor:
    """The colour of a block: orange, teal and rose for Q, K and V, violet for numbers, grey for the rest."""
    role = ROLES.get(letter_of(name))
    if role is not None:
        return theme[f"{role}_fill"]
    if "," in name:  # numbers of the rows, not a matrix
        return theme["line_strong"]
    return theme["bar"] if letter_of(name) in "SP" else theme["ink3"]


def quiet(theme: Theme, name: str) -> QColor:
    """The colour of a block that lies in HBM alone."""
    return mix(fill(theme, name), theme["window"], QUIET)


def ink(theme: Theme, name: str) -> QColor:
    """The colour of words about a block."""
    return theme[ROLES.get(letter_of(name), "ink")]


@dataclass(frozen=True)
class Boxes:
    """The boxes of a matrix, left to right; `active` is the one that lies in SRAM, `held` how many are full."""

    rects: tuple[QRectF, ...]
    active: int | None
    held: int

    @classmethod
    def of(cls, strip: Strip, area: QRect) -> Boxes:
        """The boxes of a strip in an area; where there is no room for a box a block, several blocks share one."""
        fits = max((area.width() + GAP) // (NARROWEST + GAP), 1)
        count = min(strip.blocks, MOST, fits)
        wide = min((area.width() - GAP * (count - 1)) // max(count, 1), WIDEST)
        rects = tuple(QRectF(area.left() + n * (wide + GAP), area.top(), wide, area.height()) for n in range(count))
        active = None if strip.active is None else strip.active * count // strip.blocks
        return cls(rects, active, strip.held * count // max(strip.blocks, 1))

    def draw(self, painter: QPainter, theme: Theme, name: str) -> None:
        """Paint them: what holds nothing yet as an outline, what lies in SRAM strongly."""
        for number, rect in enumerate(self.rects):
            if number >= self.held and number != self.active:
                painter.setPen(QPen(theme["line_strong"], 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
                continue
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill(theme, name) if number == self.active else quiet(theme, name))
            painter.drawRoundedRect(rect, RADIUS, RADIUS)


def chip_boxes(resident: Sequence[Resident], area: QRect) -> tuple[QRectF, ...]:
    """A box for each buffer. Those that would be narrower than their LEAST pixels are so wide, and the others share
    what is left in proportion to their bytes."""
    if not resident:
        return ()
    room = float(area.width() - BETWEEN * (len(resident) - 1))
    wide = [float(min(LEAST["," in part.name], room / len(resident))) for part in resident]
    large = list(range(len(resident)))
    while large:
        left = room - sum(wide[n] for n in range(len(resident)) if n not in large)
        total = max(sum(resident[n].bytes for n in large), 1)
        shares = {n: left * resident[n].bytes / total for n in large}
        small = [n for n in large if shares[n] < wide[n]]
        if not small:
            wide = [shares.get(n, w) for n, w in enumerate(wide)]
            break
        large = [n for n in large if n not in small]
    found, x = [], float(area.left())
    for w in wide:
        found.append(QRectF(x, area.top(), w, area.height()))
        x += w + BETWEEN
    return tuple(found)
