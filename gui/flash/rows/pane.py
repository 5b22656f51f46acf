"""What the row block in SRAM carries along: running maximum, the factor that it brings, the running sum."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.flash.view import FlashView, RowState
from gui.drawing import put
from gui.flash.pane import FlashPane
from gui.flash.rows.layout import HEAD, LEFT, NUMBER, ROW, Columns, row_box, shown_rows
from gui.numbers import fixed, four
from gui.plain import breakable
from gui.store import Store
from gui.theme import font

TITLE: Final = 20
HEADING: Final = 44  # the middle of the headings
DOT: Final = 3.5
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
EMPTY: Final = {
    "shape": "A shape alone has no numbers.",
    "standard": "Standard attention carries nothing along: it writes all scores to HBM and reads them again.",
    "backward": "Backward recomputes the weights from the log-sum-exp; nothing runs along.",
    "": "Nothing is in SRAM yet: press play, or step.",
}


class RowsPane(FlashPane):
    """A table, a row of the block each; a click chooses the query."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "rowState", "What the row block carries along", parent)

    def sizeHint(self) -> QSize:
        return QSize(416, HEAD + 16 * ROW[self.compact] + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, HEAD + 4 * ROW[1])

    def rows(self) -> range:
        """The rows of the block that are shown."""
        row = self.view.row if self.view else None
        if row is None:
            return range(0)
        return shown_rows(len(row.m), row.query, self.height() - HEAD - 4, ROW[self.compact])

    def row_rect(self, row: int) -> QRect:
        """Where a row of the block (from 0) is; empty when it is not shown."""
        shown = self.rows()
        return row_box(self.width(), row - shown.start, ROW[self.compact]) if row in shown else QRect()

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        self.setAccessibleDescription(_spoken(view.row) if view.row is not None else _nothing(view))

    def tip_at(self, x: int, y: int) -> str:
        state, row = (self.view.row if self.view else None), self._row_at(QPoint(x, y))
        return breakable(_exact(state, row)) if state is not None and row is not None else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row, view = self._row_at(event.position().toPoint()), self.view
        if row is not None and view is not None and view.row is not None and view.query is not None:
            self.store.update(query=view.row.start + row)

    def draw(self, painter: QPainter) -> None:
        view = self.view
        state = view.row if view else None
        title = "What a row block carries along" if state is None else f"What row block {state.i:,} carries along"
        width = self.width() - 2 * LEFT
        put(painter, QRect(LEFT, TITLE - 10, width, 20), title, font("pane_title"), self.theme["ink"], L)
        if view is None:
            return
        if state is None:
            painter.setFont(font("body"))
            painter.setPen(self.theme["ink3"])
            box = QRect(LEFT, TITLE + 18, width, 60)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | L, _nothing(view))
            return
        columns = Columns.of(self.width())
        self._draw_headings(painter, columns)
        scale = _range(state)
        for row in self.rows():
            self._draw_row(painter, columns, state, row, scale)

    def _draw_headings(self, painter: QPainter, at: Columns) -> None:
        face, ink = font("axis"), self.theme["ink3"]
        for (left, wide), text, align in (
            ((LEFT, 60), "row", L),
            (at.maximum, "running max m", L),
            (at.factor, "factor α", L),
            (at.before, "l", R),
            (at.after, "α · l", R),
        ):
            put(painter, QRect(left, HEADING - 8, max(wide, 80) if align == L else wide, 16), text, face, ink, align)

    def _draw_row(self, painter: QPainter, at: Columns, state: RowState, row: int, scale: tuple[float, float]) -> None:
        theme, box = self.theme, self.row_rect(row)
        chosen = row == state.query
        if chosen:
            painter.fillRect(box, theme["sunken"])
        top, tall = box.top(), box.height()
        number, label = QRect(LEFT, top, NUMBER, tall), QRect(at.label[0], top, at.label[1], tall)
        put(painter, number, str(state.start + row), font("axis"), theme["ink3"], L)
        if row < len(state.labels):
            face = font("caption", 600 if chosen else None)
            put(painter, label, state.labels[row], face, theme["query" if chosen else "ink"], L)
        self._draw_maximum(painter, QRect(at.maximum[0], top, at.maximum[1], tall), state, row, scale)
        self._draw_factor(painter, QRect(at.factor[0], top, at.factor[1], tall), float(state.factor[row]))
        changed = float(state.factor[row]) != 1
        bold = font("axis", 600 if changed else None)
        shrunk = float(state.factor[row]) * float(state.l_before[row])
        for (left, wide), text, face, ink in (
            (at.number, _factor(float(state.factor[row])), bold, "ink" if changed else "ink2"),
            (at.before, fixed(float(state.l_before[row]), 2), font("axis"), "ink3"),
            (at.after, fixed(shrunk, 2), bold, "ink" if changed else "ink2"),
        ):
            put(painter, QRect(left, top, wide, tall), text, face, theme[ink], R)

    def _draw_maximum(
        self, painter: QPainter, box: QRect, state: RowState, row: int, scale: tuple[float, float]
    ) -> None:
        """A hollow dot where the maximum was, a full one where it is, on one axis for all rows."""
        y = box.center().y() + 1
        painter.fillRect(box.left(), y, box.width(), 1, self.theme["line"])
        before, now = float(state.m_before[row]), float(state.m[row])
        rose = before != now
        colour = self.theme["bar" if rose else "ink3"]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if math.isfinite(before) and rose and math.isfinite(now):
            painter.setPen(QPen(colour, 1.5))
            painter.drawLine(QPointF(_x(before, box, scale), y + 0.5), QPointF(_x(now, box, scale), y + 0.5))
            painter.setBrush(self.theme["surface"])
            painter.drawEllipse(QPointF(_x(before, box, scale), y + 0.5), DOT - 0.5, DOT - 0.5)
        if math.isfinite(now):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(_x(now, box, scale), y + 0.5), DOT, DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _draw_factor(self, painter: QPainter, box: QRect, factor: float) -> None:
        track = QRectF(box.left(), box.center().y() - 2, box.width(), 6)
        painter.fillRect(track, self.theme["line"])
        if not math.isfinite(factor):
            return
        colour: QColor = self.theme["bar" if factor != 1 else "ink3"]
        track.setWidth(track.width() * min(max(factor, 0), 1))
        painter.fillRect(track, colour)

    def _row_at(self, at: QPoint) -> int | None:
        return next((row for row in self.rows() if self.row_rect(row).contains(at)), None)


