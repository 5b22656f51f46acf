"""The workspaces by name, each imported when it is first wanted."""

from __future__ import annotations

from gui.frame.room import Room
from gui.store import Store


def make_room(name: str, store: Store) -> Room:
    """The workspace `name` of engine.scene.WORKSPACES."""
    if name == "heads":
        from gui.heads.room import HeadsRoom

        return HeadsRoom(store)
    if name == "flash":
        from gui.flash.room import FlashRoom

        return FlashRoom(store)
    if name == "learn":
        from gui.learn.room import LearnRoom

        return LearnRoom(store)
    from gui.attention.workspace import Workspace

    return Workspace(store)
