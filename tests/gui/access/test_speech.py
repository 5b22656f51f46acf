"""What a screen reader says of the parts of painted widgets, as the arrow keys go over them."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import gui.access.speech as speech
from engine.scene import Scene
from gui.access.speech import describe
from tests.gui.driving import Person, person

LEFT, RIGHT, DOWN = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down
WEIGHT = r"(\d\.\d{4}|\d\.\d × 10⁻.)"
SAID = {
    "attention": (
        ("tokenStrip", RIGHT, rf"of, weight {WEIGHT}, query 4 of 10"),
        ("bars", DOWN, rf"\w+, weight {WEIGHT}, key \d of 10"),
        ("heatmap", RIGHT, rf"query of, key \w+, weight {WEIGHT}"),
        ("stageSwitch", LEFT, r"Masked, 3 of 6"),
        ("scaleSlider", RIGHT, r"Square root of d k is 5\.94, the model’s own is 5\.66"),
        ("headStrip", RIGHT, r"head 5; head 4 is open"),
        ("provenance", RIGHT, r"Model MiniLM-L6-v2, .*Enter opens .*"),
    ),
    "heads": (
        ("measures", DOWN, r"Next token, 2 of 12\. .+"),
        ("headsGrid", RIGHT, r"layer 0, head 5, Next token \d\.\d\d"),
        ("headsFilter", RIGHT, r"Next token, at least \d\.\d\d, \d+ heads"),
        ("sortingSwitch", RIGHT, r"By score, 2 of 2"),
    ),
    "flash": (
        ("scrubber", RIGHT, r"Step 1 of 51, row block 0"),
        ("tileGrid", RIGHT, r"FlashAttention-2, forward, 3 by 3 tiles of 4 by 4: .+, 0 of 9 tiles done, 0 skipped"),
        ("plotSwitch", RIGHT, r".+, 2 of 5"),
    ),
}


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is announced from now on."""
    said: list[str] = []
    monkeypatch.setattr(speech, "announce", lambda source, words, urgent=False: said.append(words))
    return said


@pytest.mark.parametrize("workspace", SAID)
def test_the_arrow_keys_say_the_part_that_they_come_to(qtbot: QtBot, heard: list[str], workspace: str) -> None:
    with person(qtbot, Scene(workspace=workspace, theme="light")) as driver:
        qtbot.waitUntil(lambda: driver.window.ready, timeout=60_000)
        for name, key, words in SAID[workspace]:
            pressed(driver, name, key, heard)
            said = driver.widget(name).accessibleDescription()
            assert re.fullmatch(words, said), (name, said)
            assert name == "provenance" or heard[-1:] == [said], (name, heard)


def pressed(driver: Person, name: str, key: Qt.Key, heard: list[str]) -> None:
    """Bring the keyboard to a widget and press a key."""
    widget = driver.widget(name)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    driver.wait()
    heard.clear()
    QTest.keyClick(widget, key)
    driver.wait()


def test_a_masked_cell_and_a_stage_are_said_too(qtbot: QtBot) -> None:
    with person(qtbot, Scene(variant="causal", query=2, key=5, theme="light")) as driver:
        heatmap = driver.widget("heatmap")
        assert heatmap.accessibleDescription() == "query bank, key river, masked"
        driver.window.store.update(stage="raw")
        driver.wait()
        assert re.fullmatch(r"query bank, key river, q·k −?\d+\.\d{4}", heatmap.accessibleDescription())


def test_a_description_is_announced_once_where_it_is_not_heard_by_itself(
    qtbot: QtBot, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = QWidget(focusPolicy=Qt.FocusPolicy.StrongFocus)
    qtbot.addWidget(widget)
    describe(widget, "without the keyboard")
    widget.show()
    widget.activateWindow()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    describe(widget, "river, weight 0.52, key 5 of 10")
    describe(widget, "river, weight 0.52, key 5 of 10")
    assert heard == ["river, weight 0.52, key 5 of 10"]
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    describe(widget, "muddy, weight 0.24, key 7 of 10")
    assert len(heard) == 1 and widget.accessibleDescription().startswith("muddy")
