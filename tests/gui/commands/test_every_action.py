"""Every command is run once in the real window, and does what can be seen; new ones are found by themselves."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.scene import WORKSPACES, Scene
from gui.actions import actions_now, key_words
from tests.gui.commands.walking import CHANGED, differs, owned, restore, seen, settle, table, tidy
from tests.gui.driving import Person, person

FIRST = Scene(theme="light")
NEEDS_MORE = {"redo", "dismiss", "task-hint", "task-leave"}  # tested below
QUIT = "quit"


def run_all(one: Person, names: list[str], scenes: list[Scene]) -> set[str]:
    """Run each command once where it is sensible, or after one that makes it so; the names of the others."""
    left = [name for name in names if name not in (QUIT, *NEEDS_MORE)]

    def sensible() -> list[str]:
        now = table(one)
        return [name for name in left if name in now and now[name].sensible()]

    def run(name: str) -> None:
        before = seen(one)
        table(one)[name].run()
        settle(one)
        differs(one, before, name)
        left.remove(name)

    for scene in scenes:
        restore(one, scene)
        while could := sensible():
            run(could[0])
            tidy(one)
            while now := [name for name in sensible() if name not in could]:
                run(now[0])
                tidy(one)
            restore(one, scene)
    return set(left)


def test_every_command_of_the_window_does_something(qtbot: QtBot) -> None:
    with person(qtbot, FIRST) as one:
        own = owned(one, one.window) | owned(one, one.window.context)
        assert {"undo", "open", "commands", "keys", "flash", "theme-dark", "next-head", "audit", "write"} <= set(own)
        never = run_all(one, list(own), [FIRST, CHANGED])
        assert not never & {"undo", "as-trained", "theme-light", "colours-violet", "head-mean", "previous-layer"}
        table(one)[QUIT].run()
        assert not one.window.isVisible()


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_every_command_of_a_workspace_does_something(qtbot: QtBot, workspace: str) -> None:
    first, changed = replace(FIRST, workspace=workspace), replace(CHANGED, workspace=workspace)
    with person(qtbot, FIRST) as one:
        in_attention = {name for name, action in table(one).items() if action.sensible()}
        restore(one, first)
        only_here = {name for name, action in table(one).items() if action.sensible() and name not in in_attention}
        own = owned(one, one.window.room).keys() | (only_here - set(WORKSPACES))
        never = run_all(one, sorted(own), [first, changed])
        assert own and not never, f"never sensible, not even in walking.CHANGED: {never}"


def test_commands_that_need_more(qtbot: QtBot) -> None:
    with person(qtbot, FIRST) as one:
        now, store = table(one), one.window.store
        assert not any(now[name].sensible() for name in NEEDS_MORE)
        store.update(head=7)
        store.undo()
        one.wait()
        assert now["redo"].sensible()
        now["redo"].run()
        assert store.scene.head == 7 and not now["redo"].sensible()
        one.window.messages.show_error("Wrong", "Do something.")
        assert now["dismiss"].sensible()
        now["dismiss"].run()
        assert one.window.messages.kind == ""
        store.update(task="pronoun")
        one.wait()
        assert now["task-hint"].sensible()
        now["task-hint"].run()
        assert "Hint" in one.widget("taskBar").accessibleName()
        now["task-leave"].run()
        assert store.scene.task == "" and not now["task-hint"].sensible()


def test_no_two_commands_of_a_workspace_share_a_key(qtbot: QtBot) -> None:
    with person(qtbot, FIRST) as one:
        for workspace in WORKSPACES:
            one.window.store.update(workspace=workspace)
            one.wait()
            actions = actions_now(one.window)
            assert len({action.id for action in actions}) == len(actions), workspace
            keys = [(QKeySequence(each), action.id) for action in actions for each in action.keys]
            assert keys and all(not key.isEmpty() and key_words(key.toString()) for key, _ in keys)
            shared = [(a, b) for (key, a), (other, b) in combinations(keys, 2) if key == other]
            assert not shared, (workspace, shared)
            for action in actions:
                assert action.title[0].isupper() and action.group and not action.title.endswith("."), action


def test_keys_are_letters_while_text_is_typed(qtbot: QtBot) -> None:
    with person(qtbot, FIRST) as one:
        store, editor = one.window.store, one.widget("sentenceEdit")
        editor.setFocus()
        QTest.keyClicks(editor, "[?]")
        one.wait()
        assert "[?]" in store.scene.text and store.scene.scale is None
        assert one.app.commands.sheet is None
        field = one.widget("scaleField")
        field.setFocus()
        QTest.keyClicks(field, "[")
        assert "[" in field.text() and store.scene.scale is None
        QTest.keyClick(field, Qt.Key.Key_Escape)
        one.widget("heatmap").setFocus()
        QTest.keyClick(one.widget("heatmap"), Qt.Key.Key_BracketLeft)
        one.wait()
        assert store.scene.scale == pytest.approx(32**0.5 / 2)
        QTest.keyClick(one.widget("heatmap"), Qt.Key.Key_Question)
        assert one.app.commands.sheet is not None and one.app.commands.sheet.isVisible()
