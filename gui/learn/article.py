"""The article: one page in a column that scrolls, its live parts made as they come into sight."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gui.learn.page import TEXT, Page
from gui.look.painted import focus_ring
from gui.look.theme import Theme, theme
from gui.parts.buttons import KEPT_REASONS, RING
from gui.store import Store

SIDES: Final = 32  # px beside it at least
TOP, BOTTOM = 24, 48
AHEAD: Final = 240  # px below the window in which live parts are made
LINE: Final = 48  # px of a key
ABOVE: Final = 16  # px over a heading that was gone to
NEAR: Final = 120  # px from the top in which a heading is the one that is read


class Sheet(QWidget):
    """What scrolls: the column in the middle of the paper."""

    def __init__(self, colours: Theme) -> None:
        super().__init__()
        self.theme = colours

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), self.theme["surface"])


class Mark(QWidget):
    """The focus ring around what scrolls, over it, so that it does not scroll along."""

    def __init__(self, parent: Article) -> None:
        super().__init__(parent)
        self.article = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        focus_ring(QPainter(self), self.rect().adjusted(4, 4, -4, -4), self.article.theme["focus"])


class Article(QScrollArea):
    """`show_page` opens one; `headed(anchor)` when another heading is read, `ended` when its end was seen."""

    headed = Signal(str)
    ended = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("article")
        self.setAccessibleName("Chapter")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.page: Page | None = None
        self._sheet = Sheet(self.theme)
        self.setWidget(self._sheet)
        self._mark = Mark(self)
        self._heading = ""
        self.tail: tuple[Any, ...] = ()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().setSingleStep(LINE)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._wake)

    def show_page(self, page: Page) -> None:
        """Open a page at its start; the one before keeps its live parts."""
        if self.page is page:
            return
        if self.page is not None:
            self.page.hide()
        if self.page is not None:
            self.page.grown.disconnect(self.lay_out)
        self.page = page
        page.grown.connect(self.lay_out)
        page.setParent(self._sheet)
        page.apply_theme(self.theme)
        page.show()
        self.setAccessibleName(page.title)
        self.lay_out()
        self.verticalScrollBar().setValue(0)
        self._heading = ""
        self._scrolled()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = self._sheet.theme = new
        if self.page is not None:
            self.page.apply_theme(new)
        self._sheet.update()

    def go_to(self, anchor: str) -> None:
        """Bring a heading to the top; "" is the start of the page."""
        box = self.page.heading_box(anchor) if self.page and anchor else None
        top = 0 if box is None or self.page is None else self.page.y() + box.top() - ABOVE
        self.verticalScrollBar().setValue(top)

    def reveal(self, box: QRect) -> None:
        """Bring a box of the page into view, at a third of the height, unless it is there."""
        if self.page is None:
            return
        bar, top, view = self.verticalScrollBar(), self.page.y() + box.top(), self.viewport().height()
        if not bar.value() <= top <= bar.value() + view - min(box.height(), view):
            bar.setValue(top - view // 3)

    def column(self) -> int:
        """How wide the text is, in pixels."""
        most = TEXT if self.page is None else self.page.most
        return max(min(most, self.viewport().width() - 2 * SIDES), 200)

    def lay_out(self) -> None:
        """Place the page in the middle."""
        if self.page is None:
            return
        wide, view = self.column(), self.viewport().width()
        left = (view - wide) // 2
        high = self.page.lay_out(wide)
        self.page.move(left, TOP)
        end = TOP + high
        for part in self.tail:
            tall = part.height_for(wide + 2 * RING)
            part.setGeometry(left - RING, end + part.above, wide + 2 * RING, tall)
            end += part.above + tall
        self._sheet.resize(view, max(end + (0 if self.tail else BOTTOM), self.viewport().height()))
        self._later.start()

    def show_below(self, parts: tuple[Any, ...]) -> None:
        """Have widgets follow the page: what stands beside it where there is room."""
        self.tail = parts
        for part in parts:
            part.setParent(self._sheet)
            part.show()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._mark.setGeometry(self.viewport().geometry())
        self.lay_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring is there when the Tab key came here; at the opening of a chapter nobody looks for the keyboard."""
        super().focusInEvent(event)
        if event.reason() not in KEPT_REASONS:
            self._mark.setVisible(event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in KEPT_REASONS:
            self._mark.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        ends = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        key = Qt.Key(event.key())
        if key in ends and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            bar.setValue(ends[key])
        elif key == Qt.Key.Key_Space:
            bar.setValue(bar.value() + bar.pageStep())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _scrolled(self, *_: int) -> None:
        bar = self.verticalScrollBar()
        if self.page is None:
            return
        heading = self.page.heading_above(bar.value() + NEAR - self.page.y())
        if heading != self._heading:
            self._heading = heading
            self.headed.emit(heading)
        self._later.start()

    def _wake(self) -> None:
        """Make the live parts that are in sight, or nearly; say when the end is."""
        if self.page is None or not self.isVisible():
            return
        top = self.verticalScrollBar().value()
        sight = QRect(0, top - self.page.y(), self.page.width(), self.viewport().height() + AHEAD)
        for frame in self.page.frames:
            if frame.geometry().intersects(sight):
                frame.wake()
        if top >= self.verticalScrollBar().maximum():
            self.ended.emit()
