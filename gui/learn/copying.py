"""A button that copies a text, and says that it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from gui.access.speech import announce
from gui.look.drawing import text_width
from gui.parts.buttons import HEIGHT, PADDING, TextButton, words_font

SAID: Final = 1500  # ms that "Copied" stands
DONE: Final = "Copied"


class CopyButton(TextButton):
    """`text()` of the copy is asked for when it is pressed; the button is wide enough for both its words."""

    def __init__(
        self, words: str, name: str, text: Callable[[], str], parent: QWidget | None = None, kind: str = "quiet"
    ) -> None:
        super().__init__(words, kind, parent)
        self.setAccessibleName(name)
        self._usual, self._made = words, text
        self._back = QTimer(self, singleShot=True, interval=SAID)
        self._back.timeout.connect(lambda: self._say(self._usual))
        self.clicked.connect(self._copy)

    def body_size(self) -> QSize:
        wide = max(text_width(words, words_font("control")) for words in (self._usual, DONE))
        return QSize(wide + 2 * PADDING, HEIGHT)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._made())
        self._say(DONE)
        announce(self, DONE)
        self._back.start()

    def _say(self, words: str) -> None:
        self._words = words
        self.update()
