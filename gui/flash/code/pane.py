"""The pseudocode, its current line marked."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.words.code import Line, Piece, code_of
from gui.flash.code.layout import LEAST, SMALL, face_of, indent_of, letter_size, line_height, shown_lines, width_of
from gui.flash.names import ALGORITHMS
from gui.flash.pane import FlashPane
from gui.look.drawing import elided, put, text_width
from gui.look.plain import tip
from gui.look.theme import font
from gui.messages.copied import add_copy
from gui.parts.buttons import words_font
from gui.store import Store

LEFT: Final = 16
TITLE: Final = 22
TOP: Final = 44
FOOT: Final = 4
OVER: Final = 3  # px that an index may reach beyond its line
LINE: Final = (20, 17)  # and compact
USUAL: Final = 13  # lines of FlashAttention-2
NUMBER: Final = 24  # width of a line's number
CODE: Final = LEFT + NUMBER + 4  # where lines begin
KEYWORDS: Final = ("for ", "if ")
NAMES: Final = ALGORITHMS | {"standard": "Standard attention"}
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class CodePane(FlashPane):
    """Lines with their numbers; Ctrl+C copies them all. Where there is no room for all of them they follow the current
    one, and the wheel shows the others until the next step."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "pseudocode", "Pseudocode", parent)
        self._turned: int | None = None  # the line that the wheel brought to the middle
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        add_copy(self, self.plain, "the pseudocode")

    def lines(self) -> tuple[Line, ...]:
        """What the algorithm does, from the first line to the last."""
        return code_of(self.view.schedule.algorithm, self.view.schedule.direction) if self.view else ()

    def shown(self) -> range:
        """The numbers, from 1, of the lines that are shown."""
        current = self._turned if self._turned is not None else self.view.line if self.view else 0
        return shown_lines(len(self.lines()), current, self._room(), self._tall())

    def plain(self) -> str:
        """The lines as text."""
        return "\n".join("  " * line.indent + line.text for line in self.lines())

    def line_rect(self, number: int) -> QRect:
        """Where a line is, numbers from 1; empty for one that is not shown."""
        shown, tall = self.shown(), self._tall()
        if number not in shown:
            return QRect()
        return QRect(LEFT - 4, TOP + (number - shown.start) * tall, self.width() - 2 * LEFT + 8, tall)

    def sizeHint(self) -> QSize:
        return QSize(374, TOP + USUAL * LINE[self.compact] + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, TOP + 12 * LEAST)

    def show_view(self, view: FlashView) -> None:
        before, was = (self.view, self.shown(), self._turned), self.view.line if self.view else 0
        if self.view is None or self.view.t != view.t or self.view.schedule != view.schedule:
            self._turned = None
        self.view = view
        self._update(*before, was)
        lines = self.lines()
        current = lines[view.line - 1].text if 0 < view.line <= len(lines) else "not begun"
        self.setAccessibleDescription(f"Line {view.line} of {len(lines)}: {current}")

    def _update(self, before: FlashView | None, shown: range, turned: int | None, line: int) -> None:
        """Repaint the line that was current and the one that is; all where other lines are shown."""
        view = self.view
        same = before is not None and view is not None and _code(before) == _code(view)
        if view is None or not same or (shown, turned) != (self.shown(), self._turned):
            self.update()
        elif view.line != line:
            for number in (line, view.line):
                self.update(self.line_rect(number).adjusted(-2, -OVER, 2, OVER))

    def tip_at(self, x: int, y: int) -> str:
        """The whole line, where it does not fit."""
        size, room = self._size(), self._wide()
        for number in self.shown():
            line = self.lines()[number - 1]
            if self.line_rect(number).contains(x, y) and width_of(line, size) > room:
                return tip(line.text)
        return ""

    def wheelEvent(self, event: QWheelEvent) -> None:
        shown, count = self.shown(), len(self.lines())
        if len(shown) == count or not event.angleDelta().y():
            event.ignore()
            return
        by = -1 if event.angleDelta().y() > 0 else 1
        first = min(max(shown.start + by, 1), count - len(shown) + 1)
        self._turned = first + len(shown) // 2
        self.update()

    def focus_rect(self) -> QRect | None:
        return self.rect().adjusted(4, 4, -4, -4)

    def draw(self, painter: QPainter) -> None:
        view = self.view
        if view is None:
            return
        shown, count = self.shown(), len(self.lines())
        if self.exposed(QRect(0, 0, self.width(), TOP)):
            self._draw_title(painter, view, f"{shown[0]}–{shown[-1]} of {count}" if len(shown) < count else "")
        size = self._size()
        for number in shown:
            if self.exposed(self.line_rect(number).adjusted(0, -OVER, 0, OVER)):
                self._draw_line(painter, number, size, number == view.line)
        if len(shown) < count:
            track = QRect(self.width() - 10, TOP, 3, self._tall() * len(shown))
            part = QRect(track.left(), track.top() + track.height() * (shown.start - 1) // count, 3, 0)
            part.setHeight(track.height() * len(shown) // count)
            painter.fillRect(track, self.theme["line"])
            painter.fillRect(part, self.theme["ink3"])

    def _draw_title(self, painter: QPainter, view: FlashView, beside: str) -> None:
        box, face = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20), font("caption")
        put(painter, box, beside, face, self.theme["ink3"], R)
        box.setRight(box.right() - text_width(beside, face) - 8 * bool(beside))
        title = f"{NAMES[view.schedule.algorithm]}, {view.schedule.direction}"
        put(painter, box, title, words_font("pane_title"), self.theme["ink"], L)

    def _draw_line(self, painter: QPainter, number: int, size: int, current: bool) -> None:
        box, line = self.line_rect(number), self.lines()[number - 1]
        if current:
            painter.fillRect(box, self.theme["sunken"])
            painter.fillRect(box.left() - 1, box.top() + 2, 3, box.height() - 4, self.theme["ink"])
        at = QRect(LEFT, box.top(), NUMBER - 6, box.height())
        put(painter, at, str(number), face_of(min(size, 11)), self.theme["ink" if current else "ink3"], R)
        plain, strong = face_of(size), face_of(size, 500)
        x = float(CODE + indent_of(line, size))
        metrics = QFontMetricsF(plain)
        baseline = round(box.top() + (box.height() + metrics.ascent() - metrics.descent()) / 2)
        for piece in _parted(line):
            face = strong if current or piece.text in KEYWORDS else plain
            painter.setPen(self.theme[piece.role or ("ink" if current else "ink2")])
            x = self._draw_piece(painter, piece, x, baseline, face)

    def _draw_piece(self, painter: QPainter, piece: Piece, x: float, baseline: int, face: QFont) -> float:
        """One piece with its indices, cut at the edge of the pane; where the next begins."""
        index = QFont(face)
        index.setPixelSize(SMALL)
        for text, its, shift in ((piece.text, face, 0), (piece.low, index, 3), (piece.high, index, -4)):
            room = CODE + self._wide() - round(x)
            if text and room > 0:
                painter.setFont(its)
                fits = text if text_width(text, its) <= room else _cut(text, its, room)
                painter.drawText(round(x), baseline + shift, fits)
                x += QFontMetricsF(its).horizontalAdvance(text)
        return x

    def _room(self) -> int:
        return self.height() - TOP - FOOT

    def _wide(self) -> int:
        return self.width() - CODE - LEFT + 4

    def _tall(self) -> int:
        return line_height(len(self.lines()), self._room())

    def _size(self) -> int:
        return letter_size(self.lines(), self._wide(), self._tall())


def _cut(text: str, face: QFont, room: int) -> str:
    """As much of a text as fits, and an ellipsis."""
    fits = max(room // max(text_width("0", face), 1) - 1, 0)
    return text[:fits] + "…" if fits else elided(text, face, room)


def _parted(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line, a keyword at its start on its own."""
    first, *rest = line.pieces
    word = next((word for word in KEYWORDS if not first.role and first.text.startswith(word)), "")
    return (Piece(word), Piece(first.text[len(word) :]), *rest) if word else line.pieces


def _code(view: FlashView) -> tuple[str, str]:
    return view.schedule.algorithm, view.schedule.direction
