"""What the keyboard does everywhere in the window: one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.store import Store

WORKSPACES: Final = (
    ("attention", "Attention", "Which words look at which"),
    ("heads", "Heads", "All heads of the model, and what each does"),
    ("flash", "Flash", "FlashAttention on this head’s numbers, tile by tile"),
    ("learn", "Learn", "How attention works, chapter by chapter"),
)


def always() -> bool:
    """For a command that always does something."""
    return True


@dataclass(frozen=True)
class Action:
    """One command: its id, what it is called, its keys and what it does.

    `group` is the heading under which it is listed; `sensible` says whether it would do something now.
    """

    id: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[], object]
    group: str = "Window"
    sensible: Callable[[], bool] = always


def actions(store: Store, choose_file: Callable[[], None], close: Callable[[], object]) -> tuple[Action, ...]:
    """The commands of the window; each workspace has its own besides."""

    def show(workspace: str) -> Callable[[], None]:
        return lambda: store.update(workspace=workspace)

    return (
        Action("undo", "Undo", ("Ctrl+Z",), store.undo),
        Action("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), store.redo),
        Action("open", "Open a file…", ("Ctrl+O",), choose_file),
        Action("quit", "Quit", ("Ctrl+Q",), close),
        *(
            Action(name, title, (f"Ctrl+{number}",), show(name))
            for number, (name, title, _) in enumerate(WORKSPACES, 1)
        ),
    )


def add_actions(owner: QWidget, commands: Sequence[Action]) -> None:
    """Give the window, or one workspace of it, its commands; those of a workspace rest while it is not shown."""
    for action in commands:
        made = QAction(action.title, owner)
        made.setObjectName(f"action-{action.id}")
        made.setShortcuts([QKeySequence(keys) for keys in action.keys])
        made.triggered.connect(lambda checked=False, run=action.run: run())
        owner.addAction(made)
