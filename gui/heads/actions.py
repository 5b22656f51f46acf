"""The commands of the Heads workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.heads.patterns import PATTERNS
from gui.actions import Action, choice

if TYPE_CHECKING:
    from gui.heads.room import HeadsRoom


def actions_of(room: HeadsRoom) -> tuple[Action, ...]:
    """Measures, the filter, the order of the grid, and what is measured."""
    store = room.store

    def clear() -> None:
        store.update(threshold=None)

    def filtered() -> bool:
        return store.scene.threshold is not None

    def model() -> bool:
        return not store.scene.source

    return (
        *(_measure(room, name, pattern.title) for name, pattern in PATTERNS.items()),
        Action("clear-filter", "Clear the filter: keep all heads", (), clear, "Heads", filtered),
        choice(store, "sorting", "layer", "Order the heads by layer", "Heads"),
        choice(store, "sorting", "score", "Order the heads by score", "Heads"),
        choice(store, "measured_on", "text", "Measure on this text", "Heads"),
        choice(store, "measured_on", "repeat", "Measure on random tokens, read twice", "Heads", (), model),
    )


def _measure(room: HeadsRoom, name: str, title: str) -> Action:
    """Another measure has another range, so that a threshold of the old one means nothing."""
    store = room.store

    def other() -> bool:
        return store.scene.measure != name

    def run() -> None:
        store.update(measure=name, threshold=None)

    return Action(f"measure-{name}", f"Measure: {title.lower()}", (), run, "Measures", other)
