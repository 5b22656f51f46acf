"""The last scene, as it comes back: its text always, the rest only where it does no harm."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from engine.files.contents import LARGEST_SCENE
from engine.scene import Scene
from gui.flow.opening import instead_of_lost
from gui.memory.folders import put_aside, read_small
from gui.memory.memory import Memory

AGAIN: Final = "The last start did not get as far as a picture, so this one shows"


def last_scene(memory: Memory) -> Scene:
    """The scene with which a start begins, in the person's own looks. What is not as it was is said in `memory.notes`.

    It names what was shown, and runs nothing: a function of the person's own is asked about, as in every scene.
    """
    crashed = memory.begin()
    scene = _read(memory)
    if scene is not None and crashed:
        scene = _after_crash(scene, memory)
    if scene is not None:
        instead, note = instead_of_lost(scene)
        scene = replace(scene, **instead)
        memory.notes += [note] if note else []
    return replace(scene or Scene(), theme=memory.value.theme, colours=memory.value.colours)


def _read(memory: Memory) -> Scene | None:
    if memory.folders is None:
        return None
    text, path = "", memory.folders.scene
    try:
        found = read_small(path, LARGEST_SCENE)
        if found is None:
            return None
        text = found
        return Scene.from_json(text)
    except ValueError as error:
        saved, aside = _rescued(text), put_aside(path)
        fate = f"was put aside as {aside.name}" if aside else "cannot be used"
        memory.notes.append(f"The last view, {path}, {fate}{', its text kept' if saved else ''}: {error}")
        return saved


def _rescued(text: str) -> Scene | None:
    """The text alone of a scene that another version wrote."""
    try:
        record: Any = json.loads(text)
        return Scene(text=record["text"])
    except (ValueError, RecursionError, TypeError, KeyError):
        return None


def _after_crash(scene: Scene, memory: Memory) -> Scene:
    """The text alone, and where that was all there was, nothing of it. The whole scene is kept in a file of its own."""
    text = Scene(text=scene.text, text_b=scene.text_b)
    alone = replace(text, theme=scene.theme, colours=scene.colours) == scene
    aside = None if memory.folders is None else put_aside(memory.folders.scene)
    kept = f"; what was shown is in {aside}" if aside else ""
    memory.notes.append(f"{AGAIN} {'an example' if alone else 'the last text alone'}{kept}.")
    begins = Scene() if alone else text
    memory.keep_scene(begins)
    return begins
