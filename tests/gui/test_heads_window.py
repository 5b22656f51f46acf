"""The Heads workspace in the real window, driven as by a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import Scene
from tests.gui.driving import LEFT, PATIENCE, Person, person, point

LONG = "The keeper of the lighthouse wrote down every ship that passed. " * 60


@pytest.fixture
def driver(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, Scene(workspace="heads", theme="light")) as found:
        yield found


def test_a_head_is_found_opened_filtered_and_all_is_undone(driver: Person) -> None:
    grid, store, start = driver.widget("headsGrid"), driver.window.store, driver.window.store.scene
    point(grid, grid.head_rect(0, 2).center())
    preview = driver.window.room.preview  # whose map comes after the first picture
    driver.bot.waitUntil(lambda: preview.preview is not None and preview.preview.head == 2, timeout=PATIENCE)
    driver.click(grid, grid.head_rect(0, 2))
    assert (store.scene.layer, store.scene.head) == (0, 2)
    handle = driver.widget("headsFilter")
    driver.drag(handle, handle.handle_rect().center(), handle.handle_rect().center() + QPoint(300, 0))
    assert 0 < grid.view.matches < 72
    measures = driver.widget("measures")
    driver.click(measures, measures.row_rect("entropy"))
    assert grid.view.scene.measure == "entropy" and grid.view.scene.threshold is None
    for _ in range(3):
        store.undo()
    driver.wait()
    assert store.scene == start and grid.view.scene == start


def test_the_open_button_shows_the_same_head_in_the_map(driver: Person) -> None:
    grid = driver.widget("headsGrid")
    point(grid, grid.head_rect(1, 9).center())
    driver.window.room.preview.open.click()
    driver.wait()
    scene = driver.window.store.scene
    assert (scene.workspace, scene.layer, scene.head) == ("attention", 1, 9)
    weights = Capture.load(GALLERY["bank-muddy"].path).attention(1, 9).weights[0, 0]
    assert np.allclose(driver.widget("heatmap").values(), weights, atol=1e-6)


def test_a_switch_of_the_model_while_it_reads_a_long_text_and_a_cancel(driver: Person) -> None:
    store = driver.window.store
    store.update(text=LONG)
    driver.bot.wait(300)
    store.update(model="smollm2", layer=0, head=4)
    driver.bot.wait(600)
    driver.app.showing.cancel()
    assert driver.widget("headsGrid").view.capture.model == "minilm"  # the old picture stays
    store.update(text=GALLERY["bank-muddy"].text, model="minilm")
    driver.wait()
    assert driver.widget("headsGrid").view.capture.text == GALLERY["bank-muddy"].text


def test_a_file_is_dropped_and_its_heads_are_shown(driver: Person, tmp_path: Path) -> None:
    capture = Capture.load(GALLERY["pieces"].path)
    path = tmp_path / "two-layers.safetensors"
    replace(capture, layers=capture.layers[:2]).save(path)
    driver.app.open(str(path))
    driver.bot.waitUntil(lambda: len(driver.widget("headsGrid").view.capture.layers) == 2, timeout=PATIENCE)
    driver.wait()
    assert driver.widget("headsGrid").view.maps.shape[:2] == (2, 12)
    assert not driver.widget("subjectSwitch").segments["repeat"].isEnabled()
    assert f"{path.name} is open." in driver.window.messages.text
    driver.window.messages._notice.pressed.emit()  # Undo
    driver.wait()
    assert driver.window.store.scene.source == "" and len(driver.widget("headsGrid").view.capture.layers) == 6


def test_random_tokens_are_read_and_said(driver: Person) -> None:
    driver.widget("subjectSwitch").choose("repeat")
    driver.wait()
    view = driver.widget("headsGrid").view
    assert len(view.capture.tokens) == 2 + 2 * 32
    assert view.measured_on == "random repeat, seed 0, 32 tokens twice"
    ids = [token.id for token in view.capture.tokens[1:-1]]
    assert ids[:32] == ids[32:]
    driver.window.store.update(repeats=400)
    driver.bot.waitUntil(lambda: driver.window.messages.kind == "error", timeout=PATIENCE)
    assert "reads 1 to 255 tokens twice" in driver.window.messages.text


def test_which_heads_look_from_bank_to_river(driver: Person) -> None:
    preview, store = driver.window.room.preview, driver.window.store
    driver.bot.waitUntil(lambda: preview.preview is not None, timeout=PATIENCE)
    box, cells = preview.map_rect(), len(preview.preview.axis.groups)
    at = box.topLeft() + QPoint(box.width() * 9 // (2 * cells), box.width() * 3 // (2 * cells))
    QTest.mouseClick(preview, LEFT, Qt.KeyboardModifier.NoModifier, at)
    driver.wait()
    assert (store.scene.query, store.scene.key, store.scene.measure) == (2, 5, "pair")
    assert tuple(driver.widget("headsGrid").view.order[0]) == (0, 4)
