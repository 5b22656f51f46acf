"""Going through numbered choices: `‹ Layer 0 of 6 ›`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from gui.look.drawing import text_width
from gui.look.icons import draw_icon
from gui.look.theme import font
from gui.parts.buttons import ICON, panel, square
from gui.parts.menu import Row
from gui.parts.picker import CENTRED, GAP, HEIGHT, Picker
from gui.parts.sliding import NOTCH

END: Final = 30  # width of an end, where its chevron is
NEARER: Final = 4  # the chevron is nearer to the edge than to the words
STEPS: Final[dict[int, int]] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}


class Stepper(Picker):
    """A picker whose ends, the arrow keys and the wheel step through the rows, its middle opens the menu."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self.total = 0
        self._hot = 0  # the end under the pointer: -1, 1, or 0
        self._turned = 0  # of the wheel, what is not yet a step
        self.setMouseTracking(True)

    def show_steps(self, rows: Sequence[Row], current: object, total: int) -> None:
        """Show these choices; a whole number is said to be one "of `total`"."""
        self.total = total
        self.show_rows(rows, current)

    def step(self, by: int) -> None:
        """Choose the row `by` places further; nothing happens beyond the ends."""
        to = self._index() + by
        if by and 0 <= to < len(self.rows):
            self.chosen.emit(self.rows[to].key)

    def value(self) -> str:
        return str(self.current)

    def spoken(self) -> str:
        return " ".join(filter(None, (self.label, self.value(), self._of(self.current))))

    def value_font(self) -> QFont:
        return font("control")

    def body_size(self) -> QSize:
        return QSize(2 * END + max((self._width(row.key) for row in self.rows), default=0), HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        for end, name in ((-1, "chevron-left"), (1, "chevron-right")):
            self._draw_end(painter, body, end, name)
        inner = QRect(body)
        inner.setLeft(body.left() + (body.width() - self._width(self.current)) // 2)
        for text, face, role in self._parts(self.current):
            painter.setFont(face)
            painter.setPen(self.theme[role if self.isEnabled() else "disabled"])
            painter.drawText(inner, CENTRED, text)
            inner.setLeft(inner.left() + text_width(text, face) + GAP + 1)

    def _draw_end(self, painter: QPainter, body: QRect, end: int, name: str) -> None:
        box = self._end(body, end)
        usable = self.isEnabled() and 0 <= self._index() + end < len(self.rows)
        if usable and self._hot == end and self.hovered():
            panel(painter, box.adjusted(3, 3, -3, -3), self.theme["pressed"], None, 4)
        box.adjust(*((0, 0, -NEARER, 0) if end < 0 else (NEARER, 0, 0, 0)))
        draw_icon(painter, name, square(box, ICON), self.theme["ink2" if usable else "disabled"])

    def _end(self, body: QRect, end: int) -> QRect:
        left = body.left() if end < 0 else body.right() + 1 - END
        return QRect(left, body.top(), END, body.height())

    def _parts(self, key: object) -> list[tuple[str, QFont, str]]:
        words = [(self.label, font("caption"), "ink3"), (str(key), font("control"), "ink")]
        return words + ([(self._of(key), font("caption"), "ink3")] if self._of(key) else [])

    def _of(self, key: object) -> str:
        return f"of {self.total}" if isinstance(key, int) else ""

    def _width(self, key: object) -> int:
        parts = self._parts(key)
        return sum(text_width(text, face) for text, face, _ in parts) + (GAP + 1) * (len(parts) - 1)

    def _index(self) -> int:
        return next((index for index, row in enumerate(self.rows) if row.key == self.current), 0)

    def _at(self, point: QPoint) -> int:
        return next((end for end in (-1, 1) if self._end(self.body(), end).contains(point)), 0)

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        self.update()
        key, at = event.key(), self._index()
        if key in STEPS or key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.step(STEPS.get(key, -at if key == Qt.Key.Key_Home else len(self.rows) - 1 - at))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        end = self._at(event.position().toPoint())
        if end and event.button() == Qt.MouseButton.LeftButton:
            self.step(end)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hot = self._at(event.position().toPoint())
        if hot != self._hot:
            self._hot = hot
            self.update()
        super().mouseMoveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self.step(max(-1, min(1, steps)))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hot = 0
        super().leaveEvent(event)
