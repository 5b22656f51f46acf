"""Each key that the sheet names for a part of a workspace does something there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import WORKSPACES, Scene
from gui.commands.inside import Inside, inside
from gui.commands.sections import columns, sections
from tests.gui.commands.walking import restore, seen, settle
from tests.gui.driving import Person, person

MIDDLE = Scene(
    theme="light", head=4, query=4, key=4, scale=4.0, threshold=0.2, measure="entropy", step=60, chapter="scale"
)
ZOOMED = {"Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", "0", "-"}  # only where a part is seen


def scene_for(workspace: str, keys: str) -> Scene:
    part = (2, 2, 4, 4) if keys in ZOOMED or (workspace == "attention" and keys == "Home") else None
    return replace(MIDDLE, workspace=workspace, viewport=part)


def prepare(one: Person, part: Inside, keys: str) -> QWidget:
    """The keyboard on the part, in a place from which every key leads somewhere."""
    if part.widget == "presenting":
        one.window.room.present()
        for _ in range(2):
            one.window.room.presenting.go(one.window.room.presenting.at + 1)
    found: QWidget = one.widget(part.widget)
    found.setFocus(Qt.FocusReason.TabFocusReason)
    if part.widget == "learnSearch":
        QTest.keyClicks(found, "gradient")
    if part.widget == "article":
        bar = one.window.room.article.verticalScrollBar()
        bar.setValue(bar.maximum() // 2)
    if part.widget == "chapterList":
        for _ in range(2):
            press(found, "Down")
    if part.widget in ("headsGrid", "headStrip"):
        for arrow in ("Right", "Down") if part.widget == "headsGrid" else ("Right", "Right"):
            press(found, arrow)
    settle(one)
    return found


def press(widget: QWidget, keys: str) -> None:
    pressed: QKeyCombination = QKeySequence(keys)[0]  # type: ignore[index]
    QTest.keyClick(widget, pressed.key(), pressed.keyboardModifiers())


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_every_key_inside_a_part_does_something(qtbot: QtBot, workspace: str) -> None:
    with person(qtbot, scene_for(workspace, "")) as one:
        for part in inside(workspace):
            for keys in (each for line, _ in part.lines for each in line):
                restore(one, scene_for(workspace, keys))
                widget = prepare(one, part, keys)
                assert QApplication.focusWidget() is widget, part
                looks = one.window if part.widget in ("presenting", "learnSearch") else widget
                before = seen(one, looks)
                press(widget, keys)
                settle(one)
                assert before != seen(one, looks), f"{keys} does nothing {part.title.lower()}"


def test_columns_hold_every_section_in_order_and_are_about_equally_high() -> None:
    found = sections((), "attention")
    for count in (1, 2, 3):
        sides = columns(found, count)
        assert [section for side in sides for section in side] == found
        assert len(sides) == count
        heights = [sum(len(section.lines) + 2 for section in side) for side in sides]
        assert max(heights) <= sum(heights) / count + max(len(section.lines) + 2 for section in found)
    assert columns([], 3) == [[]]
