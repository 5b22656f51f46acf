"""Q, K, V and O along the sides: pooled by largest magnitude, in the blocks of the tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.grid.geometry import Side, plan_of
from gui.flash.grid.pane import GridPane
from gui.flash.grid.strips import Strips, largest, sides_of, token_of
from gui.flash.grid.tiles import TileGrid
from gui.look.theme import theme
from gui.store import Store
from tests.gui.flash.handmade import detail_of, picture

LIGHT = theme("light")


@given(st.lists(st.floats(-9, 9, width=32), min_size=1, max_size=30), st.integers(1, 40), st.data())
def test_the_largest_of_each_range(numbers: list[float], pixels: int, data: st.DataObject) -> None:
    values = np.array(numbers, np.float32)[:, None]
    starts = np.arange(pixels) * len(values) // pixels
    found = largest(values, starts, 0)[:, 0]
    ends = [*starts[1:], len(values)]
    for value, start, end in zip(found, starts, ends, strict=True):
        part = values[start : max(end, start + 1), 0]
        assert abs(value) == np.abs(part).max() and value in part


def test_every_token_of_a_block_lies_beside_its_tile() -> None:
    side = Side(59, 16, 200, 2)
    tokens = token_of(side)
    for block in range(4):
        start, stop = side.span(block)
        assert (tokens[start:stop] // 16 == block).all()
        assert set(tokens[start:stop].tolist()) == set(range(16 * block, min(16 * block + 16, 59)))
    assert (np.diff(token_of(Side(100_000, 16, 300, 0))) > 0).all()


def test_the_strip_shows_the_head_s_numbers(qtbot: QtBot, store: Store, look: Callable[..., FlashView]) -> None:
    grid = TileGrid(store)
    qtbot.addWidget(grid)
    grid.resize(650, 600)
    view = look(step=1)  # block 0 of Q is in SRAM: at full strength
    grid.show_view(view)
    assert grid.plan is not None
    box, strip = grid.plan.block_of("Q", 0), view.strip("Q")
    assert strip.values is not None and strip.active == 0
    image = picture(grid)
    for row in (2, 8, 13):
        y = int(box.top() + (row + 0.5) * box.height() / 16)
        for column in range(4, 40, 7):
            first, last = column * 32 // 44, (column + 1) * 32 // 44
            part = strip.values[row, first : max(last, first + 1)]
            number = float(part[np.abs(part).argmax()])
            place = round((number + strip.limit) * 255 / (2 * strip.limit))
            found = image.pixelColor(QPoint(int(box.left()) + column, y))
            near = [
                QColor.fromRgba(int(LIGHT.diverging.colours[p])) for p in (place - 1, place, place + 1) if 0 <= p < 256
            ]
            assert found in near


def test_results_fill_as_they_are_stored(qtbot: QtBot, store: Store, look: Callable[..., FlashView]) -> None:
    grid = TileGrid(store)
    qtbot.addWidget(grid)
    grid.resize(650, 600)
    stored = look().schedule.find("store", 1, None)
    assert stored is not None
    grid.show_view(look(step=stored + 1))
    assert grid.plan is not None
    image = picture(grid)
    filled = []
    for block in range(4):
        box = grid.plan.block_of("O", block).toRect().adjusted(3, 3, -3, -3)
        filled.append(
            len(
                {
                    image.pixelColor(x, y).name()
                    for x in range(box.left(), box.right())
                    for y in (box.top(), box.bottom())
                }
            )
            > 3
        )
    assert filled == [True, True, False, False]


def test_which_strips_a_schedule_has(look: Callable[..., FlashView]) -> None:
    assert sides_of(look()) == (("Q",), ("K", "V"), ("O",))
    assert sides_of(look(algorithm="standard")) == (("Q",), ("K", "V"), ("O",))
    assert sides_of(look(direction="backward")) == (("Q", "dO"), ("K", "V", "dK", "dV"), ("O", "dQ"))


def test_the_output_that_comes_later_fills_the_strip(
    qtbot: QtBot, store: Store, capture: Capture, look: Callable[..., FlashView]
) -> None:
    pane = GridPane(store)
    qtbot.addWidget(pane)
    pane.resize(650, 670)
    view = look(step=62)
    known = view.strip("O").values
    late = tuple(replace(strip, values=None) if strip.letter == "O" else strip for strip in view.strips)
    pane.show_view(replace(view, strips=late))
    without = picture(pane)
    pane.show_detail(detail_of(view.scene, capture))
    with_it = picture(pane)
    assert without != with_it
    pane.show_view(view)
    assert picture(pane) == with_it and known is not None
    pane.show_view(replace(look(step=40), strips=late))
    other = replace(look(step=40), strips=late)
    assert pane.grid._newest(other, other.strip("O")).values is None, "that was of another step"


def test_letters_above_are_whole_beside_low_strips(look: Callable[..., FlashView], qapp: object) -> None:
    view = look(direction="backward", step=20)
    heights = []
    for size in ((650, 600), (160, 250)):
        image = QImage(*size, QImage.Format.Format_RGB32)
        image.fill(LIGHT["surface"])
        laid = plan_of(*size, 1, view.schedule, sides_of(view))
        with QPainter(image) as painter:
            Strips(laid, LIGHT).draw_letters(painter, lambda box: True)
        box = laid.above["K"]
        pixels = np.frombuffer(image.constBits(), np.uint32).reshape(size[1], size[0])
        middle = round(box.center().y())
        letter = pixels[max(middle - 5, 0) : middle + 6, : int(box.left()) - 6] != pixels[-1, -1]
        heights.append(int(letter.any(1).sum()))
    assert heights[0] == heights[1] > 7
