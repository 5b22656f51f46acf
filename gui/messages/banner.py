"""A banner: what is wrong, what to do, one button, a cross."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.drawing import mix
from gui.look.icons import draw_icon
from gui.look.plain import broken, one_line, tip
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, IconButton, TextButton, panel, square, words_font

RADIUS: Final = 8
PADDING: Final = 10
LINE: Final = 18
TEXT_LEFT: Final = 39
END: Final = 6  # from the cross to the edge
MOST_LINES: Final = 2
ICONS: Final = {"error": "triangle-alert", "warn": "info"}


class Banner(QWidget):
    """A message: what is wrong (bold), what to do, at most one button, and a cross. `role` is "error" or "warn".

    `closed` when the person crosses it. Texts are shown as they are, in two lines at most; hover gives them whole.
    """

    closed = Signal()
    pressed = Signal()

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role = role
        self.theme: Theme = theme("light")
        self.title = self.detail = ""
        self.button: TextButton | None = None
        self.cross = IconButton("x", "Close", self, size=14)
        self.cross.clicked.connect(self.closed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, title: str, detail: str = "", button: str | None = None) -> None:
        """Show another message."""
        self.title, self.detail = one_line(title), one_line(detail)
        if self.button is not None:
            self.button.hide()
            self.button.deleteLater()
            self.button = None
        if button:
            self.button = TextButton(button, parent=self)
            self.button.apply_theme(self.theme)
            self.button.clicked.connect(self.pressed)
            self.setTabOrder(self.button, self.cross)
            self.button.show()
        self.setAccessibleName(self.words())
        self.setToolTip(tip(self.words()) if self._cut() else "")
        self._lay_out()

    def words(self) -> str:
        """The whole message, title and sentence told apart."""
        if not (self.title and self.detail):
            return self.title or self.detail
        between = " " if self.title[-1] in ".:;!?…" else ". " if self.detail[0].isupper() else ": "
        return f"{self.title}{between}{self.detail}"

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.cross.apply_theme(new)
        if self.button is not None:
            self.button.apply_theme(new)
        self.update()

    def _room(self) -> int:
        """The width that the words have."""
        button = self.button.sizeHint().width() - 2 * RING + 17 if self.button else 12
        return max(80, self.width() - TEXT_LEFT - 34 - button)

    def _texts(self) -> list[tuple[list[str], str, QFont]]:
        texts = ((self.title, "ink", words_font("pane_title")), (self.detail, "ink2", words_font("caption")))
        return [(broken(text, face, self._room(), MOST_LINES), role, face) for text, role, face in texts if text]

    def _cut(self) -> bool:
        return any(lines and lines[-1].endswith("…") for lines, _, _ in self._texts())

    def _lay_out(self) -> None:
        lines = sum(len(lines) for lines, _, _ in self._texts())
        least = 28 if self.button else LINE
        self.setFixedHeight(2 * PADDING + max(least, lines * LINE))
        top = PADDING - RING if self.button or lines > 1 else PADDING - RING - 5
        self.cross.move(self.width() - END + RING - self.cross.sizeHint().width(), top)
        self.cross.resize(self.cross.sizeHint())
        if self.button is not None:
            self.button.resize(self.button.sizeHint())
            self.button.move(self.cross.x() + RING - 3 + RING - self.button.width(), top)
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(tip(self.words()) if self._cut() else "")
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        tint, strong = self.theme[f"{self.role}_tint"], self.theme[self.role]
        line = self.theme["error_line"] if self.role == "error" else mix(strong, tint, 0.35)
        panel(painter, self.rect(), tint, line, RADIUS)
        lines = [(line, role, face) for lines, role, face in self._texts() for line in lines]
        top = (self.height() - LINE) // 2 if len(lines) == 1 else PADDING
        draw_icon(painter, ICONS[self.role], square(QRect(13, top, 16, LINE), 16), strong)
        for text, role, face in lines:
            painter.setFont(face)
            painter.setPen(self.theme[role])
            painter.drawText(QRect(TEXT_LEFT, top, self._room(), LINE), Qt.AlignmentFlag.AlignVCenter, text)
            top += LINE
