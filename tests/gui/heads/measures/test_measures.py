"""The measures by mouse and keys, and what they are measured on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.heads.patterns import PATTERNS
from gui.heads.measures.list import TEXT, MeasureList, shortly
from gui.heads.measures.subject import SubjectPane
from gui.heads.pointed import Pointed
from gui.heads.room import COLUMNS
from gui.look.drawing import text_width
from gui.look.theme import font
from gui.store import Store
from tests.gui.heads.conftest import Look, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def measures(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> MeasureList:
    return shown(qtbot, MeasureList(store, pointed), 252, 640, look)


def test_every_measure_has_a_row_of_its_own(measures: MeasureList) -> None:
    boxes = [measures.row_rect(name) for name in PATTERNS]
    assert all(a.bottom() < b.top() for a, b in pairwise(boxes))
    assert boxes[-1].bottom() < measures.height()
    measures.resize(252, 470)  # a low window
    assert measures.row_rect(list(PATTERNS)[-1]).bottom() < 470


def test_no_reason_of_a_measure_without_a_score_is_cut(measures: MeasureList) -> None:
    measures.resize(COLUMNS[0], 470)
    room = measures.row_rect("next").right() - TEXT - 8
    for pattern in PATTERNS.values():
        assert text_width(shortly(pattern.needs), font("axis")) <= room, pattern.needs
    assert shortly("Needs rows that sum to 1. These sum to 3.") == "Needs rows that sum to 1."


def test_the_reason_belongs_to_its_row_where_rows_are_low(measures: MeasureList) -> None:
    measures.store.update(variant="causal")  # no word may look at the next
    for height in range(400, 640):
        measures.resize(252, height)
        if (box := measures.row_rect("next")).height() == 31:
            break
    picture = measures.grab().toImage()
    last = {picture.pixel(x, box.bottom()) for x in range(TEXT, box.right() - 50)}
    written = {picture.pixel(x, box.bottom() - 6) for x in range(TEXT, box.right() - 50)}
    assert (box.height(), len(last)) == (31, 1) and len(written) > 2


def test_a_click_chooses_and_drops_the_threshold_of_the_old_measure(measures: MeasureList) -> None:
    measures.store.update(threshold=0.5)
    QTest.mouseClick(measures, LEFT, pos=measures.row_rect("entropy").center())
    assert (measures.store.scene.measure, measures.store.scene.threshold) == ("entropy", None)
    assert measures.accessibleDescription().startswith("Entropy, ")


def test_keys_go_through_the_measures(measures: MeasureList) -> None:
    QTest.keyClick(measures, Qt.Key.Key_Down)
    assert measures.store.scene.measure == list(PATTERNS)[1]
    QTest.keyClick(measures, Qt.Key.Key_End)
    assert measures.store.scene.measure == list(PATTERNS)[-1]
    QTest.keyClick(measures, Qt.Key.Key_Down)
    assert measures.store.scene.measure == list(PATTERNS)[-1]
    QTest.keyClick(measures, Qt.Key.Key_Home)
    assert measures.store.scene.measure == next(iter(PATTERNS))


def test_hover_has_the_formula_its_source_and_the_text(measures: MeasureList) -> None:
    for name, pattern in PATTERNS.items():
        at = measures.row_rect(name).center()
        tip = measures.tip_at(at.x(), at.y())
        for words in (pattern.idea.split()[0], "Measured on this text"):
            assert words in tip, name
        assert pattern.source.split(",")[0].split()[0] in tip


def test_the_switch_and_its_fields(qtbot: QtBot, store: Store) -> None:
    pane = SubjectPane(store)
    qtbot.addWidget(pane)
    pane.resize(252, 128)
    pane.show()
    store.changed.connect(lambda: pane.follow())
    assert not pane.seed.isVisible()
    pane.choice.choose("repeat")
    assert store.scene.measured_on == "repeat" and pane.seed.isVisible() and pane.repeats.text() == "32"
    pane.repeats.setText("50")
    QTest.keyClick(pane.repeats, Qt.Key.Key_Return)
    assert store.scene.repeats == 50
    pane.repeats.setText("1")
    QTest.keyClick(pane.repeats, Qt.Key.Key_Return)
    assert store.scene.repeats == 50 and pane.repeats.is_refused
    store.update(source="/some/file.safetensors", measured_on="text")
    assert not pane.choice.segments["repeat"].isEnabled()
