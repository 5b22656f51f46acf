"""The start: the person's looks from the first paint, and nothing heavy before it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gui.frame.shell import Shell
from gui.look.theme import load_fonts, theme
from gui.memory.folders import Folders
from gui.memory.memory import Memory
from tests.test_layers import loaded_at_start, sources, under

HEAVY = {
    "numpy",
    "torch",
    "platformdirs",
    "uuid",
    "tempfile",
    "engine.scene",
    "engine.files.saving",
    "gui.frame.window",
    "gui.app",
}


def test_nothing_heavy_is_imported_before_the_first_paint() -> None:
    loaded = loaded_at_start("gui.start", sources("main", "engine", "gui"))
    assert "gui.memory.memory" in loaded and under(loaded, HEAVY) == set()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_first_paint_has_the_looks_of_the_person(qtbot: QtBot, name: str) -> None:
    load_fonts()
    shell = Shell(name)
    qtbot.addWidget(shell)
    shell.resize(960, 600)
    assert QColor(shell.grab().toImage().pixel(500, 400)) == theme(name)["surface"]


def test_the_last_of_two_at_once_wins_and_the_file_is_whole(qtbot: QtBot, folders: Folders) -> None:
    first, second = Memory(folders=folders), Memory(folders=folders)
    for number in range(30):
        first.update(zoom=1 + number / 100)
        second.update(zoom=2 + number / 100)
    first.close()
    second.update(zoom=3)
    second.close()
    again = Memory(folders=folders)
    assert again.notes == [] and again.value == second.value
    assert [path.name for path in folders.config.iterdir()] == ["settings.json"]
