"""What can be undone and redone goes along when the app begins again in another size."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.files.saving import save_bytes
from engine.scene import Scene
from gui.store import Store

MOST: Final = 5_000_000  # characters: of a very long text the last steps alone


def save_history(store: Store, path: Path) -> None:
    """Write the steps to a file; OSError where that cannot be done."""
    past, future = ([scene.to_json() for scene in scenes] for scenes in store.history)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_bytes(path, json.dumps({"past": _newest(past), "future": _newest(future)}).encode())


def take_history(store: Store, path: Path) -> None:
    """Give a store the steps of a file, which goes; ValueError with one sentence where it holds none."""
    try:
        record = json.loads(path.read_bytes())
        past, future = (tuple(map(Scene.from_json, record[name])) for name in ("past", "future"))
    except OSError as error:
        raise ValueError(f"The steps cannot be read: {error.strerror or error}.") from error
    except (KeyError, TypeError) as error:
        raise ValueError("It holds no steps.") from error
    finally:
        path.unlink(missing_ok=True)
    store.take_history(past, future)


def _newest(scenes: Sequence[str]) -> list[str]:
    """The last ones, as many as there is room for."""
    kept: list[str] = []
    room = MOST
    for scene in reversed(scenes):
        room -= len(scene)
        if room < 0:
            break
        kept.append(scene)
    return kept[::-1]
