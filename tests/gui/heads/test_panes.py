"""The facts at the bottom, and every pane in both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.heads.view import HeadsView
from gui.heads.facts import facts_of
from gui.heads.measures.list import MeasureList
from gui.heads.pointed import Pointed
from gui.heads.preview.pane import PreviewPane
from gui.heads.scatter.pane import ScatterPane
from gui.store import Store
from tests.gui.heads.conftest import Look


def facts(view: HeadsView) -> list[str]:
    return [fact.plain() for fact in facts_of(view)]


def test_the_facts(view: HeadsView, look: Look) -> None:
    said = facts(view)
    assert said[:3] == ["Model MiniLM-L6-v2", "layers 6", "heads 12 each"]
    assert "mask none" in said and "measured on this text" in said and "rows counted 8" in said
    changed = facts(look(variant="causal", scale=3.0))
    assert "scale 1/3.00 in every layer" in changed and "variant Causal in every layer" in changed
    assert any("rows do not sum to 1" in words for words in facts(look(variant="sigmoid")))


@pytest.mark.parametrize(
    "choices", [{}, {"head": "mean"}, {"measure": "pair"}, {"variant": "sigmoid"}, {"threshold": 0.4}]
)
def test_every_pane_paints_in_both_themes(
    qtbot: QtBot, store: Store, pointed: Pointed, look: Look, choices: dict[str, object]
) -> None:
    from gui.heads.filter.pane import FilterPane
    from gui.heads.grid.pane import HeadsGrid
    from gui.look.theme import theme

    kinds: list[Callable[..., Any]] = [MeasureList, HeadsGrid, FilterPane, PreviewPane, ScatterPane]
    store.update(**choices)
    for kind in kinds:
        pane = kind(store, pointed)
        qtbot.addWidget(pane)
        for name in ("light", "dark"):
            pane.apply_theme(theme(name))
            pane.grab()
            pane.show_view(look())
            pane.grab()
