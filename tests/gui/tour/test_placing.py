"""The card of the tour is inside the window, beside its control and never over it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from gui.tour.placing import ARROW, GAP, body_of, placed

WINDOW = QRect(0, 0, 960, 600)
SIZE = QSize(348, 180)


@given(st.integers(0, 940), st.integers(0, 580), st.integers(1, 960), st.integers(1, 600))
def test_it_is_inside_the_window_and_covers_its_control_only_where_no_side_has_room(
    left: int, top: int, width: int, height: int
) -> None:
    control = QRect(left, top, width, height).intersected(WINDOW)
    box, side = placed(control, SIZE, WINDOW)
    assert WINDOW.contains(box)
    assert body_of(box, side).size() == SIZE
    if side:
        assert not box.intersects(control)
    else:
        room = (control.top(), WINDOW.height() - control.bottom(), control.left(), WINDOW.width() - control.right())
        tall, wide = SIZE.height() + ARROW + GAP, SIZE.width() + ARROW + GAP
        assert max(room[:2]) <= tall and max(room[2:]) <= wide


@pytest.mark.parametrize(
    ("control", "side"),
    [
        (QRect(200, 90, 500, 110), "below"),
        (QRect(0, 520, 960, 60), "above"),
        (QRect(600, 0, 300, 600), "left"),
        (QRect(0, 0, 300, 600), "right"),
        (QRect(0, 0, 960, 600), ""),
    ],
)
def test_it_is_below_where_there_is_room(control: QRect, side: str) -> None:
    assert placed(control, SIZE, WINDOW)[1] == side
