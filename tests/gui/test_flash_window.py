"""The Flash workspace in the real window, driven as by a hand: what it shows is always what a fresh replay gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import torch
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.flash import replay, schedule
from engine.scene import Scene
from engine.shown.view import varied_of
from gui.flash.transport.speeds import SPEEDS
from tests.gui.driving import PATIENCE, Person, person

SCENE = Scene(workspace="flash", variant="causal", theme="light")


@pytest.fixture
def driver(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, SCENE) as found:
        yield found


def fresh(scene: Scene) -> tuple[int, np.ndarray, float]:
    """Number of steps, the output after all of them, and its distance from dense attention: all made anew."""
    capture = Capture.load(GALLERY["bank-muddy"].path)
    varied = varied_of(scene, capture)
    layer, head = varied.capture.layers[scene.layer], scene.head
    assert isinstance(head, int)
    q, k, v = layer.q[None, [head]], layer.k[None, [layer.kv_group(head)]], layer.v[None, [layer.kv_group(head)]]
    n, d = q.shape[2:]
    s = schedule(n, n, d, block_q=scene.block_q, block_k=scene.block_k, mask=varied.spec.mask)
    state = replay(q, k, v, s, varied.spec, upto=min(scene.step, len(s)))
    dense = capture.attention(scene.layer, head, varied.spec).output
    return len(s), state.output[0, 0], float(np.abs(state.output - dense).max())


def equal(driver: Person) -> None:
    """What is on screen is what a fresh replay of the scene gives."""
    driver.wait()
    view = driver.window.room.grid.view
    scene = driver.window.store.scene
    steps, output, _ = fresh(scene)
    assert view.scene == replace(scene, theme=view.scene.theme)
    assert len(view.schedule) == steps and view.t == min(scene.step, steps)
    done = view.finished * scene.block_q
    shown = driver.window.room.grid.view.strip("O").values
    if shown is not None and done:
        assert np.allclose(shown[:done], output[:done], atol=1e-6)
    assert driver.widget("scrubber").value() == view.t
    if view.row is not None:
        rows = slice(view.row.start, view.row.start + len(view.row.l))
        capture = Capture.load(GALLERY["bank-muddy"].path)
        varied, head = varied_of(scene, capture), scene.head
        layer = varied.capture.layers[scene.layer]
        assert isinstance(head, int)
        kv = layer.kv_group(head)
        q, k, v = layer.q[None, [head]], layer.k[None, [kv]], layer.v[None, [kv]]
        state = replay(q, k, v, view.schedule, varied.spec, upto=view.t)
        assert np.allclose(view.row.l, state.l[0, 0, rows], rtol=1e-5)


def test_it_plays_to_the_end_and_equals_dense_attention(driver: Person) -> None:
    transport = driver.widget("transport")
    transport.player.set_speed(SPEEDS[-1])
    driver.click(driver.widget("playButton"), driver.widget("playButton").rect())
    driver.bot.waitUntil(lambda: not transport.playing, timeout=PATIENCE)
    driver.wait()
    view = driver.window.room.grid.view
    assert view.t == len(view.schedule) == fresh(driver.window.store.scene)[0]
    assert fresh(driver.window.store.scene)[2] < 1e-6
    assert view.error is not None and view.error < 1e-6
    assert "dense" in "".join(run.text for run in view.sentence)
    equal(driver)


def test_scrubbing_to_the_middle_and_back(driver: Person) -> None:
    scrubber = driver.widget("scrubber")
    before = driver.window.store.scene
    y = scrubber.height() // 3
    driver.drag(scrubber, QPoint(4, y), QPoint(scrubber.width() // 2, y))
    assert 0 < driver.window.store.scene.step < len(driver.window.room.grid.view.schedule)
    equal(driver)
    driver.drag(scrubber, QPoint(scrubber.width() // 2, y), QPoint(2, y))
    assert driver.window.store.scene.step == 0
    equal(driver)
    assert not driver.window.store.can_undo and driver.window.store.scene == before  # a step is no choice


def test_keys_step_jump_and_go_to_the_ends(driver: Person) -> None:
    room, store = driver.window.room, driver.window.store
    grid = driver.widget("tileGrid")
    grid.setFocus()
    for _ in range(7):
        driver.key(grid, Qt.Key.Key_Right)
    assert store.scene.step == 7
    equal(driver)
    driver.key(grid, Qt.Key.Key_Left)
    assert store.scene.step == 6
    driver.key(grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert store.scene.step in room.grid.view.schedule.starts
    driver.key(grid, Qt.Key.Key_End)
    assert store.scene.step == len(room.grid.view.schedule)
    equal(driver)
    driver.key(grid, Qt.Key.Key_Home)
    assert store.scene.step == 0


def test_another_tile_size_and_head_while_it_plays(driver: Person) -> None:
    transport, store = driver.widget("transport"), driver.window.store
    transport.player.set_speed(SPEEDS[0])
    QTest.keyClick(driver.widget("tileGrid"), Qt.Key.Key_Space)
    assert transport.playing
    for change in ({"block_q": 2, "block_k": 3}, {"head": 7}, {"block_q": 5, "block_k": 4}, {"layer": 3, "head": 1}):
        driver.bot.wait(60)
        store.update(**change)
        driver.bot.waitUntil(
            lambda: driver.window.room.grid.view.schedule.block_q == store.scene.block_q, timeout=PATIENCE
        )
        assert transport.playing
    transport.player.pause()
    equal(driver)


def test_backward_plays_to_the_end_with_numbers_in_every_strip(driver: Person) -> None:
    transport, store = driver.widget("transport"), driver.window.store
    store.update(direction="backward", algorithm="fa1", block_q=5, block_k=4)
    driver.wait()
    transport.player.set_speed(SPEEDS[-1])
    QTest.keyClick(driver.widget("tileGrid"), Qt.Key.Key_Space)
    driver.bot.waitUntil(lambda: not transport.playing, timeout=PATIENCE)
    driver.wait()
    view, layer = driver.window.room.grid.view, Capture.load(GALLERY["bank-muddy"].path).layers[0]
    q, k, v = (torch.tensor(x[None, 4:5].astype(np.float64), requires_grad=True) for x in (layer.q, layer.k, layer.v))
    output = sdpa(q, k, v, is_causal=True, scale=layer.scale)
    found = torch.autograd.grad(output, (q, k, v), output)
    for letter, theirs in zip(("dO", "dQ", "dK", "dV"), (output, *found), strict=True):
        ours = view.strip(letter).values
        assert ours is not None
        np.testing.assert_allclose(ours, theirs[0, 0].detach().numpy(), atol=1e-5)
    assert view.t == len(view.schedule) and view.error is not None and view.error < 1e-5
    assert "to the gradients of dense attention" in driver.widget("stepSentence").plain()
    assert driver.widget("gradientRows").isVisible() and not driver.widget("rowState").isVisible()
    driver.click(driver.widget("tileGrid"), driver.widget("tileGrid").tile_rect(1, 0))
    QTest.keyClick(driver.widget("tileGrid"), Qt.Key.Key_Right)
    driver.wait()
    tile = driver.window.room.grid.view.tile
    assert tile is not None and tile.shown == "P" and driver.widget("tileGrid").values() is tile.weights


def test_a_click_on_a_tile_shows_it_and_its_numbers_are_the_heads(driver: Person) -> None:
    grid, store = driver.widget("tileGrid"), driver.window.store
    driver.click(grid, grid.tile_rect(1, 0))
    tile = driver.window.room.grid.view.tile
    assert tile is not None and (tile.i, tile.j) == (1, 0)
    scene = store.scene
    spec = varied_of(scene, Capture.load(GALLERY["bank-muddy"].path)).spec
    assert isinstance(scene.head, int)
    scores = Capture.load(GALLERY["bank-muddy"].path).attention(scene.layer, scene.head, spec).scaled[0, 0]
    assert np.allclose(grid.values(), scores[tile.rows[0] : tile.rows[1], tile.keys[0] : tile.keys[1]], atol=1e-5)


def test_a_shape_alone_needs_no_text(driver: Person) -> None:
    driver.window.store.update(shape=(131_072, 64), block_q=128, block_k=128, text="")
    driver.wait()
    view = driver.window.room.grid.view
    assert (view.schedule.n_q == 131_072 and view.tile is None) or view.tile.scores is None
    assert driver.window.pages.currentWidget() is driver.window.room


def test_two_schedules_go_in_step(driver: Person) -> None:
    driver.window.store.update(beside="standard", step=30)
    driver.wait()
    view = driver.window.room.grid.view
    assert view.beside is not None and view.beside.schedule.algorithm == "standard"
    assert abs(view.beside.share - view.share) < 0.35
    assert driver.widget("tileGridBeside").isVisible()


@pytest.mark.parametrize("choices", [{"head": "mean"}, {"variant": "sparsemax"}])
def test_what_has_no_tiles_says_why_and_the_picture_stays(driver: Person, choices: dict[str, object]) -> None:
    before = driver.window.room.grid.view
    driver.window.store.update(**choices)
    driver.bot.waitUntil(lambda: driver.window.messages.kind == "error", timeout=PATIENCE)
    assert driver.window.room.grid.view is before
    driver.window.store.undo()
    driver.wait()
    assert driver.window.messages.kind != "error"


def test_mean_and_max_lead_back_to_the_head_that_was_open(driver: Person) -> None:
    store = driver.window.store
    store.update(head=7)
    driver.wait()
    store.update(head="max")
    driver.until_said("Tiles are those of one head")
    shown = [button for button in driver.window.messages.findChildren(QAbstractButton) if button.isVisible()]
    next(button for button in shown if button.accessibleName() == "Show head 7").click()
    driver.wait()
    assert store.scene.head == 7 and driver.window.messages.kind != "error"
    equal(driver)


def test_leaving_stops_playing(driver: Person) -> None:
    transport = driver.widget("transport")
    transport.player.play()
    driver.window.store.update(workspace="attention")
    driver.wait()
    assert not transport.playing
    driver.window.store.update(workspace="flash")
    equal(driver)


class Painted(QObject):
    """Which parts of the window were painted, and how many pixels of them."""

    def __init__(self) -> None:
        super().__init__()
        self.areas: dict[str, int] = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            name = watched.objectName() or type(watched).__name__
            size = event.rect().size()
            self.areas[name] = self.areas.get(name, 0) + size.width() * size.height()
        return False


ALWAYS = {"pseudocode", "scrubber", "stepSentence", "traffic"}
REPAINTED: dict[str, set[str]] = {
    "load_kv": {"tileGrid", "memory", "counters", "rowState"},
    "scores": {"tileGrid", "memory", "counters"},
    "mask": {"tileGrid"},
    "max": {"rowState"},
    "rescale": set(),
    "accumulate": {"tileGrid", "memory", "counters"},
}
MOST = {"scrubber": 2_000, "traffic": 12_000}  # pixels


def test_a_step_repaints_what_it_changes_and_nothing_else(driver: Person, qapp: QApplication) -> None:
    """On a tile that the mask cuts, not the first of its row block; the strip below may show another time."""
    store, grid = driver.window.store, driver.widget("tileGrid")
    schedule = grid.view.schedule
    for step in (schedule.find("load_kv", 1, 1) - 1, schedule.find("load_kv", 1, 1)):
        store.update(step=step)
        driver.wait()
        qapp.processEvents()
    for op, parts in REPAINTED.items():
        painted = Painted()
        qapp.installEventFilter(painted)
        store.update(step=store.scene.step + 1)
        driver.wait()
        qapp.processEvents()
        qapp.removeEventFilter(painted)
        assert grid.view.step.op == op
        assert painted.areas.keys() - {"provenance"} == ALWAYS | parts, op
        assert all(painted.areas.get(name, 0) < most for name, most in MOST.items()), op
