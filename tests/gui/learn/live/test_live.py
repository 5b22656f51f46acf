"""The live parts that only Learn has: pseudocode that runs, a product, turned pairs, masks, the catalogue, memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.learn import CHAPTERS
from engine.learn.growth import flash_bytes, map_bytes
from engine.learn.pseudocode import LINES
from engine.learn.records import Live
from engine.scene import Scene
from engine.variants import CATALOGUE
from gui.attention.map.pane import MapPane
from gui.attention.variants.bar import VariantBar
from gui.attention.variants.rows import IDEA
from gui.learn.live.catalogue import CataloguePane
from gui.learn.live.code.pane import CodePane
from gui.learn.live.code.picture import shape_of
from gui.learn.live.kinds import KINDS
from gui.learn.live.memory import LEAST, MOST, MemoryChart
from gui.learn.live.product import ProductPane
from gui.learn.live.rope import PairsPane, turned
from gui.learn.room import LearnRoom
from gui.look.theme import theme
from gui.store import Store
from tests.gui.learn.conftest import settle

Body = Callable[[str], Any]
LIVE = [(name, block.kind) for name, c in CHAPTERS.items() for block in c.blocks if isinstance(block, Live)]


@pytest.fixture
def body(room: LearnRoom, qtbot: QtBot) -> Body:
    """body("code") is the live part of that kind, with its numbers."""

    def made(kind: str) -> Any:
        room.open(next(name for name, each in LIVE if each == kind))
        assert room.article.page is not None
        frame = next(frame for frame in room.article.page.frames if frame.block.kind == kind)
        frame.wake()
        settle(room, qtbot)
        return frame.body

    return made


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in {each for _, each in LIVE}])
def test_a_live_part_is_as_high_as_the_article_thought(body: Body, kind: str) -> None:
    made = body(kind)
    assert made.layout().minimumSize().height() <= KINDS[kind].height == made.height()
    assert made.layout().minimumSize().width() <= 638, "it fits a window of 1280 pixels"
    assert not made.fed or made.view is not None


def test_pseudocode_steps_through_its_lines_and_shows_what_each_makes(body: Body) -> None:
    pane = body("code").findChild(CodePane)
    seen = []
    QTest.keyClick(pane, Qt.Key.Key_Home)
    for _ in pane.stages:
        seen.append((pane.listing.lit, pane.picture.stage.name))
        QTest.keyClick(pane, Qt.Key.Key_Right)
    assert [line for line, _ in seen] == [0, 1, 2, 3, 4, 6, 7, 8], "without a mask line 5 is not run"
    assert not pane.next.isEnabled() and pane.back.isEnabled()
    at, last = pane.listing.line_rect(6).center() + pane.listing.pos(), pane.picture.stage.name
    QTest.mouseClick(pane, Qt.MouseButton.RightButton, pos=at)
    assert pane.picture.stage.name == last, "the right button chooses nothing"
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=at)
    weights = pane.picture.stage.values
    view = pane.view
    assert np.allclose(weights, view.capture.attention(view.layer, view.head).weights[0, 0], atol=1e-6)
    assert LINES[6].strip() in pane.accessibleDescription()


def test_three_tensors_side_by_side_are_named_and_have_the_shape_of_each(body: Body) -> None:
    pane = body("code").findChild(CodePane)
    QTest.keyClick(pane, Qt.Key.Key_Home)
    picture, stage, box = pane.picture, pane.picture.stage, pane.picture.cells()
    assert shape_of(stage) == "each 1 × 1 × 10 × 32"
    side = box.width() // 96
    said = [picture.tip_at(box.left() + column * side + 1, box.top() + 1).split(":")[0] for column in (31, 32, 95)]
    assert said == [f"{name}, row 0 ([CLS]), column {column}" for name, column in (("Q", 31), ("K", 0), ("V", 31))]
    assert float(picture.tip_at(box.left() + 32 * side + 1, box.top() + 1).split()[-1]) == pytest.approx(
        float(pane.view.capture.own.layers[0].k[4][0, 0]), abs=1e-6
    )


def test_the_picture_is_drawn_row_by_row_and_a_masked_cell_is_no_colour(
    body: Body, room: LearnRoom, qtbot: QtBot
) -> None:
    made = body("code")
    pane = made.findChild(CodePane)
    pane.masking.click()
    settle(room, qtbot)
    assert made.store.scene.variant == "causal" and len(pane.stages) == 9
    pane.go(next(i for i, stage in enumerate(pane.stages) if stage.name == "weights"))
    picture, box = pane.picture.grab().toImage(), pane.picture.cells()
    stage, side = pane.picture.stage, box.width() // 10
    table = theme("light").sequential.colours
    for row, column in ((1, 0), (1, 1), (9, 3), (3, 9)):
        found = picture.pixelColor(box.left() + column * side + 3, box.top() + row * side + 3).rgba()
        assert found == int(table[round(float(stage.values[row, column]) * 255)]), (row, column)
    assert float(stage.values[3, 9]) == 0.0
    pane.go(5)
    assert "−∞" in pane.picture.tip_at(box.left() + 9 * side + 3, box.top() + 3)
    assert "−∞" not in pane.picture.tip_at(box.left() + 3, box.top() + 9 * side + 3)


def test_the_copied_program_prints_the_weights_on_screen(
    body: Body, room: LearnRoom, qtbot: QtBot, tmp_path: Any
) -> None:
    pane = body("code").findChild(CodePane)
    pane.masking.click()
    settle(room, qtbot)
    QTest.mouseClick(pane.copy, Qt.MouseButton.LeftButton)
    file = tmp_path / "attention.py"
    file.write_text(QGuiApplication.clipboard().text(), "utf-8")
    run = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=120, check=True)
    printed = np.array([[float(x) for x in line.split()[-10:]] for line in run.stdout.splitlines()])
    shown = next(stage.values for stage in pane.stages if stage.name == "weights")
    assert printed.shape == (10, 10) and np.allclose(printed, shown, atol=2e-6)
    assert np.allclose(printed[np.triu_indices(10, 1)], 0)


def test_a_number_multiplied_out_is_that_of_the_capture(body: Body, room: LearnRoom, qtbot: QtBot) -> None:
    made = body("product")
    pane, view = made.findChild(ProductPane), made.view
    layer = view.capture.layers[view.layer]
    for role, tensor in (("query", layer.q), ("key", layer.k), ("value", layer.v)):
        pane.roles.chosen.emit(role)
        for number in (0, 7):
            while pane.number != number:
                QTest.keyClick(pane, Qt.Key.Key_Right if pane.number < number else Qt.Key.Key_Left)
            total = float(pane.products.sum() + pane.one.bias[number])
            assert total == pytest.approx(float(tensor[view.head, view.query, number]), abs=2e-4)
    made.store.update(query=5)
    settle(room, qtbot)
    assert pane.one.token == 5
    box = pane.result_box()
    at, before = box.topLeft() + (box.bottomRight() - box.topLeft()) / 2, pane.number
    QTest.mouseClick(pane, Qt.MouseButton.RightButton, pos=at)
    assert pane.number == before != 16
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=at)
    assert pane.number == 16 and "number 16" in pane.accessibleDescription()


def test_pairs_are_turned_by_place_times_speed(body: Body, room: LearnRoom, qtbot: QtBot) -> None:
    made = body("rope")
    pane = made.findChild(PairsPane)
    for query in (0, 3, 15):
        made.store.update(query=query)
        settle(room, qtbot)
        one = pane.pairs
        before, after = (points @ np.array([1, 1j]) for points in (one.before, one.after))
        assert one.position == query and np.allclose(before * np.exp(1j * one.angles), after, atol=2e-2)
    assert one.speeds[0] == 1.0 and (np.diff(one.speeds) < 0).all()
    assert all(pane.rect().contains(box.toRect().adjusted(0, 0, 0, 34)) for box in pane.circles())


def test_an_angle_is_said_in_turns_and_degrees() -> None:
    assert [turned(x) for x in (0.0, np.pi / 2, 15.0)] == ["0°", "90°", "2 turns + 139°"]


def test_a_mask_is_chosen_over_the_map(body: Body, room: LearnRoom, qtbot: QtBot) -> None:
    made = body("mask")
    made.panes[0].segments.choose("window")
    settle(room, qtbot)
    assert made.store.scene.variant == "window" and made.panes[0].segments.value == "window"
    values = made.findChild(MapPane).heatmap.values()
    assert values[0, -1] == 0 and values[-1, 0] == 0 and values[-1, -1] > 0


def test_the_catalogue_puts_a_variant_on_by_keys(body: Body, room: LearnRoom, qtbot: QtBot) -> None:
    made = body("catalogue")
    pane = made.findChild(CataloguePane)
    QTest.keyClick(pane, Qt.Key.Key_Down)
    QTest.keyClick(pane, Qt.Key.Key_Down)
    wanted = pane.list.highlighted().name
    QTest.keyClick(pane, Qt.Key.Key_Return)
    settle(room, qtbot)
    assert made.store.scene.variant == wanted != "as-trained"
    assert pane.list.highlighted().idea.split(".")[0] in pane.accessibleDescription()


@pytest.mark.parametrize("width", [1280, 1440])
def test_the_narrow_catalogue_has_no_cut_ideas_but_a_whole_one_below(
    body: Body, room: LearnRoom, qtbot: QtBot, width: int
) -> None:
    room.resize(width, 640)
    pane = body("catalogue").findChild(CataloguePane)
    settle(room, qtbot)
    row = pane.list.visualRect(pane.list.row_of("full"))
    empty = pane.list.look.idea(row).adjusted(-10, 2, 10, -2)
    assert 0 < empty.width() < IDEA
    drawn = pane.list.viewport().grab(empty).toImage()
    assert len({drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}) == 1
    for variant in CATALOGUE.values():
        pane.list.highlight(variant)
        assert " ".join(pane.said()) == variant.idea


@pytest.mark.parametrize("kind", ["catalogue", "mask"])
def test_the_numbers_of_a_variant_are_those_of_the_apps_own_bar_and_change_the_map(
    body: Body, room: LearnRoom, qtbot: QtBot, kind: str
) -> None:
    made = body(kind)
    bar, shown, tall = made.findChild(VariantBar), made.findChild(MapPane), made.height()
    assert not bar.isVisible() and not shown.pin.isVisible()
    high = shown.height()
    made.store.update(variant="window")
    settle(room, qtbot)
    assert bar.isVisible() and shown.height() < high and made.height() == tall
    before = (shown.heatmap.values() > 0).sum()
    (field,) = bar.parts[0].fields
    field.selectAll()
    QTest.keyClicks(field, "2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(room, qtbot)
    assert made.store.scene.parameters == {"window.width": 2}
    assert (shown.heatmap.values() > 0).sum() < before, "a narrower window"
    QTest.mouseClick(bar.trained, Qt.MouseButton.LeftButton)
    settle(room, qtbot)
    assert not bar.isVisible() and shown.height() == high and made.store.scene.variant == "as-trained"


def test_memory_grows_with_the_square_against_the_length(body: Body) -> None:
    made = body("memory")
    chart, before = made.findChild(MemoryChart), made.store.scene
    n = chart.tokens
    assert (map_bytes(2 * n), flash_bytes(2 * n)) == (4 * map_bytes(n), 2 * flash_bytes(n))
    rise = [chart.y_of(f(1024)) - chart.y_of(f(65536)) for f in (map_bytes, flash_bytes)]
    assert rise[0] == pytest.approx(2 * rise[1])
    for _ in range(8):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.tokens == pytest.approx(2 * n, rel=0.01)
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert chart.tokens == 2**MOST and "2 TiB" in chart.accessibleDescription()
    QTest.mouseClick(chart, Qt.MouseButton.RightButton, pos=chart.plot().topLeft())
    assert chart.tokens == 2**MOST
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.plot().topLeft())
    assert chart.tokens == 2**LEAST
    made.start_over()
    assert made.store.scene == replace(before)


def test_before_there_are_numbers_no_program_is_copied(qtbot: QtBot) -> None:
    pane = CodePane(Store(Scene(workspace="learn")))
    qtbot.addWidget(pane)
    QGuiApplication.clipboard().setText("kept")
    pane.copy.click()
    assert QGuiApplication.clipboard().text() == "kept"
