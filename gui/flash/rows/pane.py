"""What the row block in SRAM carries along: running maximum, the factor that it brings, the running sum."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView, RowState
from gui.flash.pane import Piece
from gui.flash.rows.layout import HEAD, LEFT, Columns, row_box
from gui.flash.rows.marks import draw_factor, draw_maximum, range_of
from gui.flash.rows.table import TablePane
from gui.flash.rows.words import HEADINGS, exact, factor_words, nothing, spoken, titles, token_of
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.plain import tip
from gui.look.theme import font
from gui.store import Store

L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class RowsPane(TablePane):
    """Each row of the block: its maximum before and now, the factor that this brings, and its sum."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "rowState", "What the row block carries along", parent)

    def count(self) -> int:
        return len(self.view.row.m) if self.view and self.view.row is not None else 0

    def chosen(self) -> int | None:
        return self.view.row.query if self.view and self.view.row is not None else None

    def token(self, line: int) -> int | None:
        return token_of(self.view, line) if self.view else None

    def beside(self, by: int) -> int:
        return (self.chosen() or 0) + by

    def most(self) -> int:
        return self.view.schedule.block_q if self.view else 1

    def show_view(self, view: FlashView) -> None:
        if self.view is None or self.view.t != view.t or self.view.query != view.query:
            self._turned = None
        super().show_view(view)
        self.setAccessibleDescription(spoken(view, view.row) if view.row is not None else nothing(view))

    def pieces(self) -> dict[str, Piece]:
        view = self.view
        state, shown = (view.row if view else None), self.lines()
        title: dict[str, Piece] = {"title": (QRect(0, 0, self.width(), HEAD), (titles(view), self.covered))}
        if view is None or state is None:
            return title | {"nothing": (self.rect(), None if view is None else nothing(view))}
        tokens = [token_of(view, row) for row in shown]
        rows: dict[str, Piece] = {
            f"row {place}": (
                row_box(self.width(), place, self.tall()),
                (row, token, state.labels[row : row + 1], row == state.query, *_numbers(state, row)),
            )
            for place, (row, token) in enumerate(zip(shown, tokens, strict=True))
        }
        return title | rows | {"all": (self.rect(), (len(state.m), range_of(state), _widest(tokens)))}

    def tip_at(self, x: int, y: int) -> str:
        view, row = self.view, self.line_at(QPoint(x, y))
        return tip(exact(view, view.row, row)) if view and view.row is not None and row is not None else ""

    def focus_rect(self) -> QRect | None:
        return self.rect().adjusted(4, 4, -4, -4)

    def draw(self, painter: QPainter) -> None:
        view, head = self.view, self.exposed(QRect(0, 0, self.width(), HEAD))
        if head:
            self._draw_title(painter, titles(view))
        if view is None:
            return
        if view.row is None:
            self._draw_nothing(painter, nothing(view))
            return
        tokens = [token_of(view, row) for row in self.lines()]
        columns, scale = Columns.of(self.width(), _widest(tokens)), range_of(view.row)
        if head:
            self._draw_headings(painter, columns)
        for place, (row, token) in enumerate(zip(self.lines(), tokens, strict=True)):
            if self.exposed(row_box(self.width(), place, self.tall())):
                self._draw_row(painter, columns, view.row, row, token, scale)
        self._draw_foot(painter, "rows")

    def _draw_headings(self, painter: QPainter, at: Columns) -> None:
        maximum, factor = (short[not at.roomy] for short in HEADINGS)
        for (left, wide), text, align in (
            ((LEFT, 60), "row", L),
            (at.maximum, maximum, L),
            (at.factor, factor, L),
            (at.before, "ℓ", R),
            (at.after, "α · ℓ", R),
        ):
            self._draw_heading(painter, left, max(wide, 80) if align == L else wide, text, align)

    def _draw_row(
        self,
        painter: QPainter,
        at: Columns,
        state: RowState,
        row: int,
        token: int | None,
        scale: tuple[float, float],
    ) -> None:
        theme, box = self.theme, self.line_rect(row)
        chosen = row == state.query
        if chosen:
            painter.fillRect(box, theme["sunken"])

        def cell(column: tuple[int, int]) -> QRect:
            return QRect(column[0], box.top(), column[1], box.height())

        put(painter, cell(at.row), "" if token is None else str(token), font("axis"), theme["ink3"], L)
        if row < len(state.labels):
            face = font("caption", 600 if chosen else None)
            put(painter, cell(at.label), state.labels[row], face, theme["query" if chosen else "ink"], L)
        factor, before = float(state.factor[row]), float(state.l_before[row])
        draw_maximum(painter, cell(at.maximum), theme, float(state.m_before[row]), float(state.m[row]), scale)
        draw_factor(painter, cell(at.factor), theme, factor)
        changed = factor != 1
        bold = font("axis", 600 if changed else None)
        put(painter, cell(at.number), factor_words(factor), bold, theme["ink" if changed else "ink2"], R)
        put(painter, cell(at.before), fixed(before, 2), font("axis"), theme["ink3"], R)
        put(painter, cell(at.after), fixed(factor * before, 2), bold, theme["ink" if changed else "ink2"], R)


def _numbers(state: RowState, row: int) -> tuple[float, ...]:
    """All that is drawn of a row."""
    columns = (state.m_before, state.m, state.factor, state.l_before)
    return tuple(float(column[row]) for column in columns)


def _widest(tokens: list[int | None]) -> int:
    """Pixels of the numbers of the rows."""
    return max(text_width(f"{max(token or 0 for token in tokens)}", font("axis")) + 8, 26)
