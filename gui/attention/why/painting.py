"""How a list is painted: the ghost, the bar in front of it, numbers in columns."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from gui.attention.why.layout import LEFT, ListLayout
from gui.attention.why.rows import Line
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.theme import Theme, font

TO_LEFT, TO_RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
TIP: Final = 4  # px of teal at the end of the key's bar
APART: Final = 30  # px between the middles of two numbers of the axis
INKS: Final = {"query": "query", "both": "query", "key": "key", "head": "ink", "rest": "ink3"}


def draw_list(painter: QPainter, theme: Theme, layout: ListLayout, scrolled: int, hovered: int) -> None:
    """The rows in view with their axis; `hovered` is a place from the top, -1 for none."""
    _draw_caption(painter, theme, layout)
    _draw_axis(painter, theme, layout)
    painter.save()
    painter.setClipRect(QRect(0, layout.top, layout.width, layout.bottom - layout.top))
    first = scrolled // layout.row
    for place in range(first, min(first + layout.seen + 2, len(layout.order))):
        _draw_row(painter, theme, layout, place, layout.box(place, scrolled), place == hovered)
    painter.restore()


def _draw_row(painter: QPainter, theme: Theme, layout: ListLayout, place: int, box: QRect, lit: bool) -> None:
    index = int(layout.order[place])
    line = layout.lines.line(index)
    if lit:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme["hover"])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 4, 4)
        painter.restore()
    _draw_label(painter, theme, layout, line, box)
    zero, slim = layout.x(0), layout.lines.ghosts is not None
    if layout.lines.ghosts is not None:
        end, height = layout.x(float(layout.lines.ghosts[index])), _thickness(layout.row, ghost=True)
        top = box.top() + (box.height() - height) // 2
        painter.fillRect(min(zero, end), top, abs(end - zero), height, theme["ghost"])
        painter.fillRect(end if end < zero else max(end - 2, zero), top, 2, height, theme["ghost_line"])
    _draw_bar(painter, theme, layout, index, line, box, slim)
    for column, (where, text) in enumerate(zip(layout.columns, line.numbers, strict=True)):
        strong = column == layout.lines.main
        face = font("caption", (600 if line.role in ("key", "both", "head") else 500) if strong else None)
        ink = theme["ink" if strong and not line.muted else "ink3" if line.muted else "ink2"]
        face = font("axis") if text == "masked" else face
        put(painter, QRect(where.left() - 4, box.top(), where.width() + 4, box.height()), text, face, ink, TO_RIGHT)


def _draw_bar(
    painter: QPainter, theme: Theme, layout: ListLayout, index: int, line: Line, box: QRect, slim: bool
) -> None:
    value, zero = float(layout.lines.bars[index]), layout.x(0)
    if value == 0 and line.muted:
        return
    end = layout.x(value)
    end = min(end, zero - 1) if value < 0 and layout.ends[0] < 0 else max(end, zero + 1)
    height = _thickness(layout.row, slim)
    whole = QRectF(min(zero, end), box.top() + (box.height() - height) // 2, abs(end - zero), height)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme["ink3" if line.muted else "neg" if value < 0 else "bar"])
    painter.drawRoundedRect(whole, 2, 2)
    if line.role in ("key", "both"):
        tip = QRectF(end if value < 0 else max(end - TIP, zero), whole.top(), TIP, height)
        painter.setClipRect(tip, Qt.ClipOperation.IntersectClip)
        painter.setBrush(theme["key_fill"])
        painter.drawRoundedRect(whole, 2, 2)
    painter.restore()


def _thickness(row: int, slim: bool = False, *, ghost: bool = False) -> int:
    most, margin = (18, 6) if ghost else (10, 12) if slim else (14, 8)
    return max(min(most, (row - margin) // 2 * 2), 4)


def _draw_label(painter: QPainter, theme: Theme, layout: ListLayout, line: Line, box: QRect) -> None:
    strong = line.role in ("query", "key", "both", "head")
    ink = INKS.get(line.role, "ink3" if line.muted else "ink2")
    face = font("body", 600) if strong else font("caption" if line.role == "rest" else "body")
    right = layout.left - 10 if line.role == "rest" else layout.label_right
    put(painter, QRect(LEFT, box.top(), right - LEFT, box.height()), line.label, face, theme[ink], TO_RIGHT)
    if line.place:
        where = QRect(layout.label_right, box.top(), layout.place, box.height())
        put(painter, where, line.place, font("caption"), theme["ink3"], TO_RIGHT)


def _draw_caption(painter: QPainter, theme: Theme, layout: ListLayout) -> None:
    face, box = font("axis"), layout.caption
    for name, where in zip(layout.lines.columns, layout.columns, strict=True):
        put(painter, where, name, face, theme["ink3"], TO_RIGHT)
    x, middle = box.left(), box.center().y() + 1
    end = layout.columns[0].left() - 6
    for place, words in enumerate(layout.lines.legend):
        wide = text_width(words, face)
        if not words or (place and x + 18 + wide > end):
            continue
        if place:
            painter.fillRect(x, middle - 5, 12, 10, theme["ghost"])
            painter.fillRect(x + 10, middle - 5, 2, 10, theme["ghost_line"])
        else:
            painter.fillRect(x, middle - 3, 12, 6, theme["bar"])
        put(painter, QRect(x + 17, box.top(), max(end - x - 17, 0), box.height()), words, face, theme["ink3"], TO_LEFT)
        x += 17 + wide + 12


def _draw_axis(painter: QPainter, theme: Theme, layout: ListLayout) -> None:
    last = -APART
    for tick in sorted(layout.ticks, key=lambda tick: tick != 0):  # 0 first: the others give way
        x = layout.x(tick)
        wide = 2 if tick == 0 else 1
        painter.fillRect(x - (tick == 0), layout.top, wide, layout.bottom - layout.top + 3, theme["line"])
        if tick and abs(x - last) < APART:
            continue
        last = x if tick == 0 else last
        box = QRect(x - 30, layout.bottom + 4, 60, 14)
        text = fixed(tick, 0) if float(tick).is_integer() else f"{fixed(tick, 4).rstrip('0')}"
        put(painter, box, text, font("axis"), theme["ink3"], Qt.AlignmentFlag.AlignHCenter)
