"""Q, K, V and O along the sides of the tiles: their numbers in colours, pooled by largest magnitude."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.arrays import Array
from engine.flash.frame.view import FlashView, Strip
from gui.flash.grid.geometry import Plan, Side
from gui.look.drawing import indices, mix, put
from gui.look.theme import Theme
from gui.parts.buttons import words_font

AT_LEFT: Final = ("Q", "dO")
ABOVE: Final = ("K", "V", "dK", "dV")
AT_RIGHT: Final = ("O", "dQ")
GIVEN: Final = ("Q", "K", "V", "dO")  # the others are results
SMALLEST_BOX: Final = 6  # px of a block that is drawn while it is empty
LETTER: Final = 16  # px of a line of letters, also beside strips that are lower
AROUND: Final = 6  # px of a frame about the smallest block
FADED: Final = 0.5  # of blocks that are not in SRAM now


def sides_of(view: FlashView) -> tuple[tuple[str, ...], ...]:
    """The letters of the strips at the left, above and at the right; matrices with a column for each key have none."""
    letters = {strip.letter for strip in view.strips}
    return tuple(tuple(letter for letter in side if letter in letters) for side in (AT_LEFT, ABOVE, AT_RIGHT))


def hue_of(letter: str) -> str:
    """The role of a letter's colour: orange for queries, teal for keys, rose for values, ink for outputs."""
    return {"Q": "query", "K": "key", "V": "value"}.get(letter.removeprefix("d"), "ink")


