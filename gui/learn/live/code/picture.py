"""A stage of the pseudocode as a picture: a cell a number, white where nothing is, hatched where it is −∞."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from engine.learn.pseudocode import Stage
from gui.look.drawing import hatch, indices, put, text_width
from gui.look.numbers import fixed
from gui.look.painted import Painted
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

EDGE: Final = 16
HEAD: Final = 76  # name, shape and two lines of the note
LABELS: Final = 62  # px of the words of the rows
FOOT: Final = 24  # of the legend
LARGEST: Final = 30  # px of a cell
OVER: Final = 16  # px over the cells for the names of several tensors
ROLES: Final = {"Q": "query", "K": "key", "V": "value"}
DIGITS: Final = 28  # px of a cell from which on its number stands in it
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


class StagePicture(Painted):
    """`show_stage`; hovering over a cell says its number in full."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "stagePicture", "What the line makes", parent)
        self.stage: Stage | None = None
        self.words: tuple[str, ...] = ()
        self._hovered: tuple[int, int] | None = None

    def show_stage(self, stage: Stage, words: tuple[str, ...]) -> None:
        """Show what a line made; `words` are the tokens of its rows."""
        self.stage, self.words, self._hovered = stage, words, None
        self.setAccessibleDescription(f"{stage.name}, {shape_of(stage)}. {stage.note}")
        self.update()

    def cells(self) -> QRect:
        """Where the numbers are, in whole pixels a cell; empty for a single number."""
        if self.stage is None or not self.stage.shape:
            return QRect()
        rows, columns = self.stage.values.shape
        wide = min((self.width() - 2 * EDGE - LABELS) // columns, LARGEST)
        top = HEAD + (OVER if self.stage.beside else 0)
        high = min((self.height() - top - FOOT) // rows, LARGEST)
        wide, high = max(wide, 1), max(high, 1)
        if rows == columns:
            wide = high = min(wide, high)
        return QRect(EDGE + LABELS, top, wide * columns, high * rows)

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The row and column under a point."""
        box = self.cells()
        if self.stage is None or not box.contains(x, y):
            return None
        rows, columns = self.stage.values.shape
        return (y - box.top()) * rows // box.height(), (x - box.left()) * columns // box.width()

    def limit(self) -> float:
        """The largest finite number: the colours run from -limit to limit, of weights from 0 to 1."""
        if self.stage is None or self.stage.name == "weights":
            return 1.0
        finite = np.abs(self.stage.values[np.isfinite(self.stage.values)])
        return float(finite.max(initial=0.0)) or 1.0

    def tip_at(self, x: int, y: int) -> str:
        cell = self.cell_at(x, y)
        if cell is None or self.stage is None:
            return ""
        value = float(self.stage.values[cell])
        name, column = place_of(self.stage, cell[1])
        said = "−∞" if math.isinf(value) else f"{value:.6f}"
        return f"{name}row {cell[0]} ({self.words[cell[0]]}), column {column}: {said}"

    def draw(self, painter: QPainter) -> None:
        stage = self.stage
        if stage is None:
            return
        wide = self.width() - 2 * EDGE
        title = QRect(EDGE, 12, wide, 20)
        put(painter, title, stage.name, font("code"), self.theme["ink"], L)
        put(painter, title, shape_of(stage), words_font("caption"), self.theme["ink3"], R)
        painter.setFont(words_font("caption"))
        painter.setPen(self.theme["ink2"])
        painter.drawText(QRect(EDGE, 34, wide, 34), Qt.TextFlag.TextWordWrap | L, stage.note)
        if not stage.shape:
            value = float(stage.values[0, 0])
            said = ("yes" if value else "no") if stage.name == "mask" else f"{value:g}"
            put(painter, QRect(EDGE, HEAD + 20, wide, 40), said, words_font("reading"), self.theme["bar"], L)
            return
        self._draw_cells(painter, stage, self.cells())

    def _draw_cells(self, painter: QPainter, stage: Stage, box: QRect) -> None:
        values, limit = np.asarray(stage.values, np.float32), self.limit()
        signed = stage.name != "weights"
        colours = self.theme.diverging if signed else self.theme.sequential
        at = indices(np.where(np.isfinite(values), values, 0), -limit if signed else 0.0, limit)
        pixels = np.ascontiguousarray(colours.colours[at])
        rows, columns = values.shape
        picture = QImage(pixels.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_RGB32)
        painter.drawImage(box, picture)
        wide, high = box.width() // columns, box.height() // rows
        painter.setPen(self.theme["surface"])
        if wide >= 8:
            for column in range(1, columns):
                painter.fillRect(box.left() + column * wide, box.top(), 1, box.height(), self.theme["surface"])
        if high >= 8:
            for row in range(1, rows):
                painter.fillRect(box.left(), box.top() + row * high, box.width(), 1, self.theme["surface"])
        for row, column in np.argwhere(~np.isfinite(values)):
            cell = QRect(box.left() + int(column) * wide, box.top() + int(row) * high, wide, high)
            painter.fillRect(cell, self.theme["surface"])
            hatch(painter, cell, self.theme)
        self._draw_beside(painter, stage, box)
        if wide >= DIGITS:
            self._draw_digits(painter, values, at, colours.inks, box)
        for row, word in enumerate(self.words[:rows]):
            line = QRect(EDGE, box.top() + row * high, LABELS - 8, high)
            put(painter, line, word, font("axis"), self.theme["ink2"], R)
        self._draw_legend(painter, box, limit, signed)

    def _draw_digits(
        self, painter: QPainter, values: NDArray[Any], at: NDArray[Any], inks: NDArray[Any], box: QRect
    ) -> None:
        rows, columns = values.shape
        wide, high = box.width() // columns, box.height() // rows
        for row in range(rows):
            for column in range(columns):
                value = float(values[row, column])
                if math.isfinite(value):
                    painter.setPen(int(inks[at[row, column]]))
                    painter.setFont(font("axis"))
                    cell = QRect(box.left() + column * wide, box.top() + row * high, wide, high)
                    painter.drawText(cell, C | Qt.AlignmentFlag.AlignVCenter, short(value, self.stage))

    def _draw_beside(self, painter: QPainter, stage: Stage, box: QRect) -> None:
        """The name of each of several tensors over its columns, a line where the next begins."""
        left, each = box.left(), box.width() // max(stage.values.shape[1], 1)
        for name, columns in stage.beside:
            over = QRect(left, box.top() - OVER, columns * each, OVER - 2)
            put(painter, over, name, words_font("axis", 600), self.theme[ROLES[name]], C)
            if left > box.left():
                painter.fillRect(left, box.top() - OVER + 4, 1, box.height() + OVER - 4, self.theme["ink3"])
            left += columns * each

    def _draw_legend(self, painter: QPainter, box: QRect, limit: float, signed: bool) -> None:
        line = QRect(box.left(), box.bottom() + 6, max(box.width(), 220), 16)
        low = fixed(-limit, 2) if signed else "0"
        face = font("axis")
        put(painter, line, low, face, self.theme["ink3"], L)
        x = line.left() + text_width(low, face) + 6
        colours = (self.theme.diverging if signed else self.theme.sequential).colours
        picture = QImage(np.ascontiguousarray(colours[None]).tobytes(), 256, 1, 1024, QImage.Format.Format_RGB32)
        painter.drawImage(QRect(x, line.top() + 4, 96, 8), picture)
        said = fixed(limit, 2) if signed else "1"
        put(painter, QRect(x + 102, line.top(), 80, 16), said, face, self.theme["ink3"], L)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at: QPoint = event.position().toPoint()
        inside = self.cell_at(at.x(), at.y()) is not None
        self.setCursor(Qt.CursorShape.CrossCursor if inside else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        self.unsetCursor()


def shape_of(stage: Stage) -> str:
    """ "1 × 1 × 10 × 32" of a tensor, "each 1 × 1 × 10 × 32" of several alike, "a number"."""
    if not stage.shape:
        return "true or false" if stage.name == "mask" else "a number"
    widths = {columns for _, columns in stage.beside}
    said = " × ".join(f"{side:,}" for side in stage.shape)
    if len(widths) > 1:
        return ", ".join([said, *(f"{name}: {columns:,}" for name, columns in stage.beside[1:])])
    return f"each {said}" if widths else said


def place_of(stage: Stage, column: int) -> tuple[str, int]:
    """Of which tensor a column is ("K, "), and which of its own; "" where there is one alone."""
    for name, columns in stage.beside:
        if column < columns:
            return f"{name}, ", column
        column -= columns
    return "", column


def short(value: float, stage: Stage | None) -> str:
    """A number in a cell: weights without their 0, others with one decimal."""
    if stage is not None and stage.name == "weights":
        return f"{value:.2f}".removeprefix("0") if round(value, 2) < 1 else "1"
    return fixed(value, 1)
