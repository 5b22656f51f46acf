"""A person pins a view, changes the other, subtracts, swaps, and goes back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.compare.pinned import pin
from engine.files.examples import GALLERY
from engine.scene import Scene
from tests.gui.driving import LEFT, Person, person, point

RIVER = GALLERY["bank-river"].text


def bank(name: str = "bank-muddy") -> Capture:
    return Capture.load(GALLERY[name].path)


def weights(capture: Capture, layer: int, head: int) -> Any:
    return capture.attention(layer, head).weights[0, 0]


def pinned_by_hand(driver: Person) -> None:
    driver.click(driver.widget("pinButton"), driver.widget("pinButton").rect())


def test_pinning_changing_subtracting_swapping_and_unpinning(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        store, room = driver.window.store, driver.window.room
        pinned_by_hand(driver)
        assert store.scene.pinned == pin(store.scene)
        assert "This is the pinned view" in driver.widget("compareBar").says
        assert not driver.widget("swapButton").isEnabled(), "nothing would change"
        assert driver.widget("pinnedMap").isVisible()
        assert not driver.widget("scalePane").isVisible()

        store.update(layer=2, head=7, key=5)
        driver.wait()
        assert driver.widget("swapButton").isEnabled()
        now, was = weights(bank(), 2, 7), weights(bank(), 0, 4)
        assert driver.widget("heatmap").values() == pytest.approx(now)
        assert driver.widget("pinnedMap").values() == pytest.approx(was)
        assert driver.widget("compareBar").says == "bank gives river 3.2 % here and 52 % in the pinned head (L0 H4)."
        bars = driver.widget("bars")
        assert bars.ghost == "pinned"
        assert bars.view.row.shown_trained == pytest.approx(was[2, 1:-1])
        assert [fact.value for fact in room.facts() if fact.name == "pinned"] == ["L0 H4, as trained"]

        pinned = driver.widget("pinnedMap")
        driver.click(pinned, pinned.cell_rect(5, 2))
        assert (store.scene.query, store.scene.key) == (5, 2), "a click in the pinned map chooses in both"
        point(pinned, pinned.cell_rect(3, 7).center())
        assert driver.widget("heatmap").hover == (2, 6)
        assert driver.widget("heatmap").tip()[0].startswith("of → muddy")

        segments = driver.widget("comparisonSwitch")
        driver.click(segments, segments.segment_rect("difference"))
        difference = driver.widget("differenceMap")
        assert difference.isVisible()
        assert not driver.widget("heatmap").isVisible()
        assert driver.widget("scalePane").isVisible()
        np.testing.assert_allclose(difference.view.map.values, (now - was)[1:-1, 1:-1], atol=1e-7)
        cell = difference.cell_rect(2, 5).center()
        point(difference, cell)
        assert difference.tip() == ["bank → river, difference −0.4914", "weight now 0.0318, pinned 0.5232"]
        QTest.mouseDClick(difference, LEFT, Qt.KeyboardModifier.NoModifier, cell)
        assert float(QGuiApplication.clipboard().text()) == pytest.approx(now[2, 5] - was[2, 5], abs=1e-7)

        driver.click(driver.widget("swapButton"), driver.widget("swapButton").rect().center())
        assert (store.scene.layer, store.scene.head, store.scene.pinned.layer, store.scene.pinned.head) == (0, 4, 2, 7)
        assert (store.scene.query, store.scene.key) == (5, 2)
        np.testing.assert_allclose(difference.view.map.values, (was - now)[1:-1, 1:-1], atol=1e-7)
        store.undo()
        driver.wait()
        assert (store.scene.head, store.scene.pinned.head) == (7, 4)

        QTest.keyClick(driver.widget("heatmap"), Qt.Key.Key_Escape)
        assert store.scene.pinned is not None
        driver.widget("unpinButton").setFocus()
        driver.key(driver.widget("unpinButton"), Qt.Key.Key_Return)
        assert store.scene.pinned is None
        assert driver.widget("pinButton").hasFocus(), "the keyboard is not lost"
        assert driver.widget("heatmap").hover == (None, None)
        assert not driver.widget("compareBar").isVisible()
        assert not driver.widget("differenceMap").isVisible()
        assert driver.widget("heatmap").isVisible()
        assert bars.ghost == "model"
        store.undo()
        driver.wait()
        assert driver.widget("differenceMap").isVisible()


def test_another_sentence_is_linked_word_by_word_and_zooms_along(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        store = driver.window.store
        pinned_by_hand(driver)
        store.update(text=RIVER, query=5)
        driver.wait()
        pinned, heatmap = driver.widget("pinnedMap"), driver.widget("heatmap")
        assert pinned.values() == pytest.approx(weights(bank(), 0, 4))
        assert heatmap.values() == pytest.approx(weights(bank("bank-river"), 0, 4))
        said = "bank gives river 63 % here and 52 % in the pinned sentence. 5 of 10 words stand in both."
        assert driver.widget("compareBar").says == said

        driver.click(pinned, pinned.cell_rect(5, 7))  # river, and muddy, which is there alone
        assert (store.scene.query, store.scene.key) == (9, None)
        driver.key(pinned, Qt.Key.Key_Up)
        assert store.scene.query == 8, "arrows go through the words of this text"

        heatmap.look_at((3, 3, 6, 6))  # the bank and watched the river
        assert pinned.looked == (0, 0, 5, 5), "at once"
        driver.wait()
        assert pinned.view.scene.viewport == (0, 0, 5, 5)
        pinned.look_at(None)
        driver.wait()
        assert store.scene.viewport is None
        assert heatmap.looked is None

        store.update(text="Nothing alike", comparison="difference")
        store.update(text=RIVER)
        driver.wait()
        corner: QPoint = driver.widget("differenceMap").cell_rect(1, 1).center()
        point(driver.widget("differenceMap"), corner)
        assert driver.widget("differenceMap").tip() == ["we → we", "not in the pinned text: we"]
        store.update(query=9)
        driver.wait()
        driver.click(driver.widget("swapButton"), driver.widget("swapButton").rect().center())
        assert store.scene.pinned is not None
        assert (store.scene.text, store.scene.query, store.scene.pinned.text) == (GALLERY["bank-muddy"].text, 5, RIVER)


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=str)
def test_both_maps_begin_at_the_same_height(qtbot: QtBot, size: tuple[int, int]) -> None:
    """Words on end over one of them, as in resources/scenes/compare.json, leave the other's as much room."""
    with person(qtbot, Scene(theme="light", text=RIVER, query=5, pinned=pin(Scene()))) as driver:
        driver.frame.resize(*size)
        driver.wait()
        maps = [driver.widget(name) for name in ("heatmap", "pinnedMap")]
        assert len({shown.wanted_header for shown in maps}) == 2 or size[1] == 720
        tops = {shown.mapTo(driver.window, shown.plan.plot.topLeft().toPoint()).y() for shown in maps}
        assert len(tops) == 1
        driver.window.store.update(pinned=None)
        driver.wait()
        assert maps[0].plan.header == maps[0].wanted_header, "alone it needs no more than its own"


