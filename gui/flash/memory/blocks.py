"""A matrix in HBM as a row of boxes, one a block, and the blocks in SRAM as boxes as wide as their bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.flash.chip import Resident
from engine.flash.view import Strip
from gui.drawing import mix
from gui.theme import Theme

MOST: Final = 24  # boxes of a matrix; of more blocks several share a box
GAP: Final = 2
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
    return theme["bar"] if letter_of(name) in "SP" else theme["ink3"]


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
        """The boxes of a strip in an area; of more than `MOST` blocks several share one."""
        count = min(strip.blocks, MOST)
        wide = (area.width() - GAP * (count - 1)) / max(count, 1)
        wide = min(wide, 14.0)
        rects = tuple(QRectF(area.left() + n * (wide + GAP), area.top(), wide, area.height()) for n in range(count))
        active = None if strip.active is None else strip.active * count // strip.blocks
        return cls(rects, active, strip.held * count // max(strip.blocks, 1))

    def draw(self, painter: QPainter, theme: Theme, name: str) -> None:
        """Paint them: what holds nothing yet as an outline, what lies in SRAM strongly."""
        colour = fill(theme, name)
        quiet = mix(colour, theme["window"], QUIET)
        for number, rect in enumerate(self.rects):
            if number >= self.held and number != self.active:
                painter.setPen(QPen(theme["line_strong"], 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
                continue
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour if number == self.active else quiet)
            painter.drawRoundedRect(rect, RADIUS, RADIUS)


def chip_boxes(resident: Sequence[Resident], area: QRect, least: int = 10) -> tuple[QRectF, ...]:
    """A box for each buffer, as wide as its share of what is in SRAM, none narrower than `least` px."""
    if not resident:
        return ()
    gap, total = 3, sum(part.bytes for part in resident)
    room = area.width() - gap * (len(resident) - 1)
    wide = [max(room * part.bytes / max(total, 1), float(least)) for part in resident]
    wide = [w * room / sum(wide) for w in wide]
    found, x = [], float(area.left())
    for w in wide:
        found.append(QRectF(x, area.top(), w, area.height()))
        x += w + gap
    return tuple(found)
