"""Where everything of the attention map lies: plot, cells, labels, legend; and which words a zoom or a pan shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF

LEFT: Final = 16  # padding
NAME: Final = 18  # a line with the name of an axis, and its distance to the labels
TOP: Final = 16
ROW: Final = 19  # a line of labels, and its distance to the plot
BOTTOM: Final = 14
SPECIAL: Final = 48  # from the plot to the end of the column "special"
LEGEND: Final = 74  # from there to the right edge
BAR: Final = 11
LABELS: Final = (44, 92)  # least and most width of the query labels
MANY_LABELS: Final = 68
GAP_FROM: Final = 8  # cells have a gap from this size on, and are as even as they are large
LARGEST_CELL: Final = 88
WIDEST: Final = 1.35  # a plot's width to its height
FEWEST: Final = 3  # words that zooming in leaves

Ints = NDArray[np.int_]
Window = tuple[int, int, int, int]  # top, left, rows, columns, in shown words


@dataclass(frozen=True)
class Band:
    """One side of the plot: `count` shown words from `first` on, over `pixels` device pixels.

    Where there are more words than pixels a cell is one pixel and covers several words, as in engine.maps.raster.
    """

    first: int
    count: int
    pixels: int

    @property
    def cells(self) -> int:
        return min(self.count, self.pixels)

    @cached_property
    def words(self) -> Ints:
        """(cells + 1,): the shown words where each cell begins, and where the last ends."""
        return self.first + np.arange(self.cells + 1) * self.count // max(self.cells, 1)

    @cached_property
    def edges(self) -> Ints:
        """(cells + 1,): the device pixels where each cell begins, and where the last ends."""
        return np.arange(self.cells + 1) * self.pixels // max(self.cells, 1)

    def at(self, pixel: float) -> int | None:
        """The cell at a device pixel."""
        if not 0 <= pixel < self.pixels or not self.cells:
            return None
        return int(np.searchsorted(self.edges, pixel, "right")) - 1

    def cell_of(self, word: int) -> int | None:
        """The cell that shows a word; None when it is out of view."""
        if not self.first <= word < self.first + self.count:
            return None
        return int(np.searchsorted(self.words, word, "right")) - 1

    def zoomed(self, factor: float, pixel: float, total: int, pixels: int) -> tuple[int, int]:
        """(first, count) of a view `factor` times closer over `pixels`: the word at `pixel` stays under it."""
        count = max(min(round(self.count / factor), total), min(FEWEST, total))
        cell = self.at(min(max(pixel, 0), self.pixels - 1)) or 0
        word = int(self.words[cell] + self.words[min(cell + 1, self.cells)] - 1) // 2
        new = Band(0, count, pixels)
        under = int(new.words[new.at(min(max(pixel, 0), pixels - 1)) or 0])
        return min(max(word - under, 0), total - count), count


@dataclass(frozen=True)
class Layout:
    """The whole picture. Bands count device pixels from the plot's corner; everything else is in the widget's units."""

    dpr: float
    plot: QRectF
    rows: Band
    columns: Band
    room: tuple[int, int]  # device pixels, height and width, that the plot of a zoomed map fills
    header: int  # height of the key labels
    special: QRect  # empty without folded tokens
    legend: QRect  # the bar

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell."""
        return self.plot.width() / max(self.columns.cells, 1), self.plot.height() / max(self.rows.cells, 1)

    @property
    def gaps(self) -> bool:
        return min(self.cell) >= GAP_FROM

    def row_rect(self, row: int) -> QRectF:
        top, bottom = (float(edge) / self.dpr for edge in self.rows.edges[row : row + 2])
        return QRectF(self.plot.left(), self.plot.top() + top, self.plot.width(), bottom - top)

    def column_rect(self, column: int) -> QRectF:
        left, right = (float(edge) / self.dpr for edge in self.columns.edges[column : column + 2])
        return QRectF(self.plot.left() + left, self.plot.top(), right - left, self.plot.height())

    def rect(self, row: int, column: int) -> QRectF:
        return self.row_rect(row) & self.column_rect(column)

    def at(self, point: QPoint) -> tuple[int | None, int | None]:
        """Row and column at a point; beside the plot, on the labels or the special column, only one of them."""
        x, y = point.x() - self.plot.left(), point.y() - self.plot.top()
        row, column = self.rows.at(y * self.dpr), self.columns.at(x * self.dpr)
        if row is not None and (LEFT + NAME <= point.x() < self.plot.left() or self.special.contains(point)):
            return row, None
        if column is not None and -self.header <= y < 0:
            return None, column
        return (row, column) if row is not None and column is not None else (None, None)


def lay_out(
    size: tuple[int, int], dpr: float, total: int, window: Window | None, labels: int, header: int, folded: bool
) -> Layout:
    """The layout of a widget of `size` (width, height).

    `total` shown words are there, `window` of them is looked at (None: all); `labels` and `header` are the room that
    the labels of queries and keys would like. Many words get a square that is the same at any zoom.
    """
    right = LEGEND + (SPECIAL if folded else 0)
    left, top = LEFT + NAME - 2 + min(max(labels, LABELS[0]), LABELS[1]), TOP + NAME + max(header, ROW)
    many = total * GAP_FROM > min(size[0] - left - right, size[1] - top - BOTTOM)
    if many:
        left = LEFT + NAME - 2 + MANY_LABELS
    width, height = max(size[0] - left - right, 1), max(size[1] - top - BOTTOM, 1)
    height = min(height, width)
    width = min(width, height if many else round(height * WIDEST))
    room = (max(round(height * dpr), 1), max(round(width * dpr), 1))
    rows, columns = _bands(total, window, room, dpr)
    plot = QRectF(round(left * dpr) / dpr, round(top * dpr) / dpr, columns.pixels / dpr, rows.pixels / dpr)
    end, high = round(plot.right()), round(plot.height())
    special = QRect(end, top, SPECIAL, high) if folded else QRect()
    bar = QRect(max(end + right - LEGEND, left) + 24, top, BAR, max(high, min(height, 200)))
    return Layout(dpr, plot, rows, columns, room, top - TOP - NAME, special, bar)


def _bands(total: int, window: Window | None, room: tuple[int, int], dpr: float) -> tuple[Band, Band]:
    if window is not None:
        top, left, rows, columns = window
        return _clipped(top, rows, total, room[0]), _clipped(left, columns, total, room[1])
    return Band(0, total, _even(total, room[0], dpr)), Band(0, total, _even(total, room[1], dpr))


def _clipped(first: int, count: int, total: int, pixels: int) -> Band:
    first = min(first, total)
    return Band(first, min(count or total, total - first), pixels)


def _even(count: int, pixels: int, dpr: float) -> int:
    """How many pixels large cells fill when they are all alike; small ones differ by a pixel and fill all."""
    size = min(pixels // max(count, 1), round(LARGEST_CELL * dpr))
    return count * size if size >= GAP_FROM * dpr else pixels
