"""Variants in the real window, as a person puts them on: every number follows, and one undo takes each step back."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from engine.variants import vary
from tests.gui.driving import Person, person

BANK = 2


def computed(one: Person) -> np.ndarray:
    """The query's row of the newest scene, straight from the core."""
    scene, capture = one.window.store.scene, one.widget("bars").view.capture
    now = vary(capture, scene.layer, scene.variant, scene.parameters)
    assert isinstance(scene.head, int)
    weights: np.ndarray = now.capture.attention(scene.layer, scene.head, now.spec).weights[0, 0, BANK]
    return weights


def test_a_variant_is_searched_added_dragged_compared_and_taken_off(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as one:
        before = one.widget("bars").values().copy()
        picker = one.widget("variantPicker")
        one.click(picker, picker.body())
        QTest.keyClicks(picker.panel.search, "sliding")
        QTest.keyClick(picker.panel.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        picker.panel.search.clear()
        QTest.keyClicks(picker.panel.search, "alibi")
        QTest.keyClick(picker.panel.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(picker.panel.search, Qt.Key.Key_Escape)
        one.wait()
        assert one.window.store.scene.variant == "window+alibi"
        assert one.widget("bars").values() == pytest.approx(computed(one), abs=1e-6)

        slider = one.widget("slider-window.width")
        middle = QPoint(round(slider.place(slider.value())), slider.height() // 2)
        one.drag(slider, middle, middle + QPoint(40, 0))
        assert one.window.store.scene.parameters["window.width"] > 4
        assert one.widget("bars").values() == pytest.approx(computed(one), abs=1e-6)

        stages = one.widget("stageSwitch")
        one.click(stages, stages.segment_rect("difference"))
        assert one.widget("heatmap").values()[BANK] == pytest.approx(computed(one) - before, abs=1e-6)

        for _ in range(2):
            one.window.store.undo()
        one.wait()
        assert one.window.store.scene.parameters == {}
        one.click(one.widget("asTrained"), one.widget("asTrained").rect())
        assert one.window.store.scene.variant == "as-trained"
        assert not one.widget("variantBar").isVisible()
        assert one.widget("bars").values() == pytest.approx(before, abs=1e-7)


@pytest.mark.parametrize("workspace", ["heads", "flash"])
def test_the_curve_by_distance_is_that_of_attentions_head(qtbot: QtBot, workspace: str) -> None:
    with person(qtbot, Scene(theme="light", variant="rope", workspace=workspace)) as one:
        assert one.widget("remove-rope").isVisible()
        assert not one.widget("curve-rope").isVisible()  # the view is not that of one head, and has no scores
        one.window.store.update(workspace="attention")
        one.wait()
        one.click(one.widget("curve-rope"), one.widget("curve-rope").rect())
        card = one.widget("distanceCard")
        assert card.isVisible() and card.accessibleName() == "Mean score by distance, layer 0, head 4"
        card.close()
