"""Tasks: the cards, and the bar that sees when a scene on screen solves one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.learn import TASKS
from engine.scene import Scene
from gui.frame.task_slot import TaskSlot
from gui.learn.opening import open_scene
from gui.learn.progress import progress_of
from gui.learn.room import LearnRoom
from gui.learn.tasks.bar import TaskBar
from gui.learn.tasks.page import TaskCard
from gui.look.theme import theme
from gui.store import Store
from tests.engine.learn.test_tasks import WAYS, at


@dataclass(frozen=True)
class Picture:
    """What the window says is on screen."""

    scene: Scene
    capture: Capture | None


@pytest.fixture
def bar(store: Store) -> Iterator[TaskBar]:
    made = TaskBar(store)
    made.resize(1280, 36)
    store.changed.connect(lambda new, old: made.show_scene(new))
    yield made
    made.stop()


def solve(store: Store, name: str, fields: Any) -> Picture:
    """The picture of a scene that this task's bar looks at."""
    scene, capture = at(name, fields)
    store.update(**{f: getattr(scene, f) for f in scene.__dataclass_fields__ if f not in ("theme", "chapter", "task")})
    return Picture(store.scene, capture)


def steps_of_last_rise() -> list[dict[str, int]]:
    return [{"step": step} for step in range(1, 337) if TASKS["last-rise"].check(*at("last-rise", {"step": step}))][:1]


@pytest.mark.parametrize("name", TASKS)
def test_a_solving_scene_turns_its_task_solved_and_nothing_before(
    bar: TaskBar, store: Store, qtbot: QtBot, name: str
) -> None:
    told: list[str] = []
    bar.solved.connect(told.append)
    open_scene(store, TASKS[name].fields, name)
    bar.show_view(solve(store, name, {}))
    qtbot.wait(60)
    assert not bar.is_solved and not bar.isHidden() and "Task" in bar.accessibleName()
    way = (WAYS[name].solving or steps_of_last_rise())[0]
    bar.show_view(solve(store, name, way))
    qtbot.waitUntil(lambda: bar.is_solved, timeout=10_000)
    assert told == [name] and progress_of(store).solved == {name}
    assert TASKS[name].title in bar.accessibleName() and "Solved" in bar.accessibleName()
    assert bar.hint.isHidden() and bar.leave.isHidden() and not bar.more.isHidden()


def test_a_picture_of_an_older_scene_solves_nothing(bar: TaskBar, store: Store, qtbot: QtBot) -> None:
    open_scene(store, TASKS["future"].fields, "future")
    old = solve(store, "future", {"variant": "causal"})
    store.update(variant="full")
    bar.show_view(old)
    bar.show_view(replace(old, capture=None))
    qtbot.wait(80)
    assert not bar.is_solved
    store.update(variant="causal", theme="dark")
    bar.show_view(old)
    qtbot.waitUntil(lambda: bar.is_solved, timeout=10_000)


def test_the_capture_of_another_text_is_not_looked_at(bar: TaskBar, store: Store, qtbot: QtBot) -> None:
    open_scene(store, TASKS["future"].fields, "future")
    before = solve(store, "future", {})
    store.update(variant="causal", text="Not read yet.")
    bar.show_view(before)
    qtbot.wait(80)
    assert not bar.is_solved


def test_hint_and_give_up(bar: TaskBar, store: Store) -> None:
    open_scene(store, TASKS["zeros"].fields, "zeros")
    assert TASKS["zeros"].hint not in bar.accessibleName()
    QTest.keyClick(bar.hint, Qt.Key.Key_Return)
    assert TASKS["zeros"].hint in bar.accessibleName()
    scene = store.scene
    bar.leave.click()
    assert bar.isHidden() and store.scene == replace(scene, task="")


def test_the_words_of_the_bar_are_never_cut(bar: TaskBar, store: Store) -> None:
    for width in (1440, 960, 700):
        for name, task in TASKS.items():
            open_scene(store, task.fields, name)
            bar.hint.click()
            bar.resize(width, bar.height())
            words = bar._words
            assert words.height_for(words.width()) <= words.height() and words.geometry().bottom() < bar.height()
            assert words.geometry().right() < bar.hint.x()
            store.update(task="")


def test_more_tasks_leads_back_to_their_page(bar: TaskBar, store: Store) -> None:
    open_scene(store, TASKS["zeros"].fields, "zeros")
    bar.more.click()
    assert (store.scene.workspace, store.scene.chapter, store.scene.task) == ("learn", "tasks", "")


def test_the_bar_is_made_with_the_first_task_and_rests_in_learn(store: Store, qapp: object) -> None:
    slot = TaskSlot(store)
    store.changed.connect(lambda new, old: slot.show_scene(new))
    store.update(query=1)
    assert slot.bar is None and slot.isHidden()
    open_scene(store, TASKS["zeros"].fields, "zeros")
    assert slot.bar is not None and not slot.isHidden()
    slot.apply_theme(theme("dark"))
    assert slot.bar.theme is theme("dark")
    store.update(workspace="learn")
    assert slot.isHidden() and store.scene.task == "zeros"
    slot.stop()


def test_a_task_that_is_not_known_has_no_bar(bar: TaskBar, store: Store) -> None:
    store.update(task="of-tomorrow", workspace="attention")
    assert bar.isHidden()


@pytest.mark.parametrize(("width", "beside"), [(700, 1), (1280, 3), (1440, 3)])
def test_the_cards_fill_the_room_beside_the_chapters(room: LearnRoom, width: int, beside: int) -> None:
    room.resize(width, 650)
    room.open("tasks")
    QApplication.processEvents()
    cards = room.findChildren(TaskCard)
    assert [card.y() for card in cards].count(cards[0].y()) == beside
    assert not any(a.geometry().intersects(b.geometry()) for a in cards for b in cards if a is not b)
    page = room.article.page
    assert page is not None and max(card.geometry().right() for card in cards) in range(page.width() - 3, page.width())
    assert room.article.width() == room.width() - room.side.width() - 1, "no empty margin beside it"
    assert room.side.whose.isHidden() and room.steps.isVisible() and room.steps.y() > page.geometry().bottom()
    room.open("idea")
    QApplication.processEvents()
    assert room.side.whose.isVisible() and (width == 700) == bool(room.article.tail)


def test_a_card_starts_its_task_shows_its_hint_and_is_ticked(room: LearnRoom, store: Store) -> None:
    room.open("tasks")
    cards = room.findChildren(TaskCard)
    assert [card.task.name for card in cards] == list(TASKS)
    card, below = cards[3], cards[6]
    top, high = below.y(), card.height()
    card.ask.click()
    assert card.hint.isVisible() and card.height() > high and below.y() - top == card.height() - high
    assert card.hint.height_for(card.hint.width()) <= card.hint.height()
    before = card.grab().toImage()
    progress_of(store).mark_solved(card.task.name)
    assert card.solved and card.grab().toImage() != before
    QTest.keyClick(card.start, Qt.Key.Key_Return)
    assert store.scene.task == card.task.name and store.scene.workspace == card.task.fields["workspace"]
