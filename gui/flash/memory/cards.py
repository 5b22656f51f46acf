"""What both memory cards are made of: an outline, a heading, arrows between them, and words that fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.flash.fitting import fitting
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

INSET: Final = 12
HEADING: Final = 26  # height of a card's heading
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


def draw_card(painter: QPainter, box: QRect, theme: Theme, inside: str, edge: str, width: float = 1) -> None:
    """The outline of a card, filled."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme[edge], width))
    painter.setBrush(theme[inside])
    half = width / 2
    painter.drawRoundedRect(QRectF(box).adjusted(half, half, -half, -half), 6, 6)


def draw_heading(
    painter: QPainter,
    card: QRect,
    theme: Theme,
    name: str,
    says: Sequence[str],
    right: Sequence[str],
    role: str = "ink2",
) -> None:
    """A card's name, how much is in it, and what it is in a few words: of each the first text that fits.

    A longer amount leaves the shortest words their room.
    """
    line = QRect(card.left() + INSET, card.top() + 7, card.width() - 2 * INSET, 18)
    bold, strong = font("caption", 600), font("caption", 500)
    put(painter, line, name, bold, theme["ink"], L)
    line.setLeft(line.left() + text_width(name, bold) + 8)
    room = line.width() - text_width(says[-1], font("caption")) - 10
    amount = fitting(right, strong, room) or right[-1]
    put(painter, line, amount, strong, theme[role], R)
    line.setRight(line.right() - text_width(amount, strong) - 8)
    put(painter, line, fitting(says, font("caption"), line.width()), font("caption"), theme["ink3"], L)


def draw_arrow(painter: QPainter, x: int, top: int, down: bool, colour: QColor) -> None:
    """An arrow of 29 px, down or up."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5))
    painter.drawLine(QPointF(x, top + 2), QPointF(x, top + 27))
    tip, back = (top + 29, top + 23) if down else (top, top + 6)
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF([QPointF(x - 4, back), QPointF(x + 4, back), QPointF(x, tip)]))
