"""The commands of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.compare.pinned import pin
from gui.actions import Action

if TYPE_CHECKING:
    from gui.attention.workspace import Workspace


def compare_actions(room: Workspace) -> tuple[Action, ...]:
    """Pin, go on from there, and end it."""
    store = room.store

    def new() -> bool:
        return room.map.view is not None and store.scene.pinned != pin(store.scene)

    def pinned() -> bool:
        return store.scene.pinned is not None

    def both() -> bool:
        return room.comparison is not None and room.comparison.compared is not None and pinned() and new()

    def way(name: str, title: str) -> Action:
        def other() -> bool:
            return pinned() and store.scene.comparison != name

        return Action(f"compare-{name}", title, (), lambda: store.update(comparison=name), "Compare", other)

    return (
        Action("pin", "Pin this view, to look at others beside it", ("Ctrl+D",), room.map.pin_view, "Compare", new),
        Action("unpin", "Unpin: end the comparison", ("Ctrl+Shift+D",), room.unpin, "Compare", pinned),
        Action("swap", "Swap this view and the pinned one", (), room.swap, "Compare", both),
        way("beside", "Compare side by side"),
        way("difference", "Compare by the difference of the maps"),
    )