def test_the_pin_of_a_view_that_is_pinned_lets_it_go(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        store, button = driver.window.store, driver.widget("pinButton")
        assert button.toolTip().startswith("Pin this view")
        pinned_by_hand(driver)
        assert store.scene.pinned is not None
        assert "let it go" in button.toolTip()
        store.update(head=2)
        driver.wait()
        assert button.toolTip().startswith("Pin this view")
        pinned_by_hand(driver)
        assert store.scene.pinned == pin(store.scene), "another view takes its place"
        pinned_by_hand(driver)
        assert store.scene.pinned is None


def test_swapping_right_after_a_click_takes_the_word_that_was_clicked(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light", pinned=pin(Scene(layer=2, head=7)))) as driver:
        store, strip, swap = driver.window.store, driver.widget("tokenStrip"), driver.widget("swapButton")
        QTest.mouseClick(strip, LEFT, Qt.KeyboardModifier.NoModifier, strip.chip_rect(7).center())
        QTest.mouseClick(swap, LEFT)  # before there is a view of that word
        assert (store.scene.query, store.scene.key, store.scene.layer) == (7, None, 2)
        driver.wait()
        assert driver.widget("bars").view.query == 7


def test_a_pinned_function_that_was_not_approved_never_runs_and_is_said(qtbot: QtBot) -> None:
    scene = Scene(theme="light", head=2)
    of_before = pin(Scene(function="/tmp/bias.py"))
    with person(qtbot, scene) as driver:
        driver.window.store.update(pinned=of_before)
        driver.wait()
        assert "Pinned without “bias.py”, which was not approved" in driver.widget("compareBar").says
        assert driver.widget("pinnedMap").values() == pytest.approx(weights(bank(), 0, 4))
        assert any(fact.alarm and fact.value == "bias.py" for fact in driver.window.room.facts())
