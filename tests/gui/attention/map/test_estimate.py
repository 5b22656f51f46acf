"""A long text in the driven window: a first look that says that it is one, then the exact map, and only then rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.maps import drawn
from engine.scene import Scene
from engine.shown.view import View
from gui.attention.facts import facts_of
from tests.gui.driving import Person, person

LONG = 600


@pytest.fixture
def long_scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A text of 600 tokens, which is long here."""
    monkeypatch.setattr(drawn, "LONG", LONG // 2)
    monkeypatch.setattr(drawn, "FIRST", 60_000)
    monkeypatch.setattr(drawn, "MOVE", 30_000)
    drawn.KEPT.clear()
    small = Capture.load(GALLERY["bank-muddy"].path)
    times = -(-LONG // len(small.tokens))
    tokens = (small.tokens * times)[:LONG]
    words = tuple(replace(token, word=None if token.special else i) for i, token in enumerate(tokens))
    random = np.random.default_rng(0)

    def longer(layer: Any) -> Any:
        q, k, v = (np.tile(x, (1, times, 1))[:, :LONG].astype(np.float32) for x in (layer.q, layer.k, layer.v))
        return replace(layer, q=q + random.normal(0, 0.3, q.shape).astype(np.float32), k=k, v=v)

    path = tmp_path / "long.safetensors"
    made = replace(small, tokens=words, layers=tuple(map(longer, small.layers)), dtype="float32", limit=LONG)
    made.save(path)
    return Scene(source=str(path), layer=0, head=0, query=3)


def watch(driver: Person) -> list[tuple[View, bool, str, str]]:
    """Every view that reaches the window: with whether it was settled then, what provenance and the map say of it."""
    found: list[tuple[View, bool, str, str]] = []
    window = driver.window

    def look() -> None:
        heatmap = window.room.map.heatmap
        said = window.provenance.accessibleDescription(), heatmap.accessibleDescription()
        found.append((heatmap.view, window.settled, *said))

    window.viewShown.connect(look)
    return found


def test_the_mark_comes_with_the_first_look_and_goes_with_the_exact_map(qtbot: QtBot, long_scene: Scene) -> None:
    with person(qtbot, long_scene) as driver:
        shown, heatmap = watch(driver), driver.window.room.map.heatmap
        driver.window.store.update(head=1)
        driver.wait()
        (first, early, facts, said), (exact, _, now, then) = shown
        assert (first.estimate, exact.estimate, early) == (True, False, False)
        words = f"map estimate: 1 of {first.sampled} rows"
        assert words in facts
        assert said.endswith(words)
        assert "estimate" not in now + then
        assert heatmap.view is exact
        assert exact.row is first.row
        assert len(first.map.values) < len(exact.map.values)
        middle = (first.map.row_edges[:-1] + first.map.row_edges[1:] - 1) // 2
        dense = heatmap.values()
        kept = [group.tokens[0] for group in exact.axis.groups]
        best = dense[np.ix_([kept[row] for row in middle], kept)].max(axis=1)
        np.testing.assert_allclose(first.map.values.max(axis=1), best, atol=1e-6)
        assert any(fact.plain() == words for fact in facts_of(first, None))


def test_the_legend_has_the_mark_as_long_as_the_map_is_an_estimate(qtbot: QtBot, long_scene: Scene) -> None:
    with person(qtbot, long_scene) as driver:
        heatmap = driver.window.room.map.heatmap
        view, above = heatmap.view, heatmap.plan.legend.adjusted(0, -42, 40, 0)
        above.setHeight(16)
        before = heatmap.grab(above).toImage()
        heatmap.show_view(replace(view, sampled=8))
        assert heatmap.grab(above).toImage() != before
        heatmap.show_view(view)
        assert heatmap.grab(above).toImage() == before


def test_panning_shows_the_map_alone_anew_and_details_stay(qtbot: QtBot, long_scene: Scene) -> None:
    with person(qtbot, long_scene) as driver:
        room = driver.window.room
        before, bars = room.bars.view, room.bars.accessibleDescription()
        shown = watch(driver)
        for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Plus):
            driver.key(room.map.heatmap, key)
        assert shown
        assert not shown[-1][0].estimate
        assert room.map.heatmap.view.scene.viewport is not None
        assert room.bars.view is before
        assert room.bars.accessibleDescription() == bars
        assert room.scale.detail.scene == room.scale.view.scene
        driver.window.store.update(query=9, viewport=None)
        driver.wait()
        assert room.bars.view.query == 9
        assert room.scale.detail.scene == room.scale.view.scene == driver.window.store.scene


def test_a_newer_scene_stops_the_exact_map_of_an_older_one(qtbot: QtBot, long_scene: Scene) -> None:
    with person(qtbot, long_scene) as driver:
        shown = watch(driver)
        for head in (1, 2, 3, 4):
            driver.window.store.update(head=head)
            qtbot.wait(1)
        driver.wait()
        last = shown[-1][0]
        assert (last.head, last.estimate) == (4, False)
        assert driver.window.room.map.heatmap.view is last
