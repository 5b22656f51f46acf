"""Backward: the numbers that a row block brings, or the gradients that a key block sums up, line by line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import Backward, FlashDetail, FlashView
from gui.flash.fitting import fitting
from gui.flash.gradients.words import HEADINGS, Entry, entries, nothing, spoken, titles
from gui.flash.pane import FlashPane, Piece
from gui.flash.rows.layout import FOOT, HEAD, LEFT, ROW, row_box, row_height, shown_rows
from gui.flash.rows.marks import draw_factor
from gui.look.drawing import put, text_width
from gui.look.numbers import whole
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

TITLE: Final = 20
HEADING: Final = 44  # the middle of the headings
NUMBER: Final = (74, 60)  # px of a column of numbers, and where it is narrow
ROOMY: Final = 390
KEYS: Final[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
WORD: Final = 0.5  # of what is left, for the word; the bar has the rest
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class GradientsPane(FlashPane):
    """A table of `side` "rows" or "keys". A click, and up and down, choose the query; the wheel shows other lines."""

    def __init__(self, store: Store, side: str, parent: QWidget | None = None) -> None:
        super().__init__(store, f"gradient{side.capitalize()}", f"What the {side} of the tile have", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.side = side
        self.covered = 0  # px at the right of the title that another widget stands on
        self._turned: int | None = None  # the line that the wheel brought to the middle
        self._entries: list[Entry] = []

    def sizeHint(self) -> QSize:
        return QSize(416, HEAD + 16 * ROW[self.compact] + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, HEAD + 4 * ROW[1])

    def entries(self) -> list[Entry]:
        """All lines, also those that there is no room for."""
        return self._entries

    def lines(self) -> range:
        """The lines that are shown."""
        tall, count = self._tall(), len(self._entries)
        middle = self._turned if self._turned is not None else self._chosen() or 0
        room = self.height() - HEAD - 4
        return shown_rows(count, middle, room if count * tall <= room else room - FOOT, tall)

    def line_rect(self, line: int) -> QRect:
        """Where a line is; empty when it is not shown."""
        shown = self.lines()
        return row_box(self.width(), line - shown.start, self._tall()) if line in shown else QRect()

    def show_view(self, view: FlashView) -> None:
        if self.view is None or self.view.t != view.t:
            self._turned = None
        self.view = view
        self._read()

    def show_detail(self, detail: FlashDetail) -> None:
        super().show_detail(detail)
        self._read()

    def pieces(self) -> dict[str, Piece]:
        view = self.view
        said = "" if view is None or self._entries else nothing(self.side, view)
        shows = (titles(self.side, self._now()), said, self._entries, self.lines(), self._chosen(), self.covered)
        return {"all": (self.rect(), shows)}

    def tip_at(self, x: int, y: int) -> str:
        line = self._line_at(QPoint(x, y))
        return "" if line is None else tip(self._entries[line].tip)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position().toPoint())
        if line is not None and self.view is not None:
            self.store.pick(self.view.scene, query=self._entries[line].token)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._line_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by, view = KEYS.get(event.key()), self.view
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if by is None or view is None or not self._entries or held:
            super().keyPressEvent(event)
            return
        tokens = [entry.token for entry in self._entries]
        query = self.store.scene.query
        line = min(max(tokens.index(query) + by, 0), len(tokens) - 1) if query in tokens else 0
        self.store.pick(view.scene, query=tokens[line])

    def wheelEvent(self, event: QWheelEvent) -> None:
        shown, count = self.lines(), len(self._entries)
        if len(shown) == count or not event.angleDelta().y():
            event.ignore()
            return
        by = -1 if event.angleDelta().y() > 0 else 1
        self._turned = min(max(shown.start + by, 0), count - len(shown)) + len(shown) // 2
        self.refresh()

    def draw(self, painter: QPainter) -> None:
        view, width = self.view, self.width() - 2 * LEFT
        title = QRect(LEFT, TITLE - 10, width - self.covered, 20)
        face = words_font("pane_title")
        put(painter, title, fitting(titles(self.side, self._now()), face, title.width()), face, self.theme["ink"], L)
        if view is None:
            return
        if not self._entries:
            painter.setFont(words_font("body"))
            painter.setPen(self.theme["ink3"])
            box = QRect(LEFT, TITLE + 18, width, 80)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | L, nothing(self.side, view))
            return
        self._draw_headings(painter)
        for line in self.lines():
            self._draw_line(painter, line)
        shown, count = self.lines(), len(self._entries)
        if len(shown) < count:
            box = QRect(LEFT, row_box(self.width(), len(shown), self._tall()).top() + 2, width, 16)
            text = f"{len(shown)} of the block’s {whole(count)} {self.side}; the wheel shows the others"
            put(painter, box, text, words_font("axis"), self.theme["ink3"], L)

    def _draw_headings(self, painter: QPainter) -> None:
        face, ink = font("axis"), self.theme["ink3"]
        put(painter, QRect(LEFT, HEADING - 8, 60, 16), self.side.removesuffix("s"), face, ink, L)
        for (left, wide), name in zip(self._columns()[3:], HEADINGS[self.side], strict=False):
            put(painter, QRect(left, HEADING - 8, wide, 16), name, face, ink, R)

    def _draw_line(self, painter: QPainter, line: int) -> None:
        theme, box, entry = self.theme, self.line_rect(line), self._entries[line]
        chosen = line == self._chosen()
        if chosen:
            painter.fillRect(box, theme["sunken"])
        (number, word, bar, *columns) = (QRect(x, box.top(), wide, box.height()) for x, wide in self._columns())
        put(painter, number, str(entry.token), font("axis"), theme["ink3"], L)
        face = font("caption", 600 if chosen else None)
        put(painter, word, entry.word, face, theme[self._role() if chosen else "ink"], L)
        if entry.bar is not None:
            draw_factor(painter, bar, theme, entry.bar if entry.bar < 1 else 0.999999)
        for at, (column, text) in enumerate(zip(columns, entry.numbers, strict=False)):
            put(painter, column, text, font("axis", None if at else 600), theme["ink2" if at else "ink"], R)

    def _columns(self) -> list[tuple[int, int]]:
        """Left and width of: the token's number, its word, the bar, and the numbers."""
        count = len([name for name in HEADINGS[self.side] if name])
        wide = NUMBER[self.width() < ROOMY]
        token = max(text_width(str(entry.token), font("axis")) for entry in self._entries[-1:] or self._entries) + 8
        token = max(token, 26)
        rest = self.width() - 2 * LEFT - token - count * wide
        word = int(rest * WORD)
        found = [(LEFT, token), (LEFT + token, word - 8), (LEFT + token + word, rest - word)]
        right = self.width() - LEFT
        return [*found, *((right - (count - n) * wide, wide) for n in range(count))]

    def _now(self) -> Backward | None:
        late = self.detail is not None and self.view is not None and self.detail.scene == self.view.scene
        return self.detail.backward if late and self.detail is not None else self.view.backward if self.view else None

    def _chosen(self) -> int | None:
        now = self._now()
        return now.query if now is not None and self.side == "rows" else None

    def _role(self) -> str:
        return "query" if self.side == "rows" else "key"

    def _read(self) -> None:
        view = self.view
        self._entries = entries(self.side, view, self._now()) if view else []
        self.refresh()
        said = spoken(self.side, self._entries, self._chosen()) if self._entries else ""
        self.setAccessibleDescription(said or (nothing(self.side, view) if view else ""))

    def _tall(self) -> int:
        return row_height(len(self._entries), self.height() - HEAD - 4, ROW[self.compact])

    def _line_at(self, at: QPoint) -> int | None:
        return next((line for line in self.lines() if self.line_rect(line).contains(at)), None)
