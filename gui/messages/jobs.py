"""All that goes on at once, a line each: none hides another's Cancel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.look.theme import Theme, theme
from gui.messages.progress import Progress

SPACE: Final = 8
Cancel = Callable[[], object] | None


class Jobs(QWidget):
    """Lines in the order in which the jobs began, each known by what cancels it. `pressed` when one was cancelled.

    `news` is the title that was said last.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.news = ""
        self._lines: list[tuple[Cancel, Progress]] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE)

    @property
    def lines(self) -> list[Progress]:
        """The oldest first."""
        return [line for _, line in self._lines]

    def say(self, title: str, detail: str, fraction: float | None, cancel: Cancel) -> None:
        """Show how far a job is, in its own line."""
        line = next((line for known, line in self._lines if known == cancel), None)
        if line is None:
            line = Progress(self)
            line.apply_theme(self.theme)
            line.pressed.connect(lambda: self._press(cancel))
            self._lines.append((cancel, line))
            self._layout.addWidget(line)
        line.say(title, detail, fraction)
        line.show()
        self.news = line.words()

    def end(self, cancel: Cancel) -> None:
        """Take the line of a job away."""
        for known, line in list(self._lines):
            if known == cancel:
                self._lines.remove((known, line))
                line.hide()
                line.deleteLater()
        self.setVisible(bool(self._lines))

    def end_all(self) -> None:
        """Take all lines away."""
        for cancel, _ in list(self._lines):
            self.end(cancel)

    def cancel(self) -> None:
        """What Escape does: cancel the newest job."""
        if self._lines:
            self._press(self._lines[-1][0])

    def words(self) -> str:
        """A line for each job."""
        return "\n".join(line.words() for line in self.lines)

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for line in self.lines:
            line.apply_theme(new)

    def _press(self, cancel: Cancel) -> None:
        self.end(cancel)
        self.pressed.emit()
        if cancel is not None:
            cancel()
