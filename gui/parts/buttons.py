"""What is pressed: buttons with words, with an icon, the main one. All their states are painted here."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gui.look.drawing import mix, text_width
from gui.look.icons import draw_icon
from gui.look.painted import focus_ring
from gui.look.theme import Theme, font, theme

RING: Final = 4  # around the body, for the focus ring: 2 px wide, 2 px away
RADIUS: Final = 6
HEIGHT: Final = 28
PADDING: Final = 11  # from the outer edge to the words
ICON: Final = 16
KEPT_REASONS: Final = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
INKS: Final = {"plain": "ink", "primary": "on_primary", "quiet": "ink2"}


class Button(QAbstractButton):
    """A painted button. The widget is larger than its `body` by RING on every side, so that the focus ring always fits.

    The ring shows where the keyboard is: not after a click, but from the next key on. `kind` is "plain" (raised, with a
    border), "primary" (the one main button of a pane) or "quiet" (no body until the pointer is on it).
    """

    def __init__(self, name: str, kind: str = "plain", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.theme: Theme = theme("light")
        self._ring = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def body(self) -> QRect:
        """What looks like the button."""
        return self.rect().adjusted(RING, RING, -RING, -RING)

    @abstractmethod
    def body_size(self) -> QSize:
        """How large the body wants to be."""

    @abstractmethod
    def draw(self, painter: QPainter, body: QRect) -> None:
        """Paint what is inside the body."""

    def held(self) -> bool:
        """Whether it looks pressed."""
        return self.isDown()

    def hovered(self) -> bool:
        return self.underMouse() and self.isEnabled()

    def ink(self) -> QColor:
        """The colour of words and icons now."""
        return self.theme[INKS[self.kind] if self.isEnabled() else "disabled"]

    def fill(self) -> QColor | None:
        """The colour of the body now; None shows what is behind it."""
        if not self.isEnabled():
            return None
        if self.kind == "primary":
            share = 0.75 if self.held() else 0.88 if self.hovered() else 1.0
            return mix(self.theme["primary"], self.theme["surface"], share)
        if self.held() or self.hovered():
            return self.theme["pressed" if self.held() else "hover"]
        return self.theme["raised"] if self.kind == "plain" else None

    # Qt's own

    def sizeHint(self) -> QSize:
        return self.body_size() + QSize(2 * RING, 2 * RING)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        body = self.body()
        panel(painter, body, self.fill(), self.theme["btn_line"] if self.kind == "plain" else None)
        self.draw(painter, body)
        if self._ring and self.hasFocus():
            ring(painter, body, self.theme["focus"])

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in KEPT_REASONS:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        self.update()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)


class TextButton(Button):
    """A button with words."""

    def __init__(self, text: str, kind: str = "plain", parent: QWidget | None = None) -> None:
        super().__init__(text, kind, parent)
        self.setText(text.replace("&", "&&"))  # no letter of it is a shortcut
        self._words = text

    def body_size(self) -> QSize:
        return QSize(text_width(self._words, words_font("control")) + 2 * PADDING, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        painter.setFont(words_font("control"))
        painter.setPen(self.ink())
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, self._words)


class IconButton(Button):
    """A square quiet button with an icon; `name` is what screen readers and the tooltip say."""

    def __init__(self, icon: str, name: str, parent: QWidget | None = None, size: int = ICON) -> None:
        super().__init__(name, "quiet", parent)
        self._icon, self._size = icon, size
        self.setToolTip(name)

    def set_icon(self, icon: str) -> None:
        self._icon = icon
        self.update()

    def body_size(self) -> QSize:
        return QSize(HEIGHT, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        draw_icon(painter, self._icon, square(body, self._size), self.ink())


@cache
def words_font(role: str, weight: int | None = None) -> QFont:
    """The font of a role for words: tabular figures, made for columns of numbers, would stretch every hyphen."""
    face = QFont(font(role, weight))
    face.unsetFeature(QFont.Tag("tnum"))
    return face


def square(around: QRect, size: int) -> QRect:
    """A square of `size` in the middle of a box."""
    corner = around.center() - QPoint((size - 1) // 2, (size - 1) // 2)
    return QRect(corner, QSize(size, size))


def panel(painter: QPainter, box: QRect, fill: QColor | None, border: QColor | None, radius: float = RADIUS) -> None:
    """A filled box with round corners and a border of 1 px inside its edge."""
    frame(painter, box, fill, border, 1 if border else 0, radius)


def frame(
    painter: QPainter, box: QRect, fill: QColor | None, border: QColor | None, width: int, radius: float = RADIUS
) -> None:
    """The same with a border of `width` pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(fill or Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(border, width) if border else Qt.PenStyle.NoPen)
    inset = width / 2
    painter.drawRoundedRect(QRectF(box).adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset)
    painter.restore()


def ring(painter: QPainter, around: QRect, colour: QColor, radius: int = RADIUS) -> None:
    """The focus ring: 2 px wide, 2 px away from `around`."""
    focus_ring(painter, around.adjusted(-2, -2, 2, 2), colour, radius + 3)
