"""The store as the second map sees it, in the words of its own text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.compare.compared import Compared
from engine.scene import Scene
from gui.store import Store


class BesideStore(Store):
    """Passes everything on to the window's store; the size of its map is that of the one beside."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.scene, store)
        self.main = store

    @property
    def scene(self) -> Scene:
        return self.main.scene

    def update(self, **choices: Any) -> None:
        self.main.update(**choices)

    def resize_canvas(self, height: int, width: int, thumbnail: int | None = None) -> None:
        self.main.resize_beside(height, width)


class PinnedStore(BesideStore):
    """Translates tokens and parts of the map: those of the pinned text here, those of the shown text there.

    What has no counterpart there is not chosen.
    """

    compared: Compared | None = None

    @property
    def scene(self) -> Scene:
        now = self.main.scene
        if self.compared is None:
            return now
        part = self.compared.aligned.window(now.viewport)
        return replace(self.compared.pinned.scene, viewport=part, theme=now.theme, colours=now.colours)

    def update(self, **choices: Any) -> None:
        if self.compared is not None:
            self.main.pick(self.compared.scene, **_translated(choices, self.compared))


def _translated(choices: dict[str, Any], compared: Compared) -> dict[str, Any]:
    back, made = compared.aligned.back, dict(choices)
    for name in ("query", "key"):
        if choices.get(name) is not None:
            made[name] = back.token(choices[name])
            if made[name] is None:
                del made[name]
    part = choices.get("viewport")
    if part is not None:
        made["viewport"] = back.window(part)
        if made["viewport"] is None:
            del made["viewport"]
    return made
