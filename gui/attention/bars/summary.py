"""The line of sums below the bars, and the definitions behind it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.sentence.prose import Piece, label_of
from gui.look.drawing import text_width
from gui.look.numbers import fixed, percent
from gui.look.theme import font
from gui.parts.pane import Pane
from gui.store import Store

NO_SUM: Final = "Rows do not sum to 1: the maximum over heads"
SPACE: Final = (16, 12)  # px between its parts, and compact


class Sums(Pane):
    """Sum, entropy and the share on special tokens; hover says what they mean."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sums", "Sums of the weights", parent)

    def show_view(self, view: View) -> None:
        super().show_view(view)
        self.setAccessibleDescription(", ".join("".join(piece.text for piece in part) for part in summary(view)))

    @property
    def says(self) -> str:
        """All that is written."""
        return ", ".join("".join(piece.text for piece in part) for part in self._parts(self.view)) if self.view else ""

    def tip_at(self, x: int, y: int) -> str:
        return definitions(self.view, self.detail) if self.view else ""

    def draw(self, painter: QPainter) -> None:
        if self.view is None:
            return
        x = 0
        for part in self._parts(self.view):  # what does not fit even so is cut
            for piece in part:
                face, role = _face(piece), "ink" if piece.role else "ink3"
                text = QFontMetrics(face).elidedText(piece.text, Qt.TextElideMode.ElideRight, self.width() - x)
                x = write(painter, x, self.height() // 2, text, face, self.theme[role])
            x += SPACE[self.compact]

    def _parts(self, view: View) -> list[tuple[Piece, ...]]:
        """The longest way to say it that fits."""
        ways = [summary(view, cut) for cut in range(3)]
        return next((parts for parts in ways if self._needed(parts) <= self.width()), ways[-1])

    def _needed(self, parts: list[tuple[Piece, ...]]) -> int:
        words = sum(text_width(piece.text, _face(piece)) for part in parts for piece in part)
        return words + SPACE[self.compact] * (len(parts) - 1)


def write(painter: QPainter, x: int, middle: int, text: str, face: QFont, ink: QColor) -> int:
    """One piece of a line in its own face; returns where the next begins."""
    width = text_width(text, face)
    painter.setFont(face)
    painter.setPen(ink)
    painter.drawText(
        QRect(x, middle - 10, width + 2, 20), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text
    )
    return x + width


def _face(piece: Piece) -> QFont:
    return font("caption", 500 if piece.role else None)


def summary(view: View, cut: int = 0) -> list[tuple[Piece, ...]]:
    """Sum, entropy and the share on special tokens; pieces with a role are the numbers.

    `cut` 1 is without the entropy that is possible at most, 2 without the names of the special tokens too.
    """
    row = view.row
    if view.head == "max":
        return [(Piece(NO_SUM),)]
    most = "" if cut else f" of {fixed(row.most_entropy, 2)}"
    parts: list[tuple[Piece, ...]] = [(Piece("Sum "), Piece(fixed(row.total, 3), "number"))]
    if view.sums is not None:
        return [*parts, (Piece(view.sums),)]
    if row.entropy is not None:
        parts.append((Piece("Entropy "), Piece(fixed(row.entropy, 2), "number"), Piece(f"{most} bits")))
    names = list(dict.fromkeys(token.label for token in view.capture.tokens if token.special))
    if names:
        on = f"{percent(row.special, 1)} on {', '.join(names)}"
        parts.append((Piece(on if cut < 2 else f"{percent(row.special)} special"),))
    return parts


def definitions(view: View, detail: Detail | None) -> str:
    """What sum and entropy mean, with the numbers of this row and the mean over all rows."""
    if view.head == "max":
        return (
            "Each number is the most that any head gives. They come from different heads, so they do not add up to 1."
        )
    bits, most = view.row.entropy, view.row.most_entropy
    if bits is None:
        return f"{view.sums} So they are no distribution, and have no entropy."
    lines = [
        "The weights of a row add up to 1: attention is shared out, special tokens included.",
        f"Entropy H = −Σ p log₂ p says how widely: 0 bits is all on one token, {fixed(most, 2)} bits is all alike.",
        f"2ᴴ = {fixed(2**bits, 2)} is the effective number of keys of “{label_of(view, view.query)}”.",
    ]
    if detail is not None and detail.scene == view.scene and detail.mean_entropy is not None:
        lines.append(f"The mean entropy over all rows is {fixed(detail.mean_entropy, 2)} bits.")
    return "<br>".join(lines)
