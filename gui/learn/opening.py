"""Opening a scene from Learn: all of it as the article says, the looks and the place in Learn as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from engine.scene import Scene
from gui.store import Store

KEPT: Final = ("theme", "colours", "chapter", "live", "task")


def open_scene(store: Store, choices: Mapping[str, Any], task: str = "") -> None:
    """Show the scene of a "Try it" or of a task in its workspace; one step of undo brings the old one back."""
    with store.gesture():  # a step of its own, also right after typing
        store.update(**(_first() | dict(choices) | {"task": task}))


def _first() -> dict[str, Any]:
    """Every field but those that are kept, as at the first start."""
    first = Scene()
    return {field.name: getattr(first, field.name) for field in fields(Scene) if field.name not in KEPT}
