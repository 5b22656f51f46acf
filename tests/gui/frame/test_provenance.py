"""The strip at the bottom: an entry that opens something is reached by mouse and keys, and said."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.frame.provenance import Fact, Provenance
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import point

FACTS = (Fact("Model", "MiniLM"), Fact("mask", "none", rank=2, opens="mask"), Fact("time", "2 ms", rank=7))
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def strip(qtbot: QtBot) -> Provenance:
    made = Provenance(Store(Scene(theme="light")))
    qtbot.addWidget(made)
    made.resize(600, 28)
    made.show_facts(FACTS)
    made.show()
    made.opens = []  # type: ignore[attr-defined]
    made.opened.connect(lambda name, x: made.opens.append((name, x)))  # type: ignore[attr-defined]
    return made


def test_a_click_on_the_entry_opens_it(strip: Provenance) -> None:
    box = strip.fact_rect("mask")
    QTest.mouseClick(strip, LEFT, pos=strip.fact_rect("Model").center())
    QTest.mouseClick(strip, LEFT, pos=QPoint(590, 14))
    assert strip.opens == []  # type: ignore[attr-defined]
    QTest.mouseClick(strip, LEFT, pos=box.center())
    assert strip.opens == [("mask", box.left())]  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_open_it_and_say_so(strip: Provenance, key: Qt.Key) -> None:
    assert strip.accessibleDescription().endswith("time 2 ms. Enter opens mask none")
    QTest.keyClick(strip, key)
    assert strip.opens == [("mask", strip.fact_rect("mask").left())]  # type: ignore[attr-defined]


def test_left_and_right_go_between_those_that_open(strip: Provenance) -> None:
    strip.show_facts((*FACTS, Fact("scale", "1/8", opens="scale")))
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.accessibleDescription().endswith("Enter opens scale 1/8")
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    QTest.keyClick(strip, Qt.Key.Key_Left)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert [name for name, _ in strip.opens] == ["scale", "mask"]  # type: ignore[attr-defined]


def test_without_such_an_entry_nothing_opens(strip: Provenance) -> None:
    strip.show_facts(FACTS[:1])
    QTest.keyClick(strip, Qt.Key.Key_Return)
    QTest.mouseClick(strip, LEFT, pos=QPoint(30, 14))
    assert strip.opens == []  # type: ignore[attr-defined]
    assert "Enter" not in strip.accessibleDescription()


def test_the_pointer_shows_what_opens(strip: Provenance) -> None:
    point(strip, strip.fact_rect("Model").center())
    point(strip, strip.fact_rect("mask").center())
    assert strip.cursor().shape() == Qt.CursorShape.PointingHandCursor
    box = strip.fact_rect("mask")
    assert strip.grab().toImage().pixelColor(box.left() - 3, 14) == theme("light")["hover"]
    point(strip, strip.fact_rect("Model").center())
    assert strip.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert strip.grab().toImage().pixelColor(box.left() - 3, 14) == theme("light")["window"]


def test_a_mark_stands_behind_it_and_the_rest_makes_room(strip: Provenance) -> None:
    box, after = strip.fact_rect("mask"), strip.fact_rect("time")
    picture = strip.grab().toImage()
    inks = {picture.pixelColor(x, y).name() for x in range(box.right() - 11, box.right()) for y in range(8, 20)}
    assert len(inks) > 1
    assert after.left() > box.right()
    strip.resize(250, 28)
    assert [fact.name for fact in strip.shown()] == ["Model", "mask"]
    assert strip.fact_rect("time").isEmpty()


def test_a_value_of_any_length_leaves_room_for_the_rest_and_is_told_whole(strip: Provenance) -> None:
    strip.resize(1200, 28)
    seed = f"random repeat, seed {'9' * 400}, 32 tokens twice"
    strip.show_facts((Fact("Model", "<b>" * 2000), Fact("measured on", seed, rank=1)))
    assert [fact.name for fact in strip.shown()] == ["Model", "measured on"]
    assert strip.fact_rect("measured on").right() < strip.width()
    assert strip.shown()[1].short.startswith("random repeat, seed 999")
    assert strip.shown()[1].short.endswith("32 tokens twice")
    assert seed in strip.plain() and "<b>" * 2000 in strip.accessibleDescription()
    assert Fact("", "x" * 60).short == "x" * 60


def test_the_same_entries_again_paint_nothing(strip: Provenance, qtbot: QtBot) -> None:
    qtbot.waitExposed(strip)
    painted: list[QRect] = []
    strip.draw = lambda painter: painted.append(strip.rect())  # type: ignore[method-assign]
    QCoreApplication.processEvents()
    painted.clear()
    strip.show_facts(tuple(FACTS))
    QCoreApplication.processEvents()
    assert painted == []
    strip.show_facts((*FACTS[:2], Fact("time", "3 ms", rank=7)))
    QCoreApplication.processEvents()
    assert len(painted) == 1
