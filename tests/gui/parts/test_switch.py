"""The switch: mouse, keyboard, what a screen reader hears, and its paint."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.look.theme import load_fonts, theme
from gui.parts.switch import Switch


@pytest.fixture
def switch(qtbot: QtBot) -> Switch:
    load_fonts()
    made = Switch("Merge pieces", theme("light"), "Pieces of a word as one.")
    made.resize(made.sizeHint())
    qtbot.addWidget(made)
    made.show()
    return made


def knob_at(switch: Switch, left: bool) -> str:
    """The colour in the middle of one end of the track."""
    track = switch.track()
    x = track.left() + 8 if left else track.right() - 7
    return switch.grab().toImage().pixelColor(x, track.center().y()).name()


def test_a_click_anywhere_on_it_turns_it(switch: Switch) -> None:
    heard: list[bool] = []
    switch.clicked.connect(lambda on: heard.append(on))
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(switch.width() - 3, switch.height() // 2))
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.track().center())
    assert heard == [True, False]


def test_space_turns_it(switch: Switch) -> None:
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()


def test_showing_a_state_is_silent(qtbot: QtBot, switch: Switch) -> None:
    with qtbot.assertNotEmitted(switch.clicked):
        switch.setChecked(True)


def test_the_knob_moves_and_the_track_darkens(switch: Switch) -> None:
    colours = theme("light")
    assert (knob_at(switch, True), knob_at(switch, False)) == (
        colours["surface"].name(),
        colours["control_border"].name(),
    )
    switch.setChecked(True)
    assert (knob_at(switch, True), knob_at(switch, False)) == (colours["primary"].name(), colours["on_primary"].name())


def test_another_theme_repaints_it(switch: Switch) -> None:
    switch.setChecked(True)
    switch.apply_theme(theme("dark"))
    assert knob_at(switch, True) == theme("dark")["primary"].name()


def test_the_focus_has_a_ring(switch: Switch) -> None:
    track = switch.track()
    switch.setFocus(Qt.FocusReason.MouseFocusReason)  # a click leaves none
    without = switch.grab().toImage()
    switch.clearFocus()
    switch.setFocus()
    focused = switch.grab().toImage()
    at = track.center().x(), track.top() - 3
    assert focused.pixelColor(*at).name() == theme("light")["focus"].name() != without.pixelColor(*at).name()


def test_a_screen_reader_hears_name_and_state(switch: Switch) -> None:
    heard = QAccessible.queryAccessibleInterface(switch)
    assert heard is not None
    assert heard.role() == QAccessible.Role.CheckBox
    assert heard.text(QAccessible.Text.Name) == "Merge pieces"
    assert not heard.state().checked
    switch.setChecked(True)
    assert heard.state().checked
