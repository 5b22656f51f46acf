"""A line of text in pieces: inks, weights, and real superscripts and subscripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from gui.look.theme import Theme, font

SMALL: Final = 10  # px of raised and lowered pieces
RISE: Final = {1: 0.34, 0: 0.0, -1: -0.2}  # of the line's ascent


@dataclass(frozen=True)
class Run:
    """A piece of a line: its text, its ink's role, its weight (None: the line's own), raised (1) or lowered (-1)."""

    text: str
    ink: str = "ink2"
    weight: int | None = None
    shift: int = 0


def width_of(runs: Sequence[Run], role: str) -> float:
    """How wide a line in the type `role` is, in pixels."""
    return sum(_advance(run.text, role, run.weight, run.shift) for run in runs)


def put_runs(
    painter: QPainter,
    box: QRect,
    runs: Sequence[Run],
    role: str,
    theme: Theme,
    *,
    right: bool = False,
    beside: str | None = None,
) -> None:
    """Draw a line at the left (or right) of `box`, centred vertically; what does not fit is not cut.

    `beside` is the role of a neighbour that it shares the baseline with.
    """
    line = _metrics(beside or role)
    x = box.left() + (box.width() - width_of(runs, role) if right else 0.0)
    baseline = round(box.top() + (box.height() + line.ascent() - line.descent()) / 2)
    for run in runs:
        painter.setFont(_face(role, run.weight, run.shift))
        painter.setPen(theme[run.ink])
        painter.drawText(QPointF(x, baseline - round(RISE[run.shift] * line.ascent())), run.text)
        x += _advance(run.text, role, run.weight, run.shift)


def text_of(runs: Sequence[Run]) -> str:
    """The line as plain text: raised pieces after ^."""
    return "".join(f"^{run.text}" if run.shift > 0 else run.text for run in runs)


@lru_cache(4096)
def _advance(text: str, role: str, weight: int | None, shift: int) -> float:
    """How wide a piece is; most pieces of a frame were in the last one too."""
    return _metrics(role, weight, shift).horizontalAdvance(text)


@cache
def _face(role: str, weight: int | None, shift: int) -> QFont:
    face = QFont(font(role, weight))
    if shift:
        face.setPixelSize(SMALL)
    return face


@cache
def _metrics(role: str, weight: int | None = None, shift: int = 0) -> QFontMetricsF:
    return QFontMetricsF(_face(role, weight, shift))
