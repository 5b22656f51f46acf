"""The pseudocode, its current line marked."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QWidget

from engine.flash.code import Line, Piece, code_of
from engine.flash.view import FlashView
from gui.drawing import put
from gui.flash.pane import FlashPane
from gui.store import Store
from gui.theme import font

LEFT: Final = 16
TITLE: Final = 22
TOP: Final = 44
LINE: Final = (20, 17)  # and compact
TIGHTEST: Final = 13
NUMBER: Final = 24  # width of a line's number
INDENT: Final = 14
SMALL: Final = 9  # px of an index
KEYWORDS: Final = ("for ", "if ")
NAMES: Final = {
    "standard": "Standard attention",
    "fa1": "FlashAttention-1",
    "fa2": "FlashAttention-2",
    "decoding": "Flash-Decoding",
}


class CodePane(FlashPane):
    """Lines with their numbers; Ctrl+C copies them."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "pseudocode", "Pseudocode", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(lambda: QGuiApplication.clipboard().setText(self.plain()))

    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return code_of(self.view.schedule.algorithm, self.view.schedule.direction) if self.view else ()

    def plain(self) -> str:
        """The lines as text."""
        return "\n".join("  " * line.indent + line.text for line in self.lines())

    def line_rect(self, number: int) -> QRect:
        """Where a line is, numbers from 1."""
        tall = self._tall()
        return QRect(LEFT - 4, TOP + (number - 1) * tall, self.width() - 2 * LEFT + 8, tall)

    def sizeHint(self) -> QSize:
        return QSize(374, TOP + 13 * LINE[self.compact] + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, TOP + 13 * TIGHTEST + 4)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        lines = self.lines()
        current = lines[view.line - 1].text if 0 < view.line <= len(lines) else "not begun"
        self.setAccessibleDescription(f"Line {view.line} of {len(lines)}: {current}")

    def focus_rect(self) -> QRect | None:
        return self.rect().adjusted(4, 4, -4, -4)

    def draw(self, painter: QPainter) -> None:
        view = self.view
        if view is None:
            return
        title = f"{NAMES[view.schedule.algorithm]}, {view.schedule.direction}"
        box = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20)
        put(painter, box, title, font("pane_title"), self.theme["ink"], Qt.AlignmentFlag.AlignLeft)
        for number, line in enumerate(self.lines(), 1):
            self._draw_line(painter, number, line, number == view.line)

    def _draw_line(self, painter: QPainter, number: int, line: Line, current: bool) -> None:
        box = self.line_rect(number)
        if current:
            painter.fillRect(box, self.theme["sunken"])
            painter.fillRect(box.left() - 1, box.top() + 2, 3, box.height() - 4, self.theme["ink"])
        strong = font("code", 500)
        face = strong if current else font("code")
        at = QRect(LEFT, box.top(), NUMBER - 6, box.height())
        small = QFont(font("code"))
        small.setPixelSize(11)
        put(painter, at, str(number), small, self.theme["ink" if current else "ink3"], Qt.AlignmentFlag.AlignRight)
        x = float(LEFT + NUMBER + 4 + line.indent * INDENT)
        middle = box.top() + box.height() / 2
        baseline = round(middle + (QFontMetricsF(face).ascent() - QFontMetricsF(face).descent()) / 2)
        for piece in _parted(line):
            x = self._draw_piece(painter, piece, x, baseline, strong if piece.text in KEYWORDS else face, current)

    def _draw_piece(
        self, painter: QPainter, piece: Piece, x: float, baseline: int, face: QFont, current: bool
    ) -> float:
        """One piece with its indices; where the next begins."""
        index = QFont(face)
        index.setPixelSize(SMALL)
        painter.setPen(self.theme[piece.role or ("ink" if current else "ink2")])
        for text, its, shift in ((piece.text, face, 0), (piece.low, index, 3), (piece.high, index, -4)):
            if text:
                painter.setFont(its)
                painter.drawText(round(x), baseline + shift, text)
                x += QFontMetricsF(its).horizontalAdvance(text)
        return x

    def _tall(self) -> int:
        """The height of a line: the designed one, less where the pane is low."""
        count = max(len(self.lines()), 1)
        return max(min(LINE[self.compact], (self.height() - TOP - 4) // count), TIGHTEST)


def _parted(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line, a keyword at its start on its own."""
    first, *rest = line.pieces
    word = next((word for word in KEYWORDS if not first.role and first.text.startswith(word)), "")
    return (Piece(word), Piece(first.text[len(word) :]), *rest) if word else line.pieces
