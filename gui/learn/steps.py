"""The foot: to the chapter before and the one after; titles are whole, in two lines where one has no room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.learn.turning import Turning
from gui.look.drawing import text_width
from gui.look.icons import draw_icon
from gui.look.theme import line_height
from gui.parts.buttons import HEIGHT, PADDING, RING, Button, square, words_font

FOOT: Final = 56
EDGE: Final = 16
ARROW: Final = 14
GAP: Final = 6


class StepButton(Button):
    """A title with an arrow that says which way it goes."""

    def __init__(self, forward: bool, parent: QWidget | None = None) -> None:
        super().__init__("", "primary" if forward else "plain", parent)
        self._forward, self._title, self._short, self._halved = forward, "", False, False
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

    def halve(self, halved: bool) -> None:
        """Say it in two lines."""
        self._halved = halved
        self.update()

    @property
    def words(self) -> str:
        """What stands on it."""
        return ("Next" if self._forward else "Back") if self._short else self._title

    def lines(self) -> tuple[str, ...]:
        """The same, line by line."""
        return halves(self.words, words_font("control")) if self._halved else (self.words,)

    def body_size(self) -> QSize:
        wide = max(text_width(line, words_font("control")) for line in self.lines())
        high = HEIGHT + (len(self.lines()) - 1) * line_height("control")
        return QSize(wide + ARROW + GAP + 2 * PADDING + 2, high)

    def draw(self, painter: QPainter, body: QRect) -> None:
        inner = body.adjusted(PADDING, 0, -PADDING, 0)
        arrow = QRect(inner.right() - ARROW + 1 if self._forward else inner.left(), inner.top(), ARROW, inner.height())
        name = "chevron-right" if self._forward else "chevron-left"
        draw_icon(painter, name, square(arrow, ARROW), self.ink())
        words = inner.adjusted(0, 0, -ARROW - GAP, 0) if self._forward else inner.adjusted(ARROW + GAP, 0, 0, 0)
        painter.setFont(words_font("control"))
        painter.setPen(self.ink())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, "\n".join(self.lines()))


class Steps(Turning):
    """Steps to the chapter before and the next one."""

    above = 20

    def __init__(self, parent: QWidget | None = None) -> None:
        self.back, self.next = StepButton(False), StepButton(True)
        self._edge = EDGE
        super().__init__(self.back, self.next, parent)
        self.setFixedHeight(FOOT)

    def set_edge(self, edge: int) -> None:
        """Set it in by so many pixels on both sides: the buttons, and below a text the line over them."""
        self._edge = edge
        self._place()
        self.update()

    def show_titles(self, before: str, after: str) -> None:
        """Say where both go; "" for no further page."""
        self.back.show_title(before)
        self.next.show_title(after)
        self._place()

    def height_for(self, width: int) -> int:
        return FOOT

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        inset = 0 if self._edge == EDGE else self._edge
        painter.fillRect(inset, 0, self.width() - 2 * inset, 1, self.theme["line"])

    def _place(self) -> None:
        """Side by side; where both are too wide the way back gives up its title, then the way on takes two lines."""
        room = self.width() - 2 * (self._edge - RING)
        buttons = [button for button in (self.back, self.next) if not button.isHidden()]
        for short, halved in ((False, False), (True, False), (True, True)):
            self.back.shorten(short)
            self.next.halve(halved)
            if sum(button.sizeHint().width() for button in buttons) <= room:
                break
        for button in buttons:
            size = button.sizeHint()
            left = self._edge - RING if button is self.back else self.width() - self._edge + RING - size.width()
            button.setGeometry(left, (FOOT - size.height()) // 2, size.width(), size.height())


def halves(words: str, face: QFont) -> tuple[str, ...]:
    """Words in two lines as nearly alike as they can be; one word stays one line."""
    each = words.split()
    ways = [(" ".join(each[:at]), " ".join(each[at:])) for at in range(1, len(each))]
    return min(ways, key=lambda way: max(text_width(line, face) for line in way), default=(words,))
