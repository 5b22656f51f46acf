"""Where tiles lie: they part the plot, keep their proportions, and are found again under the pointer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from engine.flash import schedule
from gui.flash.grid.geometry import LEAST, LETTERS, Plan, Side, plan_of
from gui.flash.grid.labels import WIDTH
from gui.look.drawing import text_width
from gui.look.theme import font

SIDES = (("Q",), ("K", "V"), ("O",))
CAPTION = 16  # px of a line of letters


def plan(n_q: int, n_k: int, block_q: int, block_k: int, size: tuple[int, int] = (650, 600), dpr: float = 1) -> Plan:
    return plan_of(*size, dpr, schedule(n_q, n_k, 8, block_q=block_q, block_k=block_k), SIDES)


@given(st.integers(1, 5000), st.integers(1, 300), st.integers(1, 700), st.integers(0, 2))
def test_cells_part_the_side(tokens: int, block: int, pixels: int, gap: int) -> None:
    side = Side(tokens, block, pixels, gap if pixels // -(-tokens // block) > 4 else 0)
    assert side.edges[0] == 0 and (np.diff(side.edges) > 0).all()
    assert side.first[0] == 0 and side.first[-1] == side.blocks and (np.diff(side.first) > 0).all()
    assert side.length <= pixels + max(gap + 2, 1)
    for block_at in {0, side.blocks // 2, side.blocks - 1}:
        cell = side.cell_of(block_at)
        start, stop = side.span(cell)
        assert side.first[cell] <= block_at < side.first[cell + 1]
        assert side.at(start) == side.at(stop - 1) == side.first[cell]
    assert side.at(-1) is None and side.at(side.length) is None


def test_the_last_block_is_as_much_smaller_as_it_has_fewer_tokens() -> None:
    made = plan(59, 59, 16, 16)
    whole, last = made.rect(0, 0), made.rect(3, 3)
    assert whole.width() == whole.height()
    assert abs((last.width() + 2) / (whole.width() + 2) - 11 / 16) < 0.02


def test_tokens_are_squares() -> None:
    made = plan(128, 256, 16, 64)
    tile = made.rect(0, 0)
    assert abs((tile.width() + 2) / (tile.height() + 2) - 4) < 0.15
    assert made.area.right() <= 650 - 44 and made.area.bottom() <= 600


def test_one_query_has_tiles_that_can_be_seen() -> None:
    made = plan(1, 4096, 16, 64)
    assert made.rect(0, 0).height() >= LEAST - 2


@pytest.mark.parametrize("dpr", [1.0, 2.0])
@pytest.mark.parametrize("size", [(650, 600), (320, 300), (1200, 900)])
def test_everything_is_inside(size: tuple[int, int], dpr: float) -> None:
    for tokens, block in ((1, 16), (10, 16), (128, 16), (4096, 16), (131072, 64)):
        made = plan(tokens, tokens, block, block, size, dpr)
        boxes = [made.area, *made.left.values(), *made.above.values(), *made.right.values()]
        for box in boxes:
            assert box.left() >= 0 and box.right() <= size[0] and box.top() >= 0 and box.bottom() <= size[1]
        assert made.rows.pooled == (made.rows.blocks > made.rows.pixels) and (tokens > 128 or not made.rows.pooled)


def test_the_tile_under_the_pointer() -> None:
    made = plan(59, 59, 16, 16)
    for i in range(4):
        for j in range(4):
            box = made.rect(i, j)
            for point in (box.center(), box.topLeft(), box.bottomRight() - QPointF(0.5, 0.5)):
                assert made.at(point) == (i, j)
    assert made.at(QPointF(0, 0)) is None
    assert made.at(made.area.bottomRight() + QPointF(1, 1)) is None


def test_strips_stand_beside_their_blocks() -> None:
    made = plan(59, 59, 16, 16)
    for block in range(4):
        tile = made.rect(block, block)
        across, up = made.block_of("K", block), made.block_of("Q", block)
        assert (across.left(), across.width()) == (tile.left(), tile.width())
        assert (up.top(), up.height()) == (tile.top(), tile.height())
        assert across.bottom() < made.area.top() and up.right() < made.area.left() < made.block_of("O", 0).left()


@pytest.mark.parametrize("size", [(650, 600), (320, 300), (160, 250)])
@pytest.mark.parametrize("tokens", [3, 512, 131072])
def test_the_numbers_of_row_blocks_have_room_at_the_left(size: tuple[int, int], tokens: int) -> None:
    made = plan_of(*size, 1, schedule(tokens, tokens, 8, block_q=1, block_k=1), SIDES)
    wide = text_width(str(tokens - 1), font("axis", 600))
    assert made.left["Q"].left() - 8 - wide >= 0 and wide <= WIDTH


@pytest.mark.parametrize("size", [(650, 600), (320, 300), (160, 250)])
def test_letters_at_the_left_are_below_those_above(size: tuple[int, int]) -> None:
    made = schedule(10, 10, 8, block_q=4, block_k=4, direction="backward")
    sides = (("Q", "dO"), ("K", "V", "dK", "dV"), ("O", "dQ"))
    laid = plan_of(*size, 1, made, sides)
    assert laid.above["dV"].center().y() + CAPTION / 2 <= laid.left["dO"].top() - LETTERS + CAPTION / 2
