"""The foot: to the chapter before and the one after."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.drawing import elided, text_width
from gui.look.icons import draw_icon
from gui.look.theme import Theme, theme
from gui.parts.buttons import HEIGHT, PADDING, RING, Button, square, words_font

FOOT: Final = 56
EDGE: Final = 16
ARROW: Final = 14
GAP: Final = 6


class StepButton(Button):
    """A title with an arrow that says which way it goes."""

    def __init__(self, forward: bool, parent: QWidget) -> None:
        super().__init__("", "primary" if forward else "plain", parent)
        self._forward, self._title, self._short = forward, "", False
        self.setObjectName("nextChapter" if forward else "previousChapter")

    def show_title(self, title: str) -> None:
        """Say where it goes; "" hides it."""
        self._title = title
        self.setAccessibleName(f"{'Next' if self._forward else 'Back'}: {title}")
        self.setToolTip(f"{title} (Alt+{'Right' if self._forward else 'Left'})")
        self.setVisible(bool(title))

    def shorten(self, short: bool) -> None:
        """Say only which way it goes, where there is no room for its title."""
        self._short = short
        self.update()

    @property
    def words(self) -> str:
        """What stands on it."""
        return ("Next" if self._forward else "Back") if self._short else self._title

    def body_size(self) -> QSize:
        return QSize(text_width(self.words, words_font("control")) + ARROW + GAP + 2 * PADDING + 2, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        inner = body.adjusted(PADDING, 0, -PADDING, 0)
        arrow = QRect(inner.right() - ARROW + 1 if self._forward else inner.left(), inner.top(), ARROW, inner.height())
        name = "chevron-right" if self._forward else "chevron-left"
        draw_icon(painter, name, square(arrow, ARROW), self.ink())
        words = inner.adjusted(0, 0, -ARROW - GAP, 0) if self._forward else inner.adjusted(ARROW + GAP, 0, 0, 0)
        face = words_font("control")
        painter.setFont(face)
        painter.setPen(self.ink())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, elided(self.words, face, words.width()))


class Steps(QWidget):
    """`stepped(by)` with -1 or 1."""

    stepped = Signal(int)
    above = 20

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.setFixedHeight(FOOT)
        self.back, self.next = StepButton(False, self), StepButton(True, self)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))

    def show_titles(self, before: str, after: str) -> None:
        """Say where both go; "" for no further page."""
        self.back.show_title(before)
        self.next.show_title(after)
        self._place()

    def height_for(self, width: int) -> int:
        return FOOT

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.back.apply_theme(new)
        self.next.apply_theme(new)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        painter.fillRect(0, 0, self.width(), 1, self.theme["line"])

    def _place(self) -> None:
        """Side by side; where both are too wide the way back gives up its title."""
        room = self.width() - 2 * (EDGE - RING)
        buttons = (self.back, self.next)
        for short in (False, True):
            self.back.shorten(short)
            wide = [button.sizeHint().width() if not button.isHidden() else 0 for button in buttons]
            if sum(wide) <= room:
                break
        wide[1] = min(wide[1], room - wide[0])
        high = self.back.sizeHint().height()
        top = (FOOT - high) // 2
        self.back.setGeometry(EDGE - RING, top, wide[0], high)
        self.next.setGeometry(self.width() - EDGE + RING - wide[1], top, wide[1], high)
