"""A notice at the bottom left of the window: what happened, and a way to undo it; it goes by itself.

It lies over the strip below, which says of model, layer and head what the pickers say too: no number is hidden.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.look.drawing import elided, text_width
from gui.look.plain import one_line, tip
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, Button, panel, words_font

SECONDS: Final = 6
HEIGHT: Final = 26  # that of the strip, with a hair above and below
PADDING: Final = 8
LEFT: Final = 8  # its words begin where the strip's do
BOTTOM: Final = 1
WIDEST: Final = 480
RADIUS: Final = 6


class Notice(QWidget):
    """Lies over its window. It stays while the pointer or the keyboard is on it. `closed` when its time is up."""

    pressed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.text = ""
        self._window = parent
        self.button = _Undo(self)
        self.button.clicked.connect(self.pressed)
        self._timer = QTimer(self, singleShot=True, interval=round(1000 * SECONDS))
        self._timer.timeout.connect(self._time_is_up)
        parent.installEventFilter(self)
        self.hide()

    def say(self, text: str, button: str | None) -> None:
        """Show a sentence for six seconds; with a word that can be pressed."""
        self.text = one_line(text)
        self.button.set_words(button or "")
        self.button.setVisible(bool(button))
        words = min(WIDEST, text_width(self.text, words_font("body")))
        self.setToolTip(tip(self.text) if words == WIDEST else "")
        self.setAccessibleName(self.text)
        self.resize(PADDING + words + (self.button.sizeHint().width() if button else 0) + PADDING, HEIGHT)
        self.place()
        self.show()
        self.raise_()
        self._timer.start()

    def words(self) -> str:
        return self.text

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.button.apply_theme(new)
        self.update()

    def place(self) -> None:
        """Stand at the bottom left."""
        self.move(LEFT, self._window.height() - BOTTOM - HEIGHT)
        size = self.button.sizeHint()
        self.button.setGeometry(
            QRect(QPoint(self.width() - PADDING + RING + 2 - size.width(), (HEIGHT - size.height()) // 2), size)
        )

    def _time_is_up(self) -> None:
        if self.underMouse() or self.button.hasFocus():
            self._timer.start()
        else:
            self.hide()
            self.closed.emit()

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.start()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        panel(painter, self.rect(), self.theme["tooltip"], None, RADIUS)
        painter.setFont(words_font("body"))
        painter.setPen(self.theme["tooltip_ink"])
        painter.drawText(
            self.rect().adjusted(PADDING, 0, 0, 0),
            Qt.AlignmentFlag.AlignVCenter,
            elided(self.text, words_font("body"), WIDEST),
        )


class _Undo(Button):
    """An underlined word on the notice's dark ground."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Undo", "quiet", parent)
        self._words = ""

    def set_words(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(words)

    def ink(self) -> QColor:
        return self.theme["tooltip_ink"]

    def fill(self) -> QColor | None:
        return None

    def body_size(self) -> QSize:
        return QSize(text_width(self._words, self._face()) + 8, HEIGHT - 2 * RING - 2)

    def draw(self, painter: QPainter, body: QRect) -> None:
        painter.setFont(self._face())
        painter.setPen(self.ink())
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self._words)

    def _face(self) -> QFont:
        face = QFont(words_font("body", 600))
        face.setUnderline(True)
        return face
