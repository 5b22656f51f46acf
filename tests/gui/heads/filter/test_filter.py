"""The filter: dots stand on their scores, and dragging the handle keeps one side of them, as one step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.heads.view import HeadsView
from gui.heads.filter.layout import DOTS, STEP, FilterAxis, stacked
from gui.heads.filter.painting import FilterPlot
from gui.heads.filter.pane import FilterPane
from gui.heads.pointed import Pointed
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import point, pull
from tests.gui.heads.conftest import Look, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> FilterPane:
    return shown(qtbot, FilterPane(store, pointed), 844, 176, look)


@given(st.lists(st.floats(0, 1) | st.just(float("nan")), max_size=300), st.integers(420, 1400), st.integers(110, 176))
def test_dots_stand_on_their_scores_inside_the_plot(scores: list[float], width: int, height: int) -> None:
    axis = FilterAxis(width, height, 1.0)
    dots, radius = stacked(axis, np.array(scores))
    assert dots.shape == (len(scores), 2)
    for score, (x, y) in zip(scores, dots, strict=True):
        if np.isnan(score):
            assert np.isnan(x) and np.isnan(y)
        else:
            assert x == pytest.approx(axis.x(score))
            assert axis.plot.top() - 1 <= y - radius and y + radius <= axis.plot.bottom() + 1


def test_dots_are_as_large_as_lets_their_stacks_stand_apart() -> None:
    scores = np.full(9, 0.1)
    for height, radius in ((176, DOTS[0]), (140, DOTS[2]), (110, DOTS[-1])):
        axis = FilterAxis(844, height, 1.0)
        dots, found = stacked(axis, scores)
        apart = np.diff(np.sort(dots[:, 1]))
        assert found == radius and (apart <= 2 * radius + STEP + 1e-9).all()
        assert height == 110 or apart.min() == pytest.approx(2 * radius + STEP), "not pressed together"
    assert stacked(FilterAxis(844, 110, 1.0), np.full(200, 0.1))[1] == DOTS[0], "of so many only those that match"


def test_no_number_of_a_bar_stands_under_the_handle(pane: FilterPane, view: HeadsView) -> None:
    many = np.random.default_rng(0).uniform(0, 1, (30, 9))
    scores = {**view.scores, "previous": many}
    for threshold in (0.31, 0.33, 0.35):
        scene = replace(view.scene, threshold=threshold)
        shown = replace(view, scene=scene, scores=scores, matching=many >= threshold)
        plot = FilterPlot(shown, FilterAxis(420, 140, 1.0), scene, theme("light"), threshold, DOTS[0])
        x = plot.axis.x(threshold)
        boxes = [box for box, _ in plot.counts()]
        assert boxes and not [box for box in boxes if box.left() - 4 < x < box.right() + 4]
        assert 0 < sum(count for _, count in plot.counts()) <= int((many < threshold).sum())


@given(st.floats(0, 5))
def test_a_pixel_and_its_score_belong_together(score: float) -> None:
    axis = FilterAxis(844, 176, 5.0)
    assert axis.score(axis.x(score)) == pytest.approx(score, abs=1e-9)
    assert axis.score(-50) == 0 and axis.score(5000) == 5


def drag(pane: FilterPane, score: float) -> None:
    start = pane.handle_rect().center()
    end = QPoint(round(FilterAxis(pane.width(), pane.height(), 1.0).x(score)), start.y())
    QTest.mousePress(pane, LEFT, pos=start)
    for share in (0.3, 0.7, 1.0):
        pull(pane, start + (end - start) * share)
    QTest.mouseRelease(pane, LEFT, pos=end)


def test_dragging_filters_and_is_one_step(pane: FilterPane, look: Look) -> None:
    drag(pane, 0.4)
    assert pane.store.scene.threshold == pytest.approx(0.4, abs=0.01)
    assert look().matches == 3  # 0.2 with 1.00, 2.11 with 0.50, 1.9 with 0.44
    pane.store.undo()
    assert pane.store.scene.threshold is None


def test_until_the_new_numbers_come_the_plot_is_whole_as_it_was(qtbot: QtBot, store: Store, look: Look) -> None:
    pane = FilterPane(store, Pointed())
    pane.resize(844, 176)
    qtbot.addWidget(pane)
    view = look(measure="special")
    scores = np.full_like(view.scores["special"], np.nan)  # a head may have no score
    scores[0, 2] = 0.4
    pane.show_view(replace(view, scores={**view.scores, "special": scores}))
    store.update(measure="special")
    before = pane.grab().toImage()
    store.update(threshold=0.5)
    assert pane.grab().toImage() != before  # the handle is where the hand is
    store.update(measure="entropy", threshold=None)
    assert pane.grab().toImage() == before  # dots, axis and title belong together
    QTest.keyClick(pane, Qt.Key.Key_Right)  # and the axis of one measure filters no other
    assert store.scene.threshold is None


def test_entropy_keeps_what_is_small(pane: FilterPane, look: Look) -> None:
    pane.store.update(measure="entropy")
    assert pane.handle_rect().center().x() > pane.width() - 60  # at rest it keeps all
    drag(pane, 0.5)
    view, threshold = look(), pane.store.scene.threshold
    assert threshold is not None and 0 < view.matches < 72
    assert (view.scores["entropy"][view.matching] <= threshold).all()
    assert "at most 0.5" in pane.accessibleDescription()


def test_keys_move_it_and_delete_clears(pane: FilterPane) -> None:
    pane.setFocus()
    for _ in range(3):
        QTest.keyClick(pane, Qt.Key.Key_Right)
    assert pane.store.scene.threshold == pytest.approx(0.03)
    QTest.keyClick(pane, Qt.Key.Key_Left)
    assert pane.store.scene.threshold == pytest.approx(0.02)
    QTest.keyClick(pane, Qt.Key.Key_Delete)
    assert pane.store.scene.threshold is None


def test_the_button_clears_and_is_there_only_then(pane: FilterPane) -> None:
    assert not pane.clear.isVisible()
    pane.store.update(threshold=0.2)
    assert pane.clear.isVisible()
    pane.clear.click()
    assert pane.store.scene.threshold is None


def test_a_dot_is_its_head(pane: FilterPane, pointed: Pointed, view: HeadsView) -> None:
    x = round(FilterAxis(844, 176, 1.0).x(float(view.scores["previous"][0, 2])))
    y = FilterAxis(844, 176, 1.0).plot.bottom() - 4
    point(pane, QPoint(x, y))
    assert pointed.place == (0, 2)
    assert "L0 H2" in pane.tip_at(x, y)
    QTest.mouseClick(pane, LEFT, pos=QPoint(x, y))
    assert (pane.store.scene.layer, pane.store.scene.head) == (0, 2)
    assert pane.store.scene.threshold is None


def test_a_measure_without_scores_has_no_handle(pane: FilterPane, look: Look) -> None:
    pane.store.update(measure="pair")
    assert look().missing["pair"]
    assert pane.grab().toImage() is not None
