"""What opens over the window, by keyboard: each control is a stop, and Escape goes back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from tests.gui.access.walking import unreached, walk
from tests.gui.driving import Person, person


def opened(driver: Person, by: str) -> Any:
    """The popup that Enter opens on a stop."""
    button = driver.widget(by)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Return)
    driver.bot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    return QApplication.activePopupWidget()


@pytest.mark.parametrize(
    ("workspace", "by"), [("attention", "variantPicker"), ("flash", "algorithmPicker"), ("flash", "tilePicker")]
)
def test_every_control_of_a_panel_is_a_stop(qtbot: QtBot, workspace: str, by: str) -> None:
    with person(qtbot, Scene(workspace=workspace, theme="light")) as driver:
        panel = opened(driver, by)
        found = walk(panel, driver.window.top.theme)
        assert all(stop.name and stop.widget.isVisible() for stop in found), found
        assert len({stop.name for stop in found}) == len(found)
        assert not unreached(panel, found, ("VariantList", "VariantRows"))
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
        assert QApplication.focusWidget() is driver.widget(by)


def test_an_own_function_is_opened_without_a_mouse(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        panel = opened(driver, "variantPicker")
        asked: list[bool] = []
        driver.widget("variantPicker").ownWanted.disconnect()
        panel.ownWanted.connect(lambda: asked.append(True))
        QTest.keyClick(panel.search, Qt.Key.Key_Tab)
        assert panel.own.hasFocus()
        QTest.keyClick(panel.own, Qt.Key.Key_Return)
        assert asked and QApplication.activePopupWidget() is None


@pytest.mark.parametrize("by", ["gallery", "modelPicker", "layerPicker", "headPicker", "colours", "lensPicker"])
def test_a_menu_opens_at_what_is_chosen_and_every_row_is_said(qtbot: QtBot, by: str) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        menu = opened(driver, by)
        assert isinstance(menu, QMenu) and menu.accessibleName()
        assert all(action.text().strip() for action in menu.actions() if not action.isSeparator())
        QTest.keyClick(menu, Qt.Key.Key_Down)
        assert menu.activeAction().isEnabled()
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
        assert QApplication.focusWidget() is driver.widget(by)
