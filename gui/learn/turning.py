"""A row with two buttons: back, and on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme, theme
from gui.parts.buttons import Button


class Turning(QWidget):
    """`stepped(-1)` after a click on `back`, `stepped(1)` after one on `next`; both become its children."""

    stepped = Signal(int)

    def __init__(self, back: Button, on: Button, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        for button, by in ((back, -1), (on, 1)):
            button.setParent(self)
            button.clicked.connect(lambda checked=False, by=by: self.stepped.emit(by))

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        for button in self.findChildren(Button):
            button.apply_theme(new)
        self.update()
