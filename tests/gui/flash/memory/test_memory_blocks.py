"""Boxes of the two memories: how many, how wide, which are full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from engine.flash.frame.view import FlashView, Strip
from engine.flash.plan.chip import Resident
from gui.flash.memory.blocks import BETWEEN, GAP, LEAST, MOST, Boxes, chip_boxes, fill, ink
from gui.look.theme import theme

AREA = QRect(20, 10, 360, 24)


@pytest.fixture
def strip(look: Callable[..., FlashView]) -> Strip:
    return look(step=20).strip("O")


def test_a_box_a_block(strip: Strip) -> None:
    boxes = Boxes.of(replace(strip, blocks=8, held=5, active=5), AREA)
    assert len(boxes.rects) == 8 and (boxes.held, boxes.active) == (5, 5)
    assert {(b.left() - a.right(), a.width()) for a, b in pairwise(boxes.rects)} == {(GAP, 14)}


def test_of_many_blocks_several_share_a_box(strip: Strip) -> None:
    boxes = Boxes.of(replace(strip, blocks=1024, held=512, active=1023), AREA)
    assert len(boxes.rects) == MOST and boxes.held == MOST // 2 and boxes.active == MOST - 1


def test_boxes_stay_in_a_narrow_area(strip: Strip) -> None:
    for width in (8, 33, 46, 80):
        boxes = Boxes.of(replace(strip, blocks=64, held=64, active=None), QRect(0, 0, width, 13))
        assert boxes.rects[-1].right() <= width and boxes.rects[0].width() >= 3


sizes = st.lists(st.integers(1, 2**18), min_size=1, max_size=10)


@given(sizes)
def test_boxes_in_sram_are_as_wide_as_their_bytes(bytes_: list[int]) -> None:
    boxes = chip_boxes([Resident("K", n, size) for n, size in enumerate(bytes_)], AREA)
    assert boxes[0].left() == AREA.left() and boxes[-1].right() == pytest.approx(AREA.left() + AREA.width())
    assert all(b.left() - a.right() == pytest.approx(BETWEEN) for a, b in pairwise(boxes))
    assert min(box.width() for box in boxes) >= LEAST[0] - 1e-6
    wide = [(box.width(), size) for box, size in zip(boxes, bytes_, strict=True) if box.width() > LEAST[0] + 1e-6]
    scale = [width / size for width, size in wide]
    assert scale == pytest.approx([scale[0]] * len(scale) if scale else [])


def test_nothing_in_sram_has_no_boxes() -> None:
    assert chip_boxes((), AREA) == ()


def test_colours_follow_the_letter() -> None:
    light = theme("light")
    roles = {
        "Q": "query_fill",
        "dQ": "query_fill",
        "K": "key_fill",
        "dV": "value_fill",
        "S": "bar",
        "dP": "bar",
        "O": "ink3",
    }
    assert {name: fill(light, name) for name in roles} == {name: light[role] for name, role in roles.items()}
    assert fill(light, "m,ℓ") == fill(light, "L,D") == light["line_strong"]
    assert (ink(light, "dK"), ink(light, "S")) == (light["key"], light["ink"])
