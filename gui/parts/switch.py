"""A switch with its label at the right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from gui.look.drawing import text_width
from gui.look.painted import focus_ring
from gui.look.theme import Theme, font
from gui.parts.buttons import KEPT_REASONS, RING

TRACK: Final = QSize(28, 16)
KNOB: Final = 12
GAP: Final = 8


class Switch(QCheckBox):
    """A check box in the shape of a switch, so that Space, the mouse and screen readers know it.

    `clicked(bool)` follows the person alone, `setChecked` shows a state silently for that signal.
    """

    def __init__(self, label: str, theme: Theme, tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self.theme = theme
        self._ring = False  # where the keyboard is: not after a click
        self.setAccessibleName(label)
        self.setAccessibleDescription(tip)
        self.setToolTip(tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(
            RING + TRACK.width() + GAP + text_width(self.text(), font("caption", 500)) + RING, TRACK.height() + 2 * RING
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def track(self) -> QRect:
        """Where the track is, in the widget."""
        return QRect(QPoint(RING, (self.height() - TRACK.height()) // 2), TRACK)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in KEPT_REASONS:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        self.update()
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track, on = self.track(), self.isChecked()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme[("primary" if on else "control_border") if self.isEnabled() else "disabled"])
        painter.drawRoundedRect(track, TRACK.height() / 2, TRACK.height() / 2)
        painter.setBrush(self.theme["on_primary" if on else "surface"])
        inset = (TRACK.height() - KNOB) // 2
        left = track.right() + 1 - inset - KNOB if on else track.left() + inset
        painter.drawEllipse(QRectF(left, track.top() + inset, KNOB, KNOB))
        painter.setFont(font("caption", 500))
        painter.setPen(self.theme["ink2" if self.isEnabled() else "disabled"])
        label = self.rect().adjusted(RING + TRACK.width() + GAP, 0, 0, 0)
        painter.drawText(label, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if self._ring and self.hasFocus():
            focus_ring(painter, track.adjusted(-2, -2, 2, 2), self.theme["focus"], 11)
