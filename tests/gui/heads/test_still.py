"""What is kept between two frames is what a pane would paint afresh, and what cannot be shown is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gui.heads.filter.pane import FilterPane
from gui.heads.grid.pane import HeadsGrid
from gui.heads.measures.list import MeasureList
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Pointed
from gui.heads.preview.pane import PreviewPane
from gui.heads.room import HeadsRoom
from gui.heads.scatter.pane import ScatterPane
from gui.look.theme import theme
from gui.store import Store
from tests.gui.heads.conftest import Look, follow

STEPS: tuple[dict[str, Any], ...] = (
    {"threshold": 0.3},
    {"threshold": 0.31},
    {"threshold": 0.1},
    {"head": 3},
    {"threshold": None},
    {"measure": "pair", "query": 2, "key": 5},
    {"threshold": 0.2},
    {"measure": "entropy", "threshold": 1.5},
    {"threshold": 1.0},
    {"up": "distance", "across": "pair"},
    {"key": 3},
    {"sorting": "score"},
    {"threshold": 1.2},
)


def seen(pane: HeadsPane) -> QImage:
    return pane.grab().toImage()


@pytest.mark.parametrize("size", [(844, 596), (420, 260), (240, 260)])
@pytest.mark.parametrize("kind", [HeadsGrid, FilterPane, ScatterPane, MeasureList])
def test_what_is_kept_is_what_would_be_painted_afresh(
    qtbot: QtBot, store: Store, pointed: Pointed, look: Look, kind: Callable[..., HeadsPane], size: tuple[int, int]
) -> None:
    def made() -> HeadsPane:
        pane = kind(store, pointed)
        pane.resize(*size)
        qtbot.addWidget(pane)
        pane.show()
        return pane

    old = made()
    follow(store, look, old)
    for number, step in enumerate(STEPS):
        store.update(**step)
        pointed.point((number % 6, number) if number % 3 else None)
        if isinstance(old, ScatterPane):
            old.follow()
        fresh = made()
        fresh.show_view(look(**store.scene.__dict__))
        assert seen(old) == seen(fresh), step
    old.apply_theme(theme("dark"))
    fresh = made()
    fresh.apply_theme(theme("dark"))
    fresh.show_view(look(**store.scene.__dict__))
    assert seen(old) == seen(fresh)


def test_a_step_of_the_filter_leaves_the_measures_and_the_head_alone(
    qtbot: QtBot, store: Store, pointed: Pointed, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    panes = (MeasureList(store, pointed), PreviewPane(store, pointed))
    for pane in panes:
        qtbot.addWidget(pane)
    follow(store, look, *panes)
    asked: list[HeadsPane] = []
    for pane in panes:
        monkeypatch.setattr(pane, "update", lambda pane=pane: asked.append(pane))
    store.update(threshold=0.4)
    assert asked == []
    for step in ({"head": 3}, {"measure": "entropy", "threshold": None}):
        asked.clear()
        store.update(**step)
        assert set(asked) == set(panes)


@pytest.fixture
def room(qtbot: QtBot, store: Store, look: Look) -> Iterator[HeadsRoom]:
    made = HeadsRoom(store)
    qtbot.addWidget(made)
    made.resize(1440, 700)
    made.show_view(look())
    yield made
    made.stop()


def test_a_head_that_cannot_be_shown_is_said(
    qtbot: QtBot, store: Store, room: HeadsRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: room.complete)

    def broken(*_: object) -> None:
        raise ValueError("This layer cannot run it.")

    monkeypatch.setattr("gui.heads.room.preview_of", broken)
    with qtbot.waitSignal(room.erred) as caught:
        room.pointed.point((2, 1))
    assert caught.args == ["The map of this head cannot be shown", "This layer cannot run it."]
    assert room.complete
    monkeypatch.undo()
    room.pointed.point((2, 2))
    shown = room.preview
    qtbot.waitUntil(lambda: room.complete and shown.preview is not None and shown.preview.head == 2)


def test_a_step_of_the_filter_computes_no_map_anew(
    qtbot: QtBot, store: Store, room: HeadsRoom, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: room.complete)
    shown = room.preview.preview
    asked: list[object] = []
    monkeypatch.setattr(room._worker, "submit", asked.append)
    store.update(threshold=0.4)
    room.show_view(look(threshold=0.4))
    assert asked == [] and room.preview.preview is shown
    store.update(measure="entropy", threshold=None)
    room.show_view(look(measure="entropy"))
    assert len(asked) == 1
