"""A table of the queries or keys of a block, under mouse, wheel and keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from gui.flash.fitting import fitting
from gui.flash.pane import FlashPane
from gui.flash.rows.layout import FOOT, HEAD, LEFT, ROW, row_box, row_height, shown_rows
from gui.look.drawing import put
from gui.look.numbers import whole
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

TITLE: Final = 20
HEADING: Final = 44  # the middle of the headings
KEYS: Final[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
L = Qt.AlignmentFlag.AlignLeft


class TablePane(FlashPane):
    """A line a token. A click, and up and down, choose the query; the wheel shows lines that there is no room for."""

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(store, name, accessible, parent)
        self.covered = 0  # px at the right of the title that another widget stands on
        self._turned: int | None = None  # the line that the wheel brought to the middle
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @abstractmethod
    def count(self) -> int:
        """How many lines there are."""

    @abstractmethod
    def chosen(self) -> int | None:
        """The line of the query, where it is one of these."""

    @abstractmethod
    def token(self, line: int) -> int | None:
        """The token of a line, None for none."""

    @abstractmethod
    def beside(self, by: int) -> int:
        """The line that is `by` below the one in force."""

    def lines(self) -> range:
        """The lines that are shown."""
        tall, count, room = self.tall(), self.count(), self.height() - HEAD - 4
        middle = self._turned if self._turned is not None else self.chosen() or 0
        return shown_rows(count, middle, room if count * tall <= room else room - FOOT, tall)

    def line_rect(self, line: int) -> QRect:
        """Where a line (from 0) is; empty when it is not shown."""
        shown = self.lines()
        return row_box(self.width(), line - shown.start, self.tall()) if line in shown else QRect()

    def line_at(self, at: QPoint) -> int | None:
        """The line at a point of the pane."""
        return next((line for line in self.lines() if self.line_rect(line).contains(at)), None)

    def most(self) -> int:
        """How many lines a block can have."""
        return self.count()

    def tall(self) -> int:
        """The height of a line."""
        return row_height(self.most(), self.height() - HEAD - 4, ROW[self.compact])

    def sizeHint(self) -> QSize:
        return QSize(416, HEAD + 16 * ROW[self.compact] + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, HEAD + 4 * ROW[1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position().toPoint())
        if line is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.line_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = KEYS.get(event.key())
        if by is None or not self.count() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self._choose(min(max(self.beside(by), 0), self.count() - 1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        shown, count = self.lines(), self.count()
        if len(shown) == count or not event.angleDelta().y():
            event.ignore()
            return
        by = -1 if event.angleDelta().y() > 0 else 1
        self._turned = min(max(shown.start + by, 0), count - len(shown)) + len(shown) // 2
        self.refresh()

    def _choose(self, line: int) -> None:
        token = self.token(line)
        if token is not None and self.view is not None:
            self.store.pick(self.view.scene, query=token)

    def _draw_title(self, painter: QPainter, texts: tuple[str, ...]) -> None:
        """The longest of these that fits."""
        box, face = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT - self.covered, 20), words_font("pane_title")
        put(painter, box, fitting(texts, face, box.width()), face, self.theme["ink"], L)

    def _draw_nothing(self, painter: QPainter, why: str) -> None:
        painter.setFont(words_font("body"))
        painter.setPen(self.theme["ink3"])
        box = QRect(LEFT, TITLE + 18, self.width() - 2 * LEFT, 80)
        painter.drawText(box, Qt.TextFlag.TextWordWrap | L, why)

    def _draw_heading(self, painter: QPainter, left: int, wide: int, text: str, align: Qt.AlignmentFlag) -> None:
        put(painter, QRect(left, HEADING - 8, wide, 16), text, font("axis"), self.theme["ink3"], align)

    def _draw_foot(self, painter: QPainter, what: str) -> None:
        """How many lines these are, where there are more."""
        shown, count = self.lines(), self.count()
        if len(shown) < count:
            top = row_box(self.width(), len(shown), self.tall()).top() + 2
            text = f"{len(shown)} of the block’s {whole(count)} {what}; the wheel shows the others"
            box = QRect(LEFT, top, self.width() - 2 * LEFT, 16)
            put(painter, box, text, words_font("axis"), self.theme["ink3"], L)
