"""The card beside the tile under the pointer: its scores at 12 px a cell, with the words of rows and keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from engine.flash.frame.view import FlashView, Tile
from gui.flash.grid.active import draw_scores
from gui.flash.grid.words import cell_line, extremes, parts_of, ranges_of, state_of, tile_title
from gui.look.drawing import elided, text_width
from gui.look.theme import Theme, font, line_height
from gui.parts.buttons import words_font

CELL: Final = 12
NARROW: Final = 4  # px of a cell at least where a larger card would cover its tile
WORD: Final = 64  # px of a word beside a row
PADDING: Final = 10
MOST: Final = 384  # px of the picture's side
AWAY: Final = 8  # from the tile


Cell = tuple[int, int]  # row and key of a tile


def card_lines(view: FlashView, tile: Tile, cell: Cell) -> list[str]:
    """What the card says of a tile and of the cell under the pointer."""
    told = (
        *(f"{tile_title(tile)}: {state_of(view, tile)}", ranges_of(tile), extremes(tile)),
        *(cell_line(tile, cell), parts_of(tile, cell)),
    )
    return [line for line in told if line]


def draw_card(
    painter: QPainter, within: QRect, beside: QRectF, tile: Tile, cell: Cell, view: FlashView, theme: Theme
) -> None:
    """Paint the card beside a tile, inside the widget."""
    lines = card_lines(view, tile, cell)
    faces = [words_font("caption", 600), *[words_font("caption")] * (len(lines) - 1)]
    text = max(text_width(line, face) for line, face in zip(lines, faces, strict=True))
    line = line_height("caption")
    head = len(lines) * line
    box, picture, labels = laid_out(within, beside, tile, text, head)
    above, beside_rows = _words(labels)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme["tooltip"])
    painter.drawRoundedRect(box, 6, 6)
    painter.setPen(theme["tooltip_ink"])
    for index, (words, face) in enumerate(zip(lines, faces, strict=True)):
        painter.setFont(face)
        at = QRectF(box.left() + PADDING, box.top() + PADDING - 2 + index * line, box.width(), line)
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()
    if picture.height():
        area = picture.translated(box.left() + PADDING + beside_rows, box.top() + PADDING + head + 4 + above)
        painter.fillRect(area, theme["surface"])
        draw_scores(painter, area, tile, view.limit, theme)
        if labels:
            _draw_words(painter, area, tile, theme)


def laid_out(within: QRect, beside: QRectF, tile: Tile, text: float, head: float) -> tuple[QRectF, QRectF, bool]:
    """Where the card is, how large its scores are, and whether they have their words.

    `text` and `head` are the width and height of its lines. The largest scores with which the card does not cover its
    tile; where there are none, the largest that fit.
    """
    found = []
    for cell in range(CELL, NARROW - 1, -2):
        picture, labels = _picture(tile, within, cell)
        above, beside_rows = _words(labels)
        width = max(text, picture.width() + beside_rows) + 2 * PADDING
        height = head + (6 + above + picture.height() if picture.height() else 0) + 2 * PADDING - 4
        box = _placed(within, beside, width, height)
        found.append((box, picture, labels))
        if not box.intersects(beside):
            return found[-1]
    return found[0]


def _words(labels: bool) -> tuple[int, int]:
    """The room for the words above and beside the scores."""
    return (WORD - 8, WORD) if labels else (0, 0)


def _picture(tile: Tile, within: QRect, most: int) -> tuple[QRectF, bool]:
    """How large the scores are drawn with cells of `most` pixels at most, and whether the words fit beside them."""
    if tile.cells is None or tile.kind == "empty":
        return QRectF(), False
    rows, keys = tile.cells.shape
    room = min(MOST, within.height() - 120, within.width() - 40)
    cell = max(min(most, room // max(rows, keys)), 1)
    side = QRectF(0, 0, min(keys * cell, room), min(rows * cell, room))
    return side, bool(tile.labels[0]) and cell == CELL and rows * cell + WORD <= within.height() - 100


def _placed(within: QRect, beside: QRectF, width: float, height: float) -> QRectF:
    """At the right of the tile, else at its left, below or above it, inside the widget; where nothing fits, over it."""
    inside = QRectF(within).adjusted(4, 4, -4, -4)
    left = min(max(beside.left() - 20, inside.left()), max(inside.right() - width, inside.left()))
    top = min(max(beside.top() - 20, inside.top()), max(inside.bottom() - height, inside.top()))
    spots = (
        (beside.right() + AWAY, top),
        (beside.left() - AWAY - width, top),
        (left, beside.bottom() + AWAY),
        (left, beside.top() - AWAY - height),
        (left, top),
    )
    boxes = [QRectF(round(x), round(y), width, height) for x, y in spots]
    return next((box for box in boxes if inside.contains(box)), boxes[-1])


def _draw_words(painter: QPainter, area: QRectF, tile: Tile, theme: Theme) -> None:
    """The words of the rows at the left, those of the keys above, turned."""
    painter.save()
    painter.setFont(font("axis"))
    painter.setPen(theme["tooltip_ink"])
    rows, keys = tile.labels
    for index, word in enumerate(rows):
        at = QRectF(area.left() - WORD, area.top() + index * CELL, WORD - 6, CELL)
        text = elided(word, font("axis"), WORD - 8)
        painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    for index, word in enumerate(keys):
        painter.save()
        painter.translate(QPointF(area.left() + (index + 0.5) * CELL, area.top() - 4))
        painter.rotate(-90)
        text = elided(word, font("axis"), WORD - 12)
        painter.drawText(QRectF(0, -CELL / 2, WORD, CELL), Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
    painter.restore()
