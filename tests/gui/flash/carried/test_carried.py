"""All rows or one: two pages in one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.flash.frame.view import FlashView
from gui.flash.carried.pane import CarriedPane
from gui.flash.fitting import fitting
from gui.flash.rows.words import titles
from gui.look.drawing import text_width
from gui.look.theme import theme
from gui.parts.buttons import words_font
from gui.store import Store
from tests.gui.flash.handmade import picture


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> CarriedPane:
    made = CarriedPane(store)
    made.resize(416, 376)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_switch_changes_the_page(pane: CarriedPane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=31))
    assert pane.rows.isVisible() and not pane.closeup.isVisible()
    QTest.mouseClick(pane.choice, Qt.MouseButton.LeftButton, pos=pane.choice.segment_rect("one").center())
    assert pane.closeup.isVisible() and not pane.rows.isVisible()
    QTest.keyClick(pane.choice, Qt.Key.Key_Left)
    assert pane.rows.isVisible() and pane.choice.value == "rows"


def test_both_pages_have_the_newest_frame(pane: CarriedPane, look: Callable[..., FlashView]) -> None:
    view = look(step=31)
    pane.show_view(view)
    assert pane.rows.view is view is pane.closeup.view


def test_no_switch_where_nothing_runs_along(pane: CarriedPane, look: Callable[..., FlashView]) -> None:
    for choices, there in (({}, True), ({"algorithm": "standard"}, False), ({"direction": "backward"}, False)):
        pane.show_view(look(step=5, **choices))
        assert pane.choice.isVisible() == there


@pytest.mark.parametrize("width", [330, 380, 416, 600])
def test_titles_end_where_the_switch_begins(pane: CarriedPane, look: Callable[..., FlashView], width: int) -> None:
    pane.resize(width, 300)
    view = look(step=31)
    pane.show_view(view)
    room, face = width - 32 - pane.rows.covered, words_font("pane_title")
    title = fitting(titles(view), face, room)
    assert title and 16 + text_width(title, face) <= pane.choice.x()
    pane.show_page("one")
    picture(pane)


def test_themes_reach_both(pane: CarriedPane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=31))
    pane.apply_theme(theme("dark"))
    for page in ("rows", "one"):
        pane.show_page(page)
        assert picture(pane).pixelColor(9, 60) == theme("dark")["surface"]
