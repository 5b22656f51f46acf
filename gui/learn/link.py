"""A link: an address as text; only a click, or Enter, opens it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPainter
from PySide6.QtWidgets import QWidget

from gui.learn.prose import face
from gui.look.drawing import elided, text_width
from gui.parts.buttons import Button

HEIGHT: Final = 20


class Link(Button):
    """The address without its scheme, underlined."""

    above = 0

    def __init__(self, url: str, of: str, parent: QWidget | None = None) -> None:
        super().__init__(f"{of}: open {url} in the browser", "quiet", parent)
        self.url = url
        self._zoom = 1.0
        self.setObjectName("link")
        self.setToolTip(f"Open {url} in the browser")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: open_address(url))

    @property
    def words(self) -> str:
        """What is shown."""
        return self.url.removeprefix("https://").removeprefix("http://").removesuffix("/")

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the words."""
        self._zoom = zoom
        self.updateGeometry()

    def height_for(self, width: int) -> int:
        return self.sizeHint().height()

    def body_size(self) -> QSize:
        return QSize(text_width(self.words, face("caption", self._zoom)), round(HEIGHT * self._zoom))

    def draw(self, painter: QPainter, body: QRect) -> None:
        type_ = face("caption", self._zoom)
        words = elided(self.words, type_, body.width())
        painter.setFont(type_)
        painter.setPen(self.theme["focus"])
        painter.drawText(body, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        wide = text_width(words, type_)
        painter.fillRect(body.left(), body.bottom() - 2, wide, 1, self.theme["focus"])

    def fill(self) -> None:
        """A link has no body."""
        return


def open_address(url: str) -> None:
    """Hand an address to the desktop's browser."""
    QDesktopServices.openUrl(QUrl(url))
