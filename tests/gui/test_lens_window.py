"""A person asks why a head looks there: lenses, keys, undo, what is greyed, Cancel, and the masks of all layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.models.projections import output_projection
from engine.scene import Scene
from engine.shown.view import varied_of
from engine.why import why as engine_why
from engine.why.rollout import rollout_of
from engine.why.shares import Shares
from engine.why.values import Values
from gui.attention.why.lenses import LENSES
from gui.flow import producing
from tests.gui.driving import Person, person

LEFT = Qt.MouseButton.LeftButton


def choose(driver: Person, lens: str) -> None:
    """Open the lens picker with a key, and take a row of its menu with keys."""
    picker = driver.widget("lensPicker")
    QTest.keyClick(picker, Qt.Key.Key_Down)
    menu = picker.menu
    assert menu is not None
    action = next(action for action, row in menu._rows.items() if row.key == lens)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()
    driver.wait()


def shown(driver: Person) -> Any:
    pane = driver.widget("whyPane")
    assert pane.isVisible()
    return pane.why.found


def test_from_weights_to_values_to_heads_and_back(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        bars, store = driver.widget("bars"), driver.window.store
        assert bars.isVisible()
        assert not driver.widget("whyPane").isVisible()
        choose(driver, "values")
        assert store.scene.lens == "values"
        values = shown(driver)
        assert isinstance(values, Values)
        assert not bars.isVisible()
        weights = bars.values()  # the row stays the query's, whatever is shown
        np.testing.assert_allclose(weights[1:9], values.weights, atol=1e-6)
        rows = driver.widget("whyList")
        driver.key(rows, Qt.Key.Key_Down)
        assert store.scene.key == 6
        assert rows.accessibleDescription().startswith("was, weight ")
        choose(driver, "shares")
        found = shown(driver)
        assert isinstance(found, Shares)
        varied = varied_of(store.scene, driver.widget("barsPane").view.capture)
        out = varied.capture.attention(0).output[0, :, 2].astype(float)
        weight, bias = output_projection("minilm", 0).weight, output_projection("minilm", 0).bias
        np.testing.assert_allclose(found.total, weight @ out.reshape(-1) + bias, atol=1e-5)
        driver.click(rows, rows.row_rect(10))
        assert store.scene.head == 10
        assert rows.accessibleDescription().startswith("head 10, ")
        for _ in range(4):
            store.undo()
        driver.wait()
        assert (store.scene.head, store.scene.lens) == (4, "weights")
        assert bars.isVisible()
        assert not driver.widget("whyPane").isVisible()


def test_old_numbers_stay_until_the_new_ones_are_there(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        pane, bars = driver.widget("whyPane"), driver.widget("bars")
        driver.window.store.update(lens="values")
        assert bars.isVisible()
        assert not pane.isVisible()
        assert driver.widget("lensPicker").value() == LENSES["values"].title
        driver.wait()
        assert pane.isVisible()
        first = pane.why
        driver.window.store.update(query=5)
        assert pane.why is first
        driver.wait()
        assert pane.why.view.query == 5
        driver.window.store.update(lens="rollout")
        assert pane.isVisible()
        assert isinstance(pane.why.found, Values)
        driver.wait()
        assert pane.why.view.scene.lens == "rollout"


def test_mean_and_max_are_greyed_with_a_reason(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light", head="mean")) as driver:
        picker = driver.widget("lensPicker")
        rows = {row.key: row for row in picker.rows}
        assert [key for key, row in rows.items() if not row.enabled] == ["dimensions", "values"]
        assert rows["values"].note == "The mean of all heads has no values of its own: choose one head."
        choose(driver, "shares")
        assert isinstance(shown(driver), Shares)
        driver.window.store.update(lens="dimensions")
        driver.wait()
        pane = driver.widget("whyPane")
        assert "no q·k of its own" in pane.sentence
        assert not driver.widget("sizeSwitch").isVisible()
        driver.window.store.update(head=3)
        driver.wait()
        assert pane.why.found is not None
        assert driver.widget("sizeSwitch").isVisible()


def test_the_order_is_changed_with_the_switch(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light", lens="shares")) as driver:
        rows, switch = driver.widget("whyList"), driver.widget("sizeSwitch")
        driver.click(switch, switch.segment_rect("weight"))
        assert driver.window.store.scene.order == "weight"
        tops = [rows.row_rect(head).top() for head in (4, 10, 3)]
        assert tops == sorted(tops)
        driver.key(switch, Qt.Key.Key_Left)
        tops = [rows.row_rect(head).top() for head in (3, 4, 10)]
        assert tops == sorted(tops)


def test_what_takes_long_says_how_far_it_is_and_is_cancelled(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [True]

    def slow(view: Any, tell: Any, cancelled: Any) -> Any:
        while held[0] and not cancelled():
            tell(0.25)
        return rollout_of(view, tell, cancelled)

    monkeypatch.setattr(engine_why, "rollout_of", slow)
    monkeypatch.setattr(producing, "PATIENCE", 0.05)
    with person(qtbot, Scene(theme="light")) as driver:
        progress = driver.widget("lensProgress")
        driver.window.store.update(lens="rollout")
        qtbot.waitUntil(progress.isVisible, timeout=20_000)
        assert (progress.title, progress.fraction) == ("Rollout", 0.25)
        assert driver.widget("bars").isVisible()
        assert not driver.window.settled
        driver.window.grab()
        QTest.mouseClick(progress.cancel, LEFT)
        driver.wait()
        assert driver.window.store.scene.lens == "weights"
        assert not progress.isVisible()
        driver.window.store.update(lens="rollout")
        qtbot.waitUntil(progress.isVisible, timeout=20_000)
        held[0] = False
        driver.wait()
        assert not progress.isVisible()
        assert driver.widget("whyPane").isVisible()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (960, 600)])
@pytest.mark.parametrize("lens", list(LENSES))
def test_nothing_overlaps_at_any_size(qtbot: QtBot, size: tuple[int, int], lens: str) -> None:
    with person(qtbot, Scene(theme="light", lens=lens)) as driver:
        driver.frame.resize(*size)
        driver.wait()
        pane = driver.widget("barsPane")
        names = ("lensPicker", "orderSwitch" if lens == "weights" else "sizeSwitch")
        picker, switch = (driver.widget(name).geometry() for name in names)
        assert pane.rect().contains(picker)
        assert pane.rect().contains(switch)
        assert not picker.intersects(switch)
        title = pane._title()
        if title:
            from gui.look.drawing import text_width

            end = picker.right() + 3 + sum(text_width(text, face) for _, text, face in title)
            assert end <= switch.left() + 4
        assert all(driver.widget(name).isVisible() for name in names)


def mask_of(driver: Person) -> Any:
    return driver.window.provenance.fact_rect("mask").center()


@pytest.mark.parametrize("workspace", ["attention", "heads", "flash"])
def test_the_masks_of_all_layers_open_from_the_strip(qtbot: QtBot, workspace: str) -> None:
    with person(qtbot, Scene(theme="light", workspace=workspace)) as driver:
        card, strip = driver.widget("auditCard"), driver.widget("provenance")
        driver.click(strip, mask_of(driver))
        qtbot.waitUntil(lambda: card.lines is not None, timeout=20_000)
        assert card.isVisible()
        assert card.plain() == "Layers 0 to 5: Hides nothing: every query sees all 10 keys."
        driver.key(card, Qt.Key.Key_Escape)
        assert not card.isVisible()
        strip.setFocus()
        driver.key(strip, Qt.Key.Key_Return)
        assert card.isVisible()
        if workspace == "attention":
            driver.window.store.update(variant="causal")  # the workspace stays usable
            driver.wait()
            qtbot.waitUntil(lambda: "Is causal" in card.plain(), timeout=20_000)
        QTest.keyClick(card, Qt.Key.Key_Escape)
        assert QWidget.hasFocus(strip)


def test_a_shape_alone_has_no_masks_to_open(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light", workspace="flash", shape=(256, 64))) as driver:
        strip = driver.widget("provenance")
        assert "Enter opens" not in strip.accessibleDescription()
        QTest.mouseClick(strip, LEFT, pos=QPoint(mask_of(driver)))
        assert not driver.widget("auditCard").isVisible()
