"""The tile grid: read back pixel by pixel, and driven."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.grid.card import CELL, card_lines, laid_out
from gui.flash.grid.geometry import plan_of
from gui.flash.grid.picture import Picture
from gui.flash.grid.stamps import done_colour
from gui.flash.grid.strips import sides_of
from gui.flash.grid.tiles import TileGrid
from gui.flash.grid.words import note_of, spoken, state_of
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import point
from tests.gui.flash.handmade import frame_of, live, picture

LIGHT = theme("light")
LEFT = Qt.MouseButton.LeftButton
SCORES = 27  # steps until the scores of tile (1, 0) are there: store of block 0 is the 8th step


@pytest.fixture
def grid(qtbot: QtBot, store: Store, look: Callable[..., FlashView]) -> TileGrid:
    made = TileGrid(store)
    made.resize(650, 600)
    qtbot.addWidget(made)
    made.show()
    made.show_view(look(step=0))
    return made


def colours(image: QImage, box: QRect) -> set[str]:
    return {
        image.pixelColor(x, y).name()
        for x in range(box.left(), box.right() + 1)
        for y in range(box.top(), box.bottom())
    }


def corner(grid: TileGrid, i: int, j: int, across: float, down: float) -> QRect:
    """A few pixels of a tile, at shares of its width and height."""
    box = grid.tile_rect(i, j)
    return QRect(box.left() + int(across * box.width()) - 5, box.top() + int(down * box.height()) - 5, 11, 11)


def step_of(view: FlashView, op: str, i: int, j: int) -> int:
    found = view.schedule.find(op, i, j)
    assert found is not None
    return found + 1


def test_forms_of_the_tiles(grid: TileGrid, look: Callable[..., FlashView]) -> None:
    grid.show_view(look(step=step_of(look(), "store", 1, None)))  # type: ignore[arg-type]
    image, done, paper = picture(grid), done_colour(LIGHT).name(), LIGHT["surface"].name()
    assert colours(image, corner(grid, 1, 0, 0.5, 0.5)) == {done}
    assert colours(image, corner(grid, 2, 0, 0.5, 0.5)) == {paper}
    assert LIGHT["sunken"].name() in colours(image, corner(grid, 0, 2, 0.5, 0.5))
    assert len(colours(image, corner(grid, 0, 2, 0.5, 0.5))) > 1
    assert colours(image, corner(grid, 1, 1, 0.2, 0.8)) == {done}
    hidden = colours(image, corner(grid, 1, 1, 0.8, 0.2))
    assert done not in hidden and paper in hidden and len(hidden) > 1
    assert colours(image, corner(grid, 2, 2, 0.2, 0.8)) == {paper}


def test_the_active_tile_shows_its_scores(grid: TileGrid, look: Callable[..., FlashView]) -> None:
    view = look(step=step_of(look(), "max", 2, 1))
    grid.show_view(view)
    assert view.tile is not None and view.tile.scores is not None
    values = grid.values()
    assert values is not None and (values == view.tile.scores).all() and values.shape == (16, 16)
    image, box = picture(grid), grid.tile_rect(2, 1)
    places = np.clip(np.rint((values + view.limit) * 255 / (2 * view.limit)), 0, 255).astype(int)
    cell = box.width() / 16
    for row, key in ((3, 5), (8, 8), (12, 4), (7, 13)):
        at = QPoint(int(box.left() + (key + 0.5) * cell), int(box.top() + (row + 0.5) * cell))
        assert image.pixelColor(at) == QColor.fromRgba(int(LIGHT.diverging.colours[places[row, key]]))
    frame = image.pixelColor(box.left() + box.width() // 2, box.top())
    assert frame == LIGHT["ink"]


def test_scores_come_with_their_step_and_go(grid: TileGrid, look: Callable[..., FlashView]) -> None:
    scored, stored = step_of(look(), "scores", 2, 1), step_of(look(), "store", 2, None)  # type: ignore[arg-type]
    for step, there in ((0, False), (scored - 1, False), (scored, True), (scored + 1, True), (stored, False)):
        grid.show_view(look(step=step))
        assert (grid.values() is not None) == there, step


def test_hidden_cells_are_hatched_once_masked(grid: TileGrid, look: Callable[..., FlashView]) -> None:
    before, after = step_of(look(), "scores", 1, 1), step_of(look(), "mask", 1, 1)
    grid.show_view(look(step=before))
    box = corner(grid, 1, 1, 0.85, 0.15)
    sunken = LIGHT["sunken"].name()
    assert sunken not in colours(picture(grid), box)
    grid.show_view(look(step=after))
    assert sunken in colours(picture(grid), box)


def test_a_step_paints_what_a_fresh_picture_shows(look: Callable[..., FlashView]) -> None:
    for choices in ({}, {"block_q": 3, "block_k": 2}, {"algorithm": "fa1"}, {"algorithm": "standard", "block_q": 32}):
        view = look(**choices)
        grid = TileGrid(Store(view.scene))
        grid.resize(400, 400)
        grid.show_view(view)
        assert grid.plan is not None
        kept = Picture(view.schedule, grid.plan, LIGHT)
        steps = random.Random(5).choices(range(len(view.schedule) + 1), k=12)
        for t in (0, 1, 2, 3, *steps, len(view.schedule)):
            kept.show(t)
            fresh = Picture(view.schedule, grid.plan, LIGHT)
            fresh.show(t)
            assert kept.image == fresh.image, (choices, t)


def test_a_step_changes_a_tile_or_two(look: Callable[..., FlashView]) -> None:
    view = look(shape=(4096, 32))
    grid = TileGrid(Store(view.scene))
    grid.resize(650, 600)
    grid.show_view(view)
    assert grid._picture is not None and grid.plan is not None
    assert grid._picture.kinds.shape == (256, 256)
    for t in range(500, 540):
        grid._picture.show(t)
        assert t == 500 or grid._picture.stamped <= 2


def test_a_click_goes_to_the_step_with_the_scores(
    grid: TileGrid, store: Store, capture: Capture, look: Callable[..., FlashView]
) -> None:
    live(grid, store, capture)
    QTest.mouseClick(grid, LEFT, Qt.KeyboardModifier.NoModifier, grid.tile_rect(3, 1).center())
    assert store.scene.step == step_of(look(), "scores", 3, 1)
    assert grid.view is not None and grid.view.tile is not None and (grid.view.tile.i, grid.view.tile.j) == (3, 1)
    QTest.mouseClick(grid, LEFT, Qt.KeyboardModifier.NoModifier, grid.tile_rect(2, 2).center())
    assert store.scene.step == step_of(look(), "mask", 2, 2)
    QTest.mouseClick(grid, LEFT, Qt.KeyboardModifier.NoModifier, grid.tile_rect(0, 3).center())
    assert store.scene.step == step_of(look(), "mask", 2, 2)


def test_pointing_shows_the_numbers_of_any_tile(grid: TileGrid, look: Callable[..., FlashView]) -> None:
    view = look(step=0)
    before = picture(grid)
    point(grid, grid.tile_rect(2, 1).center())
    assert grid._hover is not None and grid._hover.scores is not None
    q, k = view.strip("Q").values, view.strip("K").values
    assert q is not None and k is not None and view.divisor is not None
    assert np.allclose(grid._hover.scores, q[32:48] @ k[16:32].T / view.divisor, atol=1e-5)
    assert grid._hover.labels[0] == tuple(token.label for token in view.capture.tokens[32:48])  # type: ignore[union-attr]
    assert state_of(view, grid._hover) == "waiting"
    box, tokens = grid.tile_rect(2, 1), view.capture.tokens  # type: ignore[union-attr]
    for row, key in ((0, 0), (15, 2), (6, 11)):
        side = box.width() / 16
        point(grid, box.topLeft() + QPoint(int((key + 0.5) * side), int((row + 0.5) * side)))
        line = card_lines(view, grid._hover, grid._cell)[-1]
        assert line.startswith(f"{tokens[32 + row].label} → {tokens[16 + key].label}: ")
        number = float(line.rsplit(": ", 1)[1].replace("−", "-"))
        assert abs(number - grid._hover.scores[row, key]) < 6e-5
    assert picture(grid) != before
    point(grid, QPoint(2, 2))
    assert grid._hover is None and picture(grid) == before


def test_what_is_said_of_a_tile(look: Callable[..., FlashView]) -> None:
    from engine.flash.frame.frames import tile_at

    view = look(step=step_of(look(), "max", 2, 1))
    said = {at: state_of(view, tile_at(view, *at)) for at in ((2, 1), (1, 0), (1, 1), (3, 3), (0, 3))}
    assert said == {
        (2, 1): "in SRAM",
        (1, 0): "done",
        (1, 1): "done, cut by the mask",
        (3, 3): "waiting, cut by the mask",
        (0, 3): "skipped: the mask hides all of it",
    }
    assert "tile (2, 1) in SRAM, 4 of 10 tiles done, 6 skipped" in spoken(view)


def test_more_tiles_than_pixels_are_said(look: Callable[..., FlashView], store: Store) -> None:
    grid = TileGrid(store)
    grid.resize(500, 500)
    for shape, said in (((1024, 64), ""), ((131072, 64), "8,192 × 8,192 tiles: a pixel stands for up to")):
        view = look(shape=shape, step=100)
        grid.show_view(view)
        assert grid.plan is not None
        assert note_of(view, grid.plan).startswith(said) and bool(note_of(view, grid.plan)) == bool(said)
        grid.grab()


@pytest.mark.parametrize(
    "choices",
    [
        {"algorithm": "fa1"},
        {"algorithm": "standard"},
        {"algorithm": "decoding", "splits": 3},
        *({"direction": "backward", "algorithm": name} for name in ("fa2", "fa1", "standard")),
        {"variant": "window", "block_q": 7, "block_k": 5},
        {"shape": (1, 1)},
        {"shape": (5000, 3), "block_q": 1, "block_k": 1024},
        {"block_q": 1024, "block_k": 1024},
    ],
)
def test_every_step_of_every_schedule_can_be_drawn(
    choices: dict[str, object], look: Callable[..., FlashView], store: Store, qtbot: QtBot
) -> None:
    grid = TileGrid(store)
    qtbot.addWidget(grid)
    grid.resize(330, 330)
    last = len(look(**choices).schedule)
    steps = {0, 1, last, last - 1, *np.linspace(0, last, 40).astype(int).tolist()}
    for step in sorted(steps):
        grid.show_view(look(step=step, **choices))
        assert not picture(grid).isNull()
        if grid.view is not None and grid.view.tile is not None:
            assert grid.plan is not None
            area = grid.plan.area
            assert area.contains(QPointF(grid.plan.rect(grid.view.tile.i, grid.view.tile.j).center()))


def test_other_tile_sizes_lay_the_grid_out_anew(grid: TileGrid, capture: Capture, store: Store) -> None:
    before = grid.tile_rect(0, 0)
    grid.show_view(frame_of(store.scene, capture))
    assert grid.tile_rect(0, 0) == before
    store.update(block_q=32, block_k=32)
    grid.show_view(frame_of(store.scene, capture))
    assert grid.tile_rect(0, 0).width() > 1.9 * before.width()


def test_at_twice_the_pixels_the_same_is_drawn(store: Store, look: Callable[..., FlashView]) -> None:
    view = look(step=40)
    sizes = []
    for dpr in (1.0, 2.0):
        plan = plan_of(650, 560, dpr, view.schedule, sides_of(view))
        made = Picture(view.schedule, plan, LIGHT)
        made.show(40)
        sizes.append((made.image.deviceIndependentSize().width(), plan.area.width()))
        centre = plan.rect(1, 0).center() - plan.corner
        at = QPoint(int(centre.x() * dpr), int(centre.y() * dpr))
        assert made.image.pixelColor(at) == done_colour(LIGHT)
    assert sizes[0][0] == sizes[0][1] and sizes[1][0] == sizes[1][1] and abs(sizes[0][1] - sizes[1][1]) < 3


@pytest.mark.parametrize(
    ("size", "cells"), [((640, 560), {CELL}), ((320, 560), {12, 10, 8, 6, 4}), ((240, 200), {CELL})]
)
def test_the_card_stays_inside_and_leaves_its_tile_free_where_there_is_room(
    store: Store, qtbot: QtBot, look: Callable[..., FlashView], size: tuple[int, int], cells: set[int]
) -> None:
    grid = TileGrid(store)
    qtbot.addWidget(grid)
    grid.resize(*size)
    view = look(step=62)
    grid.show_view(view)
    for tile in (grid._tile_at(view, i, j) for i in range(4) for j in range(i + 1)):
        beside = QRectF(grid.tile_rect(tile.i, tile.j))
        box, picture, _ = laid_out(grid.rect(), beside, tile, 190, 64)
        if size != (240, 200):
            assert QRectF(grid.rect()).contains(box) and not box.intersects(beside)
            assert picture.width() / (tile.keys[1] - tile.keys[0]) in cells
