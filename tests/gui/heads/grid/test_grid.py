"""The grid: every head has its place, its picture is its map, and pointing and clicking mean that head."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.heads.view import HeadsView
from gui.heads.grid.frame import numbered
from gui.heads.grid.layout import SCORE, GridLayout
from gui.heads.grid.pane import HeadsGrid
from gui.heads.grid.picture import fitted, grid_colours
from gui.heads.pointed import Pointed
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import point
from tests.gui.heads.conftest import Look, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def grid(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> HeadsGrid:
    return shown(qtbot, HeadsGrid(store, pointed), 844, 596, look)


def pixels(grid: HeadsGrid) -> np.ndarray:
    image = grid.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())


shapes = st.tuples(st.integers(1, 40), st.integers(1, 40))


@given(shapes, st.integers(420, 1600), st.integers(240, 1200), st.integers(0, 100), st.booleans())
def test_no_two_heads_meet_and_each_is_found_where_it_stands(
    shape: tuple[int, int], width: int, height: int, cells: int, by_score: bool
) -> None:
    layers, heads = shape
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    layout = GridLayout(layers, heads, width, height, cells, False, tuple(reversed(places)) if by_score else None)
    boxes = [layout.box(place) for place in places]
    scored = [box.adjusted(0, 0, 0, 8) for box in boxes]
    if len(boxes) <= 150:
        assert not any(a.intersects(b) for a, b in combinations(scored, 2))
    assert [layout.at(box.center()) for box in boxes] == places
    assert all(box.width() == box.height() == layout.side for box in boxes)
    assert max(box.right() for box in boxes) < width


def test_maps_are_whole_cells_where_that_costs_little() -> None:
    assert GridLayout(6, 12, 844, 596, 8).side % 8 == 0
    assert GridLayout(6, 12, 844, 596, 47).side > 47  # one pixel a cell would waste the rest


def test_numbers_below_small_maps_are_those_of_matches_and_do_not_meet(view: HeadsView) -> None:
    layout = GridLayout(6, 12, 240, 300, 8)
    assert layout.pitch[0] < 25, "a number is wider than its map and the gap"
    assert not numbered(view, layout), "nothing is filtered"
    for threshold in (0.05, 0.11, 0.4):
        matching = view.scores["previous"] >= threshold
        shown = replace(view, scene=replace(view.scene, threshold=threshold), matching=matching)
        found = numbered(shown, layout)
        assert found and all(matching[place] for place in found)
        for one, other in combinations(sorted(found), 2):
            assert one[0] != other[0] or layout.box(other).left() - layout.box(one).left() >= 24
        for layer, head in np.argwhere(matching).tolist():  # one without has a neighbour with a number
            assert {(layer, head - by) for by in (0, 1)} & found
    assert not numbered(shown, GridLayout(6, 12, 844, 596, 8)), "there is room for all of them"


def test_maps_of_no_word_are_empty_and_not_a_crash() -> None:
    assert fitted(np.zeros((2, 3, 0, 0), np.float32), 5).tolist() == np.zeros((2, 3, 5, 5)).tolist()
    assert not fitted(np.zeros((0, 0), np.bool_), 5).any()


def test_the_longer_of_layers_and_heads_runs_across() -> None:
    wide, tall = GridLayout(6, 12, 844, 596, 8), GridLayout(30, 9, 844, 596, 8)
    assert wide.box((0, 1)).left() > wide.box((0, 0)).left() and wide.box((1, 0)).top() > wide.box((0, 0)).top()
    assert tall.box((1, 0)).left() > tall.box((0, 0)).left() and tall.box((0, 1)).top() > tall.box((0, 0)).top()


def test_arrows_move_to_the_neighbour_and_stop_at_the_edge() -> None:
    layout = GridLayout(6, 12, 844, 596, 8)
    assert layout.moved((2, 3), 1, 0) == (2, 4) and layout.moved((2, 3), 0, -1) == (1, 3)
    assert layout.moved((0, 0), -1, -1) == (0, 0) and layout.moved((5, 11), 1, 1) == (5, 11)
    order = tuple((layer, head) for head in range(12) for layer in range(6))
    assert replace(layout, order=order).moved((0, 0), 1, 0) == (1, 0)


def test_the_picture_of_the_previous_token_head_is_a_diagonal(grid: HeadsGrid, view: HeadsView) -> None:
    box, cells = grid.head_rect(0, 2), view.maps.shape[2]
    drawn, cell = pixels(grid), grid.head_rect(0, 2).width() // view.maps.shape[2]
    paper, dark = theme("light").sequential.colours[0], theme("light").sequential.colours[255]

    def at(row: int, column: int) -> int:
        return int(drawn[box.top() + row * cell + cell // 2, box.left() + column * cell + cell // 2])

    assert all(at(row + 1, row) == dark for row in range(cells - 1))
    assert all(at(row, row + 1) == paper for row in range(cells - 1))


def test_a_map_that_is_too_large_shows_its_largest_weights() -> None:
    maps = np.zeros((1, 1, 60, 60), np.float32)
    maps[0, 0, np.arange(60), np.arange(60)] = 1
    small = fitted(maps, 24)
    assert small.shape == (1, 1, 24, 24)
    assert (small[0, 0][np.arange(24), np.arange(24)] == 1).all()  # the diagonal is unbroken
    assert (fitted(np.eye(3, dtype=np.float32), 7)[:3, :3] == 1).all()


def test_hidden_cells_are_hatched(look: Look) -> None:
    colours = grid_colours(look(variant="causal"), theme("light"), 56, 1.0)
    assert set(np.unique(colours[0, 0, 0, 8:])) == {theme("light")["sunken"].rgb(), theme("light")["line_strong"].rgb()}


def test_pointing_previews_and_leaving_forgets(grid: HeadsGrid, pointed: Pointed) -> None:
    before = grid.store.scene
    point(grid, grid.head_rect(0, 2).center())
    assert pointed.place == (0, 2) and grid.store.scene == before
    assert "layer 0, head 2, Previous token 1.00" in grid.accessibleDescription()
    point(grid, QPoint(2, 2))
    assert pointed.place is None


def test_a_click_opens_and_is_undone(grid: HeadsGrid) -> None:
    QTest.mouseClick(grid, LEFT, pos=grid.head_rect(3, 7).center())
    assert (grid.store.scene.layer, grid.store.scene.head) == (3, 7)
    grid.store.undo()
    assert (grid.store.scene.layer, grid.store.scene.head) == (0, 4)


def test_a_double_click_goes_to_the_map(grid: HeadsGrid) -> None:
    QTest.mouseDClick(grid, LEFT, pos=grid.head_rect(1, 9).center())
    scene = grid.store.scene
    assert (scene.layer, scene.head, scene.workspace) == (1, 9, "attention")


def test_keys_move_the_frame_and_enter_opens(grid: HeadsGrid, pointed: Pointed) -> None:
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Left):
        QTest.keyClick(grid, key)
    assert pointed.place == (2, 4) and (grid.store.scene.layer, grid.store.scene.head) == (0, 4)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert (grid.store.scene.layer, grid.store.scene.head) == (2, 4)


def test_by_score_the_best_head_is_first(grid: HeadsGrid) -> None:
    grid.sorting.choose("score")
    assert grid.store.scene.sorting == "score"
    layout = grid.layout_now()
    assert layout.order is not None and layout.order[0] == (0, 2)
    assert grid.head_rect(0, 2).topLeft() == QPoint(layout.left, layout.box((0, 2)).top())


def test_what_is_filtered_out_fades(grid: HeadsGrid) -> None:
    box = grid.head_rect(0, 0)
    before = pixels(grid)[box.top() : box.bottom(), box.left() : box.right()].copy()
    grid.store.update(threshold=0.5)
    after = pixels(grid)[box.top() : box.bottom(), box.left() : box.right()]
    assert (after != before).any()

    paper = theme("light")["surface"].blue()

    def darkness(part: np.ndarray) -> float:
        return float((paper - (part & 0xFF).astype(int)).sum())

    assert 0.4 < darkness(after) / darkness(before) < 0.6


def test_hover_says_the_exact_scores(grid: HeadsGrid, view: HeadsView) -> None:
    at = grid.head_rect(0, 2).center()
    tip = grid.tip_at(at.x(), at.y())
    assert f"{float(view.scores['previous'][0, 2]):.6f}" in tip and "key/value head 2" in tip


def test_mean_and_max_have_no_frame(grid: HeadsGrid) -> None:
    grid.store.update(head="mean")
    drawn = pixels(grid)
    assert drawn.shape == (596, 844)
    QTest.keyClick(grid, Qt.Key.Key_Right)
    assert grid.pointed.place == (0, 1)


def test_layers_that_are_not_measured_yet_have_no_score(grid: HeadsGrid, view: HeadsView) -> None:
    scores = {name: np.where(np.arange(6)[:, None] < 2, each, np.nan) for name, each in view.scores.items()}
    grid.show_view(replace(view, done=2, scores=scores))
    at = grid.head_rect(4, 4).center()
    assert "not measured yet" in grid.tip_at(at.x(), at.y())
    score = QRect(grid.head_rect(4, 4).left(), grid.head_rect(4, 4).bottom() + 3, 50, SCORE[0] - 4)
    part = pixels(grid)[score.top() : score.bottom(), score.left() : score.right()]
    assert (part == theme("light")["surface"].rgb()).all()
