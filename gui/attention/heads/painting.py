"""How the head strip looks: its labels, a head with its number, and the frames around one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gui.attention.heads.layout import HeadLayout
from gui.look.drawing import put
from gui.look.painted import focus_ring
from gui.look.theme import Theme, font

PADDING: Final = 16
NEAR: Final = 3  # from a picture to the middle of its frame: open, or under the pointer
FAR: Final = 6  # the same of the focus ring, outside the frame of the open head
LEFT, CENTRE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter


def draw_labels(painter: QPainter, place: HeadLayout, layer: int, top: float, theme: Theme) -> None:
    """What the pictures show: which layer, and the range of their colours (if there is room, or it is not 0 to 1)."""
    y = 31 if place.compact else 22
    room = place.left - PADDING - 12
    put(painter, QRect(PADDING, y, room, 18), "Heads", font("pane_title"), theme["ink"], LEFT)
    lines = [f"of layer {layer}"]
    if not place.compact:
        lines += ["", "Weights,"]
    if not place.compact or top < 1:
        lines.append("0 to 1" if top == 1 else f"0 to {top:.2f}")
    y += 19
    for line in lines:
        put(painter, QRect(PADDING, y, room, 16), line, font("caption"), theme["ink3"], LEFT)
        y += 16 if line else 10
    if top < 1 and not place.compact:
        put(painter, QRect(PADDING, y - 1, room, 16), "larger is cut off", font("axis"), theme["ink3"], LEFT)


def draw_head(painter: QPainter, box: QRect, name: str, opened: bool, theme: Theme) -> None:
    """The hairline around a picture and its name below; the open head has a frame instead."""
    if not opened:
        painter.setPen(QPen(theme["line"], 1))
        painter.drawRect(box.adjusted(-1, -1, 0, 0))
    words = QRect(box.left() - 10, box.bottom() + 4, box.width() + 20, 16)
    put(painter, words, name, font("axis", 600 if opened else None), theme["ink" if opened else "ink3"], CENTRE)


def draw_picture(painter: QPainter, box: QRect, pictures: QImage, index: int) -> None:
    """One of the square pictures side by side in `pictures`, device pixel on device pixel."""
    side, ratio = pictures.height(), painter.device().devicePixelRatioF()
    target = QRectF(box.left(), box.top(), side / ratio, side / ratio)
    painter.drawImage(target, pictures, QRectF(index * side, 0, side, side))


def frame(painter: QPainter, box: QRect, away: int, colour: QColor) -> None:
    """A round frame of 2 px, its middle `away` from the picture."""
    focus_ring(painter, box.adjusted(1 - away, 1 - away, away - 1, away - 1), colour, 4 + away)
