"""Ctrl+C in a terminal, a logout or a shutdown closes the window as its person does: all is kept, nothing is left."""

from __future__ import annotations

import signal
from socket import socketpair
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtWidgets import QWidget

ASKS: Final = ("SIGINT", "SIGTERM", "SIGHUP")  # those that the system knows


class Ending(QObject):
    """Closes a window at the first such signal; the second one ends the process at once.

    `status` is what the process ends with then, 128 and the signal's number; 0 before. A signal that is ignored, as
    under nohup, stays so. Python alone hears a signal only when it runs again, which in a window may be never: so the
    system writes the signal's number into a socket that Qt watches.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.status = 0
        self._window = window
        self._written, self._read = socketpair()
        for end in (self._written, self._read):
            end.setblocking(False)
        self._news = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._news.activated.connect(self._end)
        known = [getattr(signal, name) for name in ASKS if hasattr(signal, name)]
        self._heard = [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
        for number in self._heard:
            signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._written.fileno(), warn_on_full_buffer=False)

    def _end(self) -> None:
        self.status = 128 + self._read.recv(1)[0]
        self._news.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._heard:
            signal.signal(number, signal.SIG_DFL)
        self._window.close()
