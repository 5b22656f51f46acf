"""What lies over the map's picture: frames of the chosen row, column and cell, and what pointing adds."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.shown.view import View
from gui.attention.map.geometry import Layout
from gui.attention.map.labels import Hover
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font, line_height

SLIMMEST: Final = 5  # inside of a frame, however small the cells
INNER_FROM: Final = 12  # cells with a second frame inside


def paint_frames(painter: QPainter, view: View, layout: Layout, theme: Theme) -> None:
    """The key's column, the query's row over it, and inside both their cell once more."""
    row, column = layout.rows.cell_of(view.query_group), layout.columns.cell_of(view.key_group)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if column is not None:
        _round(painter, _around(layout.column_rect(column), layout, 0.75), QPen(theme["key_fill"], 1.5))
    if row is not None:
        _round(painter, _around(layout.row_rect(row), layout, 1), QPen(theme["query_fill"], 2))
    if row is not None and column is not None and min(layout.cell) >= INNER_FROM:
        inside = layout.rect(row, column).adjusted(0.75, 0.75, -1.75, -1.75)
        _round(painter, inside, QPen(theme["surface"], 1.5), 2)
    painter.restore()


def _around(rect: QRectF, layout: Layout, out: float) -> QRectF:
    """A line `out` of a row or column, without its gap; small ones get a frame that leaves their inside free."""
    gap = 1 if layout.gaps else 0
    rect = rect.adjusted(0, 0, -gap, -gap)
    x, y = (max(out, (SLIMMEST + 2 * out - side) / 2) for side in (rect.width(), rect.height()))
    return rect.adjusted(-x, -y, x, y)


def _round(painter: QPainter, rect: QRectF, pen: QPen, radius: float = 3) -> None:
    painter.setPen(pen)
    painter.drawRoundedRect(rect, radius, radius)


def paint_hover(painter: QPainter, layout: Layout, hover: Hover, theme: Theme) -> None:
    """Dotted lines along row and column, between the cells, and a firm frame around their cell."""
    row, column = hover
    dotted = QPen(theme["ink"], 1, Qt.PenStyle.CustomDashLine)
    dotted.setDashPattern([2, 2])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(dotted)
    for rect in ([] if row is None else [layout.row_rect(row)]) + (
        [] if column is None else [layout.column_rect(column)]
    ):
        painter.drawRect(_between(rect, layout))
    if row is not None and column is not None:
        painter.setPen(QPen(theme["ink"], 2 if layout.gaps else 1))
        painter.drawRect(_between(layout.rect(row, column), layout))


def _between(rect: QRectF, layout: Layout) -> QRectF:
    """The line in the gaps around a cell, or just outside where there are none."""
    return rect.adjusted(-0.5, -0.5, -0.5, -0.5) if layout.gaps else rect.adjusted(-0.5, -0.5, 0.5, 0.5)


def paint_tip(painter: QPainter, within: QRect, beside: QRectF, lines: list[str], theme: Theme) -> None:
    """A dark box beside a cell, inside the widget; the first line is set in semi-bold."""
    faces = [font("body", 600), *[font("body")] * (len(lines) - 1)]
    line = line_height("body")
    width = max(text_width(text, face) for text, face in zip(lines, faces, strict=True)) + 20
    height = len(lines) * line + 14
    left = beside.right() + 6 if beside.right() + 6 + width <= within.right() - 4 else beside.left() - 6 - width
    left = min(max(left, within.left() + 4), max(within.right() - 4 - width, 4))
    top = min(max(beside.top() + 10, within.top() + 4), within.bottom() - 4 - height)
    box = QRectF(round(left), round(top), width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme["tooltip"])
    painter.drawRoundedRect(box, 6, 6)
    painter.setPen(theme["tooltip_ink"])
    for index, (text, face) in enumerate(zip(lines, faces, strict=True)):
        painter.setFont(face)
        at = box.topLeft() + QPointF(10, 7 + index * line)
        painter.drawText(QRectF(at.x(), at.y(), width, line), Qt.AlignmentFlag.AlignVCenter, text)
    painter.restore()


def paint_empty(painter: QPainter, box: QRect, sentence: str, theme: Theme) -> None:
    """A dashed frame with a sentence: there is no map."""
    box = box.adjusted(16, 16, -16, -16)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme["line_strong"], 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    put(painter, box, sentence, font("body"), theme["ink3"], Qt.AlignmentFlag.AlignHCenter)
