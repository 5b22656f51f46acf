"""How far something is that takes long, with Cancel."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, QTimerEvent, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gui.look.drawing import elided, text_width
from gui.look.plain import one_line
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, TextButton, panel, words_font

HEIGHT: Final = 48
RADIUS: Final = 8
INSET: Final = 12
STRIDE: Final = 40  # ms between two pictures of a bar that does not know how far it is
BLOCK: Final = 0.3  # its share of the track


class Progress(QWidget):
    """What is being done, how far it is (None: nobody knows) and Cancel."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.title = self.detail = ""
        self.fraction: float | None = None
        self._timer, self._at = 0, 0.0
        self.cancel = TextButton("Cancel", parent=self)
        self.cancel.clicked.connect(self.pressed)
        self.setFixedHeight(HEIGHT)

    def say(self, title: str, detail: str, fraction: float | None) -> None:
        """Show how far it is: a share from 0 to 1."""
        self.title, self.detail = one_line(title), one_line(detail)
        self.fraction = None if fraction is None or not 0 <= fraction <= 1 else fraction
        self.setAccessibleName(self.words())
        self.setAccessibleDescription(self.detail if self.fraction is None else f"{self.fraction:.0%}")
        self.update()

    def words(self) -> str:
        return self.title

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.cancel.apply_theme(new)
        self.update()

    # Qt's own

    def showEvent(self, event: QShowEvent) -> None:
        self._timer = self._timer or self.startTimer(STRIDE)

    def hideEvent(self, event: QHideEvent) -> None:
        self.killTimer(self._timer)
        self._timer = 0

    def timerEvent(self, event: QTimerEvent) -> None:
        if self.fraction is None:
            self._at = (self._at + 0.02) % 1.0
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.cancel.sizeHint()
        corner = QPoint(self.width() - INSET - 1 + RING - size.width(), (HEIGHT - size.height()) // 2)
        self.cancel.setGeometry(QRect(corner, size))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        panel(painter, self.rect(), self.theme["raised"], self.theme["line_strong"], RADIUS)
        words = QRect(INSET, 9, self.cancel.x() + RING - 2 * INSET, 18)
        detail = elided(self.detail, words_font("caption"), words.width() // 2)
        room = words.width() - text_width(detail, words_font("caption")) - INSET
        painter.setFont(words_font("control"))
        painter.setPen(self.theme["ink"])
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, elided(self.title, words_font("control"), room))
        painter.setFont(words_font("caption"))
        painter.setPen(self.theme["ink3"])
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, detail)
        track = QRect(INSET, 34, words.width(), 4)
        panel(painter, track, self.theme["pressed"], None, 2)
        painter.setClipRect(track)
        panel(painter, self._done(track), self.theme["ink"], None, 2)

    def _done(self, track: QRect) -> QRect:
        if self.fraction is not None:
            return QRect(track.left(), track.top(), round(track.width() * self.fraction), track.height())
        left = track.left() + round((self._at * (1 + BLOCK) - BLOCK) * track.width())
        return QRect(left, track.top(), round(BLOCK * track.width()), track.height())
