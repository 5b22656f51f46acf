"""What is read back from pictures of the panes."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage


def at(image: QImage, x: float, y: float) -> str:
    """The colour of a point."""
    return image.pixelColor(QPoint(int(x), int(y))).name()


def middle(image: QImage, box: QRect | QRectF) -> str:
    """The colour in the middle of a box."""
    return at(image, QRectF(box).center().x(), QRectF(box).center().y())


def colours(image: QImage, box: QRect) -> set[str]:
    """All colours of a box."""
    return {at(image, x, y) for x in range(box.left(), box.right() + 1) for y in range(box.top(), box.bottom() + 1)}


def columns(image: QImage, box: QRect, colour: str) -> list[int]:
    """The columns of a box, left to right, that have a pixel of exactly this colour."""
    return [
        x
        for x in range(box.left(), box.right() + 1)
        if any(at(image, x, y) == colour for y in range(box.top(), box.bottom() + 1))
    ]


def has(image: QImage, box: QRect, colour: QColor, within: int = 14) -> bool:
    """Whether a box has a pixel near a colour: letters are blended with what lies behind."""
    wanted = (colour.red(), colour.green(), colour.blue())
    found = (QColor(name) for name in colours(image, box))
    return any(
        max(abs(a - b) for a, b in zip(wanted, (c.red(), c.green(), c.blue()), strict=True)) <= within for c in found
    )


def plain(tip: str) -> str:
    """A hover text as it is read."""
    return html.unescape(re.sub("<[^>]+>", "", tip.replace("<br>", "\n")))
