"""A painted widget: it has a theme, a background, hover texts and a focus ring."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from gui.access.speech import describe
from gui.look.plain import spread
from gui.look.theme import Theme, theme
from gui.store import Store

BY_KEYS: Final = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
BY_HAND: Final = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.OtherFocusReason)  # a click here, or what it opened


class Painted(QWidget):
    """Subclasses paint with `self.theme` in `draw`.

    The widget is filled with the role `background` first and gets a focus ring last while it is `ringed`. Hover texts
    come from `tip_at`.
    """

    background: ClassVar[str] = "surface"

    def __init__(self, store: Store, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.compact = self._by_keys = False
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what lies behind is not painted with it

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        self.compact = compact
        self.updateGeometry()
        self.update()

    def setAccessibleDescription(self, description: str) -> None:
        """What a screen reader says of the part that the keyboard is on; of all parts where there are none."""
        describe(self, description)

    def draw(self, painter: QPainter) -> None:
        """Paint the widget; the background is there already."""

    def tip_at(self, x: int, y: int) -> str:
        """The hover text for a point of the widget, "" for none."""
        return ""

    def focus_rect(self) -> QRect | None:
        """Where the keyboard is, for the focus ring; None draws none."""
        return self.rect().adjusted(3, 3, -3, -3)

    @property
    def ringed(self) -> bool:
        """Whether the keyboard is here and was used: not after a click, but from the next key on."""
        return self._by_keys and self.hasFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # ended even when drawing fails: Qt would crash
            painter.fillRect(event.rect(), self.theme[self.background])
            self.draw(painter)
            ring = self.focus_rect() if self.ringed else None
            if ring is not None:
                focus_ring(painter, ring, self.theme["focus"])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = spread(self.tip_at(event.pos().x(), event.pos().y()))
            QToolTip.showText(event.globalPos(), text, self) if text else QToolTip.hideText()
            return True
        if isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() in (*BY_KEYS, *BY_HAND):
            self._by_keys = event.reason() in BY_KEYS
        elif event.type() == QEvent.Type.KeyPress and not self._by_keys:
            self._by_keys = True
            self.update()
        return super().event(event)


def focus_ring(painter: QPainter, around: QRect, colour: QColor, radius: int = 6) -> None:
    """A 2 px ring just outside `around` minus its own width."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(around.adjusted(-1, -1, 1, 1), radius, radius)
    painter.restore()
