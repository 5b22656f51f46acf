"""Segments: chosen by pointer, keys and screen readers; greyed ones say why and are passed over."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gui.look.theme import load_fonts, theme
from gui.parts.segments import Segments

OPTIONS = [("a", "First", "the first"), ("b", "Second", "the second"), ("c", "Third", "the third")]
Key = Qt.Key


@pytest.fixture
def row(qtbot: QtBot) -> Segments:
    load_fonts()
    made = Segments(OPTIONS, theme("light"), pipeline=True)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show()
    made.heard = []  # type: ignore[attr-defined]
    made.chosen.connect(made.heard.append)  # type: ignore[attr-defined]
    return made


def heard(row: Segments) -> list[str]:
    told: list[str] = row.heard  # type: ignore[attr-defined]
    return told


def checked(row: Segments) -> list[str]:
    return [value for value, segment in row.segments.items() if segment.isChecked()]


def test_a_click_chooses_and_one_is_always_chosen(row: Segments) -> None:
    assert checked(row) == ["a"]
    for value in ("c", "c", "b"):
        QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.segment_rect(value).center())
        assert checked(row) == [value] == [row.value]
    assert heard(row) == ["c", "b"]


def test_keys_step_and_stop_at_the_ends(row: Segments) -> None:
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_Home, Key.Key_Left, Key.Key_End):
        QTest.keyClick(row, key)
    assert heard(row) == ["b", "c", "b", "a", "c"]


def test_greyed_segments_are_passed_over_and_say_why(row: Segments) -> None:
    row.set_disabled("b", "not today")
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.segment_rect("b").center())
    assert heard(row) == []
    QTest.keyClick(row, Key.Key_Right)
    QTest.keyClick(row, Key.Key_Left)
    assert heard(row) == ["c", "a"]
    assert row.segments["b"].accessibleDescription() == "not today"
    row.set_disabled("c", "nor this")
    QTest.keyClick(row, Key.Key_Right)
    QTest.keyClick(row, Key.Key_End)
    assert row.value == "a"
    row.set_disabled("b", "")
    QTest.keyClick(row, Key.Key_Right)
    assert row.value == "b"


def test_hover_says_what_it_is_or_why_not(row: Segments) -> None:
    row.set_disabled("c", "not today")
    for value, said in (("b", "the second"), ("c", "not today")):
        at = row.segment_rect(value).center()
        QApplication.sendEvent(row, QHelpEvent(QEvent.Type.ToolTip, at, row.mapToGlobal(at)))
        assert QToolTip.text() == said
    QToolTip.hideText()


def test_a_view_sets_the_value_silently(row: Segments) -> None:
    row.set_value("b")
    assert checked(row) == ["b"]
    assert row.accessibleDescription() == "Second, 2 of 3"
    assert heard(row) == []


def test_a_screen_reader_can_press_a_segment(row: Segments) -> None:
    assert [segment.accessibleName() for segment in row.segments.values()] == ["First", "Second", "Third"]
    row.segments["c"].click()
    assert (heard(row), checked(row)) == (["c"], ["c"])
    row.segments["c"].click()  # a second press does not take it away
    assert (heard(row), checked(row)) == (["c"], ["c"])


def test_the_ring_shows_for_keys_and_not_for_the_pointer(row: Segments) -> None:
    focus = theme("light")["focus"].rgba()

    def ringed() -> bool:
        picture = row.grab().toImage()
        return any(picture.pixel(QPoint(picture.width() // 2, y)) == focus for y in range(6))

    row.activateWindow()
    row.setFocus(Qt.FocusReason.MouseFocusReason)
    assert row.hasFocus()
    assert not ringed()
    QTest.keyClick(row, Key.Key_Right)
    assert ringed()


def test_words_fit_between_each_other(row: Segments) -> None:
    ends = [row.segment_rect(value) for value in row.segments]
    assert all(left.right() < right.left() for left, right in pairwise(ends))
    assert row.rect().contains(ends[-1])


def test_what_stands_apart_has_a_line_and_no_arrow(qtbot: QtBot) -> None:
    options = [(name, name, "") for name in ("one", "two", "three")]
    made = Segments(options, theme("light"), pipeline=True, apart="three")
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    picture, line = made.grab().toImage(), theme("light")["line_strong"].name()

    def between(left: str, right: str) -> set[str]:
        xs = range(made.segment_rect(left).right() + 1, made.segment_rect(right).left())
        return {picture.pixelColor(x, y).name() for x in xs for y in range(10, 26)}

    assert line in between("two", "three")
    assert line not in between("one", "two")


@pytest.mark.parametrize("width", [400, 230, 210, 190, 100])
def test_an_arrow_touches_no_segment_however_little_room_there_is(qtbot: QtBot, width: int) -> None:
    options = [(name, name.title(), "") for name in ("scaled", "masked", "weights")]
    made = Segments(options, theme("light"), pipeline=True)
    qtbot.addWidget(made)
    made.set_value("masked")
    made.fit(width)
    made.resize(made.sizeHint())
    picture, track = made.grab().toImage(), theme("light")["sunken"].name()
    pill = made.segment_rect("masked")
    beside = (range(pill.left() - 3, pill.left()), range(pill.right() + 1, pill.right() + 4))
    found = {picture.pixelColor(x, y).name() for xs in beside for x in xs for y in range(pill.top(), pill.bottom())}
    assert found == {track}
