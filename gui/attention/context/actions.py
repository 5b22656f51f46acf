"""The commands of the context bar: the text, and which layer, head and variant is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engine.variants import TRAINED
from gui.actions import Action, choice
from gui.attention.variants.choices import alone

if TYPE_CHECKING:
    from gui.attention.context.bar import ContextBar


def actions_of(bar: ContextBar) -> tuple[Action, ...]:
    """What can be done wherever the bar is shown."""
    store = bar.store

    def changed() -> bool:
        return store.scene.variant != TRAINED or bool(store.scene.function)

    def trained() -> None:
        store.update(**alone(store.scene, TRAINED))

    def write() -> None:
        bar.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        bar.field.edit.selectAll()

    return (
        Action("write", "Write another sentence", ("Ctrl+L",), write, "Text"),
        Action("examples", "Examples…", (), bar.field.gallery.open_menu, "Text"),
        *_heads(bar),
        Action("variants", "Variants of attention…", (), bar.variant.open_menu, "Variant"),
        Action("as-trained", "As trained: take all variants off", (), trained, "Variant", changed),
        Action("own-function", "Own function…", (), bar.variant.ownWanted.emit, "Variant"),
    )


def _heads(bar: ContextBar) -> tuple[Action, ...]:
    """Through the heads of a layer, and through the layers."""
    store = bar.store

    def step(field: str, by: int) -> tuple[Callable[[], None], Callable[[], bool]]:
        def to() -> int | None:
            now, most = getattr(store.scene, field), getattr(bar.source, f"{field}s")
            there = now + by if isinstance(now, int) else 0
            return there if 0 <= there < most else None

        return lambda: store.update(**{field: to()}), lambda: to() is not None

    def made(name: str, title: str, keys: str, field: str, by: int) -> Action:
        run, sensible = step(field, by)
        return Action(name, title, (keys,), run, "Head", sensible)

    return (
        made("next-head", "Next head", "Alt+Right", "head", 1),
        made("previous-head", "Previous head", "Alt+Left", "head", -1),
        made("next-layer", "Next layer", "Alt+Down", "layer", 1),
        made("previous-layer", "Previous layer", "Alt+Up", "layer", -1),
        choice(store, "head", "mean", "Mean of all heads", "Head"),
        choice(store, "head", "max", "Max of all heads", "Head"),
    )
