"""What a person chose of a workspace besides the scene is there at the next start: panes, pages, speed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.compare.pinned import pin
from engine.scene import Scene
from gui.flash.transport.speeds import SPEEDS
from gui.frame.window import Window
from gui.memory.folders import Folders
from gui.memory.keeping import Keeping
from gui.memory.memory import Memory
from gui.parts.parting import Splitter
from tests.gui.driving import LEFT, PATIENCE, framed, pull

SPLITTERS = {
    "attention": {"attentionColumns", "scaleAndCell"},
    "heads": {"headsColumns", "previewAndScatter"},
    "flash": {"flashColumns", "flashMiddle", "flashRight"},
    "learn": set(),
}
LARGE, LOW = QSize(1440, 900), QSize(1280, 720)


@contextmanager
def started(qtbot: QtBot, folders: Folders | None, workspace: str, size: QSize = LARGE) -> Iterator[Window]:
    """A start and its end."""
    memory = Memory(folders=folders)
    with closing(memory), framed(qtbot, Scene(workspace=workspace), memory=memory) as window:
        window.window().resize(size)
        qtbot.waitUntil(lambda: window.settled, timeout=PATIENCE)
        yield window


def splitters(window: Window) -> dict[str, Splitter]:
    return {each.objectName(): each for each in window.room.findChildren(Splitter)}


def drag(splitter: Splitter, by: int) -> None:
    handle = splitter.handle(1)
    across = splitter.orientation() == Qt.Orientation.Horizontal
    start = handle.rect().center()
    QTest.mousePress(handle, LEFT, Qt.KeyboardModifier.NoModifier, start)
    pull(handle, start + (QPoint(by, 0) if across else QPoint(0, by)))
    QTest.mouseRelease(handle, LEFT, Qt.KeyboardModifier.NoModifier, start)


@pytest.mark.parametrize("workspace", ["attention", "heads", "flash"])
def test_panes_come_back_to_the_pixel_and_in_shares_on_another_screen(
    qtbot: QtBot, folders: Folders, workspace: str
) -> None:
    with started(qtbot, folders, workspace) as window:
        usual = {name: each.sizes() for name, each in splitters(window).items()}
        assert usual.keys() == SPLITTERS[workspace]
        for each in splitters(window).values():
            drag(each, 24)
        left = {name: each.sizes() for name, each in splitters(window).items()}
        assert all(left[name] != usual[name] for name in usual)
    with started(qtbot, folders, workspace) as window:
        assert {name: each.sizes() for name, each in splitters(window).items()} == left
    with started(qtbot, folders, workspace, LOW) as window:
        columns = next(name for name in left if name.endswith("Columns"))
        sizes = splitters(window)[columns].sizes()
        assert sum(sizes) + len(sizes) - 1 == LOW.width()
        window.window().resize(LARGE)  # through the border between low and high windows, and back
        qtbot.waitUntil(lambda: {name: each.sizes() for name, each in splitters(window).items()} == left)


def test_a_command_brings_the_usual_panes_back_for_good(qtbot: QtBot, folders: Folders) -> None:
    with started(qtbot, folders, "attention") as window:
        usual = splitters(window)["attentionColumns"].sizes()
        (action,) = window.findChildren(Keeping)[0].habits.actions()
        assert not action.sensible()
        drag(splitters(window)["attentionColumns"], -30)
        assert action.sensible() and splitters(window)["attentionColumns"].sizes() != usual
        action.run()
        assert splitters(window)["attentionColumns"].sizes() == usual and not action.sensible()
    with started(qtbot, folders, "attention") as window:
        assert splitters(window)["attentionColumns"].sizes() == usual
    assert not Memory(folders=folders).value.habits


def test_two_maps_beside_each_other_are_no_habit(qtbot: QtBot) -> None:
    with started(qtbot, None, "attention") as window:
        columns = splitters(window)["attentionColumns"]
        drag(columns, 20)
        before, sizes = columns.parting, columns.sizes()
        window.store.update(pinned=pin(window.store.scene))
        qtbot.waitUntil(lambda: columns.count() == 4 and columns.sizes()[0] > 0, timeout=PATIENCE)
        drag(columns, 40)
        assert columns.parting == before
        window.store.update(pinned=None)
        qtbot.waitUntil(lambda: columns.sizes() == [0, *sizes], timeout=PATIENCE)


def test_pages_speed_and_lines_come_back(qtbot: QtBot, folders: Folders) -> None:
    with started(qtbot, folders, "flash") as window:
        room = window.room
        room.carried.choice.choose("one")
        room.transport.speed.chosen.emit(SPEEDS[5])
        room.transport.loop.click()
        window.store.update(workspace="attention")
        window.room.scale.all.click()
    with started(qtbot, folders, "flash") as window:
        room = window.room
        assert room.carried.choice.value == "one" and room.carried._pages.currentWidget() is room.carried.closeup
        assert room.transport.player.speed == SPEEDS[5] and room.transport.player.loop
        window.store.update(workspace="attention")
        assert not window.room.scale.all.isChecked()
        window.room.scale.all.click()
        room.carried.choice.choose("rows")
        room.transport.player.set_speed(SPEEDS[2])
        room.transport.player.set_loop(False)
    assert not Memory(folders=folders).value.habits


@pytest.mark.parametrize("word", ["", "1", "0 0 0", "1 2 3 4", "a b c", "-5 1 2", "1e3 2 3", "9 9 1000000", "² 1 2"])
def test_a_strange_word_is_left_alone(qtbot: QtBot, word: str) -> None:
    with started(qtbot, None, "attention") as window:
        before = splitters(window)["attentionColumns"].sizes()
        for habit in window.room.habits():
            habit.take(word)
        assert splitters(window)["attentionColumns"].sizes() == before and window.room.scale.all.isChecked()
