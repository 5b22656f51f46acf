"""Present: a chapter over the whole window in large type, one block at a time, by keys alone."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from engine.learn import CHAPTERS
from gui.learn.live.feeding import Feeder
from gui.learn.live.frame import LiveFrame
from gui.learn.page import part_of
from gui.learn.part import Column, Part
from gui.learn.prose import Prose
from gui.learn.slides import Slide, slides_of
from gui.look.drawing import put
from gui.look.theme import Theme, theme
from gui.messages.messages import announce
from gui.parts.buttons import words_font
from gui.store import Store

LARGE: Final = 2.2  # times the usual letters, at most
SMALLER: Final = 0.9
WIDEST: Final = 1180
EDGE: Final = 48
FOOT: Final = 40
KEYS: Final[dict[int, int]] = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Space: 1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Backspace: -1,
}
PAGES: Final = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
HINT: Final = "Right and left go on and back, Tab goes into a live part, Escape ends"


class Presenting(QWidget):
    """Covers its parent. `ended` after Escape; the parent takes it away."""

    ended = Signal()

    def __init__(self, store: Store, feeder: Feeder, plots: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("presenting")
        self.store, self._feeder, self._plots, self._under = store, feeder, plots, parent
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.slides: tuple[Slide, ...] = slides_of(store.scene.chapter)
        self.at = 0
        self.column: Column | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        parent.installEventFilter(self)
        self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.go(0)

    def go(self, to: int) -> None:
        """Show a slide; beyond the ends nothing happens."""
        if not 0 <= to < len(self.slides):
            return
        self.at = to
        slide = self.slides[to]
        self.column = Column(self._parts(slide))
        self.column.apply_theme(self.theme)
        self._area.setWidget(self.column)
        self._fit()
        for part in self.column.parts:
            if isinstance(part, LiveFrame):
                part.wake()
        first = self.column.parts[0]
        said = f"{first.accessibleName() if isinstance(first, Prose) else ''}, {to + 1} of {len(self.slides)}"
        self.setAccessibleName(f"Presenting. {said}")
        announce(self, said)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.update()

    def end(self) -> None:
        """Leave."""
        self._under.removeEventFilter(self)
        self.hide()
        self.ended.emit()
        self.deleteLater()

    def _parts(self, slide: Slide) -> tuple[Part, ...]:
        chapter = CHAPTERS[slide.chapter]
        if slide.block is None:
            return Prose(chapter.title, "chapter"), Prose(chapter.lead, "lead", "ink2", above=24)
        part = part_of(slide.block, self.store, self._feeder)
        assert part is not None
        if isinstance(part, LiveFrame) and self._plots:
            part.plots_ready()
        part.above = 28
        return Prose(slide.heading, "heading", "ink3"), part

    def _fit(self) -> None:
        """As large as the window allows, in the middle; what does not even fit small scrolls."""
        if self.column is None:
            return
        inside = self.rect().adjusted(EDGE, EDGE, -EDGE, -FOOT)
        wide, zoom = min(inside.width(), WIDEST), LARGE
        live = [part for part in self.column.parts if isinstance(part, LiveFrame)]
        self.column.set_zoom(zoom)
        for frame in live:
            frame.stretch(0)
        while not live and zoom > 1.0 and self.column.height_for(wide) > inside.height():
            zoom = max(zoom * SMALLER, 1.0)
            self.column.set_zoom(zoom)
        for frame in live:
            self.column.set_zoom(1.4)
            frame.stretch(max(inside.height() - self.column.height_for(wide), 0))
        high = self.column.lay_out(wide)
        shown = min(high, inside.height())
        left = inside.left() + (inside.width() - wide) // 2
        bar = 14 if high > shown else 0
        self._area.setGeometry(QRect(left, inside.top() + (inside.height() - shown) // 2, wide + bar, shown))
        self._area.verticalScrollBar().setValue(0)

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As large as the window, always."""
        if event.type() == QEvent.Type.Resize and watched is self._under:
            self.setGeometry(self._under.rect())
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape or key == Qt.Key.Key_F5:
            self.end()
        elif key in KEYS and not event.modifiers():
            bar = self._area.verticalScrollBar()
            down = KEYS[key] > 0
            if key not in PAGES and bar.value() != (bar.maximum() if down else bar.minimum()):
                bar.setValue(bar.value() + KEYS[key] * bar.pageStep())
            else:
                self.go(self.at + KEYS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go(0 if key == Qt.Key.Key_Home else len(self.slides) - 1)
        else:
            event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The Tab key stays inside: what lies below is not seen."""
        inside = [w for w in self.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()]
        stops: list[QWidget] = [self, *(w for w in inside if w is not self._area)]
        now = self.focusWidget() if self.focusWidget() in stops else self
        at = stops.index(now) if now is not None else 0
        stops[(at + (1 if forward else -1)) % len(stops)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        line = QRect(EDGE, self.height() - FOOT, self.width() - 2 * EDGE, FOOT)
        face = words_font("caption")
        put(painter, line, HINT, face, self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
        count = f"{self.at + 1} of {len(self.slides)}"
        put(painter, line, count, face, self.theme["ink3"], Qt.AlignmentFlag.AlignRight)
