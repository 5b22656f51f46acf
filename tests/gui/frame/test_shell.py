"""As at a real start the window lies in a shell: what floats in it lies in the window all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.access.order import stops
from gui.frame.window import Window
from tests.gui.driving import LEFT, person


@pytest.fixture(params=["attention", "learn"])
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Window]:
    with person(qtbot, Scene(theme="light", workspace=request.param)) as driver:
        yield driver.window


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


@pytest.mark.parametrize("chapter", ["", "masks", "variants"])
def test_no_part_is_a_window_of_its_own_while_it_is_made(qtbot: QtBot, chapter: str) -> None:
    """It would flash on screen, and take the keyboard from the frame."""
    shown: list[str] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                shown.append(type(watched).__name__)
            return False

    watch, application = Watch(), QApplication.instance()
    assert application is not None
    application.installEventFilter(watch)
    workspace = "learn" if chapter else "attention"
    scene = Scene(theme="light", variant="window", workspace=workspace, chapter=chapter or "idea")
    with person(qtbot, scene) as driver:
        for frame in driver.window.room.article.page.frames if chapter else ():
            frame.wake()
        driver.wait()
        assert QApplication.activeWindow() is driver.frame
    application.removeEventFilter(watch)
    assert shown == ["Shell"]


def test_the_sentence_is_a_stop_of_the_tab_key_and_takes_what_is_dropped(window: Window) -> None:
    field = window.context.field
    if window.store.scene.workspace == "attention":
        QTest.mouseClick(field.edit.viewport(), LEFT)
        order = stops(window)
        assert order.index(field.gallery) == order.index(field.edit) + 1 < order.index(window.context.model)
    assert window.isAncestorOf(field), "what is dropped on it is the window's business"
