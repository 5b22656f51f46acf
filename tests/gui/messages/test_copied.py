"""Every copy says so, wherever it was asked for; and a notice hides no number."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.scene import WORKSPACES, Scene
from gui.actions import actions_now
from tests.gui.driving import LEFT, PATIENCE, Person, person

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def who(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, Scene(theme="light", query=5, key=7)) as one:
        yield one


@pytest.mark.parametrize(
    ("workspace", "name", "said"),
    [
        ("attention", "copy-cell", "Copied: the chosen cell."),
        ("attention", "copy-facts", "Copied: where the numbers come from."),
        ("flash", "copy-code", "Copied: the pseudocode."),
    ],
)
def test_a_copying_command_says_so(who: Person, workspace: str, name: str, said: str) -> None:
    who.window.store.update(workspace=workspace)
    who.wait()
    QGuiApplication.clipboard().clear()
    next(action for action in actions_now(who.window) if action.id == name).run()
    assert who.window.messages.text == said and QGuiApplication.clipboard().text()


def test_ctrl_c_in_a_pane_says_so(who: Person) -> None:
    for widget, said in (("cellPane", "the chosen cell"), ("provenance", "where the numbers come from")):
        part = who.widget(widget)
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_C, CONTROL)
        who.until_said(f"Copied: {said}.")
        assert QGuiApplication.clipboard().text() == part.plain()


def test_a_double_click_on_the_map_says_which_number(who: Person) -> None:
    heatmap = who.widget("heatmap")
    at = heatmap.cell_rect(3, 4).center()
    QTest.mouseClick(heatmap, LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseDClick(heatmap, LEFT, Qt.KeyboardModifier.NoModifier, at)
    copied = QGuiApplication.clipboard().text()
    assert np.float32(copied) == heatmap.values()[3, 4]
    assert who.window.messages.text == f"Copied: {copied}."


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (960, 600)])
def test_a_notice_covers_a_part_of_the_strip_below_and_no_number_besides(who: Person, size: tuple[int, int]) -> None:
    window = who.window
    window.window().resize(*size)
    for workspace in WORKSPACES:
        window.store.update(workspace=workspace)
        who.bot.waitUntil(lambda: window.ready, timeout=PATIENCE)
        window.messages.show_notice("Text replaced by the dropped file", "Undo")
        notice, strip = window.messages._notice, window.provenance
        assert strip.geometry().contains(notice.geometry())
        assert notice.rect().contains(notice.button.geometry())
        assert window.childAt(notice.geometry().center()) is notice
