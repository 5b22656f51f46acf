"""The top bar: undo and redo, the colours of the maps, light or dark."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.scene import COLOURS, WORKSPACES, Scene
from gui.frame.top_bar import TopBar
from gui.look.theme import load_fonts, theme
from gui.store import Store

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def store() -> Store:
    return Store(Scene(theme="light"))


@pytest.fixture
def bar(qtbot: QtBot, store: Store) -> TopBar:
    """It shows scenes and themes as the window would tell it to."""
    load_fonts()
    made = TopBar(store)
    qtbot.addWidget(made)
    store.changed.connect(lambda new, old: made.show_scene(new))
    store.changed.connect(lambda new, old: made.apply_theme(theme(new.theme, new.colours)))
    made.resize(1280, 47)
    made.show()
    return made


def test_undo_and_redo_work_when_there_is_something(bar: TopBar, store: Store) -> None:
    assert (bar.undo.isEnabled(), bar.redo.isEnabled()) == (False, False)
    store.update(head=7)
    assert (bar.undo.isEnabled(), bar.redo.isEnabled()) == (True, False)
    QTest.mouseClick(bar.undo, LEFT)
    assert store.scene.head == 4
    assert (bar.undo.isEnabled(), bar.redo.isEnabled()) == (False, True)
    QTest.mouseClick(bar.redo, LEFT)
    assert store.scene.head == 7
    assert "Z" in bar.undo.toolTip()
    assert bar.undo.toolTip() != bar.redo.toolTip()


def test_the_theme_button_goes_to_the_other_theme_and_back(bar: TopBar, store: Store) -> None:
    assert bar.light.accessibleName() == "Dark theme"
    moon = bar.light.grab().toImage()
    QTest.mouseClick(bar.light, LEFT)
    assert store.scene.theme == "dark"
    assert bar.light.accessibleName() == "Light theme"
    assert bar.grab().toImage().pixelColor(300, 5) == theme("dark")["window"]
    QTest.mouseClick(bar.light, LEFT)
    assert store.scene.theme == "light"
    assert bar.light.grab().toImage() == moon


def test_the_colours_of_the_maps_are_chosen_and_shown(bar: TopBar, store: Store) -> None:
    QTest.keyClick(bar.colours, Qt.Key.Key_Space)
    menu = bar.colours.menu
    assert menu is not None
    assert [action.isChecked() for action in menu.actions()] == [name == "violet" for name in COLOURS]
    at = COLOURS.index("viridis")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[at]).center())
    assert store.scene.colours == "viridis"
    seen = bar.colours.grab().toImage()
    first = int(theme("light", "viridis").sequential.colours[32])
    assert seen.pixelColor(14, seen.height() // 2).rgb() == first


def test_the_button_of_the_commands_names_its_keys_and_gives_way(bar: TopBar, qtbot: QtBot) -> None:
    assert bar.commands.body().width() == 232
    assert bar.commands.toolTip() == "Commands (Ctrl+K)"
    least = bar.minimumSizeHint().width()
    assert least < 960
    bar.resize(least, 47)
    qtbot.waitUntil(lambda: bar.commands.body().width() == bar.commands.body().height())
    assert bar.commands.geometry().left() > bar.workspaces.geometry().right()


def test_the_workspaces_are_tabs(bar: TopBar, store: Store) -> None:
    assert tuple(bar.workspaces.segments) == WORKSPACES
    assert bar.workspaces.value == store.scene.workspace
    assert bar.workspaces.objectName() == "workspaces"
    assert bar.workspaces.segment_rect("attention").height() == 30


def test_only_what_works_is_there(bar: TopBar) -> None:
    names = {bar.undo.accessibleName(), bar.redo.accessibleName(), bar.colours.accessibleName()}
    assert names == {"Undo", "Redo", "Colours of the maps"}
