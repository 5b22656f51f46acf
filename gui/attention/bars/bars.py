"""The bars: how the query's attention is shared out, word by word, before and after the change."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.shown.view import View
from gui.attention.bars.layout import BarsLayout, Room, layout_of
from gui.attention.bars.painting import Bar, bar_of, draw_bars, in_ghost
from gui.attention.tips import bold, spoken, words_of
from gui.look.numbers import fixed
from gui.look.theme import Theme, font
from gui.parts.pane import Pane
from gui.parts.row_scroll import RowScroll
from gui.store import Store


class Bars(Pane):
    """A click or the up and down keys choose the key. `bottom` is where the axis ends, in pixels.

    `ghost` says whose the pale bars are: the "model", or what is "pinned".
    """

    laidOut = Signal()  # `bottom` may have moved

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "bars", "Weights: up and down choose the key", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.ghost = "model"
        self._layout: BarsLayout | None = None
        self._widths = (0, 0)  # of the widest label and token number
        self._hovered = -1
        self._scroll = RowScroll("Scroll the weights", self)
        self.apply_theme(self.theme)

    @property
    def bottom(self) -> int:
        return self._layout.bottom if self._layout else self.height()

    def values(self) -> NDArray[Any]:
        """The query's weights over all tokens (N,), in text order and unmerged, whatever is shown."""
        return self.view.row.weights if self.view else np.zeros(0, np.float32)

    def row_rect(self, token: int) -> QRect:
        """The row of the word that holds `token`, as far as it is scrolled; empty when it has none of its own."""
        index = self._index_of(token)
        return self._layout.box(index, self._scroll.value()) if self._layout and index >= 0 else QRect()

    def sizeHint(self) -> QSize:
        return QSize(372, 309 if self.compact else 406)

    def show_view(self, view: View, ghost: str = "model") -> None:
        old, self.ghost = self.view, ghost
        super().show_view(view)
        if old is None or words_of(old) != words_of(view):
            self._measure(view)
        self._lay_out()
        if old is None or _revealed(old) != _revealed(view):
            self._reveal()
        self.setAccessibleDescription(spoken(view, view.key, "key", ghost))

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self._scroll.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        if self.view is not None and self._layout is not None:
            draw_bars(painter, self.theme, self.view, self._layout, self._scroll.value(), self._hovered, self.ghost)

    def focus_rect(self) -> QRect | None:
        box = self.row_rect(self.view.key) if self.view else QRect()
        return box.adjusted(1, 2, -1, -2) if not box.isEmpty() else super().focus_rect()

    def tip_at(self, x: int, y: int) -> str:
        bar = self._bar(self._hit(y))
        if bar is None or self.view is None:
            return ""
        now = fixed(bar.now, 6) if bar.visible else "0, masked"
        at_most = "at most " if bar.at_most else ""
        return f"{bold(bar.label)}<br>now {at_most}{now}<br>{self.ghost} {at_most}{in_ghost(bar, self.ghost, 6)}"

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._reveal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._bar(self._hit(round(event.position().y())))
        if event.button() == Qt.MouseButton.LeftButton and bar is not None and bar.key is not None:
            self._take(bar)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._hit(round(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._layout and self._layout.scrolls:
            self._scroll.turn(event)
            self._hover(self._hit(round(event.position().y())))
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(event.key()):
            super().keyPressEvent(event)

    # What they do

    def _key(self, pressed: int) -> bool:
        """Move the key; keys that come faster than views count on from the scene's key."""
        rows = self._choices()
        if (
            pressed not in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
            or self.view is None
            or not rows
        ):
            return False
        key = self.store.scene.key
        at = self._index_of(self.view.key if key is None else key)
        at = rows.index(at) if at in rows else -1
        step = {Qt.Key.Key_Up: max(at - 1, 0), Qt.Key.Key_Down: at + 1, Qt.Key.Key_Home: 0}
        bar = self._bar(rows[min(step.get(Qt.Key(pressed), len(rows)), len(rows) - 1)])
        if bar is not None:
            self._take(bar)
        return True

    def _take(self, bar: Bar) -> None:
        """Choose its word as the key."""
        if self.view is not None:
            self.store.pick(self.view.scene, key=bar.key)

    def _choices(self) -> list[int]:
        """The rows that a key can be chosen from: all but the others."""
        if self._layout is None:
            return []
        words = len(self._layout.order)
        return [*range(words), *([words + self._layout.rest - 1] if self._layout.folded else [])]

    def _index_of(self, token: int) -> int:
        """The row of a token, -1 when it has none of its own."""
        if self.view is None or self._layout is None or not 0 <= token < len(self.view.axis.group_of):
            return -1
        group = self.view.axis.group_of[token]
        if group < 0:
            return len(self._layout.order) + self._layout.rest - 1
        found = np.flatnonzero(self._layout.order == group)
        return int(found[0]) if found.size else -1

    def _bar(self, index: int) -> Bar | None:
        if self.view is None or self._layout is None or index < 0:
            return None
        return bar_of(self.view, self._layout, index)

    def _hit(self, y: int) -> int:
        return self._layout.hit(y, self._scroll.value()) if self._layout else -1

    def _hover(self, index: int) -> None:
        bar = self._bar(index)
        hand = bar is not None and bar.key is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if index != self._hovered:
            self._hovered = index
            self.update()

    # Layout

    def _measure(self, view: View) -> None:
        label, place = QFontMetrics(font("body", 600)), QFontMetrics(font("caption"))
        widest = max((label.horizontalAdvance(group.label) for group in view.axis.groups), default=0)
        self._widths = (widest, place.horizontalAdvance(str(len(view.capture.tokens) - 1)))

    def _lay_out(self) -> None:
        if self.view is None:
            return
        layout = layout_of(self.view, Room(self.width(), self.height(), self.compact, *self._widths))
        self._layout = layout
        self._scroll.fit(layout.top, layout.row, layout.seen, len(layout.order))
        self.laidOut.emit()

    def _reveal(self) -> None:
        """Bring a key that is scrolled away to the middle."""
        index = self._index_of(self.view.key) if self.view and self._layout else -1
        if self._layout and 0 <= index < len(self._layout.order):
            self._scroll.reveal(index)


def _revealed(view: View) -> tuple[object, ...]:
    """What brings the key into view when it changes."""
    return words_of(view), view.key, view.scene.order
