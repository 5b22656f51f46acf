"""Where the card stands: beside what it speaks of, inside the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize

ARROW: Final = 9  # px that the arrow is high
GAP: Final = 10  # px from the control to the arrow's point: the ring is between them
EDGE: Final = 12  # px from the window's edge
SIDES: Final = ("below", "above", "left", "right")  # of the control, as one tries them


def placed(control: QRect, size: QSize, window: QRect) -> tuple[QRect, str]:
    """The card's box, its arrow included, and on which side of the control it is.

    Where it has room on no side, it stands in the middle of the foot, without an arrow ("").
    """
    for side in SIDES:
        box = _beside(control, size, window, side)
        if window.contains(box):
            return box, side
    foot = QPoint(window.center().x() - size.width() // 2, window.bottom() - EDGE - size.height() + 1)
    return QRect(foot, size), ""


def _beside(control: QRect, size: QSize, window: QRect, side: str) -> QRect:
    """The box on one side, its middle as near to the control's as the window lets it."""
    if side in ("below", "above"):
        least, most = window.left() + EDGE, window.right() - EDGE - size.width() + 1
        left = max(min(control.center().x() - size.width() // 2, most), least)
        tall = size.height() + ARROW
        top = control.bottom() + 1 + GAP if side == "below" else control.top() - GAP - tall
        return QRect(left, top, size.width(), tall)
    least, most = window.top() + EDGE, window.bottom() - EDGE - size.height() + 1
    top = max(min(control.center().y() - size.height() // 2, most), least)
    wide = size.width() + ARROW
    left = control.right() + 1 + GAP if side == "right" else control.left() - GAP - wide
    return QRect(left, top, wide, size.height())


def body_of(box: QRect, side: str) -> QRect:
    """The card without its arrow."""
    cut = {"below": (0, ARROW, 0, 0), "above": (0, 0, 0, -ARROW), "left": (0, 0, -ARROW, 0), "right": (ARROW, 0, 0, 0)}
    return box.adjusted(*cut.get(side, (0, 0, 0, 0)))
