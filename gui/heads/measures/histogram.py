"""How the scores of a measure spread over the heads, in a small strip, with two marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from engine.heads.histograms import Histogram
from gui.look.theme import Theme

GAP: Final = 1
Mark = tuple[float, str]  # a score, and the role of its colour


def draw_histogram(
    painter: QPainter, box: QRect, histogram: Histogram, marks: Sequence[Mark], theme: Theme, strong: bool
) -> None:
    """Bars on a line; the height of a bar is the square root of its share, so that one head alone is seen."""
    painter.fillRect(box.left(), box.bottom(), box.width(), 1, theme["line_strong"])
    most, count = int(histogram.counts.max(initial=0)), len(histogram.counts)
    wide = box.width() / count
    for number, heads in enumerate(histogram.counts):
        if heads:
            tall = max(round((box.height() - 2) * math.sqrt(int(heads) / most)), 1)
            bar = QRectF(box.left() + number * wide, box.bottom() - tall, wide - GAP, tall)
            painter.fillRect(bar, theme["bar" if strong else "line_strong"])
    top = float(histogram.edges[-1])
    for score, role in marks:
        if math.isfinite(score):
            x = box.left() + round(min(max(score / top, 0.0), 1.0) * (box.width() - 2))
            painter.fillRect(x, box.top() - 1, 2, box.height() + 4, theme[role])
