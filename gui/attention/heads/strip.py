"""The head strip: a small map of every head of the layer, their mean and maximum; a click or Enter opens one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.scene import Head
from engine.shown.thumbnails import Detail
from engine.shown.view import View, varied_of
from gui.attention.heads.layout import HeadLayout
from gui.attention.heads.painting import FAR, NEAR, draw_head, draw_labels, draw_picture, frame
from gui.attention.heads.pictures import composite
from gui.parts.pane import Pane
from gui.store import Store


class HeadStrip(Pane):
    """Left and right move the focus frame, Enter opens; so does a click. Old pictures stay until new ones come."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "headStrip", "Heads: left and right choose, Enter opens", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._focused = 0  # index of the head that the keyboard is at
        self._hovered = -1
        self._offset = 0
        self._top = 1.0  # the weight of the darkest colour in the pictures
        self._picture: QImage | None = None
        self._made_for: tuple[object, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(800, 94 if self.compact else 118)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 94 if self.compact else 118)

    def head_rect(self, head: Head) -> QRect:
        """Where the picture of a head is now; it may be scrolled out of sight."""
        return self._box(self._index_of(head))

    def show_view(self, view: View) -> None:
        old, self.view = self.view, view
        if old is None or (old.head, old.layer, old.capture.heads) != (view.head, view.layer, view.capture.heads):
            self._focused = self._index_of(view.head)
            self._reveal(self._focused)
        if old is None or (old.capture, old.head, old.layer, old.top) != (
            view.capture,
            view.head,
            view.layer,
            view.top,
        ):
            self.update()  # else the pictures wait for their detail
        self.setAccessibleName(f"Heads of layer {view.layer}: left and right choose, Enter opens")
        self._describe()

    def show_detail(self, detail: Detail) -> None:
        super().show_detail(detail)
        if self.view is not None:
            self._top = self.view.top
        self.update()

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()
        self._reveal(self._index_of(self.view.head) if self.view else 0)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._measure()
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._focused = at
            self._open(at)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta()
        self._scroll(self._offset - (turned.x() or turned.y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self._layout.heads + 1
        steps = {Qt.Key.Key_Left: self._focused - 1, Qt.Key.Key_Right: self._focused + 1}
        steps |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in steps and self.view is not None:
            self._focused = min(max(steps[key], 0), last)
            self._reveal(self._focused)
            self._describe()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self._focused)
        else:
            super().keyPressEvent(event)

    def tip_at(self, x: int, y: int) -> str:
        at = self._at(x, y)
        if self.view is None or at < 0:
            return ""
        head, heads = self._head(at), self.view.capture.heads
        if isinstance(head, int):
            capture = varied_of(self.view.scene, self.view.capture).capture
            return f"Head {head}, key/value head {capture.kv_group(head, self.view.layer)}"
        if head == "mean":
            return f"Mean of the weights of all {heads} heads"
        return f"Largest weight of all {heads} heads, cell by cell: its rows do not sum to 1"

    def focus_rect(self) -> QRect | None:
        return None  # the frame of the focused head says it

    def draw(self, painter: QPainter) -> None:
        if self.view is None:
            return
        place, picture = self._layout, self._fresh_picture()
        draw_labels(painter, place, self.detail.scene.layer if self.detail else self.view.layer, self._top, self.theme)
        if place.most_offset:
            painter.setClipRect(QRect(place.left - 8, 0, self.width() - place.left + 8, self.height()))
        opened = self._index_of(self.view.head)
        for index in range(place.heads + 2):
            if picture is None:
                painter.fillRect(self._box(index), self.theme["sunken"])
            else:
                draw_picture(painter, self._box(index), picture, index)
            draw_head(painter, self._box(index), str(self._head(index)), index == opened, self.theme)
        box = self._box(place.heads)
        painter.fillRect(place.divider - self._offset, box.top(), 1, box.height(), self.theme["line"])
        frame(painter, self._box(opened), NEAR, self.theme["ink"])
        if self._hovered >= 0:
            frame(painter, self._box(self._hovered), NEAR, self.theme["focus"])
        if self.ringed:
            frame(painter, self._box(self._focused), FAR, self.theme["focus"])

    @property
    def _layout(self) -> HeadLayout:
        return HeadLayout(self.view.capture.heads if self.view else 0, self.width(), self.compact)

    def _box(self, index: int) -> QRect:
        return self._layout.box(index).translated(-self._offset, 0)

    def _head(self, index: int) -> Head:
        beyond = index - self._layout.heads
        return index if beyond < 0 else ("mean", "max")[beyond]

    def _index_of(self, head: Head) -> int:
        return head if isinstance(head, int) else self._layout.heads + (head == "max")

    def _at(self, x: float, y: float) -> int:
        """The head under a point, its number and half of the gap around it included; -1 for none."""
        if self.view is None or x < self._layout.left - 8:
            return -1
        inside = (
            i for i in range(self._layout.heads + 2) if self._box(i).adjusted(-5, -6, 5, 24).contains(int(x), int(y))
        )
        return next(inside, -1)

    def _open(self, index: int) -> None:
        if self.view is not None:
            self.store.pick(self.view.scene, head=self._head(index))

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.setCursor(Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def _scroll(self, offset: int) -> None:
        self._offset = min(max(offset, 0), self._layout.most_offset)
        self.update()

    def _reveal(self, index: int) -> None:
        """Scroll as little as it takes to have a head in view."""
        place = self._layout
        start = place.box(index).left() - place.left
        self._scroll(min(max(self._offset, start + place.side - place.room), start))

    def _measure(self) -> None:
        """Tell the store how many device pixels a picture has."""
        side = max(1, round(self._layout.side * self.devicePixelRatioF()))
        self.store.resize_canvas(*self.store.canvas, thumbnail=side)

    def _describe(self) -> None:
        if self.view is not None:
            self.setAccessibleDescription(f"{_spoken(self._head(self._focused))}; {_spoken(self.view.head)} is open")

    def _fresh_picture(self) -> QImage | None:
        """The composite of the newest maps; None when there are none for this many heads."""
        detail, ratio = self.detail, self.devicePixelRatioF()
        if detail is None or len(detail.maps) != self._layout.heads + 2 or not detail.maps.size:
            return None
        made_for = (detail, self.theme, self._top, self._layout.side, ratio)
        if made_for != self._made_for:
            side = round(self._layout.side * ratio)
            self._picture, self._made_for = composite(detail, self.theme, self._top, side, ratio), made_for
        return self._picture


def _spoken(head: Head) -> str:
    return f"head {head}" if isinstance(head, int) else head
