"""The list of a lens: rows with bars and numbers, a picture of all of them above."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from gui.attention.why.layout import ListLayout
from gui.attention.why.lenses import LENSES
from gui.attention.why.painting import draw_list
from gui.attention.why.rows import Line, Lines
from gui.attention.why.strip import draw_strip, place_at
from gui.look.painted import Painted
from gui.look.theme import Theme
from gui.messages.copied import add_copy
from gui.parts.row_scroll import RowScroll
from gui.store import Store

STEPS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class WhyList(Painted):
    """A click, or the up and down keys, take a row: that chooses its word or opens its head. Ctrl+C copies all rows."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "whyList", "Why it looks there, row by row", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lines: Lines | None = None
        self._scene = store.scene  # whose list it is
        self._layout: ListLayout | None = None
        self._by_size = False
        self._hovered = self._at = -1  # places from the top
        self._scroll = RowScroll("Scroll the list", self)
        add_copy(self, self.tsv, "the numbers of the list", "Copy the numbers")
        self.apply_theme(self.theme)

    def tsv(self) -> str:
        """What is listed, in full, a line a row."""
        return self.lines.tsv(self._by_size) if self.lines else ""

    def show_lines(self, lines: Lines, by_size: bool, scene: Scene) -> None:
        """Show the list of a scene, in its order or the largest first; the row that was taken stays the taken one."""
        kept = self._taken() if self.lines and self.lines.columns == lines.columns else -1
        self.lines, self._by_size, self._scene = lines, by_size, scene
        self._lay_out()
        self._at = self._place_of(lines.chosen if lines.chosen >= 0 else kept)
        self._reveal()
        self.setAccessibleName(f"{LENSES[scene.lens].title}: up and down choose a row")
        self._say()
        self.update()

    def row_rect(self, index: int) -> QRect:
        """The row of an index into the list, as far as it is scrolled; empty when there is none."""
        at = self._place_of(index)
        return self._layout.box(at, self._scroll.value()) if self._layout and at >= 0 else QRect()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self._scroll.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        if self._layout is not None:
            draw_strip(painter, self.theme, self._layout, self._hovered if self._hovered >= 0 else self._at)
            draw_list(painter, self.theme, self._layout, self._scroll.value(), self._hovered)

    def focus_rect(self) -> QRect | None:
        if self._layout is None or self._at < 0:
            return super().focus_rect()
        return self._layout.box(self._at, self._scroll.value()).adjusted(1, 2, -1, -2)

    def tip_at(self, x: int, y: int) -> str:
        if self._layout is None or self.lines is None:
            return ""
        if self._layout.caption.contains(x, y):
            over = next((at for at, box in enumerate(self._layout.columns) if box.contains(x, y)), None)
            return "" if over is None else f"<b>{self.lines.columns[over]}</b><br>{self.lines.tips[over]}"
        line = self._line(self._hit(x, y))
        return line.tip if line else ""

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._reveal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self._hit(at.x(), at.y()) >= 0:
            self._take(self._hit(at.x(), at.y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._hover(self._hit(at.x(), at.y()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._layout and self._layout.scrolls:
            self._scroll.turn(event)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in STEPS or self._layout is None or not len(self._layout.order):
            super().keyPressEvent(event)
            return
        last, page = len(self._layout.order) - 1, self._layout.seen
        there = dict(zip(STEPS, (self._at - 1, self._at + 1, 0, last, self._at - page, self._at + page), strict=True))
        self._take(min(max(there[Qt.Key(event.key())], 0), last))

    # What they do

    def _take(self, at: int) -> None:
        """Go to a row; where it is a word or a head, choose that."""
        line = self._line(at)
        self._at = at
        self._reveal()
        self._say()
        self.update()
        if line is not None and line.field is not None:
            name, value = line.field
            self.store.pick(self._scene, **{name: value})

    def _say(self) -> None:
        """What a screen reader says: the row that was taken, and where it is."""
        line = self._line(self._at)
        sentence = self.lines.sentence if self.lines else ""
        if line is None or self._layout is None:
            self.setAccessibleDescription(sentence)
            return
        words = unescape(re.sub(r"<[^>]*>", "", line.tip.replace("<br>", ", ")).replace("\u200b", ""))
        self.setAccessibleDescription(f"{words}, {self._at + 1} of {len(self._layout.order)}. {sentence}")

    def _taken(self) -> int:
        return int(self._layout.order[self._at]) if self._layout and 0 <= self._at < len(self._layout.order) else -1

    def _place_of(self, index: int) -> int:
        found = np.flatnonzero(self._layout.order == index) if self._layout else np.zeros(0, int)
        return int(found[0]) if found.size else -1

    def _line(self, at: int) -> Line | None:
        if self.lines is None or self._layout is None or not 0 <= at < len(self._layout.order):
            return None
        return self.lines.line(int(self._layout.order[at]))

    def _hit(self, x: int, y: int) -> int:
        if self._layout is None:
            return -1
        above = place_at(self._layout, x, y)
        return above if above >= 0 else self._layout.hit(y, self._scroll.value())

    def _hover(self, at: int) -> None:
        line = self._line(at)
        hand = line is not None and line.field is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if at != self._hovered:
            self._hovered = at
            self.update()

    def _lay_out(self) -> None:
        if self.lines is None:
            return
        order = self.lines.order(self._by_size)
        self._layout = layout = ListLayout(self.lines, order, self.width(), self.height(), self.compact)
        self._hovered = min(self._hovered, len(order) - 1)
        self._scroll.fit(layout.top, layout.row, layout.seen, len(order))

    def _reveal(self) -> None:
        """Bring a row that is scrolled away to the middle."""
        if self._layout is not None and self._at >= 0:
            self._scroll.reveal(self._at)
