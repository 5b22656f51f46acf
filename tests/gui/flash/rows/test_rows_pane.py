"""The table of rows: numbers, bars and dots are those of the frame; a click and the keys choose the query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView, RowState
from gui.flash.rows.layout import HEAD, LEFT, ROW, Columns, row_height, shown_rows
from gui.flash.rows.marks import place, range_of
from gui.flash.rows.pane import RowsPane
from gui.flash.rows.words import EMPTY, HEADINGS, factor_words, titles
from gui.look.drawing import text_width
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.flash.handmade import live, picture
from tests.gui.flash.pixels import at, columns, plain

LIGHT = theme("light")
RESCALE = 31  # steps until the sums of tile (2, 1) are rescaled
LOW = HEAD + 6 * ROW[0] + 30


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> RowsPane:
    made = RowsPane(store)
    made.resize(416, HEAD + 16 * ROW[0] + 12)
    qtbot.addWidget(made)
    made.show()
    return made


def state_of(view: FlashView) -> RowState:
    assert view.row is not None
    return view.row


def cell(pane: RowsPane, column: tuple[int, int], row: int) -> QRect:
    box = pane.line_rect(row)
    return QRect(column[0], box.top(), column[1], box.height())


@pytest.mark.parametrize("name", ["light", "dark"])
def test_bars_are_as_long_as_the_factor(pane: RowsPane, look: Callable[..., FlashView], name: str) -> None:
    view, colours = look(step=RESCALE), theme(name)
    factors = np.array(state_of(view).factor)
    factors[:4] = (0.5, 0.0, 1.0, 0.25)
    pane.apply_theme(colours)
    pane.show_view(replace(view, row=replace(state_of(view), factor=factors)))
    image, box = picture(pane), Columns.of(416).factor
    for row, share in ((0, 0.5), (1, 0.0), (2, 1.0), (3, 0.25)):
        colour = colours["bar" if share != 1 else "ink3"].name()
        assert len(columns(image, cell(pane, box, row), colour)) == pytest.approx(share * box[1], abs=1), row


def test_dots_stand_where_the_maximum_was_and_is(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    state = state_of(view)
    before, now = np.array(state.m_before), np.array(state.m)
    before[:2], now[:2] = (before.min(), now.max()), (now.max(), now.max())
    state = replace(state, m_before=before, m=now)
    pane.show_view(replace(view, row=state))
    image = picture(pane)
    for row in (0, 1):
        box = cell(pane, Columns.of(416).maximum, row)
        first, last = (place(float(m[row]), box, range_of(state)) for m in (before, now))
        y = box.center().y() + 1.5
        if row == 0:
            assert at(image, first, y) == LIGHT["surface"].name(), "hollow: the maximum before"
            assert at(image, last, y) == LIGHT["bar"].name(), "full: the maximum now"
            assert first == box.left() + 3.5 and last == box.left() + box.width() - 3.5, "on one axis for all rows"
            assert at(image, (first + last) / 2, y) == LIGHT["bar"].name()
        else:
            assert at(image, last, y) == LIGHT["ink3"].name(), "grey: it stays"


def test_rows_without_a_maximum_have_no_dot(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    state = state_of(view)
    for value in (-np.inf, np.nan):
        nothing = np.full_like(state.m, value)
        pane.show_view(
            replace(view, row=replace(state, m=nothing, m_before=nothing, factor=np.full_like(nothing, value)))
        )
        image, box = picture(pane), cell(pane, Columns.of(416).maximum, 3)
        assert not columns(image, box, LIGHT["bar"].name()) and not columns(image, box, LIGHT["ink3"].name())
        assert "NaN" in pane.accessibleDescription() or "−∞" in pane.accessibleDescription()


def test_hover_and_description_are_the_frame(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    state = state_of(view)
    pane.show_view(view)
    for row in (0, 5, 15):
        tip = plain(pane.tip_at(200, pane.line_rect(row).center().y()))
        assert tip.startswith(f"Row {state.start + row} “{state.labels[row]}”: maximum ")
        assert f"{state.factor[row]:.7g}" in tip and f"ℓ {state.l_before[row]:.7g} → {state.l[row]:.7g}" in tip
    assert pane.accessibleDescription().startswith(f"Row block 2; {state.labels[state.query]}: maximum ")
    assert pane.tip_at(200, HEAD - 10) == ""


def test_the_chosen_row_is_marked(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    for query in (33, 40):
        view = look(step=RESCALE, query=query)
        pane.show_view(view)
        image = picture(pane)
        lit = [
            row for row in range(16) if at(image, LEFT - 4, pane.line_rect(row).center().y()) == LIGHT["sunken"].name()
        ]
        assert lit == [query - 32] == [state_of(view).query]


def test_a_click_chooses_the_query(pane: RowsPane, store: Store, capture: Capture) -> None:
    store.update(step=RESCALE)
    live(pane, store, capture)
    before = store.scene.query
    QTest.mouseClick(pane, Qt.MouseButton.RightButton, pos=pane.line_rect(9).center())
    assert store.scene.query == before != 41
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=pane.line_rect(9).center())
    assert store.scene.query == 41 and state_of(pane.view).query == 9  # type: ignore[arg-type]
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=QPoint(200, HEAD - 10))
    assert store.scene.query == 41


def test_up_and_down_choose_it_too(pane: RowsPane, store: Store, capture: Capture) -> None:
    store.update(step=RESCALE, query=46)
    live(pane, store, capture)
    found = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(pane, key)
        found.append(store.scene.query)
    assert found == [47, 47, 46]


def test_the_one_row_of_decoding_is_the_chosen_query(pane: RowsPane, store: Store, capture: Capture) -> None:
    store.update(algorithm="decoding", splits=4, step=6)
    live(pane, store, capture)
    assert pane.lines() == range(1)
    assert plain(pane.tip_at(200, pane.line_rect(0).center().y())).startswith("Row 30 “so”")
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=pane.line_rect(0).center())
    assert store.scene.query == 30


def wheel(pane: RowsPane, by: int) -> None:
    middle = QPointF(pane.rect().center())
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(pane, QWheelEvent(middle, middle, QPoint(), QPoint(0, by), *none, False))


def test_in_a_low_pane_the_chosen_row_stays_visible(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    pane.resize(416, LOW)
    for query in (0, 30, 58):
        pane.show_view(look(block_q=128, block_k=16, step=6, query=query))
        assert query in pane.lines() and len(pane.lines()) == 6
        last = pane.line_rect(pane.lines()[-1])
        assert last.bottom() < pane.height() and pane.line_rect(query).height() == ROW[0]


def test_the_wheel_shows_other_rows_until_the_next_step(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    pane.resize(416, LOW)
    pane.show_view(look(block_q=128, block_k=16, step=6, query=20))
    first = pane.lines().start
    wheel(pane, -120)
    assert pane.lines().start == first + 1
    for _ in range(70):
        wheel(pane, 120)
    assert pane.lines().start == 0
    pane.show_view(look(block_q=128, block_k=16, step=7, query=20))
    assert pane.lines().start == first


def test_why_there_are_no_rows(pane: RowsPane, look: Callable[..., FlashView]) -> None:
    for choices, why in (
        ({"step": 0}, ""),
        ({"step": 5, "algorithm": "standard"}, "standard"),
        ({"step": 5, "algorithm": "standard", "direction": "backward"}, "standard backward"),
        ({"step": 20, "direction": "backward"}, "backward"),
        ({"step": 5, "shape": (64, 32)}, "shape"),
    ):
        pane.show_view(look(**choices))
        assert pane.accessibleDescription() == EMPTY[why] and pane.lines() == range(0)


@pytest.mark.parametrize("width", [330, 360, 416, 700])
def test_columns_do_not_meet_and_headings_fit(width: int) -> None:
    found = Columns.of(width)
    places = [found.row, found.label, found.maximum, found.factor, found.number, found.before, found.after]
    assert places[0][0] == LEFT and places[-1][0] + places[-1][1] == width - LEFT
    assert all(a[0] + a[1] <= b[0] for a, b in pairwise(places))
    maximum, factor = (short[not found.roomy] for short in HEADINGS)
    assert found.maximum[0] + text_width(maximum, font("axis")) <= found.factor[0]
    assert found.factor[0] + text_width(factor, font("axis")) <= found.before[0]
    assert found.label[1] >= 40


@given(st.integers(1, 300), st.integers(0, 299), st.integers(1, 900), st.integers(16, 26))
def test_rows_that_are_shown(count: int, chosen: int, height: int, row: int) -> None:
    chosen = min(chosen, count - 1)
    shown = shown_rows(count, chosen, height, row)
    assert chosen in shown and shown.start >= 0 and shown.stop <= count
    assert len(shown) == min(max(height // row, 1), count)


def test_rows_get_taller_where_there_is_room() -> None:
    assert [row_height(16, room, 18) for room in (100, 288, 320, 900)] == [18, 18, 20, 26]


def test_factors_in_words() -> None:
    assert [factor_words(f) for f in (1.0, 0.0, 0.004, 0.324, 2.5)] == ["1", "0", "<0.01", "0.32", "2.50"]
    assert factor_words(float("nan")) == "NaN"


def test_titles_get_shorter(look: Callable[..., FlashView]) -> None:
    assert titles(look(step=RESCALE))[0] == "What row block 2 carries along"
    lengths = [[len(title) for title in titles(view)] for view in (None, look(step=RESCALE))]
    assert all(sorted(found, reverse=True) == found for found in lengths)
