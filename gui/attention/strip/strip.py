"""The token strip: one chip a word, shaded by the weight it receives, and arcs from the query."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.shown.view import View
from gui.attention.strip.layout import EDGE, Layout, fitted, layout_of, sizes_of
from gui.attention.strip.painting import draw_strip
from gui.attention.strip.scroll import Scrolled
from gui.attention.tips import chip_tip, spoken, words_of
from gui.look.painted import focus_ring
from gui.parts.pane import Pane
from gui.store import Store

MARGIN: Final = 60  # px that stay in view beside query and key when the arrow keys move them
RIBBON_REACH: Final = 5  # px around the ribbon that still grasp it


class TokenStrip(Pane):
    """A click or the arrow keys choose the query. Chips shrink a little to fit; longer texts scroll: wheel, drag, keys,
    and the ribbon below. A query or key chosen elsewhere comes into view, both where they fit.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "tokenStrip", "Words: left and right choose the query", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._usual: Layout | None = None  # the chips in their usual sizes
        self._place: Scrolled | None = None
        self._by_hand = False  # a hand scrolled to where it is
        self._hovered = -1
        self._asked: int | None = None  # the query that this strip asked for and that has not come yet
        self._margin = 0  # what shows beside it when it comes
        self._pressed: QPoint | None = None
        self._dragged = ""  # "chips" or "ribbon" while one is dragged
        self._held = 0.0  # where it was held: the offset at the press, or a share of the words

    def sizeHint(self) -> QSize:
        return QSize(700, 116 if self.compact else 142)

    @property
    def needed(self) -> int:
        """The width in which all chips fit in their usual sizes."""
        return self._usual.total + 2 * EDGE if self._usual else 0

    def chip_rect(self, token: int) -> QRect:
        """The chip that holds `token`, scrolled into view first; empty when no chip does."""
        if self.view is None or self._place is None or not 0 <= token < len(self.view.axis.group_of):
            return QRect()
        chip = self._chip_of(token)
        if chip >= 0:
            self._scroll(self._place.revealing(chip, chip, 0))
        return self._place.box(chip)

    def show_view(self, view: View) -> None:
        old = self.view
        super().show_view(view)
        same_words = old is not None and words_of(old) == words_of(view)
        if not same_words:
            self._usual = None
            self._lay_out()
        own = self._asked is not None and self._asked == self.store.scene.query
        if old is None or (old.query, old.key) != (view.query, view.key) or not same_words:
            self._follow(own)
        if not own or view.query == self._asked:
            self._asked = None
        self.setAccessibleDescription(spoken(view, view.query, "query"))

    def draw(self, painter: QPainter) -> None:
        if self.view is None or self._place is None:
            return
        draw_strip(painter, self.theme, self.view, self._place, self._hovered)
        if self.ringed:
            box = self._place.box(self._chip_of(self.view.query))
            focus_ring(painter, box.adjusted(-4, -4, 4, 4), self.theme["focus"], 10)

    def focus_rect(self) -> QRect | None:
        return None  # the ring is around the query's chip, and drawn with it

    def tip_at(self, x: int, y: int) -> str:
        chip = self._place.hit(QPoint(x, y)) if self._place else -1
        return chip_tip(self.view, chip) if self.view and chip >= 0 else ""

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self._usual = None
        self._lay_out()
        if not self._by_hand:
            self._follow(own=False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._place is None:
            return
        self._pressed, self._held = event.position().toPoint(), float(self._place.offset)
        if self._on_ribbon(self._pressed):
            self._dragged = "ribbon"
            left, right = self._place.window()
            share = self._share(self._pressed)
            self._held = share - self._place.middle_share() if left <= share <= right else 0.0
            self._drag_to(self._pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed is None:
            self._hover(point)
            return
        far = abs(point.x() - self._pressed.x()) >= QApplication.startDragDistance()
        if not self._dragged and far and self._place and self._place.scrolls:
            self._dragged = "chips"
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._drag_to(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None or self._place is None:
            return
        point, pressed, dragged = event.position().toPoint(), self._pressed, self._dragged
        self._pressed, self._dragged = None, ""
        chip = self._place.hit(point)
        if not dragged and chip >= 0 and chip == self._place.hit(pressed):
            self._click(chip)
        self._hover(point)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned, pixels = event.angleDelta(), event.pixelDelta()
        step = (pixels.x() or pixels.y()) if not pixels.isNull() else (turned.x() or turned.y())
        if self._place and self._place.scrolls:
            self._scroll(self._place.to(self._place.offset - step))
            self._by_hand = True
            self._hover(event.position().toPoint())
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(event.key()):
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(QPoint(-1, -1))

    # What they do

    def _click(self, chip: int) -> None:
        if self.view is None or self._place is None:
            return
        if chip < self._place.layout.words:
            self._ask(self.view.axis.groups[chip].tokens[0], 0)
        elif chip == self._place.layout.folded:
            self.store.update(specials=True)

    def _ask(self, token: int, margin: int = MARGIN) -> None:
        if self.view is not None and (self.store.scene.query, self.store.scene.key) != (token, None):
            self._asked, self._margin = token, margin
            self.store.pick(self.view.scene, query=token, key=None)

    def _key(self, key: int) -> bool:
        """Move the query; keys that come faster than views count on from the scene's query."""
        if self.view is None or not self.view.axis.groups:
            return False
        groups, tokens = self.view.axis.groups, len(self.view.axis.group_of)
        at = self.store.scene.query if self.store.scene.query < tokens else self.view.query
        earlier = [group for group in groups if group.tokens[-1] < at]
        later = [group for group in groups if group.tokens[0] > at]
        own = self.view.axis.group_of[at]
        if key == Qt.Key.Key_Left and earlier:
            self._ask(earlier[-1].tokens[0])
        elif key == Qt.Key.Key_Right and later:
            self._ask(later[0].tokens[0])
        elif key == Qt.Key.Key_Home and own != 0:
            self._ask(groups[0].tokens[0])
        elif key == Qt.Key.Key_End and own != len(groups) - 1:
            self._ask(groups[-1].tokens[0])
        else:
            return key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
        return True

    def _hover(self, point: QPoint) -> None:
        chip = self._place.hit(point) if self._place else -1
        if self._place and chip == self._place.layout.unread:
            chip = -1
        hand = chip >= 0 or self._on_ribbon(point)
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if chip != self._hovered:
            self._hovered = chip
            self.update()

    def _on_ribbon(self, point: QPoint) -> bool:
        if self._place is None or not self._place.scrolls:
            return False
        reach = self._place.ribbon.adjusted(-RIBBON_REACH, -RIBBON_REACH, RIBBON_REACH, RIBBON_REACH)
        return reach.contains(point)

    def _share(self, point: QPoint) -> float:
        ribbon = self._place.ribbon if self._place else QRect(0, 0, 1, 1)
        return (point.x() - ribbon.left()) / ribbon.width()

    def _drag_to(self, point: QPoint) -> None:
        if self._place is None or self._pressed is None:
            return
        if self._dragged == "ribbon":
            self._by_hand = True
            self._scroll(self._place.at_share(self._share(point) - self._held))
        elif self._dragged == "chips":
            self._by_hand = True
            self._scroll(self._place.to(self._held + self._pressed.x() - point.x()))

    # Layout

    def _lay_out(self) -> None:
        if self.view is not None:
            offset = self._place.offset if self._place else 0
            sizes = sizes_of(self.height())
            self._usual = self._usual or layout_of(self.view, sizes)
            layout = fitted(self.view, self._usual, sizes, self.width() - 2 * EDGE)
            self._place = Scrolled(layout, self.width(), self.height()).to(offset)

    def _follow(self, own: bool) -> None:
        """Keep query and key in view; in the middle, unless this strip itself chose the query."""
        self._by_hand = False
        if self.view is None or self._place is None:
            return
        query, key = self._chip_of(self.view.query), self._chip_of(self.view.key)
        if query >= 0:
            key = key if key >= 0 else query
            place = self._place
            if not own:
                self._scroll(place.showing(query, key))
            elif self._margin or not (place.whole(query) and place.whole(key)):
                self._scroll(place.revealing(query, key, self._margin))

    def _scroll(self, place: Scrolled) -> None:
        if self._place is None or place.offset != self._place.offset:
            self._place = place
            self.update()

    def _chip_of(self, token: int) -> int:
        """The chip that shows a token, -1 for none."""
        if self.view is None or self._place is None:
            return -1
        group = self.view.axis.group_of[token]
        return group if group >= 0 else self._place.layout.folded
