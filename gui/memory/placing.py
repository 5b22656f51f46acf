"""Where the window stood comes back, as far as it fits the screens of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from gui.memory.memory import Memory

RESTS: Final = 200  # ms without a move or a new size
MOVES: Final = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)
MAXIMISED: Final = Qt.WindowState.WindowMaximized
OTHER: Final = MAXIMISED | Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMinimized


class Placing(QObject):
    """Puts a window that is not shown yet where it stood, and remembers where it stands."""

    def __init__(self, window: QWidget, memory: Memory) -> None:
        super().__init__(window)
        self._window, self._memory = window, memory
        self._rest = QTimer(self, singleShot=True, interval=RESTS)
        self._rest.timeout.connect(self._remember)
        self._restore()
        window.installEventFilter(self)

    def _restore(self) -> None:
        stood = self._memory.value.window
        if stood is not None:
            screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
            if QGuiApplication.platformName() == "offscreen":  # its screen is no screen
                screens = [QRect(*stood)]
            place = placed(QRect(*stood), screens, self._window.minimumSize())
            if place is not None:
                self._window.resize(place.size())
                self._window.move(place.topLeft())
        if self._memory.value.maximised:
            self._window.setWindowState(MAXIMISED)

    def _remember(self) -> None:
        """A window that fills the screen keeps the place that it goes back to."""
        window, state = self._window, self._window.windowState()
        if not state & OTHER:
            at, size = window.pos(), window.size()
            self._memory.update(window=(at.x(), at.y(), size.width(), size.height()), maximised=False)
        elif not state & Qt.WindowState.WindowMinimized:
            self._memory.update(maximised=bool(state & MAXIMISED))

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOVES and self._window.isVisible():
            self._rest.start()
        elif event.type() == QEvent.Type.Close and self._rest.isActive():
            self._rest.stop()
            self._remember()
        return super().eventFilter(watched, event)


def placed(place: QRect, screens: Sequence[QRect], smallest: QSize) -> QRect | None:
    """`place` moved and made smaller until it lies within the screen that has most of it; None where none has any."""
    areas = [_area(screen.intersected(place)) for screen in screens]
    if not any(areas):
        return None
    screen = screens[areas.index(max(areas))]
    size = place.size().boundedTo(screen.size()).expandedTo(smallest)
    furthest = screen.bottomRight() - QPoint(size.width() - 1, size.height() - 1)
    left = max(screen.left(), min(place.left(), furthest.x()))
    top = max(screen.top(), min(place.top(), furthest.y()))
    return QRect(QPoint(left, top), size)


def _area(of: QRect) -> int:
    return of.width() * of.height()
