"""The paper's numbers in a panel over the window: the wheel and the arrows scroll it, Escape closes it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.flash.traffic.paper import WIDTH, PaperSheet, text
from gui.look.theme import Theme
from gui.messages.copied import copy_text
from gui.parts.popup import Popup

BAR: Final = 12  # room for the scroll bar
BORDER: Final = 6
MARGIN: Final = 12  # to the edges of the window
TALLEST: Final = 620
STEPS: Final[dict[int, int]] = {
    Qt.Key.Key_Up: -54,
    Qt.Key.Key_Down: 54,
    Qt.Key.Key_PageUp: -360,
    Qt.Key.Key_PageDown: 360,
}


class PaperPopup(Popup):
    """Ctrl+C copies what it says."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("paperNumbers", "The paper’s numbers beside ours", theme, parent)
        self.sheet = PaperSheet(theme)
        self.area = QScrollArea(self)
        self.area.setWidget(self.sheet)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)

    def open_above(self, anchor: QWidget) -> None:
        """Show inside the anchor's window, as near to it as there is room for."""
        window = anchor.window()
        tall = min(self.sheet.height() + 2 * BORDER, TALLEST, window.height() - 2 * MARGIN)
        self.setFixedSize(WIDTH + BAR + 2 * BORDER, tall)
        self.area.setGeometry(BORDER, BORDER, WIDTH + BAR, tall - 2 * BORDER)
        corner = anchor.mapTo(window, QPoint(anchor.width(), 0))
        top = max(min(corner.y() - tall, window.height() - tall - MARGIN), MARGIN)
        self.show_in(window, corner.x() - self.width(), top)
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.area.verticalScrollBar(), event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_text(text(), "the table", self)
        elif key in STEPS:
            bar.setValue(bar.value() + STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if key == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)
