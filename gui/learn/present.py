"""Present: a chapter over the whole window in large type, slide by slide, by keys alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from engine.learn import CHAPTERS
from engine.learn.marks import plain
from engine.learn.records import Block
from gui.access.speech import announce
from gui.learn.live.feeding import Feeder
from gui.learn.live.frame import LiveFrame
from gui.learn.magnified import Magnified
from gui.learn.page import part_of
from gui.learn.part import Column, Part
from gui.learn.prose import Prose
from gui.learn.slides import Slide, slides_of
from gui.learn.spread import Spread
from gui.look.drawing import put
from gui.look.theme import Theme, theme
from gui.parts.buttons import words_font
from gui.store import Store

LARGE: Final = 2.2  # times the usual letters, at most
SMALLER: Final = 0.9
LARGE_LIVE: Final = 1.6  # the same beside or over a live part
WIDEST: Final = 1180
WIDEST_LIVE: Final = 1700
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
        self._area.installEventFilter(self)
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
        self.column = self._made(slide)
        self.column.apply_theme(self.theme)
        self._area.setWidget(self.column)
        self._fit()
        for frame in self.frames:
            frame.wake()
        said = f"{plain(slide.heading)}, {to + 1} of {len(self.slides)}"
        self.setAccessibleName(f"Presenting. {said}")
        announce(self, said)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.update()

    @property
    def frames(self) -> tuple[LiveFrame, ...]:
        """The live parts of the slide."""
        return tuple(large.frame for large in self.findChildren(Magnified))

    def end(self) -> None:
        """Leave."""
        self._under.removeEventFilter(self)
        self.hide()
        self.ended.emit()
        self.deleteLater()

    def _made(self, slide: Slide) -> Column:
        chapter = CHAPTERS[slide.chapter]
        if not slide.blocks:
            return Column((Prose(chapter.title, "chapter"), Prose(chapter.lead, "lead", "ink2", above=24)))
        parts = [Prose(slide.heading, "heading", "ink3"), *map(self._part, slide.blocks)]
        for one, part in pairwise(parts):
            part.above = 20 if isinstance(one, Prose) and isinstance(part, Prose) else 28
        live = next((part for part in parts if isinstance(part, Magnified)), None)
        words = tuple(part for part in parts if part is not live)
        return Spread(Column(words), live) if live and live.is_high and len(words) > 1 else Column(tuple(parts))

    def _part(self, block: Block) -> Part:
        part = part_of(block, self.store, self._feeder)
        assert part is not None
        if isinstance(part, LiveFrame):
            if self._plots:
                part.plots_ready()
            return Magnified(part)
        return part

    def _fit(self) -> None:
        """As large as the window allows, in the middle; what does not even fit small scrolls."""
        column = self.column
        if column is None:
            return
        inside = self.rect().adjusted(EDGE, EDGE, -EDGE, -FOOT)
        large = self.findChild(Magnified)
        wide = min(inside.width(), WIDEST if large is None else WIDEST_LIVE)
        if large is None:
            _enlarge(column, wide, inside.height(), LARGE)
        elif isinstance(column, Spread):
            _enlarge(column.words, column.room(wide), inside.height(), LARGE_LIVE)
            large.fill(column.rest(wide), inside.height(), LARGE)
        else:
            column.set_zoom(LARGE_LIVE)
            words = column.height_for(wide) - large.height_for(wide)
            large.fill(wide, inside.height() - words, LARGE)
        high = column.lay_out(wide)
        shown = min(high, inside.height())
        left = inside.left() + (inside.width() - wide) // 2
        bar = 14 if high > shown else 0
        self._area.setGeometry(QRect(left, inside.top() + (inside.height() - shown) // 2, wide + bar, shown))
        self._area.verticalScrollBar().setValue(0)

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As large as the window, always; keys that a live part does not take are those of the slides."""
        if watched is self._area and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.keyPressEvent(event)
            return True
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
        stops: list[QWidget] = [self, *self.findChildren(Magnified)]
        at = next((index for index, stop in enumerate(stops) if stop.hasFocus()), 0)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(at + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["surface"])
        line = QRect(EDGE, self.height() - FOOT, self.width() - 2 * EDGE, FOOT)
        face = words_font("caption")
        put(painter, line, HINT, face, self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
        count = f"{self.at + 1} of {len(self.slides)}"
        put(painter, line, count, face, self.theme["ink3"], Qt.AlignmentFlag.AlignRight)


def _enlarge(words: Column, width: int, height: int, most: float) -> None:
    """Letters as large as they can be in a room of so many pixels, at most `most` times and at least as usual."""
    zoom = most
    words.set_zoom(zoom)
    while zoom > 1.0 and words.height_for(width) > height:
        zoom = max(zoom * SMALLER, 1.0)
        words.set_zoom(zoom)
