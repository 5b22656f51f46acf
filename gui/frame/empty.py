"""What an empty pane says: a dashed box with one sentence and the ways on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme, font, theme
from gui.parts.buttons import RING, TextButton

BOX: Final = QSize(416, 138)
RADIUS: Final = 8
TITLE_TOP: Final = 30
BUTTONS_TOP: Final = 80


class Empty(QWidget):
    """A dashed box in the middle. `ways` are words and what pressing them does."""

    def __init__(
        self, title: str, sentence: str, ways: Sequence[tuple[str, Callable[[], object]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self._title, self._sentence = title, sentence
        self.buttons = [TextButton(words, parent=self) for words, _ in ways]
        for button, (_, run) in zip(self.buttons, ways, strict=True):
            button.clicked.connect(lambda checked=False, run=run: run())
        self.setObjectName("empty")
        self.setAccessibleName(f"{title}. {sentence}")

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for button in self.buttons:
            button.apply_theme(new)
        self.update()

    def box(self) -> QRect:
        """Where the dashed box is."""
        corner = QPoint((self.width() - BOX.width()) // 2, max(0, (self.height() - BOX.height()) // 2))
        return QRect(corner, BOX)

    # Qt's own

    def sizeHint(self) -> QSize:
        return BOX + QSize(32, 32)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        sizes = [button.sizeHint() for button in self.buttons]
        left = self.box().center().x() - sum(size.width() for size in sizes) // 2
        for button, size in zip(self.buttons, sizes, strict=True):
            button.setGeometry(QRect(QPoint(left, self.box().top() + BUTTONS_TOP - RING), size))
            left += size.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        box = self.box()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.theme["line_strong"], 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        top = box.top() + TITLE_TOP
        for text, face, role in ((self._title, font("pane_title"), "ink"), (self._sentence, font("caption"), "ink3")):
            painter.setFont(face)
            painter.setPen(self.theme[role])
            painter.drawText(QRect(box.left(), top, box.width(), 18), Qt.AlignmentFlag.AlignCenter, text)
            top += 20
