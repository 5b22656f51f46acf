"""As at a real start the window lies in a shell: what floats in it lies in the window all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.access.order import stops
from gui.app import open_window
from gui.frame.shell import Shell
from gui.frame.window import Window
from tests.gui.driving import LEFT, PATIENCE


@pytest.fixture(params=["attention", "learn"])
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Window]:
    shell = Shell()
    shell.start_reader()
    made = open_window(Scene(theme="light", workspace=request.param), shell=shell)
    shell.show()
    qtbot.waitUntil(lambda: made.settled, timeout=PATIENCE)
    yield made
    shell.close()
    shell.deleteLater()
    qtbot.wait(1)


def press(window: Window, action: str) -> None:
    found = window.findChild(QAction, f"action-{action}")
    assert found is not None, action
    found.trigger()


def uncovered(card: QWidget) -> bool:
    """Whether nothing but its own parts is over a card, at points all over it."""
    whole = card.window()
    points = [QPoint(x, y) for x in range(8, card.width(), 40) for y in range(8, card.height(), 8)]
    above = [whole.childAt(card.mapTo(whole, each)) for each in points]
    return card.isVisible() and all(each is card or card.isAncestorOf(each) for each in above if each is not None)


@pytest.mark.parametrize(("action", "name"), [("commands", "palette"), ("keys", "keySheet"), ("tour", "tourCard")])
def test_nothing_lies_over_a_card(window: Window, action: str, name: str) -> None:
    press(window, action)
    card = window.findChild(QWidget, name)
    assert card is not None and uncovered(card)
    window.context.field.settle()  # the tokens of a text came
    assert uncovered(card)


def test_the_palette_opens_above_a_presented_chapter(window: Window) -> None:
    if window.store.scene.workspace == "learn":
        press(window, "present")
        press(window, "commands")
        palette = window.findChild(QWidget, "palette")
        assert palette is not None and uncovered(palette)


def test_the_sentence_is_a_stop_of_the_tab_key_and_takes_what_is_dropped(window: Window) -> None:
    field = window.context.field
    if window.store.scene.workspace == "attention":
        QTest.mouseClick(field.edit.viewport(), LEFT)
        order = stops(window)
        assert order.index(field.gallery) == order.index(field.edit) + 1 < order.index(window.context.model)
    assert window.isAncestorOf(field), "what is dropped on it is the window's business"
