"""Backward: the numbers that a row block brings, or the gradients that a key block sums up, line by line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import Backward, FlashDetail, FlashView
from gui.flash.gradients.words import HEADINGS, Entry, entries, nothing, spoken, titles
from gui.flash.pane import Piece
from gui.flash.rows.layout import LEFT
from gui.flash.rows.marks import draw_factor
from gui.flash.rows.table import TablePane
from gui.look.drawing import put, text_width
from gui.look.plain import tip
from gui.look.theme import font
from gui.store import Store

NUMBER: Final = (74, 60)  # px of a column of numbers, and where it is narrow
ROOMY: Final = 390
WORD: Final = 0.5  # of what is left, for the word; the bar has the rest
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class GradientsPane(TablePane):
    """What the rows of the tile bring, or what its keys sum up: `side` is "rows" or "keys"."""

    def __init__(self, store: Store, side: str, parent: QWidget | None = None) -> None:
        super().__init__(store, f"gradient{side.capitalize()}", f"What the {side} of the tile have", parent)
        self.side = side
        self._entries: list[Entry] = []

    def entries(self) -> list[Entry]:
        """All lines, also those that there is no room for."""
        return self._entries

    def count(self) -> int:
        return len(self._entries)

    def chosen(self) -> int | None:
        now = self._now()
        return now.query if now is not None and self.side == "rows" else None

    def token(self, line: int) -> int:
        return self._entries[line].token

    def beside(self, by: int) -> int:
        tokens, query = [entry.token for entry in self._entries], self.store.scene.query
        return tokens.index(query) + by if query in tokens else 0

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
        shows = (titles(self.side, self._now()), said, self._entries, self.lines(), self.chosen(), self.covered)
        return {"all": (self.rect(), shows)}

    def tip_at(self, x: int, y: int) -> str:
        line = self.line_at(QPoint(x, y))
        return "" if line is None else tip(self._entries[line].tip)

    def draw(self, painter: QPainter) -> None:
        self._draw_title(painter, titles(self.side, self._now()))
        if self.view is None:
            return
        if not self._entries:
            self._draw_nothing(painter, nothing(self.side, self.view))
            return
        self._draw_headings(painter)
        for line in self.lines():
            self._draw_line(painter, line)
        self._draw_foot(painter, self.side)

    def _draw_headings(self, painter: QPainter) -> None:
        self._draw_heading(painter, LEFT, 60, self.side.removesuffix("s"), L)
        for (left, wide), name in zip(self._columns()[3:], HEADINGS[self.side], strict=False):
            self._draw_heading(painter, left, wide, name, R)

    def _draw_line(self, painter: QPainter, line: int) -> None:
        theme, box, entry = self.theme, self.line_rect(line), self._entries[line]
        chosen = line == self.chosen()
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

    def _role(self) -> str:
        return "query" if self.side == "rows" else "key"

    def _read(self) -> None:
        view = self.view
        self._entries = entries(self.side, self._now()) if view else []
        self.refresh()
        said = spoken(self.side, self._entries, self.chosen()) if self._entries else ""
        self.setAccessibleDescription(said or (nothing(self.side, view) if view else ""))
