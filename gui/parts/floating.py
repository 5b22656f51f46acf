"""A card that floats over the window: placed anew with it, closed by Escape, and the keyboard goes back after it."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gui.look.theme import Theme, theme
from gui.parts.buttons import panel
from gui.parts.menu import RADIUS


class Floating(QWidget):
    """What is below stays usable; with a `veil` a click beside the card closes it. `parent` is the window.

    A subclass says in `place` where it stands, and draws upon `draw_panel`.
    """

    def __init__(self, name: str, parent: QWidget, veil: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.theme: Theme = theme("light")
        self._back: QWidget | None = None
        self._veil = Veil(self, parent) if veil else None
        parent.installEventFilter(self)
        self.hide()

    @abstractmethod
    def place(self) -> None:
        """Take size and position inside the window."""

    def open(self, focus: QWidget) -> None:
        """Show above all else, the keyboard on `focus`."""
        if self.isHidden():
            self._back = QApplication.focusWidget()
        self.place()
        self.show()
        self.rise()
        focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def rise(self) -> None:
        """Lie above all else in the window, over its veil."""
        if self._veil is not None:
            self._veil.cover()
        self.raise_()

    def close_card(self) -> None:
        """Put it away; the keyboard goes back to where it came from."""
        had, back = self.has_keyboard(), self._back
        self._back = None
        self.hide()
        if had and back is not None and isValid(back) and back.isVisible():
            back.setFocus(Qt.FocusReason.PopupFocusReason)

    def has_keyboard(self) -> bool:
        """Whether the keyboard is on the card or inside it."""
        held = QApplication.focusWidget()
        return held is not None and (held is self or self.isAncestorOf(held))

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def draw_panel(self, painter: QPainter) -> None:
        """The card's own body."""
        panel(painter, self.rect(), self.theme["raised"], self.theme["line_strong"], RADIUS)

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and not self.isHidden():
            self.place()
            if self._veil is not None:
                self.rise()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.ShortcutOverride
        if pressed and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:  # not the window's messages
            event.accept()
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._veil is not None:
            self._veil.hide()


class Veil(QWidget):
    """Covers the window under a card, and is not seen: what is pressed there closes the card and nothing else."""

    def __init__(self, card: Floating, parent: QWidget) -> None:
        super().__init__(parent)
        self._card = card
        self.hide()

    def cover(self) -> None:
        """Lie over all of the window."""
        window = self.parentWidget()
        if window is not None:
            self.setGeometry(window.rect())
            self.show()
            self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._card.close_card()
