"""What one step of the slider costs, counted: who is painted and how often, what is measured and checked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.look.drawing import elided, text_width
from tests.gui.driving import Person, person
from tests.gui.flash.test_still import changed, on_screen, painted_anew

ONCE = ("tokenStrip", "sentence", "heatmap", "bars", "sums", "cellPane", "scaleCurve", "scaleSlider", "headStrip")
CHANGES: tuple[dict[str, Any], ...] = (
    {"scale": 3.0},
    {"scale": 0.5},
    {"scale": 40.0},
    {"scale": None},
    {"head": 3},
    {"query": 2},
    {"query": 5, "key": 1},
    {"order": "weight"},
    {"scale": 9.0},
    {"lens": "values"},
    {"scale": 2.0},
    {"order": "text"},
    {"lens": "dimensions"},
    {"lens": "weights"},
    {"head": "mean"},
    {"head": "max"},
    {"head": 0, "stage": "scaled"},
    {"variant": "sparsemax"},
    {"variant": "as-trained", "stage": "weights"},
    {"specials": False},
    {"scale": 5.0},
    {"merge": False},
    {"text": "Time flies like an arrow, fruit flies like a banana."},
    {"viewport": (1, 1, 4, 4)},
    {"viewport": None, "theme": "dark"},
    {"scale": 3.0},
)
TWICE = ("scalePane", "scaleField", "provenance")  # at once and with the numbers; with the numbers and the means
OVER_THEM = ("lensPicker", "orderSwitch", "pinButton", "stageSwitch", "allRows", "modelScale")  # painted with these


class Paintings(QObject):
    """Counts what is painted, by the names of the widgets; parts without a name count for what they are in."""

    def __init__(self) -> None:
        super().__init__()
        self.counted: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.objectName():
            self.counted[watched.objectName()] += 1
        return False


@pytest.fixture
def driver(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot) as driver:
        qtbot.waitUntil(lambda: driver.window.ready, timeout=20_000)
        yield driver


def step(driver: Person, scale: float) -> None:
    """One step of the slider, painted at once and again with its numbers."""
    driver.window.store.update(scale=scale)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    driver.wait()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)


def test_a_step_paints_each_part_once_and_nothing_that_stays(driver: Person, qapp: QApplication) -> None:
    for scale in (3.0, 3.5):  # the way back to the model's own scale, and the way back in the history, have come
        step(driver, scale)
    watch = Paintings()
    qapp.installEventFilter(watch)
    step(driver, 4.0)
    qapp.removeEventFilter(watch)
    painted = watch.counted
    assert {name: painted[name] for name in ONCE} == dict.fromkeys(ONCE, 1)
    assert set(painted) <= {*ONCE, *TWICE, *OVER_THEM}
    assert all(painted[name] <= 2 for name in (*TWICE, *OVER_THEM))


def test_a_step_measures_no_text_that_was_measured_before(driver: Person) -> None:
    for scale in (3.0, 3.5):
        step(driver, scale)
    before = text_width.cache_info().misses, elided.cache_info().misses
    for scale in (3.0, 3.5):
        step(driver, scale)
    assert (text_width.cache_info().misses, elided.cache_info().misses) == before


def test_a_step_checks_one_scene(driver: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    step(driver, 3.0)
    checked: list[float | None] = []
    check = Scene.__post_init__

    def checking(scene: Scene) -> None:
        checked.append(scene.scale)
        check(scene)

    monkeypatch.setattr(Scene, "__post_init__", checking)
    step(driver, 3.5)
    assert checked == [3.5]


def test_what_a_change_leaves_as_it_was_is_what_would_be_painted_anew(driver: Person) -> None:
    focused = driver.window.focusWidget()
    if focused is not None:
        focused.clearFocus()  # a caret blinks
    for change in CHANGES:
        driver.window.store.update(**change)
        driver.wait()
        shown = on_screen(driver.frame)
        assert changed(driver.frame, shown, painted_anew(driver.frame)) == "", change
