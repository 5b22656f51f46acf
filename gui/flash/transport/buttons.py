"""The buttons of the transport."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.look.icons import draw_icon
from gui.look.plain import tip
from gui.parts.buttons import ICON, Button, IconButton, square

PLAY: Final = 36
ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class StepButton(IconButton):
    """A quiet button; the arrow keys pass through it to the workspace."""

    def __init__(self, icon: str, name: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(icon, name, parent)
        self.setToolTip(tip(f"{name} ({keys})") if keys else tip(name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore() if event.key() in ARROWS else super().keyPressEvent(event)


class LoopButton(StepButton):
    """Stays pressed while it is on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("repeat", "Begin anew at the end", "", parent)
        self.setCheckable(True)

    def fill(self) -> QColor | None:
        return self.theme["pressed"] if self.isChecked() else super().fill()

    def ink(self) -> QColor:
        return self.theme["ink"] if self.isChecked() else super().ink()


class PlayButton(Button):
    """The main button: it plays, and pauses while that goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Play", "primary", parent)
        self.show_playing(False)

    def show_playing(self, playing: bool) -> None:
        self._icon = "pause" if playing else "play"
        name = "Pause" if playing else "Play"
        self.setAccessibleName(name)
        self.setToolTip(tip(f"{name} (Space)"))
        self.update()

    def body_size(self) -> QSize:
        return QSize(PLAY, PLAY)

    def draw(self, painter: QPainter, body: QRect) -> None:
        draw_icon(painter, self._icon, square(body, ICON), self.ink())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore() if event.key() in ARROWS else super().keyPressEvent(event)
