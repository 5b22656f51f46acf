"""The card of the tour: what to do, how far one is, and three buttons; an arrow at what it speaks of."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.access.speech import announce
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.plain import broken
from gui.look.theme import Theme, line_height
from gui.parts.buttons import RING, TextButton, words_font
from gui.parts.floating import Floating
from gui.tour.placing import ARROW, body_of, placed
from gui.tour.stops import AWAY, STOPS, Stop

WIDTH: Final = 348
MARGIN: Final = 16
TITLE: Final = 20
MOST: Final = 6  # lines of words
ICON: Final = 14
DOT: Final = 6
RADIUS: Final = 10
DONE: Final = "Done. Go on when you like."
L: Final = Qt.AlignmentFlag.AlignLeft


class TourCard(Floating):
    """`wanted(by)`: 1 for Next, -1 for Back, 0 for Skip, and for Done at the last stop."""

    wanted = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("tourCard", parent)
        self.at, self.away, self.done, self.side = 0, False, False, ""
        self._control = QRect()
        self.skip, self.back = TextButton("Skip", "quiet", self), TextButton("Back", parent=self)
        self.next, self.finish = TextButton("Next", "primary", self), TextButton("Done", "primary", self)
        for button, name, by in (
            (self.skip, "tourSkip", 0),
            (self.back, "tourBack", -1),
            (self.next, "tourNext", 1),
            (self.finish, "tourDone", 0),
        ):
            button.setObjectName(name)
            button.clicked.connect(lambda checked=False, by=by: self.wanted.emit(by))
        self.skip.setToolTip("End the tour (Esc)")

    @property
    def stop(self) -> Stop:
        """What it is about."""
        return STOPS[self.at]

    @property
    def last(self) -> bool:
        """Whether there is no further stop."""
        return self.at == len(STOPS) - 1

    @property
    def forward(self) -> TextButton:
        """The main button: Next, and Done at the last stop."""
        return self.finish if self.last else self.next

    def show_stop(self, at: int) -> None:
        """Speak of another stop."""
        had = self.has_keyboard()
        self.at, self.done = at, False
        self.back.setVisible(at > 0)
        self.next.setVisible(not self.last)
        self.skip.setVisible(not self.last)
        self.finish.setVisible(self.last)
        if had:
            self.forward.setFocus(Qt.FocusReason.PopupFocusReason)
        self._say()
        announce(self, f"{self.accessibleName()} {self.accessibleDescription()}")

    def show_done(self) -> None:
        """The person did what it asks for."""
        if not self.done:
            self.done = True
            self._say()
            announce(self, DONE)

    def show_away(self, away: bool) -> None:
        """Say where the controls are when they are not on screen."""
        if away != self.away:
            self.away = away
            self._say()

    def stand_at(self, control: QRect) -> None:
        """Stand beside a control, given in the window."""
        self._control = control
        self.place()

    def place(self) -> None:
        window = self.parentWidget()
        assert window is not None
        box, self.side = placed(self._control, self.body_size(), window.rect())
        self.setGeometry(box)
        self._place_buttons()
        self.update()

    def close_card(self) -> None:
        """What Escape does here: end the tour."""
        self.wanted.emit(0)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for button in (self.skip, self.back, self.next, self.finish):
            button.apply_theme(new)

    def body_size(self) -> QSize:
        """How large it is without its arrow."""
        lines = len(self._lines()) * line_height("body") + line_height("body") + 6
        return QSize(WIDTH, MARGIN + TITLE + 4 + lines + 14 + self.next.sizeHint().height() + MARGIN - RING)

    def body(self) -> QRect:
        """What looks like the card, in its own pixels."""
        return body_of(self.rect(), self.side)

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and not event.modifiers():
            self._step(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        body = self.body()
        inside = body.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.theme["line_strong"], 1))
            painter.setBrush(self.theme["raised"])
            painter.drawPath(self._outline(body))
            line = QRect(inside.left(), inside.top(), inside.width(), TITLE)
            put(painter, line, self.stop.title, words_font("figure"), self.theme["ink"], L)
            line = QRect(inside.left(), line.bottom() + 5, inside.width(), line_height("body"))
            for words in self._lines():
                put(painter, line, words, words_font("body"), self.theme["ink2"], L)
                line.translate(0, line.height())
            self._draw_asks(painter, line.translated(0, 6))
            self._draw_dots(painter, inside)

    def _draw_asks(self, painter: QPainter, line: QRect) -> None:
        if self.away:
            return
        tick = QRect(line.left(), line.top() + (line.height() - ICON) // 2, ICON, ICON)
        draw_icon(painter, "check" if self.done else "chevron-right", tick, self.theme["good" if self.done else "ink"])
        words = DONE if self.done else self.stop.asks
        put(painter, line.adjusted(ICON + 6, 0, 0, 0), words, words_font("control"), self.theme["ink"], L)

    def _draw_dots(self, painter: QPainter, inside: QRect) -> None:
        middle = self.forward.geometry().center().y() + 0.5
        painter.setPen(Qt.PenStyle.NoPen)
        for index in range(len(STOPS)):
            painter.setBrush(self.theme["ink" if index == self.at else "line_strong"])
            x = inside.left() + index * 2 * DOT
            painter.drawEllipse(QRectF(x, middle - DOT / 2, DOT, DOT))
        left = inside.left() + len(STOPS) * 2 * DOT + 4
        box = QRect(left, round(middle) - 8, 60, 16)
        put(painter, box, f"{self.at + 1} of {len(STOPS)}", words_font("caption"), self.theme["ink3"], L)

    def _outline(self, body: QRect) -> QPainterPath:
        path, arrow = QPainterPath(), QPainterPath()
        edge = QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5)
        path.addRoundedRect(edge, RADIUS, RADIUS)
        arrow.addPolygon(self._arrow(edge))
        arrow.closeSubpath()
        return path if not self.side else path.united(arrow)

    def _arrow(self, edge: QRectF) -> QPolygonF:
        """A triangle whose point is beside the middle of the control, as far as the card reaches."""
        middle = QPointF(self._control.center() - self.pos())
        if self.side in ("below", "above"):
            x = min(max(middle.x(), edge.left() + RADIUS + ARROW), edge.right() - RADIUS - ARROW)
            y, point = (edge.top() + 1, -ARROW) if self.side == "below" else (edge.bottom() - 1, ARROW)
            return QPolygonF([QPointF(x - ARROW, y), QPointF(x + ARROW, y), QPointF(x, y + point)])
        y = min(max(middle.y(), edge.top() + RADIUS + ARROW), edge.bottom() - RADIUS - ARROW)
        x, point = (edge.left() + 1, -ARROW) if self.side == "right" else (edge.right() - 1, ARROW)
        return QPolygonF([QPointF(x, y - ARROW), QPointF(x, y + ARROW), QPointF(x + point, y)])

    def _place_buttons(self) -> None:
        body = self.body()
        right = body.right() - MARGIN + RING + 1
        for button in (self.forward, self.back, self.skip):
            if not button.isHidden():
                size = button.sizeHint()
                corner = QPoint(right - size.width(), body.bottom() - MARGIN + RING - size.height() + 1)
                button.setGeometry(QRect(corner, size))
                right -= size.width() - RING + 2

    def _lines(self) -> list[str]:
        return broken(AWAY if self.away else self.stop.says, words_font("body"), WIDTH - 2 * MARGIN, MOST)

    def _say(self) -> None:
        asks = AWAY if self.away else DONE if self.done else self.stop.asks
        self.setAccessibleName(f"Tour, {self.at + 1} of {len(STOPS)}: {self.stop.title}.")
        self.setAccessibleDescription(f"{self.stop.says} {asks}")

    def _step(self, by: int) -> None:
        if 0 <= self.at + by < len(STOPS):
            self.wanted.emit(by)
