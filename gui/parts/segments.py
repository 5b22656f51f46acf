"""A row of segments of which one is chosen; as a pipeline with arrows between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from gui.access.speech import describe
from gui.look.drawing import text_width
from gui.look.theme import Theme
from gui.parts.buttons import KEPT_REASONS, RING, panel, ring, words_font

TRACK: Final = 28
INSET: Final = 2
PADDING: Final = 10
PIPELINE: Final = ((8, 12), (6, 12), (4, 10), (3, 10), (4, 1))  # padding, and a gap, from the roomiest look on
ARROW: Final = 10  # a gap of so many pixels has room for an arrow
PLAIN: Final = ((PADDING, 0), (6, 0), (4, 0), (2, 0))


class Segment(QAbstractButton):
    """One choice, for screen readers too. It draws itself and leaves the pointer to the row."""

    def __init__(self, value: str, label: str, tip: str, parent: Segments) -> None:
        super().__init__(parent)
        self.value, self.label, self.tip, self.reason, self.hovered = value, label, tip, "", False
        self.row = parent
        self.setText(label)
        self.setCheckable(True)
        self.setAccessibleName(label)
        self.setAccessibleDescription(tip)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clicked.connect(lambda: parent.choose(value))

    @property
    def hover(self) -> str:
        """What hovering says; the whole label first where a short one stands for it."""
        said = self.reason or self.tip
        return said if self.text() == self.label else f"{self.label}\n{said}"

    def sizeHint(self) -> QSize:
        return QSize(text_width(self.text(), words_font("caption", 500)) + 2 * self.row.padding, TRACK - 2 * INSET)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self.row.theme
        painter = QPainter(self)
        ink = "disabled" if not self.isEnabled() else "ink" if self.isChecked() or self.hovered else "ink2"
        if self.isChecked():
            panel(painter, self.rect(), colours["seg_on"], colours["btn_line"], 5)
        painter.setPen(colours[ink])
        painter.setFont(words_font("caption", 500))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Segments(QWidget):
    """`options` are (value, label, hover text); `chosen(value)` follows the person's choice, not `set_value`.

    `short` has labels that `fit` may take instead; screen readers and hover texts keep the whole ones.

    In a `pipeline` arrows lead from one to the next where they have room, but to the one that stands `apart` behind a
    line.

    One stop of the Tab key; left and right (Home, End) choose inside. The track is drawn 4 px inside the widget, so
    that the focus ring has room.
    """

    chosen = Signal(str)
    segment: ClassVar[type[Segment]] = Segment

    def __init__(
        self,
        options: Sequence[tuple[str, str, str]],
        theme: Theme,
        pipeline: bool = False,
        apart: str = "",
        short: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self._ring = False
        self._pipeline, self._apart, self._short = pipeline, apart, short or {}
        self._looks = PIPELINE if pipeline else PLAIN
        self.padding, self._gap = self._looks[0]
        self.segments = {value: self.segment(value, label, tip, self) for value, label, tip in options}
        self._value = options[0][0]
        self._lay_out()
        self.set_value(self._value)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def value(self) -> str:
        return self._value

    def set_value(self, value: str) -> None:
        """Show `value` as the chosen one, silently."""
        if value == self._value and self.segments[value].isChecked():
            return
        self._value = value
        for each, segment in self.segments.items():
            segment.setChecked(each == value)
        chosen = self.segments[value]
        order = list(self.segments).index(value) + 1
        describe(self, f"{chosen.label}, {order} of {len(self.segments)}")
        self.update()

    def set_disabled(self, value: str, reason: str) -> None:
        """Grey a segment and say why on hover; an empty reason makes it work again."""
        segment = self.segments[value]
        segment.reason = reason
        segment.setEnabled(not reason)
        segment.setAccessibleDescription(reason or segment.tip)

    def choose(self, value: str) -> None:
        """What a click on a segment does."""
        if value != self._value and self.segments[value].isEnabled():
            self.set_value(value)
            self.chosen.emit(value)
        else:
            self.set_value(self._value)

    def segment_rect(self, value: str) -> QRect:
        """Where a segment is, in the widget."""
        return self.segments[value].geometry()

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.update()

    def sizeHint(self) -> QSize:
        last = list(self.segments.values())[-1]
        return QSize(last.geometry().right() + 1 + INSET + RING, TRACK + 2 * RING)

    def fit(self, width: int) -> None:
        """Take the roomiest look that is at most `width` wide: less padding first, then the short labels."""
        for short in ({}, self._short):
            for look in self._looks:
                self.padding, self._gap = look
                for value, segment in self.segments.items():
                    segment.setText(short.get(value, segment.label))
                self._lay_out()
                if self.sizeHint().width() <= width:
                    return

    def _lay_out(self) -> None:
        left = RING + INSET
        for segment in self.segments.values():
            segment.setGeometry(QRect(QPoint(left, RING + INSET), segment.sizeHint()))
            left += segment.width() + self._gap

    def _at(self, point: QPoint) -> Segment | None:
        return next((s for s in self.segments.values() if s.geometry().contains(point)), None)

    def _step(self, by: int) -> None:
        """Choose the next segment that works, in a direction."""
        values = list(self.segments)
        at = values.index(self._value) + by
        while 0 <= at < len(values) and not self.segments[values[at]].isEnabled():
            at += by
        if 0 <= at < len(values):
            self.choose(values[at])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            segment = self._at(event.pos())
            QToolTip.showText(event.globalPos(), segment.hover if segment else "", self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in KEPT_REASONS:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        self.update()
        steps: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        working = [value for value, segment in self.segments.items() if segment.isEnabled()]
        if event.key() in steps:
            self._step(steps[event.key()])
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.choose(working[0 if event.key() == Qt.Key.Key_Home else -1])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        segment = self._at(event.position().toPoint())
        if segment is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(segment.value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def _hover(self, over: Segment | None) -> None:
        for segment in self.segments.values():
            if segment.hovered != (segment is over):
                segment.hovered = segment is over
                segment.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        track = self.rect().adjusted(RING, RING, -RING, -RING)
        panel(painter, track, self.theme["sunken"], None)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pipeline:
            painter.setPen(QPen(self.theme["ink3"], 1))
            for left, right in pairwise(self.segments.values()):
                x, y = (left.geometry().right() + 1 + right.geometry().left()) / 2, track.center().y() + 1
                if right.value == self._apart:
                    painter.fillRect(QRectF(math.floor(x), y - 7, 1, 14), self.theme["line_strong"])
                elif self._gap >= ARROW:
                    _arrow(painter, x, y)
        if self._ring and self.hasFocus():
            ring(painter, track, self.theme["focus"])


def _arrow(painter: QPainter, x: float, y: float) -> None:
    painter.drawPolyline([QPointF(x - 1, y - 2.5), QPointF(x + 1, y), QPointF(x - 1, y + 2.5)])
