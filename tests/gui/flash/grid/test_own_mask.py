"""What painting must not do: ask a function of somebody's own, which may take long, or fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import numpy as np

from engine import masks
from engine.algebra import has_own
from engine.flash.frame.view import FlashView
from gui.flash.grid.picture import Picture
from gui.flash.grid.states import CUT
from gui.flash.grid.tiles import TileGrid
from gui.look.theme import theme
from gui.store import Store


def refusing(*index: object) -> NoReturn:
    raise AssertionError("asked")


def test_a_function_of_ones_own_is_never_asked_by_painting(look: Callable[..., FlashView]) -> None:
    view = look(step=0)
    grid = TileGrid(Store(view.scene))
    grid.resize(400, 400)
    grid.show_view(view)
    assert grid.plan is not None
    for mask in (masks.causal(), refusing, masks.both(masks.causal(), refusing), masks.negate(refusing)):
        drawn = Picture(replace(view.schedule, mask=mask), grid.plan, theme("light"))
        drawn.show(len(view.schedule))
        cut = int(np.flatnonzero(drawn.kinds[0] == CUT)[0])
        assert (drawn.cut(0, cut) is None) == has_own(mask)
