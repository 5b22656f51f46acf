"""Every command is an Action: one table feeds keys, menus, tooltips, the palette and the sheet of keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from engine.scene import COLOURS, THEMES
from gui.messages.copied import copy_text
from gui.store import Store

WORKSPACES: Final = (
    ("attention", "Attention", "Which words look at which"),
    ("heads", "Heads", "All heads of the model, and what each does"),
    ("flash", "Flash", "FlashAttention on this head’s numbers, tile by tile"),
    ("learn", "Learn", "How attention works, chapter by chapter"),
)
KEYS: Final[dict[str, tuple[str, ...]]] = {  # those that a tooltip names too
    "undo": ("Ctrl+Z",),
    "redo": ("Ctrl+Shift+Z", "Ctrl+Y"),
    "commands": ("Ctrl+K", "Ctrl+Shift+P"),
    "export": ("Ctrl+E",),
    "export-again": ("Ctrl+Shift+E",),
    **{name: (f"Ctrl+{number}",) for number, (name, _, _) in enumerate(WORKSPACES, 1)},
}
CAPS: Final = {
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "Return": "Enter",
    "PgUp": "Page ↑",
    "PgDown": "Page ↓",
}
LOOKS: Final = {"system": "As the desktop", "light": "Light", "dark": "Dark"}
PAINTS: Final = {"violet": "Violet", "viridis": "Viridis", "cividis": "Cividis", "grey": "Grey"}


def always() -> bool:
    """For a command that always does something."""
    return True


@dataclass(frozen=True)
class Action:
    """One command: its id, what it is called, its keys and what it does.

    `group` is the heading under which it is listed; `sensible` says whether it would do something now. The keys of a
    `late` one are heard by its workspace itself, after the widget that has the keyboard: buttons need Space too.
    """

    id: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[], object]
    group: str = "Window"
    sensible: Callable[[], bool] = always
    late: bool = False


class Command(QAction):
    """An Action in a widget: its keys work while that is on screen."""

    def __init__(self, action: Action, owner: QWidget) -> None:
        super().__init__(action.title, owner)
        self.action = action
        self.owner = owner
        self.setObjectName(f"action-{action.id}")
        if not action.late:
            self.setShortcuts([QKeySequence(keys) for keys in action.keys])
        self.triggered.connect(self._run)

    def _run(self) -> None:
        if self.action.sensible():
            self.action.run()


def actions(store: Store, choose_file: Callable[[], None], close: Callable[[], object]) -> tuple[Action, ...]:
    """The commands of the window; each workspace, and what has a feature, brings its own besides."""
    return (
        Action("open", "Open a file…", ("Ctrl+O",), choose_file, "File"),
        Action("undo", "Undo", KEYS["undo"], store.undo, "File", lambda: store.can_undo),
        Action("redo", "Redo", KEYS["redo"], store.redo, "File", lambda: store.can_redo),
        Action("quit", "Quit", ("Ctrl+Q",), close, "File"),
        *(
            choice(store, "workspace", name, f"Go to {title}", "Workspaces", KEYS[name])
            for name, title, _ in WORKSPACES
        ),
        *(choice(store, "theme", name, f"Theme: {LOOKS[name].lower()}", "Looks") for name in THEMES),
        *(choice(store, "colours", name, f"Colours of the maps: {PAINTS[name].lower()}", "Looks") for name in COLOURS),
    )


def choice(
    store: Store,
    field: str,
    value: object,
    title: str,
    group: str,
    keys: tuple[str, ...] = (),
    works: Callable[[], bool] = always,
) -> Action:
    """A command that gives one field of the scene a value; sensible while it has another, and where that `works`."""
    name = str(value) if field == "workspace" else f"{field}-{value}"

    def sensible() -> bool:
        return getattr(store.scene, field) != value and works()

    return Action(name, title, keys, lambda: store.update(**{field: value}), group, sensible)


def copying(name: str, title: str, plain: Callable[[], str], what: str, source: QWidget) -> Action:
    """A command that copies what a part, the `source`, says as text, while it says something."""
    return Action(name, title, (), lambda: copy_text(plain(), what, source), "Copy", lambda: bool(plain()))


def add_actions(owner: QWidget, commands: Sequence[Action]) -> list[Command]:
    """Give the window, or a part of it, its commands; those of a part rest while that is not shown."""
    made = [Command(action, owner) for action in commands]
    owner.addActions(made)
    return made


def actions_now(window: QWidget) -> list[Action]:
    """All commands of what is on screen, those of a group together."""
    commands = window.findChildren(Command)
    found = [command.action for command in commands if command.owner is window or command.owner.isVisible()]
    groups = list(dict.fromkeys(action.group for action in found))
    return sorted(found, key=lambda action: groups.index(action.group))


def key_words(keys: str) -> str:
    """Keys as they stand on a key cap: "Ctrl Shift Z", "Alt →"."""
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    parts = re.sub(r"\+(?=.)", " ", native).split(" ")
    return " ".join(CAPS.get(part, part) for part in parts)


def with_keys(words: str, action: str) -> str:
    """A tooltip that names the first keys of a command: "Undo (Ctrl+Z)"."""
    return f"{words} ({QKeySequence(KEYS[action][0]).toString(QKeySequence.SequenceFormat.NativeText)})"
