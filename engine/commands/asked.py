"""What a person asks `render` for: the scene, and the capture that it shows."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.capture import Capture
from engine.commands.sources import capture_of
from engine.compare.pinned import pinned_in
from engine.files.contents import is_capture, read_text
from engine.files.examples import GALLERY, Example
from engine.models import MODELS, open_model
from engine.models.repeated import repeated
from engine.scene import Scene

VIEWS: Final = ("attention", "heads", "flash")
OF_FLASH: Final = ("algorithm", "direction", "block_q", "block_k", "step")
OF_HEADS: Final = ("measure", "threshold", "sort")
OF_GIF: Final = ("every", "frames", "fps")
OWN: Final = {"flash": OF_FLASH, "heads": OF_HEADS}
FIELDS: Final = ("layer", "head", "scale", "theme", *OF_FLASH, *OF_HEADS)  # of the scene, where they are given


def refuse(chosen: Namespace) -> None:
    """ValueError for what does not go together, before a model takes its second to load."""
    kind, view = chosen.out.suffix.lower(), chosen.view
    if chosen.text is None and chosen.file is None and chosen.scene is None:
        raise ValueError("Give a text, --file or --scene.")
    for names, fits, what in (
        (OF_FLASH, view in (None, "flash"), "--view flash"),
        (OF_HEADS, view in (None, "heads"), "--view heads"),
        (OF_GIF, kind == ".gif", "a GIF"),
    ):
        given = [f"--{name.replace('_', '-')}" for name in names if getattr(chosen, name) is not None]
        if given and not fits:
            raise ValueError(f"{' and '.join(given)} {'belong' if given[1:] else 'belongs'} to {what}.")
    if kind == ".gif" and chosen.step is not None:
        raise ValueError("A GIF begins at the first step: leave out --step.")
    if chosen.every is not None and chosen.frames is not None:
        raise ValueError("Give --every or --frames, not both.")


def scene_of(chosen: Namespace) -> Scene:
    """The scene that is asked for, before its text is read."""
    base = Scene(theme="light") if chosen.scene is None else Scene.from_json(read_text(chosen.scene))
    given: dict[str, Any] = {
        "sorting" if name == "sort" else name: getattr(chosen, name)
        for name in FIELDS
        if getattr(chosen, name) is not None
    }
    if chosen.view is not None:
        given["workspace"] = chosen.view
    elif chosen.scene is None:
        given["workspace"] = next(
            (v for v, names in OWN.items() if any(getattr(chosen, n) is not None for n in names)), VIEWS[0]
        )
    if chosen.variant is not None or chosen.param:
        given |= {"variant": chosen.variant or base.variant, "parameters": dict(chosen.param)}
    if chosen.text is not None or chosen.file is not None:
        given |= {"source": "", "shape": None, "key": None, "viewport": None}
    if chosen.model is not None:
        given["model"] = chosen.model
    scene = replace(base, **given)
    if scene.function:
        print(f"The scene’s own function {scene.function} was not run: a scene never runs code.", file=sys.stderr)
        scene = replace(scene, function="")
    if scene.workspace not in VIEWS:
        raise ValueError(f"The workspace of the scene, {scene.workspace}, cannot be drawn: give --view.")
    if chosen.out.suffix.lower() == ".gif" and scene.workspace != "flash":
        raise ValueError("Only --view flash moves, so that it can be a GIF.")
    return replace(scene, theme="light") if scene.theme == "system" else scene


def read(chosen: Namespace, scene: Scene) -> tuple[Scene, Capture | None]:
    """The capture that the scene shows, and the scene with its text; as in the window, examples need no model."""
    if scene.workspace == "flash" and scene.shape is not None:
        return scene, None
    if scene.workspace == "heads" and scene.measured_on == "repeat" and not scene.source and chosen.file is None:
        info = MODELS[scene.model]
        return scene, open_model(scene.model).capture(repeated(info, scene.repeats, scene.seed))
    file = Path(scene.source) if scene.source else chosen.file
    if file is not None and is_capture(file):
        capture = capture_of(_source(scene, chosen, file))
        scene = replace(scene, source=str(file.resolve()), text=capture.text, model=capture.model)
    else:
        text = scene.text if file is None and chosen.text is None else chosen.text if file is None else read_text(file)
        scene = replace(scene, text=text)
        example = _example(scene)
        capture = capture_of(_source(scene, chosen, None if example is None else example.path))
    fresh = chosen.scene is None or chosen.text is not None or chosen.file is not None
    return (replace(scene, query=_query(scene, capture)) if fresh else scene), capture


def read_pinned(chosen: Namespace, scene: Scene) -> Capture | None:
    """The capture of what the scene is compared with."""
    beside = pinned_in(scene)
    if beside is None:
        return None
    return read(Namespace(**vars(chosen) | {"text": None, "file": None, "model": None}), beside)[1]


def _source(scene: Scene, chosen: Namespace, file: Path | None) -> Namespace:
    """What `capture_of` reads."""
    model = chosen.model if file is not None else scene.model
    return Namespace(text=scene.text, file=file, model=model, layer=scene.layer, head=scene.head)


def _example(scene: Scene) -> Example | None:
    found = (example for example in GALLERY.values() if (example.model, example.text) == (scene.model, scene.text))
    return next(found, None)


def _query(scene: Scene, capture: Capture) -> int:
    """Where to look first: as in the gallery, else at the first word."""
    example = _example(scene)
    if example is not None:
        return example.query
    return next((place for place, token in enumerate(capture.tokens) if not token.special), 0)
