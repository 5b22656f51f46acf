"""What the palette finds besides the commands on screen: chapters, tasks, examples, models, variants and heads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from engine.files.examples import GALLERY
from engine.learn import TASKS
from engine.learn.marks import plain
from engine.models import MODELS
from engine.models.wheel import installed
from engine.scene import Head, Scene
from engine.variants import CATALOGUE, FAMILIES, TRAINED, Variant
from gui.actions import Action
from gui.attention.context.choices import Source, reading_with
from gui.attention.variants.choices import alone
from gui.frame.gallery import fields_of
from gui.learn.contents import entries
from gui.learn.opening import open_scene
from gui.store import Store

PAIR: Final = re.compile(r"(?:layer|l)?\s*(\d{1,4})(?:\s*(?:[.,:/]|head|h)\s*|\s+)+(\d{1,4}|mean|max)")
ONE: Final = re.compile(r"(layer|l|head|h)?\s*(\d{1,4})")


def places(store: Store) -> list[Action]:
    """Everywhere that a person can go to, and every variant."""
    return [*_chapters(store), *_tasks(store), *_examples(store), *_models(store), *_variants(store)]


def heads(typed: str, store: Store, source: Source) -> list[Action]:
    """The head that was typed as "3.5" or "layer 3 head 5"; for one number the layer and the head of that number."""
    words = typed.strip().lower()
    pair, one = PAIR.fullmatch(words), ONE.fullmatch(words)
    if pair is not None:
        wanted = [_head(store, int(pair[1]), int(pair[2]) if pair[2].isdigit() else pair[2])]
    elif one is not None:
        letter, number = (one[1] or "")[:1], int(one[2])
        wanted = [_head(store, store.scene.layer, number)] if letter != "l" else []
        wanted += [_head(store, number, store.scene.head)] if letter != "h" else []
    else:
        return []
    return [action for (layer, head), action in wanted if layer < source.layers and _exists(head, source)]


def nothing(typed: str, source: Source) -> str:
    """Why nothing was found, in a sentence."""
    if PAIR.fullmatch(typed.strip().lower()):
        return f"{source.title} has layers 0 to {source.layers - 1} and heads 0 to {source.heads - 1}."
    return "No command, chapter, example or variant has these letters."


def _exists(head: Head, source: Source) -> bool:
    return not isinstance(head, int) or head < source.heads


def _head(store: Store, layer: int, head: Head) -> tuple[tuple[int, Head], Action]:
    title = f"Layer {layer}, head {head}" if isinstance(head, int) else f"Layer {layer}, {head} of its heads"
    run = _going(store, lambda scene: {"layer": layer, "head": head})
    return (layer, head), Action(f"head-{layer}.{head}", title, (), run, "Heads")


def _chapters(store: Store) -> list[Action]:
    def run(page: str) -> Callable[[], None]:
        return lambda: store.update(workspace="learn", chapter=page)

    def elsewhere(page: str) -> Callable[[], bool]:
        return lambda: (store.scene.workspace, store.scene.chapter) != ("learn", page)

    return [
        Action(
            f"chapter-{each.name}", f"Learn: {plain(each.title)}", (), run(each.name), "Chapters", elsewhere(each.name)
        )
        for each in entries()
    ]


def _tasks(store: Store) -> list[Action]:
    def run(name: str) -> Callable[[], None]:
        return lambda: open_scene(store, TASKS[name].fields, name)

    def other(name: str) -> Callable[[], bool]:
        return lambda: store.scene.task != name

    return [
        Action(f"task-{name}", f"Task: {plain(task.title)}", (), run(name), "Tasks", other(name))
        for name, task in TASKS.items()
    ]


def _examples(store: Store) -> list[Action]:
    def run(name: str) -> Callable[[], None]:
        return _going(store, lambda scene: fields_of(name))

    return [
        Action(f"example-{name}", f"Example: {each.title}", (), run(name), "Examples", _new(store, fields_of(name)))
        for name, each in GALLERY.items()
    ]


def _models(store: Store) -> list[Action]:
    def run(name: str) -> Callable[[], None]:
        return _going(store, lambda scene: reading_with(scene, name))

    def other(name: str) -> Callable[[], bool]:
        return lambda: installed(MODELS[name]) and (store.scene.source != "" or store.scene.model != name)

    return [
        Action(f"model-{name}", f"Model: {model.title}", (), run(name), "Models", other(name))
        for name, model in MODELS.items()
    ]


def _variants(store: Store) -> list[Action]:
    def made(variant: Variant) -> Action:
        run = _going(store, lambda scene: alone(scene, variant.name))
        new = _new(store, {"variant": variant.name, "function": ""})
        group = FAMILIES[variant.family]
        return Action(f"variant-{variant.name}", f"Variant: {variant.title}", (), run, group, new)

    return [made(variant) for variant in CATALOGUE.values() if variant.name != TRAINED]


def _going(store: Store, fields: Callable[[Scene], dict[str, Any]]) -> Callable[[], None]:
    """Change the scene, in Attention where Learn is open, which shows nothing of it."""

    def run() -> None:
        there = {"workspace": "attention"} if store.scene.workspace == "learn" else {}
        store.update(**fields(store.scene), **there)

    return run


def _new(store: Store, fields: dict[str, Any]) -> Callable[[], bool]:
    """Whether these fields would change what is on screen."""

    def sensible() -> bool:
        changes = any(getattr(store.scene, name) != value for name, value in fields.items())
        return changes or store.scene.workspace == "learn"

    return sensible
