"""One number of a query, key or value multiplied out: the word's row of X, times a column of W, summed up."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn.projection import EXAMPLE, ROLES, Numbers, Projection, projection_of
from engine.shown.view import View
from gui.attention.cell.products import Products
from gui.attention.strip.strip import TokenStrip
from gui.learn.live.body import Body, Row
from gui.look.drawing import indices, put, text_width
from gui.look.numbers import four
from gui.look.painted import Painted
from gui.look.runs import Run, put_runs
from gui.look.theme import Theme, font
from gui.parts.buttons import RING, words_font
from gui.parts.segments import Segments
from gui.store import Store

EDGE: Final = 16
LABEL: Final = 132  # px of the names of the rows
TOP: Final = 58
STRIP: Final = 20  # px of a row of numbers
GAP: Final = 12
BARS: Final = 64
RESULT: Final = 26
HIGH: Final = 298
LETTERS: Final = {"query": ("Q", "q"), "key": ("K", "k"), "value": ("V", "v")}
SEGMENTS: Final = tuple(
    (role, role.capitalize(), f"Multiply the word’s row of X by W_{LETTERS[role][0]}") for role in ROLES
)
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class ProductPane(Painted):
    """Left and right, or a click into the last row, choose which of the numbers is multiplied out."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "productPane", "One number multiplied out: left and right choose it", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.role, self.number = "query", 0
        self.one: Projection | None = None
        self._word = ""
        self.roles = Segments(SEGMENTS, self.theme, parent=self)
        self.roles.setAccessibleName("Query, key or value")
        self.roles.set_value(self.role)
        self.roles.chosen.connect(self._choose)

    @property
    def products(self) -> Numbers:
        """What is summed up, (D,)."""
        assert self.one is not None
        return self.one.products(self.number)

    def show_view(self, view: View) -> None:
        """Follow the chosen word. The numbers of the layer's input are kept for one sentence alone."""
        if view.capture.text != EXAMPLE.text:
            raise ValueError(f"The product is kept for “{EXAMPLE.text}” alone.")
        self.one = projection_of(view.query, self.role)
        self._word = view.capture.tokens[view.query].label
        self._tell()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.roles.apply_theme(new)

    def result_box(self) -> QRect:
        """The row of all numbers of the query."""
        top = TOP + 2 * (STRIP + GAP) + BARS + GAP + 34
        return QRect(EDGE + LABEL, top, self._wide(), RESULT)

    def number_at(self, x: int, y: int) -> int | None:
        """The number of the result under a point."""
        box = self.result_box()
        if self.one is None or not box.contains(x, y):
            return None
        return (x - box.left()) * len(self.one.bias) // box.width()

    def tip_at(self, x: int, y: int) -> str:
        if self.one is None:
            return ""
        at = self.number_at(x, y)
        if at is not None:
            return f"number {at} of the {self.role}: {self.one.result[at]:.6f}"
        column = self._dimension_at(x, y)
        if column is None:
            return ""
        given, weight = float(self.one.x[column]), float(self.one.weight[self.number, column])
        return f"dimension {column}: {given:.6f} × {weight:.6f} = {given * weight:.6f}"

    def draw(self, painter: QPainter) -> None:
        one = self.one
        if one is None:
            return
        letter, small = LETTERS[self.role]
        y, left = TOP, EDGE + LABEL
        rows = (
            (f"x of “{self._word}”", "", one.x),
            (f"W{letter}, column {self.number}", letter, one.weight[self.number]),
        )
        for words, lowered, values in rows:
            runs = (Run("W"), Run(lowered, "ink2", None, -1), Run(words[2:])) if lowered else (Run(words),)
            put_runs(painter, QRect(EDGE, y, LABEL, STRIP), runs, "caption", self.theme)
            self._draw_strip(painter, QRect(left, y, self._wide(), STRIP), np.asarray(values))
            y += STRIP + GAP
        put_runs(painter, QRect(EDGE, y, LABEL, BARS), (Run("each product"),), "caption", self.theme)
        Products(self.products, QRect(left, y, self._wide(), BARS)).draw(painter, self.theme)
        y += BARS + GAP
        put_runs(painter, QRect(left, y, self._wide(), 24), self._sum(), "body", self.theme)
        put_runs(painter, QRect(EDGE, y, LABEL, 24), (Run("their sum"),), "caption", self.theme)
        self._draw_result(painter, one, small)

    def focus_rect(self) -> QRect | None:
        return self.result_box()

    def _sum(self) -> tuple[Run, ...]:
        assert self.one is not None
        total, bias = float(self.products.sum()), float(self.one.bias[self.number])
        return (
            Run(f"{four(total)} + bias {four(bias)} = "),
            Run(four(total + bias), self.role, 600),
            Run(f", number {self.number} of the {self.role}"),
        )

    def _draw_strip(self, painter: QPainter, box: QRect, values: Numbers) -> None:
        limit = float(np.abs(values).max()) or 1.0
        pixels = np.ascontiguousarray(self.theme.diverging.colours[indices(values, -limit, limit)][None])
        picture = QImage(pixels.tobytes(), len(values), 1, 4 * len(values), QImage.Format.Format_RGB32)
        painter.drawImage(box, picture)
        painter.setPen(self.theme["line"])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _draw_result(self, painter: QPainter, one: Projection, small: str) -> None:
        box, count = self.result_box(), len(one.bias)
        runs = (Run(f"{small}, all {count} numbers", self.role, 600),)
        put_runs(painter, QRect(EDGE, box.top(), LABEL, RESULT), runs, "caption", self.theme)
        self._draw_strip(painter, box, one.result)
        left, right = (box.left() + at * box.width() // count for at in (self.number, self.number + 1))
        for inset, role in ((0, self.role), (1, self.role)):
            painter.setPen(self.theme[role])
            painter.drawRect(
                QRect(left, box.top() - 2, right - left, box.height() + 3).adjusted(inset, inset, -inset, -inset)
            )
        face, words = font("axis"), "click a number to multiply it out"
        line = QRect(box.right() - text_width(words, face), box.bottom() + 8, text_width(words, face) + 1, 16)
        put(painter, line, words, words_font("axis"), self.theme["ink3"], R)

    def _wide(self) -> int:
        return self.width() - 2 * EDGE - LABEL

    def _dimension_at(self, x: int, y: int) -> int | None:
        box = QRect(EDGE + LABEL, TOP, self._wide(), 2 * (STRIP + GAP) + BARS)
        return (
            (x - box.left()) * len(self.one.x) // box.width() if self.one is not None and box.contains(x, y) else None
        )

    def _choose(self, role: str) -> None:
        self.role = role
        self.roles.set_value(role)
        if self.one is not None:
            self.one = projection_of(self.one.token, role)
        self._tell()

    def _pick(self, number: int) -> None:
        if self.one is not None and 0 <= number < len(self.one.bias):
            self.number = number
            self._tell()

    def _tell(self) -> None:
        if self.one is not None:
            said = "".join(run.text for run in self._sum())
            self.setAccessibleDescription(f"{self._word}: the sum of {len(self.one.x)} products, {said}")
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.roles.sizeHint()
        self.roles.setGeometry(EDGE - RING, 14 - RING, size.width(), size.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        hand = self.number_at(at.x(), at.y()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        self.unsetCursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        number = self.number_at(at.x(), at.y())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        key = Qt.Key(event.key())
        if key in steps and not event.modifiers():
            self._pick(self.number + steps[key])
        else:
            super().keyPressEvent(event)


def product(store: Store) -> Body:
    """The words, and one number of the chosen one multiplied out."""
    strip = TokenStrip(store)
    strip.set_compact(True)
    return Body(store, (Row(116, (strip,)), Row(HIGH, (ProductPane(store),))))
