"""The commands of the Attention workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gui.actions import Action, choice, copying
from gui.attention.compare.actions import compare_actions
from gui.attention.map.stages import STAGES
from gui.attention.scale.axis import clamped
from gui.attention.why.lenses import LENSES

if TYPE_CHECKING:
    from gui.attention.workspace import Workspace

CLOSER = 1.5


def actions_of(room: Workspace) -> tuple[Action, ...]:
    """Scale, map, words, and what stands beside the map."""
    store = room.store

    def stage(name: str) -> Callable[[], bool]:
        return lambda: room.map.stages.segments[name].isEnabled()

    return (
        *_scale(room),
        *(choice(store, "stage", name, f"Map: {each.label}", "Map", (), stage(name)) for name, each in STAGES.items()),
        *_zoom(room),
        *compare_actions(room),
        *(choice(store, "lens", name, f"Beside the map: {each.title}", "Map") for name, each in LENSES.items()),
        choice(store, "order", "text", "Bars in the order of the text", "Words"),
        choice(store, "order", "weight", "Bars by weight, the largest first", "Words"),
        choice(store, "specials", True, "Show special tokens", "Words"),
        choice(store, "specials", False, "Fold special tokens away", "Words"),
        choice(store, "merge", True, "Merge the pieces of words", "Words"),
        choice(store, "merge", False, "Show the pieces of words apart", "Words"),
        Action("about", "What attention says, and what it does not", (), room.sentence.sentence.open_note, "Words"),
        copying("copy-cell", "Copy the chosen cell, step by step", room.cell.plain, "the chosen cell", room.cell),
    )


def _scale(room: Workspace) -> tuple[Action, ...]:
    store, slider = room.store, room.scale.slider

    def own() -> None:
        store.update(scale=None)

    def turned() -> bool:
        return store.scene.scale is not None

    def times(name: str, title: str, key: str, factor: float) -> Action:
        def sensible() -> bool:
            return slider.view is not None and clamped(slider.value() * factor) != slider.value()

        return Action(name, title, (key,), lambda: slider.multiply(factor), "Scale", sensible)

    return (
        Action("model-scale", "Set the scale back to the model’s", ("Ctrl+0",), own, "Scale", turned),
        times("sharper", "Sharper: halve the scale", "[", 0.5),
        times("flatter", "Flatter: double the scale", "]", 2.0),
    )


def _zoom(room: Workspace) -> tuple[Action, ...]:
    heatmap, store = room.map.heatmap, room.store

    def part() -> bool:
        return store.scene.viewport is not None

    return (
        Action("map-closer", "Map: closer", (), lambda: heatmap.closer(CLOSER), "Map", lambda: heatmap.zooms),
        Action("map-farther", "Map: farther", (), lambda: heatmap.closer(1 / CLOSER), "Map", part),
        Action("map-all", "Map: all of it", (), lambda: heatmap.look_at(None), "Map", part),
    )
