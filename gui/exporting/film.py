"""The steps of Flash as an animation: numbers and file are made on a thread, each frame painted in the window's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QSplitter, QWidget

from engine.capture import Capture
from engine.scene import Scene
from gui.export.animation import gif_of
from gui.export.page import TITLE, Page
from gui.export.picture import pixels_of
from gui.export.sheet import LINE
from gui.exporting.work import Stopped, Tell
from gui.flow.producing import Producer, Sizes
from gui.flow.worker import Cancelled
from gui.frame.window import COMPACT_BELOW

if TYPE_CHECKING:
    from gui.export.palette import Pixels
    from gui.frame.window import Window

PER_SECOND: Final = 8.0
Layout = tuple[list[list[int]], list[int]]
POLL: Final = 0.05  # s between two looks whether it was cancelled


class Film(QObject):
    """A page of the window's size, laid out as the window is, goes through the steps while the window shows its own."""

    _made = Signal(int, object)

    def __init__(self, window: Window, scene: Scene, capture: Capture | None, steps: Sequence[int]) -> None:
        super().__init__()
        self._window, self._scene, self._capture, self._steps = window, scene, capture, steps
        self._page: Page | None = None
        self._layout: Layout = ([], [])
        self._painted: SimpleQueue[QImage | Exception] = SimpleQueue()
        self._made.connect(self._paint)

    def begin(self) -> None:
        """Make the page."""
        room = self._window.room
        high = TITLE + LINE + room.height() + LINE + self._window.provenance.height()
        start = replace(self._scene, step=self._steps[0])
        page = self._page = Page(start, self._capture, QSize(room.width(), high))
        page.room.set_compact(self._window.height() < COMPACT_BELOW)
        self._layout = layout_of(room)

    def data(self, tell: Tell, cancelled: Cancelled) -> bytes:
        """The GIF; for the thread."""
        if self._page is None:  # cancelled meanwhile
            raise Stopped
        meant = [colour.rgb() & 0xFFFFFF for colour in self._page.room.theme.roles.values()]
        producer = Producer()

        def picture(step: int) -> Pixels:
            parts: list[object] = []
            scene = replace(self._scene, step=step)
            producer.produce(scene, self._capture, Sizes((1, 1), 1), cancelled, parts.append)
            self._made.emit(step, parts)
            return pixels_of(self._next(cancelled))

        return gif_of(self._steps, picture, PER_SECOND, lambda done, of: tell(done / of), meant)

    def end(self) -> None:
        """Drop the page."""
        if self._page is not None:
            self._page.close_room()
            self._page.deleteLater()
            self._page = None
        self.deleteLater()

    def _next(self, cancelled: Cancelled) -> QImage:
        while not cancelled():
            try:
                painted = self._painted.get(timeout=POLL)
            except Empty:
                continue
            if isinstance(painted, Exception):
                raise painted
            return painted
        raise Stopped

    def _paint(self, step: int, parts: Sequence[object]) -> None:
        """One frame, a pixel a pixel."""
        if self._page is None:  # cancelled meanwhile
            return
        try:
            self._page.show_parts(step, parts)
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            lay_out(self._page.room, self._layout)
            self._painted.put(self._page.sheet.image(1 / self._page.devicePixelRatioF()))
        except Exception as error:  # which the thread would wait for in vain
            self._painted.put(error)


class Films:
    """The same film as often as it is begun: one that could not be saved where it was meant to be is made again."""

    def __init__(self, window: Window, scene: Scene, capture: Capture | None, steps: Sequence[int]) -> None:
        self._of = window, scene, capture, steps
        self._film: Film | None = None

    def begin(self) -> None:
        """Make a new one."""
        self._film = Film(*self._of)
        self._film.begin()

    def data(self, tell: Tell, cancelled: Cancelled) -> bytes:
        """Its GIF; for the thread."""
        film = self._film
        if film is None:  # cancelled meanwhile
            raise Stopped
        return film.data(tell, cancelled)

    def end(self) -> None:
        """Drop it."""
        if self._film is not None:
            self._film.end()
            self._film = None


def layout_of(room: QWidget) -> Layout:
    """Where a room's splitters stand, and how far it is scrolled."""
    sizes = [splitter.sizes() for splitter in room.findChildren(QSplitter)]
    return sizes, [area.verticalScrollBar().value() for area in room.findChildren(QAbstractScrollArea)]


def lay_out(room: QWidget, layout: Layout) -> None:
    """Lay a room out as another of its kind was."""
    for splitter, sizes in zip(room.findChildren(QSplitter), layout[0], strict=True):
        splitter.setSizes(sizes)
    for area, top in zip(room.findChildren(QAbstractScrollArea), layout[1], strict=True):
        area.verticalScrollBar().setValue(top)
