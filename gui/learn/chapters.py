"""The list of chapters: number, title, a tick when read; below the open one its headings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn import TASKS
from engine.learn.marks import plain
from gui.learn.contents import TASKS_PAGE, Entry, entries
from gui.learn.progress import Progress
from gui.learn.prose import document_of, lines_of
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.painted import Painted
from gui.look.theme import line_height
from gui.parts.buttons import panel, square, words_font
from gui.store import Store

ROW: Final = (33, 29)  # of a chapter, and compact
SUB: Final = (27, 23)  # of a heading
EDGE: Final = 12
NUMBER: Final = 24  # px of the numbers' column, right-aligned
TITLE: Final = 50  # where titles begin
TICK: Final = 14
RIGHT: Final = 10  # px from the words to a row's right end
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class Place:
    """A row: the page, and one of its headings ("" for the page itself)."""

    page: str
    anchor: str
    words: str
    box: QRect


class ChapterList(Painted):
    """One stop of the Tab key: up and down move the frame, Enter opens. `chosen(page, anchor)`."""

    background = "window"
    chosen = Signal(str, str)

    def __init__(self, store: Store, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(store, "chapterList", "Chapters: up and down choose, Enter opens", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.progress = progress
        self.entries: tuple[Entry, ...] = entries()
        self._searched = False
        self._heading = ""  # where the article is
        self._at = 0  # the row of the keyboard
        self._hovered = -1
        progress.changed.connect(self.update)

    def show_entries(self, found: tuple[Entry, ...], searched: bool) -> None:
        """Show pages; what a search found shows all its headings."""
        self.entries, self._searched, self._at = found, searched, 0
        self._measure()

    def show_page(self, heading: str) -> None:
        """Follow the open chapter and where the article is."""
        self._heading = heading
        self._measure()

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._measure()

    def places(self) -> list[Place]:
        """Every row, from top to bottom."""
        rows, y = list[Place](), 0
        for entry in self.entries:
            row, sub = ROW[self.compact], SUB[self.compact]
            y += 8 if entry.name == TASKS_PAGE and rows else 0
            named = [(entry.title, "", row)]
            if self._searched or entry.name == self.store.scene.chapter:
                named += [(words, anchor, sub) for words, anchor in entry.headings]
            for words, anchor, high in named:
                place = Place(entry.name, anchor, words, QRect(EDGE, y, self.width() - 2 * EDGE, high))
                place.box.setHeight(high + self._more(place))
                rows.append(place)
                y += place.box.height()
        return rows

    def words_rect(self, row: Place) -> QRect:
        """Where the words of a row may stand."""
        done = not row.anchor and row.page in self.progress.read
        return row.box.adjusted(TITLE - EDGE, 0, -RIGHT - (TICK + 6 if done else 0), 0)

    def role_of(self, row: Place) -> tuple[str, int]:
        """The role of a row's words, and their weight."""
        opened = row.page == self.store.scene.chapter
        if row.anchor:
            return "caption", 500 if opened and row.anchor == self._heading else 400
        return "control", 600 if opened else 400

    def _more(self, row: Place) -> int:
        """How much higher a row is that has more than one line, in pixels."""
        role, weight = self.role_of(row)
        return (lines_of(row.words, role, weight, self.words_rect(row).width()) - 1) * line_height(role)

    def row_rect(self, page: str, anchor: str = "") -> QRect:
        """Where a page, or a heading of it, is; empty when it is not shown."""
        return next((row.box for row in self.places() if (row.page, row.anchor) == (page, anchor)), QRect())

    def sizeHint(self) -> QSize:
        rows = self.places()
        return QSize(264, rows[-1].box.bottom() + 9 if rows else 40)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def tip_at(self, x: int, y: int) -> str:
        at = self._row_at(QPoint(x, y))
        return "" if at < 0 else plain(self.places()[at].words)

    def focus_rect(self) -> QRect | None:
        rows = self.places()
        return rows[min(self._at, len(rows) - 1)].box.adjusted(3, 3, -3, -3) if rows else None

    def draw(self, painter: QPainter) -> None:
        rows = self.places()
        for index, row in enumerate(rows):
            self._draw_row(painter, index, row)
        if not rows:
            box = QRect(EDGE + 10, 0, self.width() - 2 * EDGE - 10, 33)
            put(painter, box, "Nothing has these words.", words_font("caption"), self.theme["ink3"], L)

    def _draw_row(self, painter: QPainter, index: int, row: Place) -> None:
        theme = self.theme
        opened = row.page == self.store.scene.chapter
        if index == self._hovered or (opened and not row.anchor):
            panel(painter, row.box, theme["sunken" if opened and not row.anchor else "hover"], None)
        here = opened and row.anchor in ("", self._heading)
        ink = theme["ink" if here else "ink3" if row.anchor else "ink2"]
        self._draw_words(painter, row, ink)
        if row.anchor:
            return
        number = next(entry.number for entry in self.entries if entry.name == row.page)
        column = QRect(EDGE, row.box.top(), NUMBER, ROW[self.compact])
        put(painter, column, number, words_font(*self.role_of(row)), theme["ink" if opened else "ink3"], R)
        if row.page == TASKS_PAGE:
            self._draw_tasks(painter, row.box)
        elif row.page in self.progress.read:
            tick = QRect(row.box.right() - TICK - 8, row.box.top(), TICK, ROW[self.compact])
            draw_icon(painter, "check", square(tick, TICK), theme["ink3"])

    def _draw_words(self, painter: QPainter, row: Place, ink: QColor) -> None:
        """All words of a row, with what is lowered or raised in them, in as many lines as they need."""
        (role, weight), box = self.role_of(row), self.words_rect(row)
        first = (SUB if row.anchor else ROW)[self.compact]
        document = document_of(row.words, role, weight, box.width(), ink.name())
        painter.save()
        painter.translate(box.left(), box.top() + (first - line_height(role)) // 2)
        document.drawContents(painter)
        painter.restore()

    def _draw_tasks(self, painter: QPainter, box: QRect) -> None:
        said = f"{len(self.progress.solved & set(TASKS))} of {len(TASKS)} solved"
        put(painter, box.adjusted(0, 0, -10, 0), said, words_font("axis"), self.theme["ink3"], R)

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks titles into other lines."""
        if event.size().width() != event.oldSize().width():
            self._measure()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._row_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._row_at(event.position().toPoint())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._at = at
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.places()) - 1
        steps = {Qt.Key.Key_Up: self._at - 1, Qt.Key.Key_Down: self._at + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in steps and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._at = min(max(steps[key], 0), max(last, 0))
            self._tell()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        rows = self.places()
        if rows:
            row = rows[min(self._at, len(rows) - 1)]
            self.chosen.emit(row.page, row.anchor)
            after = [(each.page, each.anchor) for each in self.places()]
            self._at = after.index((row.page, row.anchor)) if (row.page, row.anchor) in after else 0

    def _row_at(self, point: QPoint) -> int:
        return next((index for index, row in enumerate(self.places()) if row.box.contains(point)), -1)

    def _hover(self, at: int) -> None:
        if at != self._hovered:
            self._hovered = at
            self.setCursor(Qt.CursorShape.PointingHandCursor if at >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def _measure(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self._tell()
        self.update()

    def _tell(self) -> None:
        rows = self.places()
        if rows:
            row = rows[min(self._at, len(rows) - 1)]
            read = ", read" if row.page in self.progress.read and not row.anchor else ""
            self.setAccessibleDescription(f"{plain(row.words)}{read}")
