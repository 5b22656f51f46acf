"""More contrast: borders are seen, dim texts are as clear as others, and it comes back at the next start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.scene import WORKSPACES, Scene
from gui.access.contrast import is_strong, put_contrast, take_contrast
from gui.actions import actions_now
from gui.look.theme import has_more_contrast, theme
from gui.memory.folders import Folders
from gui.memory.memory import Memory
from tests.gui.access.test_contrast import GROUNDS
from tests.gui.access.test_written import unread
from tests.gui.driving import PATIENCE, Person, person
from tests.gui.look.test_theme import contrast

DIM, BORDERS = ("ink2", "ink3"), ("btn_line", "line_strong", "control_border")


@pytest.fixture(autouse=True)
def usual(qapp: QApplication) -> Iterator[None]:
    yield
    put_contrast(False)


def run(who: Person, name: str) -> None:
    action = next(action for action in actions_now(who.window) if action.id == name)
    assert action.sensible()
    action.run()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_dim_texts_and_borders_are_stronger(name: str) -> None:
    before = theme(name)
    put_contrast(True)
    look = theme(name)
    for ground in GROUNDS:
        assert all(contrast(look[role], look[ground]) >= 7 for role in DIM)
        assert all(contrast(look[role], look[ground]) >= 4.5 for role in BORDERS)
        assert contrast(look["disabled"], look[ground]) >= 4.5 and contrast(look["line"], look[ground]) >= 2.8
    assert look["query"] == before["query"] and look.sequential is not None
    put_contrast(False)
    assert theme(name) is before


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_command_has_it_at_once_and_another_takes_it_back(qtbot: QtBot, name: str) -> None:
    with person(qtbot, Scene(theme=name)) as who:
        for workspace in WORKSPACES:
            who.window.store.update(workspace=workspace)
            qtbot.waitUntil(lambda: who.window.ready, timeout=PATIENCE)
            run(who, "more-contrast")
            assert who.window.room.theme["line"] == theme(name)["line"] and has_more_contrast()
            assert unread(who.window, QColor("#000001")) == []  # what is greyed is read too
            run(who, "usual-contrast")
        run(who, "more-contrast")
    assert not has_more_contrast()  # it goes with its window


def test_it_is_remembered(qtbot: QtBot, folders: Folders) -> None:
    memory = Memory(folders=folders)
    assert memory.value.contrast == "system"
    with person(qtbot) as who:
        who.app.contrast._memory = memory
        run(who, "more-contrast")
    memory.close()
    assert Memory(folders=folders).value.contrast == "more"


@pytest.fixture
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    top = tmp_path_factory.mktemp("own")
    return Folders(top / "config", top / "state")


@pytest.mark.parametrize(
    ("window", "text", "strong"),
    [
        ("#000000", "#ffffff", True),
        ("#ffffff", "#000000", True),
        ("#f0f0f0", "#000000", False),  # Windows
        ("#1e1e1e", "#ffffff", False),
        ("#efefef", "#000000", False),  # Fusion
        ("#fafafa", "#2e3436", False),
    ],
)
def test_a_desktop_of_high_contrast_is_known_by_its_colours(window: str, text: str, strong: bool) -> None:
    desktop = QPalette()
    desktop.setColor(QPalette.ColorRole.Window, QColor(window))
    desktop.setColor(QPalette.ColorRole.WindowText, QColor(text))
    assert is_strong(desktop) is strong
    for chosen, wanted in (("system", strong), ("usual", False), ("more", True)):
        take_contrast(chosen, desktop)
        assert has_more_contrast() is wanted
