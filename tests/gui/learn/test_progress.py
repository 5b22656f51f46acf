"""What was read and solved: filled before or after the room is made, shown at once, forgotten and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from engine.learn import CHAPTERS, TASKS
from engine.scene import Scene
from gui.learn.progress import progress_of
from gui.learn.room import LearnRoom
from gui.learn.tasks.page import TaskCard
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import person

READ, SOLVED = {"qkv", "heads", "of a later version"}, {"sink"}


def marks(room: LearnRoom) -> tuple[list[str], list[str]]:
    """The chapters with a tick, by the pixels where it would be, and the tasks that are solved."""
    ticked = []
    room.side.list.setFocus()
    for name in (name for name in CHAPTERS if name != "when"):  # whose title is long
        box = room.side.list.row_rect(name)
        tick = room.side.list.grab(box.adjusted(box.width() - 26, 6, -6, -6)).toImage()
        inks = {tick.pixel(x, y) for x in range(tick.width()) for y in range(tick.height())}
        if len(inks) > 1:
            ticked.append(name)
    return ticked, [card.task.name for card in room.findChildren(TaskCard) if card.solved]


@pytest.mark.parametrize("first", [True, False])
def test_marks_set_from_outside_show_whether_before_or_after_the_room_is_made(
    qtbot: QtBot, qapp: object, first: bool
) -> None:
    store = Store(Scene(theme="light", workspace="learn", chapter="tasks"))
    if first:
        progress_of(store).take(READ, SOLVED)
    room = LearnRoom(store)
    room.apply_theme(theme("light"))
    room.resize(1440, 823)
    room.show()
    if not first:
        assert marks(room) == ([], [])
        progress_of(store).take(READ, SOLVED)
    assert marks(room) == (["qkv", "heads"], ["sink"])
    room.stop()
    room.close()
    room.deleteLater()


def test_taking_what_is_known_and_forgetting_nothing_tell_nobody() -> None:
    store, told = Store(), list[int]()
    progress = progress_of(store)
    progress.changed.connect(lambda: told.append(len(progress.read)))
    progress.forget()
    progress.take(("idea",), ())
    progress.take(("idea",), ())
    progress.forget()
    progress.forget()
    assert told == [1, 0] and not progress.solved


def test_progress_is_forgotten_by_a_command_and_its_notice_brings_it_back(qtbot: QtBot, qapp: object) -> None:
    with person(qtbot, Scene(theme="light", workspace="learn")) as someone:
        window = someone.window
        progress = progress_of(window.store)
        action = window.findChild(QAction, "action-forget-progress")
        assert action is not None
        progress.take(("idea", "qkv"), tuple(TASKS)[:3])
        action.trigger()
        assert progress.read == set() and progress.solved == set()
        assert "forgotten" in window.messages.text
        window.messages._press("notice")
        assert progress.read == {"idea", "qkv"} and len(progress.solved) == 3
