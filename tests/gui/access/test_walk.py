"""The whole app by keyboard: every workspace and every chapter, stop by stop."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.scene import CHAPTERS, Scene
from gui.access.order import stops
from gui.frame.shell import SMALLEST
from tests.gui.access.walking import Stop, press_tab, unreached, walk
from tests.gui.driving import Person, person

# What a click does in these is done by a stop too: the slider, the grid, the measure "pair" and the list.
ELSEWHERE = ("ScalePane", "ScatterPane", "PreviewPane", "VariantList", "SentenceField")
TOP = ["workspaces", "colours", "theme", "sentenceEdit", "gallery"]
PICKERS = ["modelPicker", "layerPicker", "headPicker", "variantPicker"]
ORDER = {
    "attention": [
        *("sentence", "tokenStrip", "specialsSwitch", "mergeSwitch", "stageSwitch", "heatmap"),
        *("lensPicker", "orderSwitch", "bars", "scaleField", "allRows", "scaleSlider", "cellPane", "headStrip"),
    ],
    "heads": [
        *("measures", "subjectSwitch", "headsGrid", "sortingSwitch", "headsFilter", "openHead"),
        *("upPicker", "acrossPicker"),
    ],
    "flash": [
        *("algorithmPicker", "tilePicker", "shapeSwitch", "tileGrid", "rowState", "rowSwitch", "pseudocode"),
        *("plotSwitch", "paperButton", "playButton", "stepForward", "toEnd", "loopButton", "scrubber", "speedPicker"),
    ],
}


def check(driver: Person, found: Sequence[Stop]) -> None:
    """Each stop is seen, named and ringed, and leads back."""
    window = driver.window
    for stop in found:
        assert stop.widget.isVisible(), stop
        assert stop.name.strip(), stop
        assert stop.role not in (QAccessible.Role.NoRole, QAccessible.Role.Window), stop
        assert stop.role != QAccessible.Role.Client or stop.says or stop.widget.objectName() == "article", stop
        assert stop.ringed, stop
    names = [named(stop.widget) for stop in found]
    assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    found[0].widget.setFocus(Qt.FocusReason.TabFocusReason)
    back = [press_tab(window, forward=False) for _ in found]
    assert back == [stop.widget for stop in reversed(found)]
    assert not unreached(window, list(found), ELSEWHERE)


def named(widget: QWidget) -> str:
    """Its name, after those of what it stands in."""
    above = widget.parentWidget()
    return f"{named(above) if above else ''}/{widget.accessibleName()}"


def column(stop: Stop, room: QWidget) -> int:
    """Which of the columns of a room a stop stands in, from the left."""
    parts = [each for each in room.children() if isinstance(each, QWidget) and each.isVisible()]
    places = sorted((part.x(), part) for part in parts if part.width() > 1)
    return next(at for at, (_, part) in enumerate(places) if part is stop.widget or part.isAncestorOf(stop.widget))


@pytest.mark.parametrize("workspace", ORDER)
def test_every_control_of_a_workspace_by_the_tab_key(qtbot: QtBot, workspace: str) -> None:
    with person(qtbot, Scene(workspace=workspace, theme="light")) as driver:
        qtbot.waitUntil(lambda: driver.window.ready, timeout=60_000)
        found = walk(driver.window, driver.window.top.theme)
        expected = [*TOP, *PICKERS, *ORDER[workspace], "provenance"]
        names = [stop.widget.objectName() for stop in found]
        assert [name for name in names if name in expected] == expected
        check(driver, found)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_control_of_a_chapter_by_the_tab_key(qtbot: QtBot, chapter: str) -> None:
    with person(qtbot, Scene(workspace="learn", theme="dark", chapter=chapter)) as driver:
        room = driver.window.room
        for frame in room.article.page.frames:  # what is made by the Tab key itself has numbers a moment later
            frame.wake()
        qtbot.waitUntil(lambda: driver.window.ready, timeout=60_000)
        found = walk(driver.window, driver.window.top.theme)
        columns = [column(stop, room) for stop in found if room.isAncestorOf(stop.widget)]
        assert columns == sorted(columns) and set(columns) >= {0, 1}
        check(driver, found)


def test_what_comes_and_goes_has_its_place_in_the_order(qtbot: QtBot) -> None:
    """Parameters of a variant, a banner, a notice and a card, while another lens is on."""
    with person(qtbot, Scene(variant="window", lens="dimensions", theme="light")) as driver:
        window = driver.window
        qtbot.waitUntil(lambda: window.ready, timeout=60_000)
        window.messages.show_error("It was not read", "Choose another file.", "Try again", lambda: None)
        window.messages.show_notice("The text was replaced", "Undo", lambda: None)
        window.audit.open_above(window.provenance, 400)
        found = walk(window, window.top.theme)
        names = [stop.widget.objectName() or stop.name for stop in found]
        order = ["variantPicker", "backToTrained", "remove-window", "slider-window.width", "field-window.width"]
        order += [
            "asTrained",
            "Try again",
            "sentence",
            "lensPicker",
            "sizeSwitch",
            "whyList",
            "auditCard",
            "closeAudit",
        ]
        assert [name for name in names if name in order] == order
        assert all(stop.name.strip() for stop in found) and not unreached(window, found, ELSEWHERE)


def test_the_gradients_of_the_way_back_are_reached_and_chosen_by_the_arrows(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="flash", direction="backward", step=12, query=0, theme="light")) as driver:
        check(driver, walk(driver.window, driver.window.top.theme))
        pane = driver.widget("gradientRows")
        tokens = [entry.token for entry in pane.entries()]
        for key, at in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Up, 0)):
            driver.key(pane, key)
            assert driver.window.store.scene.query == tokens[at]


@pytest.mark.parametrize("workspace", ["attention", "heads", "flash", "learn"])
def test_the_smallest_window_scrolls_to_every_stop(qtbot: QtBot, workspace: str) -> None:
    """The size that remains at 150 % on a small screen; what is scrolled keeps its place in the order."""
    with person(qtbot, Scene(workspace=workspace, theme="light", chapter="formula")) as driver:
        driver.frame.resize(SMALLEST)
        for frame in driver.window.room.article.page.frames if workspace == "learn" else ():
            frame.wake()
        qtbot.waitUntil(lambda: driver.window.ready, timeout=60_000)
        check(driver, walk(driver.window, driver.window.top.theme))


def test_a_live_part_that_is_not_made_yet_is_made_by_the_tab_key(qtbot: QtBot) -> None:
    with person(qtbot, Scene(workspace="learn", chapter="formula")) as driver:
        frames = driver.window.room.article.page.frames
        later = next(frame for frame in frames if frame.body is None)
        before = stops(driver.window)[stops(driver.window).index(later) - 1]
        before.setFocus(Qt.FocusReason.TabFocusReason)
        now = press_tab(driver.window)
        assert later.body is not None and later.isAncestorOf(now)
        assert later not in stops(driver.window)
