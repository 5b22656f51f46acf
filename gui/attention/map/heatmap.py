"""The attention map under hand: point, choose, copy, zoom and pan."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture, QWidget

from engine.shown.view import View
from gui.attention.map.canvas import MapCanvas
from gui.attention.map.geometry import FEWEST, Band, Layout, Window
from gui.attention.tips import bold, pieces_line, place_line
from gui.messages.copied import copy_text
from gui.store import Store

CLOSER: Final = 1.25  # a notch of the wheel
KEY_CLOSER: Final = 1.5
DIRECTIONS: Final[dict[int, tuple[int, int]]] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
ZOOM_KEYS: Final[dict[int, float]] = {
    Qt.Key.Key_Plus: KEY_CLOSER,
    Qt.Key.Key_Equal: KEY_CLOSER,
    Qt.Key.Key_Minus: 1 / KEY_CLOSER,
}


class Heatmap(MapCanvas):
    """Queries down, keys across. A click chooses, a double click copies, the wheel zooms and a drag pans.

    Arrows move the chosen cell, with Shift the part that is seen; + and - zoom, 0 and Home show all.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self._pressed: QPoint | None = None
        self._dragged: Window | None = None  # the window when the drag began
        self._closer = 1.0  # zoom that was asked for and was less than a word yet

    def tip_at(self, x: int, y: int) -> str:
        """A label in full, and which tokens it stands for."""
        if self.view is None or self.plan is None or self.plan.special.contains(x, y):
            return ""
        row, column = self.plan.at(QPoint(x, y))
        if (row is None) == (column is None):
            return ""
        band, cell = (self.plan.rows, row) if row is not None else (self.plan.columns, column)
        group = self.view.axis.groups[int(band.words[cell or 0])]
        capture = self.view.capture
        return "<br>".join((bold(group.label), pieces_line(capture, group.tokens), place_line(capture, group.tokens)))

    def zoom(self, factor: float, at: QPointF) -> None:
        """Come `factor` times closer; the word under `at` stays there."""
        if self.plan is None or self.total <= FEWEST:
            return
        self._closer *= factor
        layout, plot = self.plan, self.plan.plot
        y, x = (at.y() - plot.top()) * layout.dpr, (at.x() - plot.left()) * layout.dpr
        top, rows = layout.rows.zoomed(self._closer, y, self.total, layout.room[0])
        left, columns = layout.columns.zoomed(self._closer, x, self.total, layout.room[1])
        if (rows, columns) != (layout.rows.count, layout.columns.count) or not 0.5 < self._closer < 2:
            self._closer = 1.0
            self.look_at((top, left, rows, columns))

    def closer(self, factor: float) -> None:
        """Come `factor` times closer to the chosen cell."""
        if self.view is not None and self.plan is not None:
            self.zoom(factor, self._centre(self.plan))

    @property
    def zooms(self) -> bool:
        """Whether there are words enough to come closer."""
        return self.plan is not None and self.total > FEWEST

    def pan(self, rows: int, columns: int) -> None:
        """Move what is seen by so many words, down and right."""
        if self.plan is not None and self.looked is not None:
            self.look_at(self._moved(self.looked, rows, columns))

    def _moved(self, window: Window, rows: int, columns: int) -> Window:
        top, left, height, width = window
        return (
            min(max(top + rows, 0), self.total - height),
            min(max(left + columns, 0), self.total - width),
            height,
            width,
        )

    def _choose(self, point: QPoint) -> None:
        """Take the cell at a point, or the word of a label alone."""
        if self.view is None or self.plan is None:
            return
        row, column = self.plan.at(point)
        choices: dict[str, Any] = {}
        if row is not None:
            choices["query"] = self._token(self.plan.rows, row)
        if column is not None:
            choices["key"] = self._token(self.plan.columns, column)
        if choices:
            self.store.pick(self.view.scene, **choices)

    def _token(self, band: Band, cell: int) -> int:
        """The first piece of a cell's word; of several words the chosen one, if it is among them."""
        assert self.view is not None
        chosen = self.view.query_group if self.plan and band is self.plan.rows else self.view.key_group
        group = chosen if band.cell_of(chosen) == cell else int(band.words[cell])
        return self.view.axis.groups[group].tokens[0]

    def step(self, down: int, right: int) -> None:
        """Move the chosen cell by words, and what is seen with it."""
        if self.view is None or not self.total:
            return
        at = self._now(self.view)
        query, key = (min(max(word + by, 0), self.total - 1) for word, by in zip(at, (down, right), strict=True))
        window = self.looked
        if window is not None:
            top = min(max(window[0], query - window[2] + 1), query)
            left = min(max(window[1], key - window[3] + 1), key)
            window = (top, left, *window[2:])
        groups = self.view.axis.groups
        self.look_at(window, query=groups[query].tokens[0], key=groups[key].tokens[0])

    def _now(self, view: View) -> tuple[int, int]:
        """The shown words of query and key; keys that come faster than views count on from the scene's."""
        scene, group_of = self.store.scene, view.axis.group_of
        query = scene.query if scene.query < len(group_of) else view.query
        key = view.key if scene.key is None or scene.key >= len(group_of) else scene.key
        return group_of[query], group_of[key]

    def _copy(self) -> None:
        """The number under the pointer, all its digits, to the clipboard."""
        number = self.exact()
        if number is not None:
            said = str(np.float32(number))
            copy_text(said, said, self)
            self.copied = True
            self.update()

    def _centre(self, layout: Layout) -> QPointF:
        """Where keys zoom: the chosen cell, or the middle when it is out of view."""
        assert self.view is not None
        row, column = layout.rows.cell_of(self.view.query_group), layout.columns.cell_of(self.view.key_group)
        return (layout.plot if row is None or column is None else layout.rect(row, column)).center()

    # Qt's own

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(1 + event.value(), event.position())
            return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                self.zoom(pinch.scaleFactor(), QPointF(self.mapFromGlobal(pinch.centerPoint())))
                return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(CLOSER ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position().toPoint(), None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at, layout = event.position().toPoint(), self.plan
        if layout is None:
            return
        if self._pressed is not None and self.looked is not None:
            way = at - self._pressed
            if self._dragged is None and way.manhattanLength() >= QApplication.startDragDistance():
                self._dragged = self.looked
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
            if self._dragged is not None:
                width, height = layout.cell
                self.point_at((None, None))
                self.look_at(self._moved(self._dragged, -round(way.y() / height), -round(way.x() / width)))
                return
        self.point_at(layout.at(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and self._dragged is None:
            self._choose(self._pressed)
        self._pressed = self._dragged = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.plan is not None:
            self.point_at(self.plan.at(event.position().toPoint()))
            self._copy()

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at((None, None))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, layout = event.key(), self.plan
        if self.view is None or layout is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif key in DIRECTIONS:
            down, right = DIRECTIONS[key]
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.pan(down * max(layout.rows.count // 8, 1), right * max(layout.columns.count // 8, 1))
            else:
                self.step(down, right)
        elif key in ZOOM_KEYS:
            self.closer(ZOOM_KEYS[key])
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.look_at(None)
        else:
            super().keyPressEvent(event)