class Strips:
    """Paints the strips of a plan; the picture of each is kept as long as its numbers stay."""

    def __init__(self, plan: Plan, theme: Theme) -> None:
        self.plan, self.theme = plan, theme
        self._kept: dict[tuple[str, bool], tuple[Array, int, QImage]] = {}

    def draw(self, painter: QPainter, strip: Strip) -> None:
        """Draw one strip: blocks in SRAM strong and framed, those that hold nothing yet empty."""
        letter, active, values = strip.letter, strip.active, strip.values
        area = (self.plan.left | self.plan.above | self.plan.right)[letter]
        side = self.plan.keys if letter in self.plan.above else self.plan.rows
        result = strip.held < strip.blocks
        held = self._held(strip)
        if values is not None:
            painter.save()
            painter.setClipRect(held)
            painter.drawImage(area.topLeft(), self._picture(strip, values, letter in GIVEN))
            painter.restore()
        else:
            self._draw_flat(painter, strip, side, held)
        if result and not side.pooled:
            self._draw_empty(painter, strip)
        if active is not None:
            self._draw_active(painter, strip, area)

    def box(self, letter: str) -> QRect:
        """Where a strip is painted, the frame of its block in SRAM and the edges of empty blocks with it."""
        area = (self.plan.left | self.plan.above | self.plan.right)[letter]
        return area.toAlignedRect().adjusted(-AROUND, -AROUND, AROUND, AROUND)

    def _held(self, strip: Strip) -> QRectF:
        """The part of a strip whose blocks hold something."""
        if not strip.held:
            return QRectF()
        first, last = (self.plan.block_of(strip.letter, block) for block in (0, strip.held - 1))
        return first.united(last)

    def _draw_flat(self, painter: QPainter, strip: Strip, side: Side, held: QRectF) -> None:
        """Blocks without numbers: in the colour of their letter."""
        colour = self._hue(strip.letter)
        pale = mix(colour, self.theme["surface"], 0.28)
        if side.pooled or side.gap == 0:
            painter.fillRect(held, pale)
            return
        for block in range(strip.held):
            painter.fillRect(self.plan.block_of(strip.letter, block), pale)

    def _draw_empty(self, painter: QPainter, strip: Strip) -> None:
        """Blocks that wait for their result; small ones are left out."""
        first = self.plan.block_of(strip.letter, strip.held)
        if min(first.width(), first.height()) < SMALLEST_BOX:
            return
        painter.setPen(QPen(self.theme["line_strong"], 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        blocks = (self.plan.block_of(strip.letter, block) for block in range(strip.held, strip.blocks))
        painter.drawRects([box.adjusted(0.5, 0.5, -0.5, -0.5) for box in blocks])

    def _draw_active(self, painter: QPainter, strip: Strip, area: QRectF) -> None:
        assert strip.active is not None
        values = strip.values
        box = self.plan.block_of(strip.letter, strip.active)
        colour = self._hue(strip.letter)
        if strip.active < strip.held or strip.growing:
            if values is None:
                painter.fillRect(box, colour)
            else:
                painter.save()
                painter.setClipRect(box)
                painter.drawImage(area.topLeft(), self._picture(strip, values))
                painter.restore()
        least = 3.0
        grow = max(0.0, (least - min(box.width(), box.height())) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 3 if colour != self.theme["ink"] else 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-1.5 - grow, -1.5 - grow, 1.5 + grow, 1.5 + grow), 3, 3)
        painter.restore()

    def _hue(self, letter: str) -> QColor:
        hue = hue_of(letter)
        return self.theme["ink"] if hue == "ink" else self.theme[f"{hue}_fill"]

    def _picture(self, strip: Strip, values: Array, pale: bool = False) -> QImage:
        """The whole strip, half faded where `pale`; drawn anew when other numbers, or more of them, are there."""
        kept = self._kept.get((strip.letter, pale))
        if kept is None or kept[0] is not values or kept[1] != strip.held:
            image = self._draw(strip, values)
            kept = (values, strip.held, self._faded(image) if pale else image)
            self._kept[strip.letter, pale] = kept
        return kept[2]

    def _faded(self, image: QImage) -> QImage:
        """Mixed here once: what is painted with an opacity is a shade another one beside an odd region."""
        made = QImage(image.size(), image.format())
        made.setDevicePixelRatio(image.devicePixelRatio())
        made.fill(self.theme["surface"])
        with QPainter(made) as painter:
            painter.setOpacity(FADED)
            painter.drawImage(0, 0, image)
        return made

    def _draw(self, strip: Strip, values: Array) -> QImage:
        plan, above = self.plan, strip.letter in self.plan.above
        side = plan.keys if above else plan.rows
        area = (plan.left | plan.above | plan.right)[strip.letter]
        across = round((area.height() if above else area.width()) * plan.dpr)
        pooled = largest(largest(values, token_of(side), 0), np.arange(across) * values.shape[1] // across, 1)
        colours = self.theme.diverging.colours[indices(pooled, -strip.limit, strip.limit)]
        for behind in range(1, side.gap + 1):
            colours[side.edges[1:] - behind] = self.theme["surface"].rgba()
        pixels = np.ascontiguousarray(colours.T if above else colours)
        height, width = pixels.shape
        image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
        image.setDevicePixelRatio(plan.dpr)
        return image

    def draw_letters(self, painter: QPainter, exposed: Callable[[QRect], bool]) -> None:
        """The letters beside and above the strips, as far as they are painted now."""
        for letter, box in self.plan.above.items():
            name = QRectF(box.left() - 38, box.center().y() - LETTER / 2, 30, LETTER).toRect()
            if exposed(name):
                put(painter, name, letter, words_font("caption", 600), self._ink(letter), Qt.AlignmentFlag.AlignRight)
        for letter, box in (self.plan.left | self.plan.right).items():
            aside = 0 if box.width() >= 20 else 10  # the letters above the tiles are near
            name = QRectF(box.left() - aside, box.top() - 20, 24, LETTER).toRect()
            if exposed(name):
                put(painter, name, letter, words_font("caption", 600), self._ink(letter), Qt.AlignmentFlag.AlignLeft)

    def _ink(self, letter: str) -> QColor:
        return self.theme[hue_of(letter)]


def token_of(side: Side) -> Array:
    """(pixels,) the first token that each pixel of a side stands for."""
    if side.pooled:
        return side.first[:-1] * side.block
    found = np.empty(side.length, np.int64)
    edges = side.edges.tolist()
    for block, (start, stop) in enumerate(itertools.pairwise(edges)):
        token = block * side.block
        inside = max(stop - start - side.gap, 1)
        size = min(side.block, side.tokens - token)
        found[start:stop] = token + np.minimum(np.arange(stop - start), inside - 1) * size // inside
    return found


def largest(values: Array, starts: Array, axis: int) -> Array:
    """Of each range of numbers that begins at `starts` (not falling) the one of largest magnitude."""
    most, least = np.maximum.reduceat(values, starts, axis), np.minimum.reduceat(values, starts, axis)
    found: Array = np.where(most >= -least, most, least)
    return found
