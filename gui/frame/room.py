"""A workspace: it lays panes out, passes views on, and says where its numbers come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.capture import Capture
from engine.scene import Scene
from gui.actions import Action
from gui.frame.habits import Habit
from gui.frame.provenance import Fact
from gui.look.theme import Theme, theme
from gui.store import Store


class Shown(Protocol):
    """What the picture of every workspace knows: the scene, and the capture of the text, if it needs one."""

    @property
    def scene(self) -> Scene: ...

    @property
    def capture(self) -> Capture | None: ...


class Room(QWidget):
    """One workspace. It gets every new scene, and the views and details that were made for it (gui/flow/producing.py).

    `noticed(text, button, on_button)` and `erred(title, what_to_do)` are for the person; the window says them.
    """

    noticed = Signal(str, object, object)
    erred = Signal(str, str)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)

    def show_scene(self, scene: Scene) -> None:
        """Let the controls follow a new scene at once; numbers come with its view."""

    def show_view(self, view: Any) -> None:
        """Show the newest numbers."""

    def show_detail(self, detail: Any) -> None:
        """Show what takes longer."""

    @property
    def complete(self) -> bool:
        """Whether all is shown, also what this workspace itself makes on a thread."""
        return True

    def way_out(self) -> tuple[str, Callable[[], object]] | None:
        """What helps where the scene cannot be shown here, in words and as a function; None where nothing is known."""
        return None

    def facts(self) -> Sequence[Fact]:
        """Where the numbers come from, for the strip at the bottom."""
        return ()

    def pickers(self) -> Sequence[QWidget]:
        """What this workspace has on the context bar, after the pickers that all have. They have `apply_theme`."""
        return ()

    def actions_of(self) -> Sequence[Action]:
        """What the keyboard does while this workspace is shown."""
        return ()

    def habits(self) -> Sequence[Habit]:
        """What the person chose here that is no part of the scene, and comes back at the next start."""
        return ()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""

    def stop(self) -> None:
        """End what works in the background: the window is closed."""

    def plots_ready(self) -> None:
        """pyqtgraph has been imported: curves can be drawn."""
