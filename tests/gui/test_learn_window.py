"""Learn in the real window: its tab, a Try it and the way back, a task from its card to solved."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from engine.learn import CHAPTERS, TASKS
from engine.scene import Scene
from gui.learn.magnified import Magnified
from gui.learn.room import LearnRoom
from gui.learn.tasks.page import TaskCard
from gui.look.painted import Painted
from tests.gui.driving import PATIENCE, person


def test_learn_needs_no_text_and_has_no_bar_for_one(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", text="")) as someone:
        window = someone.window
        assert isinstance(window.room, LearnRoom) and window.settled
        assert window.context.isHidden() and window.variants.isHidden()
        assert f"1 of {len(CHAPTERS)}" in window.provenance.plain()
        window.store.update(workspace="attention", text="The bank of the river was muddy.")
        someone.wait()
        assert window.context.isVisible()


def test_a_try_opens_its_scene_and_undo_and_learn_bring_everything_back(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", chapter="scale")) as someone:
        window = someone.window
        before = window.store.scene
        someone.click(window.room.margin.cards[0], window.room.margin.cards[0].rect())
        assert window.store.scene.workspace == "attention" and window.store.scene.scale == 1.0
        assert window.room.bars.bars.values().max() > 0.98
        window.store.undo()
        window.store.update(workspace="learn")
        someone.wait()
        assert window.store.scene == before and window.room.article.page.title == CHAPTERS["scale"].title


def test_a_click_on_a_try_leaves_no_ring_where_the_keyboard_then_is(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", chapter="scale")) as someone:
        window = someone.window
        someone.frame.activateWindow()
        for card in window.room.margin.cards[::2]:  # into Attention, and into Heads
            someone.click(card, card.rect())
            at = window.focusWidget()
            assert (at is not None and not window.room.isHidden() and window.room.isAncestorOf(at)) or at is window
            assert not (isinstance(at, Painted) and at.ringed), at
            if isinstance(at, Painted):
                someone.key(at, Qt.Key.Key_Shift)
                assert at.ringed
            window.store.update(workspace="learn")
            someone.wait()


def test_a_task_from_its_card_to_solved(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", chapter="tasks")) as someone:
        window = someone.window
        card = next(card for card in window.room.findChildren(TaskCard) if card.task.name == "two-keys")
        someone.click(card.start, card.start.rect())
        bar = window.task.bar
        assert bar is not None and bar.isVisible() and TASKS["two-keys"].asks in bar.accessibleName()
        assert not bar.is_solved
        slider = someone.widget("scaleSlider")
        for _ in range(20):
            someone.key(slider, Qt.Key.Key_Left)
            qtbot.wait(30)
            if bar.is_solved:
                break
        assert bar.is_solved and 2.5 < window.store.scene.scale < 3.5
        QTest.keyClick(bar.more, Qt.Key.Key_Return)
        someone.wait()
        assert window.store.scene.workspace == "learn" and card.solved and bar.isHidden()


def test_opening_learn_again_makes_nothing_anew(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn")) as someone:
        store, room = someone.window.store, someone.window.room
        before = set(room.findChildren(QWidget))
        for _ in range(3):
            store.update(workspace="attention")
            someone.wait()
            store.update(workspace="learn")
            someone.wait()
        assert someone.window.room is room
        assert set(room.findChildren(QWidget)) >= before


def test_a_slide_outlives_what_is_done_under_it(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", chapter="qkv", theme="light")) as someone:
        window = someone.window

        def run(action: str) -> None:
            found = window.findChild(QAction, f"action-{action}")
            assert found is not None
            found.trigger()

        run("present")
        slides = someone.widget("presenting")
        run("commands")
        field = someone.widget("palette").field
        QTest.keyClicks(field, "learn: flash")
        QTest.keyClick(field, Qt.Key.Key_Return)
        someone.wait()
        QTest.keyClick(slides, Qt.Key.Key_End)  # a live part
        someone.widget("try-flash-1").click()
        someone.wait()
        run("commands")
        QTest.keyClicks(field, "exp")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        run("export-png")
        qtbot.waitUntil(lambda: window.findChild(QFileDialog) is not None, timeout=PATIENCE)
        (large,) = slides.findChildren(Magnified)
        someone.frame.resize(1200, 800)
        held = large.frame.graphicsProxyWidget()
        assert held is not None and held.size().width() * large.transform().m11() == pytest.approx(large.width())