def _range(state: RowState) -> tuple[float, float]:
    """What the axis of the maxima spans: all finite ones of the block."""
    every = np.concatenate([state.m_before, state.m])
    finite = every[np.isfinite(every)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)


def _x(value: float, box: QRect, scale: tuple[float, float]) -> float:
    low, high = scale
    share = (value - low) / (high - low) if high > low else 0.5
    return box.left() + DOT + share * (box.width() - 2 * DOT)


def _factor(factor: float) -> str:
    return "1" if factor == 1 else fixed(factor, 2) if not 0 < factor < 0.005 else "0.00…"


def _nothing(view: FlashView) -> str:
    if view.scene.shape is not None:
        return EMPTY["shape"]
    if view.schedule.algorithm == "standard":
        return EMPTY["standard"]
    return EMPTY["backward" if view.schedule.direction == "backward" else ""]


def _exact(state: RowState, row: int) -> str:
    label = f" “{state.labels[row]}”" if row < len(state.labels) else ""
    before, now = (fixed(float(m[row]), 6) for m in (state.m_before, state.m))
    return (
        f"Row {state.start + row}{label}: maximum {before} → {now}, "
        f"factor exp(m − m′) = {float(state.factor[row]):.7g}, "
        f"l {float(state.l_before[row]):.7g} → {float(state.l[row]):.7g}"
    )


def _spoken(state: RowState) -> str:
    row = state.query
    label = state.labels[row] if row < len(state.labels) else f"row {state.start + row}"
    return (
        f"Row block {state.i}; {label}: maximum {four(float(state.m[row]))}, factor {four(float(state.factor[row]))}, "
        f"sum {four(float(state.l[row]))}"
    )
