"""One cell, step by step: from the products of q and k to what the key's value adds to the output."""

from __future__ import annotations

import html
import math
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.shown.chosen import Cell
from engine.shown.view import View, varied_of
from gui.attention.cell.lines import Line, fitted, lines_of
from gui.attention.cell.products import Products
from gui.attention.tips import bold
from gui.look.drawing import elided, put, text_width
from gui.look.plain import breakable
from gui.look.runs import Run, put_runs, width_of
from gui.look.theme import font
from gui.messages.copied import add_copy
from gui.parts.pane import Pane
from gui.store import Store

PADDING: Final = 16
TITLE: Final = "One cell, step by step"
HEAD: Final = QRect(PADDING, 14, 0, 20)
BARS: Final = 40  # the height of the products
ROWS: Final = (26, 33)  # the least and the usual height of a line of the table
COLUMNS: Final = (8, 84)  # where name and formula begin, from the table's left
CLOSE: Final = 12  # around the formula where the pane is narrow
NARROW: Final = 360
LEGENDS: Final = ("one bar per dimension: its q × its k", "its q × its k, each dimension")
LEAST: Final = (300, 72)
MERGED: Final = "the word’s weight adds up its keys’ pieces and averages its queries’ pieces"
NO_CELL: Final = "{} of all heads: its cells come from no single q\u00a0·\u00a0k. Open a head to see one step by step."
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class CellPane(Pane):
    """The arithmetic of the chosen query and key in four lines; Ctrl+C copies them."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "cellPane", TITLE, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(*LEAST)
        add_copy(self, self.plain, "the chosen cell", "Copy the four lines")

    def sizeHint(self) -> QSize:
        return QSize(418, 176) if self.compact else QSize(454, 253)

    def plain(self) -> str:
        """What the pane says, as text."""
        if self.view is None or self.view.cell is None:
            return ""
        query, key = _labels(self.view)
        return "\n".join([f"{query} → {key}", *(line.plain() for line in lines_of(self.view, self.view.cell, True))])

    def caption(self) -> str:
        """Which pieces the numbers belong to, when words of several pieces are shown as one."""
        if self.view is None or self.view.cell is None or self.view.cell.of_pieces == 1:
            return ""
        cell, tokens = self.view.cell, self.view.capture.tokens
        words = f"strongest of {cell.of_pieces} pairs of pieces"
        words = f"{words}: {tokens[cell.query].label} → {tokens[cell.key].label}"
        return whole if text_width(whole := f"{words}; {MERGED}", font("caption")) <= self._wide else words

    def show_view(self, view: View) -> None:
        super().show_view(view)
        self.setAccessibleDescription(self.plain())

    def draw(self, painter: QPainter) -> None:
        cell = None if self.view is None else self.view.cell
        low = self._is_low(cell)
        if not low:
            put(painter, HEAD.adjusted(0, 0, self._wide, 0), TITLE, font("pane_title"), self.theme["ink"], LEFT)
        if self.view is None:
            return
        if not low:
            self._draw_pair(painter, self.view)
        if cell is None:
            box = QRect(PADDING, 8 if low else 40, self._wide, 36)
            painter.setFont(font("caption"))
            painter.setPen(self.theme["ink3"])
            painter.drawText(box, Qt.TextFlag.TextWordWrap, NO_CELL.format(str(self.view.head).capitalize()))
            return
        if self._is_captioned(cell):
            caption = QRect(PADDING, HEAD.bottom() + 2, self._wide, 16)
            put(painter, caption, self.caption(), font("caption"), self.theme["ink3"], LEFT)
        short = self._is_short(cell)
        if not short:
            self._products(cell).draw(painter, self.theme)
            self._draw_legend(painter, self._table(cell).top() - 23)
        for row, line in zip(self._rows(cell), lines_of(self.view, cell, short), strict=True):
            self._draw_line(painter, row, line)

    def tip_at(self, x: int, y: int) -> str:
        if self.view is None or self.view.cell is None:
            return ""
        cell = self.view.cell
        short = self._is_short(cell)
        if HEAD.top() <= y <= HEAD.bottom() and not self._is_low(cell):
            query, key = _labels(self.view)
            return "<br>".join(filter(None, (f"{bold(query)} → {bold(key)}", html.escape(self.caption()))))
        if HEAD.bottom() < y <= HEAD.bottom() + 18 and not self._is_low(cell) and self.caption():
            return breakable(f"{self.caption().removesuffix(f'; {MERGED}')}; {MERGED}")
        if not short and (dimension := self._products(cell).at(x, y)) is not None:
            return _product_tip(self.view, cell, dimension)
        lines = zip(self._rows(cell), lines_of(self.view, cell, short), strict=True)
        return next((line.tip for row, line in lines if row.contains(x, y)), "")

    @property
    def _wide(self) -> int:
        return self.width() - 2 * PADDING

    def _is_short(self, cell: Cell) -> bool:
        """Whether there is no room for the products."""
        return self.compact or self.height() < self._top(cell) + BARS + 40 + 4 * (ROWS[0] - 4)

    def _is_low(self, cell: Cell | None) -> bool:
        """Whether there is room for the four lines alone."""
        top = HEAD.bottom() + 6 if cell is None else self._top(cell)
        return self.height() < top + 10 + 4 * (ROWS[0] - 4)

    def _top(self, cell: Cell) -> int:
        """Where the pane goes on below title and caption."""
        return HEAD.bottom() + (22 if self._is_captioned(cell) else 6)

    def _is_captioned(self, cell: Cell) -> bool:
        """Whether the pieces are named below the title: there are some, and there is room."""
        return cell.of_pieces > 1 and self.height() >= HEAD.bottom() + 32 + 4 * (ROWS[0] - 4)

    def _products(self, cell: Cell) -> Products:
        return Products(cell.products, QRect(PADDING, self._top(cell) + 6, self._wide, BARS))

    def _table(self, cell: Cell) -> QRect:
        least, usual = ROWS
        if self._is_low(cell):
            row = min((self.height() - 1) // 4, least)
            return QRect(PADDING, (self.height() - 1 - 4 * row) // 2, self._wide, 4 * row)
        short = self._is_short(cell)
        top = self._top(cell) + (1 if short else BARS + 31)
        row = min(max((self.height() - 9 - top) // 4, least - 4), least if short else usual)
        return QRect(PADDING, top, self._wide, 4 * row)

    def _rows(self, cell: Cell) -> list[QRect]:
        table = self._table(cell)
        height = table.height() // 4
        return [QRect(table.left(), table.top() + i * height, table.width(), height) for i in range(4)]

    def _draw_pair(self, painter: QPainter, view: View) -> None:
        """Query and key at the right of the title, cut where they do not fit."""
        face = font("caption", 600)
        room = self._wide - text_width(TITLE, font("pane_title")) - 24 - text_width(" → ", face)
        query, key = _labels(view)
        wide = text_width(query, face), text_width(key, face)
        if sum(wide) > room:
            half = room // 2
            query = elided(query, face, max(half, room - wide[1]))
            key = elided(key, face, max(half, room - text_width(query, face)))
        runs = (Run(query, "query", 600), Run(" → ", "ink3"), Run(key, "key", 600))
        put_runs(painter, HEAD.adjusted(0, 0, self._wide, 0), runs, "caption", self.theme, right=True)

    def _draw_legend(self, painter: QPainter, top: int) -> None:
        face, box = font("axis"), QRect(PADDING, top, self._wide, 16)
        for words, role in (("subtracts", "neg"), ("adds", "bar")):
            put(painter, box, words, face, self.theme["ink3"], RIGHT)
            box.setRight(box.right() - text_width(words, face) - 5)
            painter.fillRect(box.right() - 8, box.top() + 4, 9, 9, self.theme[role])
            box.setRight(box.right() - 9 - 16)
        said = next((words for words in LEGENDS if text_width(words, face) <= box.width()), LEGENDS[-1])
        put(painter, box, said, face, self.theme["ink3"], LEFT)

    def _draw_line(self, painter: QPainter, row: QRect, line: Line) -> None:
        assert self.view is not None
        lit = self.view.stage in line.stages
        if lit:
            painter.fillRect(row, self.theme["sunken"])
        painter.fillRect(row.left(), row.top(), row.width(), 1, self.theme["line"])
        painter.fillRect(row.left(), row.bottom() + 1, row.width(), 1, self.theme["line"])
        inside = row.adjusted(COLUMNS[0], 1, -COLUMNS[0], 0)
        put_runs(painter, inside, line.name, "control", self.theme)
        result = (Run(line.result, "ink", 600 if lit else 500),)
        put_runs(painter, inside, result, "control", self.theme, right=True)
        box = self._formula_box(inside, line)
        put_runs(painter, box, fitted(line.formula, "caption", box.width()), "caption", self.theme, beside="control")

    def _formula_box(self, inside: QRect, line: Line) -> QRect:
        """Between name and result, which are never cut."""
        first = COLUMNS[1] - COLUMNS[0]
        if self.width() < NARROW:
            first = text_width("softmax", font("control", 500)) + CLOSE
        last = math.ceil(width_of((Run(line.result, "ink", 600),), "control")) + CLOSE
        return inside.adjusted(first, 0, -last, 0)


def _labels(view: View) -> tuple[str, str]:
    """The chosen query and key as they are shown; folded special tokens by their own names."""
    names = []
    for token, shown in ((view.query, view.query_group), (view.key, view.key_group)):
        names.append(view.axis.groups[shown].label if shown >= 0 else view.capture.tokens[token].label)
    return names[0], names[1]


def _product_tip(view: View, cell: Cell, dimension: int) -> str:
    assert isinstance(view.head, int)
    layer = varied_of(view.scene, view.capture).capture.layers[view.layer]
    q = float(layer.q[view.head, cell.query, dimension])
    k = float(layer.k[layer.kv_group(view.head), cell.key, dimension])
    return f"Dimension {dimension} of {len(cell.products)}\nq {q:.9g} × k {k:.9g} = {cell.products[dimension]:.9g}"
