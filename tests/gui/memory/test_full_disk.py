"""On a disk that is really full: one sentence, the old files whole, and nothing lost once there is room again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.memory.folders import Folders
from gui.memory.memory import Memory
from gui.memory.remembered import Remembered
from gui.memory.writer import Writer
from tests.disk import FULL, Disk
from tests.gui.driving import person

OLD, NEW = Scene(text="kept"), Scene(text="typed while the disk was full " * 40)


@pytest.fixture
def folders(disk: Disk) -> Folders:
    """The person's own, with settings and a scene in them."""
    made = Folders(disk.path / "config", disk.path / "state")
    for folder in (made.config, made.state):
        folder.mkdir()
    made.settings.write_text(Remembered(theme="dark", read=("idea",)).to_json())
    made.scene.write_text(OLD.to_json())
    return made


def test_settings_and_scene_cost_one_sentence_and_are_saved_once_there_is_room(
    qtbot: QtBot, disk: Disk, folders: Folders
) -> None:
    memory, told, parent = Memory(folders=folders), list[str](), QObject()
    memory._writer = Writer(parent, pause=0.0, retry=0.01)
    memory._writer.failed.connect(told.append)
    before = disk.files()
    disk.fill()
    for number in range(20):
        memory.update(zoom=1 + number / 100)
        memory.keep_scene(NEW)
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    qtbot.wait(100)  # some more attempts
    assert len(told) == 1 and told[0].endswith(f" cannot be written: {FULL}.")
    assert disk.files() == before and len(before) == 2
    assert not memory.begin()  # a start that cannot say that it goes on is no crash
    disk.free()
    memory.close()
    assert Remembered.from_json(folders.settings.read_text()) == Remembered("dark", zoom=1.19, read=("idea",))
    assert Scene.from_json(folders.scene.read_text()) == NEW
    assert {Path(name).name for name in disk.files()} == {"settings.json", "last.qkv.json"}


def test_a_view_that_has_no_room_is_said_and_the_old_file_and_the_scene_stay(qtbot: QtBot, disk: Disk) -> None:
    path = disk.path / "mine.qkv.json"
    path.write_text(OLD.to_json())
    before = disk.files()
    with person(qtbot, NEW) as who:
        disk.fill()
        who.app.keeping.views.save_as(str(path))
        who.until_said(f"{path} cannot be written: {FULL}.")
        assert who.window.store.scene == NEW and disk.files() == before
        disk.free()
        who.app.keeping.views.save_as(str(path))
        who.until_said("mine.qkv.json is saved.")
    assert Scene.from_json(path.read_text()) == NEW and len(disk.files()) == 1
