"""What the row block in SRAM carries along: running maximum, the factor that it brings, the running sum."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView, RowState
from gui.flash.fitting import fitting
from gui.flash.pane import FlashPane, Piece
from gui.flash.rows.layout import FOOT, HEAD, LEFT, ROW, Columns, row_box, row_height, shown_rows
from gui.flash.rows.marks import draw_factor, draw_maximum, range_of
from gui.flash.rows.words import HEADINGS, exact, factor_words, nothing, spoken, titles, token_of
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

TITLE: Final = 20
HEADING: Final = 44  # the middle of the headings
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
KEYS: Final[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class RowsPane(FlashPane):
    """A table, a row of the block each. A click, and up and down, choose the query; the wheel shows other rows."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "rowState", "What the row block carries along", parent)
        self.covered = 0  # px at the right of the title that another widget stands on
        self._turned: int | None = None  # the row that the wheel brought to the middle
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return QSize(416, HEAD + 16 * ROW[self.compact] + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, HEAD + 4 * ROW[1])

    def rows(self) -> range:
        """The rows of the block that are shown."""
        row = self.view.row if self.view else None
        if row is None:
            return range(0)
        tall, middle = self._tall(), row.query if self._turned is None else self._turned
        room, count = self.height() - HEAD - 4, len(row.m)
        return shown_rows(count, middle, room if count * tall <= room else room - FOOT, tall)

    def row_rect(self, row: int) -> QRect:
        """Where a row of the block (from 0) is; empty when it is not shown."""
        shown = self.rows()
        return row_box(self.width(), row - shown.start, self._tall()) if row in shown else QRect()

    def show_view(self, view: FlashView) -> None:
        if self.view is None or self.view.t != view.t or self.view.query != view.query:
            self._turned = None
        super().show_view(view)
        self.setAccessibleDescription(spoken(view, view.row) if view.row is not None else nothing(view))

    def pieces(self) -> dict[str, Piece]:
        view = self.view
        state, shown = (view.row if view else None), self.rows()
        title: dict[str, Piece] = {"title": (QRect(0, 0, self.width(), HEAD), (titles(view), self.covered))}
        if view is None or state is None:
            return title | {"nothing": (self.rect(), None if view is None else nothing(view))}
        tokens = [token_of(view, row) for row in shown]
        rows: dict[str, Piece] = {
            f"row {place}": (
                row_box(self.width(), place, self._tall()),
                (row, token, state.labels[row : row + 1], row == state.query, *_numbers(state, row)),
            )
            for place, (row, token) in enumerate(zip(shown, tokens, strict=True))
        }
        return title | rows | {"all": (self.rect(), (len(state.m), range_of(state), _widest(tokens)))}

    def tip_at(self, x: int, y: int) -> str:
        view, row = self.view, self._row_at(QPoint(x, y))
        return tip(exact(view, view.row, row)) if view and view.row is not None and row is not None else ""

    def focus_rect(self) -> QRect | None:
        return self.rect().adjusted(4, 4, -4, -4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().toPoint())
        if row is not None:
            self._choose(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._row_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, by = (self.view.row if self.view else None), KEYS.get(event.key())
        if row is None or by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self._choose(min(max(row.query + by, 0), len(row.m) - 1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        row, shown = (self.view.row if self.view else None), self.rows()
        if row is None or len(shown) == len(row.m) or not event.angleDelta().y():
            event.ignore()
            return
        by = -1 if event.angleDelta().y() > 0 else 1
        self._turned = min(max(shown.start + by, 0), len(row.m) - len(shown)) + len(shown) // 2
        self.refresh()

    def draw(self, painter: QPainter) -> None:
        view, width = self.view, self.width() - 2 * LEFT
        head = self.exposed(QRect(0, 0, self.width(), HEAD))
        if head:
            title, face = QRect(LEFT, TITLE - 10, width - self.covered, 20), words_font("pane_title")
            put(painter, title, fitting(titles(view), face, title.width()), face, self.theme["ink"], L)
        if view is None:
            return
        if view.row is None:
            painter.setFont(words_font("body"))
            painter.setPen(self.theme["ink3"])
            painter.drawText(QRect(LEFT, TITLE + 18, width, 80), Qt.TextFlag.TextWordWrap | L, nothing(view))
            return
        tokens = [token_of(view, row) for row in self.rows()]
        columns, scale = Columns.of(self.width(), _widest(tokens)), range_of(view.row)
        if head:
            self._draw_headings(painter, columns)
        for place, (row, token) in enumerate(zip(self.rows(), tokens, strict=True)):
            if self.exposed(row_box(self.width(), place, self._tall())):
                self._draw_row(painter, columns, view.row, row, token, scale)
        self._draw_foot(painter, view.row)

    def _draw_headings(self, painter: QPainter, at: Columns) -> None:
        face, ink = font("axis"), self.theme["ink3"]
        maximum, factor = (short[not at.roomy] for short in HEADINGS)
        for (left, wide), text, align in (
            ((LEFT, 60), "row", L),
            (at.maximum, maximum, L),
            (at.factor, factor, L),
            (at.before, "ℓ", R),
            (at.after, "α · ℓ", R),
        ):
            put(painter, QRect(left, HEADING - 8, max(wide, 80) if align == L else wide, 16), text, face, ink, align)

    def _draw_row(
        self,
        painter: QPainter,
        at: Columns,
        state: RowState,
        row: int,
        token: int | None,
        scale: tuple[float, float],
    ) -> None:
        theme, box = self.theme, self.row_rect(row)
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

    def _draw_foot(self, painter: QPainter, state: RowState) -> None:
        """Which rows these are, where there are more."""
        shown, count = self.rows(), len(state.m)
        if len(shown) == count:
            return
        box = QRect(LEFT, row_box(self.width(), len(shown), self._tall()).top() + 2, self.width() - 2 * LEFT, 16)
        text = f"{len(shown)} of the block’s {count:,} rows; the wheel shows the others"
        put(painter, box, text, words_font("axis"), self.theme["ink3"], L)

    def _choose(self, row: int) -> None:
        token = token_of(self.view, row) if self.view else None
        if token is not None and self.view is not None:
            self.store.pick(self.view.scene, query=token)

    def _tall(self) -> int:
        block = self.view.schedule.block_q if self.view else 1
        return row_height(block, self.height() - HEAD - 4, ROW[self.compact])

    def _row_at(self, at: QPoint) -> int | None:
        return next((row for row in self.rows() if self.row_rect(row).contains(at)), None)


def _numbers(state: RowState, row: int) -> tuple[float, ...]:
    """All that is drawn of a row."""
    columns = (state.m_before, state.m, state.factor, state.l_before)
    return tuple(float(column[row]) for column in columns)


def _widest(tokens: list[int | None]) -> int:
    """Pixels of the numbers of the rows."""
    return max(text_width(f"{max(token or 0 for token in tokens)}", font("axis")) + 8, 26)
