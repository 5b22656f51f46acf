"""What can be chosen now: the rows of the pickers, and how a choice of model changes layer and head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from engine.models import MODELS
from engine.scene import Head, Scene
from gui.frame.room import Shown
from gui.look.plain import one_line
from gui.parts.menu import Row

OPEN: Final = "open a file"
FILE: Final = "the file that is open"
OPEN_ROW: Final = Row(OPEN, "Open file…", apart=True)
POOLED: Final = (Row("mean", "Mean", "average of all heads"), Row("max", "Max", "largest of all heads"))


@dataclass(frozen=True)
class Source:
    """Where the numbers come from: a model, or a capture file that is open."""

    key: str
    title: str
    layers: int
    heads: int


def source_of(scene: Scene, view: Shown | None) -> Source:
    """The source of a scene; of a file, what `view` knows of it (until then, no more than the scene needs)."""
    if not scene.source:
        model = MODELS[scene.model]
        return Source(scene.model, model.title, model.layers, model.heads)
    if view is not None and view.capture is not None and view.scene.source == scene.source:
        return Source(FILE, view.capture.title, len(view.capture.layers), view.capture.heads)
    heads = scene.head + 1 if isinstance(scene.head, int) else 1
    return Source(FILE, PurePath(scene.source).name, scene.layer + 1, heads)


def model_rows(source: Source, scene: Scene, installed: Mapping[str, bool]) -> list[Row]:
    """The file that is open, if one is, and every model; a model that is not installed says how to get it."""
    rows = (
        [Row(FILE, one_line(source.title), one_line(PurePath(scene.source).name), tip=scene.source)]
        if scene.source
        else []
    )
    for name, model in MODELS.items():
        ready = installed[name]
        note = f"{model.layers} × {model.heads}, {'ready' if ready else 'not installed'}"
        rows.append(Row(name, model.title, note, ready, "" if ready else model.install))
    return rows


def layer_rows(source: Source) -> list[Row]:
    return [Row(layer, f"Layer {layer}") for layer in range(source.layers)]


def head_rows(source: Source) -> list[Row]:
    """Every head of a layer, then what is made of all of them."""
    return [Row(head, f"Head {head}") for head in range(source.heads)] + list(POOLED)


def reading_with(scene: Scene, model: str) -> dict[str, Any]:
    """The fields that let `model` read the scene's text: a layer and a head that it has. (A file names any.)"""
    info = MODELS.get(model) or next(iter(MODELS.values()))
    head: Head = min(scene.head, info.heads - 1) if isinstance(scene.head, int) else scene.head
    return {"model": info.name, "source": "", "layer": min(scene.layer, info.layers - 1), "head": head, "key": None}
