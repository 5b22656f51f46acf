"""Where keys go when nothing in the window has the keyboard, as after the start, or a bar has no use for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.access.order import stops
from gui.frame.shell import Shell
from gui.frame.window import Window
from tests.gui.driving import LEFT, PATIENCE, person

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def shell(qtbot: QtBot) -> Iterator[Shell]:
    with person(qtbot, Scene(theme="light", workspace="flash")) as someone:
        made = someone.frame
        assert isinstance(made, Shell)
        if (now := QApplication.focusWidget()) is not None:  # a platform may begin with the first stop
            now.clearFocus()
        yield made


def window_of(shell: Shell) -> Window:
    assert isinstance(shell.content, Window)
    return shell.content


def test_the_tab_key_begins_at_either_end(shell: Shell) -> None:
    QTest.keyClick(shell, Qt.Key.Key_Backtab, SHIFT)
    order = stops(window_of(shell))
    assert QApplication.focusWidget() is order[-1]
    order[-1].clearFocus()
    QTest.keyClick(shell, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is order[0]


def test_space_and_end_are_the_workspaces(shell: Shell) -> None:
    store = window_of(shell).store
    QTest.keyClick(shell, Qt.Key.Key_End)
    assert store.scene.step > 0
    QTest.keyClick(shell, Qt.Key.Key_Home)
    assert store.scene.step == 0


def test_space_plays_after_a_click_on_the_workspaces_tab(shell: Shell, qtbot: QtBot) -> None:
    window = window_of(shell)
    tabs = window.top.workspaces
    window.store.update(workspace="attention", step=0)
    QTest.mouseClick(tabs, LEFT, NONE, tabs.segment_rect("flash").center())
    qtbot.waitUntil(lambda: window.settled, timeout=PATIENCE)
    assert tabs.hasFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.store.scene.step != 0, timeout=PATIENCE)


def test_an_arrow_in_the_palette_moves_no_step(shell: Shell) -> None:
    window = window_of(shell)
    window.store.update(step=0)
    QTest.keyClick(shell, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    field = QApplication.focusWidget()
    assert field is not None and field is not shell
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End):
        QTest.keyClick(field, key)
    assert window.store.scene.step == 0
