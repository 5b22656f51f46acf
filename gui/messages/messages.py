"""Messages to the person, never modal: errors, warnings, progress and notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.capture import Capture
from gui.access.speech import announce
from gui.actions import Action, add_actions
from gui.frame.room import Shown
from gui.look.theme import Theme, theme
from gui.messages.banner import Banner
from gui.messages.jobs import Jobs
from gui.messages.notice import Notice
from gui.messages.reading_note import reading_note

URGENCY: Final = ("error", "progress", "warning", "notice")
CLOSING_ORDER: Final = ("progress", "notice", "error", "warning")
MARGIN: Final = 16
SPACE: Final = 8

Callback = Callable[[], object]


class Messages(QWidget):
    """Stands under the context bar and pushes down what is below; without a message it has no height.

    There is one message of each other kind at most ("error", "warning", "notice"): a new one takes the place of the old
    one. Escape cancels the newest job, or closes the next message. `shown(kind)` follows each `show_...`.
    Each job has its own line of progress, known by what cancels it. `parent` is the window.
    """

    shown = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme = theme("light")
        self.setObjectName("banner")
        self._error, self._warning = Banner("error", self), Banner("warn", self)
        self._progress, self._notice = Jobs(self), Notice(parent)
        self._parts: dict[str, Banner | Jobs | Notice] = {"error": self._error, "warning": self._warning}
        self._parts |= {"progress": self._progress, "notice": self._notice}
        self._callbacks: dict[str, Callback | None] = {}
        self._capture: Capture | None = None
        self._note = self._crossed = ""  # of a text that was read in part
        close = Action(
            "dismiss", "Close the message, or cancel", ("Escape",), self.escape, "Help", lambda: bool(self.kind)
        )
        (self._escape,) = add_actions(parent, [close])
        self._lines = layout = QVBoxLayout(self)
        self.keep_clear(0)
        layout.setSpacing(SPACE)
        for kind, part in self._parts.items():
            part.hide()
            if part is not self._notice:
                layout.addWidget(part)
            if isinstance(part, Jobs):
                part.pressed.connect(self._settle)
            else:
                part.pressed.connect(lambda kind=kind: self._press(kind))
                part.closed.connect(lambda kind=kind: self._close(kind))
        self._settle()

    def show_error(
        self, title: str, what_to_do: str, button: str | None = None, on_button: Callback | None = None
    ) -> None:
        """Say what is wrong and what to do; pressing the button closes the banner and calls `on_button`."""
        self._error.say(title, what_to_do, button)
        self._present("error", on_button)

    def show_warning(
        self, title: str, detail: str = "", button: str | None = None, on_button: Callback | None = None
    ) -> None:
        """Say what is not as one would expect."""
        self._warning.say(title, detail, button)
        self._present("warning", on_button)

    def show_progress(
        self, title: str, detail: str, fraction: float | None = None, on_cancel: Callback | None = None
    ) -> None:
        """Say how far something is, from 0 to 1; None, or a number outside, when nobody knows."""
        self._progress.say(title, detail, fraction, on_cancel)
        self._present("progress", None)

    def show_notice(self, text: str, button: str | None = None, on_button: Callback | None = None) -> None:
        """Say what happened, for six seconds; the button ("Undo") takes it back."""
        self._notice.say(text, button)
        self._present("notice", on_button)

    def show_view(self, view: Shown) -> None:
        """Say when the model read only a part of the text. Crossed once, that is not said again."""
        old = self._note
        if view.capture is not None and view.capture is not self._capture:
            self._capture, self._note = view.capture, reading_note(view.capture)
        said = self._warning.title if self._shows("warning") else ""
        if self._note and self._note not in (said, self._crossed):
            self.show_warning(self._note)
        elif said and said == old != self._note:
            self.clear("warning")

    def clear(self, kind: str) -> None:
        """Take the message of this kind away."""
        self._progress.end_all() if kind == "progress" else self._parts[kind].hide()
        self._callbacks[kind] = None
        self._settle()

    def end_progress(self, on_cancel: Callback) -> None:
        """What this would cancel has come to its end; how far another job is stays."""
        self._progress.end(on_cancel)
        self._settle()

    def keep_clear(self, right: int) -> None:
        """Begin right of what covers the left of the window up to there; 0 for nothing."""
        self._lines.setContentsMargins(right + SPACE if right else MARGIN, SPACE, MARGIN, SPACE)

    def escape(self) -> None:
        """What the Escape key does."""
        kind = next((kind for kind in CLOSING_ORDER if self._shows(kind)), None)
        if kind == "progress":
            self._progress.cancel()
        elif kind:
            self._close(kind)

    @property
    def kind(self) -> str:
        """The kind of the most urgent message now, "" for none."""
        return next((kind for kind in URGENCY if self._shows(kind)), "")

    @property
    def text(self) -> str:
        """All that is said now, a line for each message."""
        return "\n".join(part.words() for kind, part in self._parts.items() if self._shows(kind))

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for part in self._parts.values():
            part.apply_theme(new)
        self.update()

    def _shows(self, kind: str) -> bool:
        return not self._parts[kind].isHidden()

    def _present(self, kind: str, callback: Callback | None) -> None:
        part = self._parts[kind]
        fresh, self._callbacks[kind] = not self._shows(kind) or self.accessibleName() != self.text, callback
        part.show()
        self._settle()
        if fresh:
            announce(self, part.news if isinstance(part, Jobs) else part.words(), urgent=kind == "error")
        self.shown.emit(kind)

    def _close(self, kind: str) -> None:
        """The person has read it."""
        if kind == "warning":
            self._crossed = self._warning.title
        self.clear(kind)

    def _press(self, kind: str) -> None:
        callback = self._callbacks.get(kind)
        self.clear(kind)
        if callback is not None:
            callback()

    def _settle(self) -> None:
        self.setVisible(any(self._shows(kind) for kind in self._parts if kind != "notice"))
        self.setAccessibleName(self.text)
        self._escape.setEnabled(any(map(self._shows, self._parts)))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), self.theme["surface"])
