"""What the keyboard does everywhere in the window: one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.store import Store


@dataclass(frozen=True)
class Action:
    """One command: its id, what it is called, its keys and what it does."""

    id: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[], object]


def actions(
    store: Store, choose_file: Callable[[], None], multiply: Callable[[float], None], close: Callable[[], object]
) -> tuple[Action, ...]:
    """The commands of the window."""
    return (
        Action("undo", "Undo", ("Ctrl+Z",), store.undo),
        Action("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), store.redo),
        Action("open", "Open a file…", ("Ctrl+O",), choose_file),
        Action("model-scale", "Set the scale back to the model's", ("Ctrl+0",), lambda: store.update(scale=None)),
        Action("sharper", "Sharper: halve the scale", ("[",), lambda: multiply(0.5)),
        Action("flatter", "Flatter: double the scale", ("]",), lambda: multiply(2.0)),
        Action("quit", "Quit", ("Ctrl+Q",), close),
        Action("attention", "Attention", ("Ctrl+1",), lambda: store.update(workspace="attention")),
    )


def add_actions(window: QWidget, commands: tuple[Action, ...]) -> None:
    """Give the window its commands."""
    for action in commands:
        made = QAction(action.title, window)
        made.setObjectName(f"action-{action.id}")
        made.setShortcuts([QKeySequence(keys) for keys in action.keys])
        made.triggered.connect(lambda checked=False, run=action.run: run())
        window.addAction(made)
