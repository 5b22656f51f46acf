"""The close-up of one row: points, levels and bars stand where the frame says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from engine.flash.frame.view import CloseUp, FlashView
from gui.flash.closeup.layout import LEFT, RIGHT, CloseUpPlaces
from gui.flash.closeup.pane import CloseUpPane, weight_top
from gui.flash.closeup.words import NONE, sentence, state
from gui.look.runs import text_of
from gui.look.theme import theme
from gui.store import Store
from tests.gui.flash.handmade import picture
from tests.gui.flash.pixels import at, plain

LIGHT = theme("light")
SIZE = (416, 376)


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> CloseUpPane:
    made = CloseUpPane(store)
    made.resize(*SIZE)
    qtbot.addWidget(made)
    return made


def one_of(view: FlashView) -> CloseUp:
    assert view.closeup is not None
    return view.closeup


@pytest.mark.parametrize("name", ["light", "dark"])
def test_points_and_bars_stand_where_the_frame_says(
    pane: CloseUpPane, look: Callable[..., FlashView], name: str
) -> None:
    chosen = theme(name)
    pane.apply_theme(chosen)
    view = look(step=28, query=40)  # in row block 2, behind tile (2, 0)
    one = one_of(view)
    assert 0 < one.arrived < len(one.tiles)
    pane.show_view(view)
    image, places = picture(pane), pane.places(one)
    low, high = places.score_range(one)
    here, top = int(one.edges[one.arrived]), weight_top(one)
    for key in (1, 5, 9, here + 3):
        x = places.left(key) + places.wide / 2
        colour = chosen["bar" if key < here else "line_strong"].name()
        assert at(image, x, places.score_y(float(one.scores[key]), low, high)) == colour, key
    largest = int(one.weights.argmax())
    x = places.left(largest) + places.wide / 2
    up = places.weight_y(float(one.weights[largest]), top)
    assert at(image, x, up + 2) == chosen["bar"].name() and at(image, x, up - 3) != chosen["bar"].name()
    assert (
        places.weight_y(0, top) == places.weights.bottom() + 1 and places.weight_y(top, top) == places.weights.top() + 1
    )


def test_the_ghost_is_what_the_weight_was_a_tile_ago(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    view = look(step=37, query=40)
    one = one_of(view)
    pane.show_view(view)
    image, places, top = picture(pane), pane.places(one), weight_top(one)
    key = int((one.before - one.weights).argmax())
    assert one.before[key] > one.weights[key]
    x = places.left(key) + places.wide / 2
    assert at(image, x, places.weight_y(float(one.before[key]), top) + 2) == LIGHT["ghost"].name()
    assert at(image, x, places.weights.bottom() - 1) == LIGHT["bar"].name()


def test_the_level_of_the_maximum(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    view = look(step=28, query=40)
    one = one_of(view)
    pane.show_view(view)
    image, places = picture(pane), pane.places(one)
    y = places.score_y(float(one.m[0]), *places.score_range(one))
    lit = [x for x in range(SIZE[0]) if at(image, x, y) == LIGHT["ink"].name()]
    assert len(lit) >= places.left(int(one.edges[1])) - LEFT - 10
    assert max(lit) <= places.left(int(one.edges[one.arrived])) + 1, "only tiles that have arrived have one"


def test_the_tile_in_sram_is_a_band(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    view = look(step=30, query=40)
    one = one_of(view)
    assert one.active is not None
    pane.show_view(view)
    image, places = picture(pane), pane.places(one)
    inside = places.left(int(one.edges[one.active])) + 4
    y = places.scores.bottom() + 9  # between the two plots
    assert at(image, inside, y) == LIGHT["sunken"].name()
    assert at(image, places.left(int(one.edges[one.active + 1])) + 4, y) == LIGHT["surface"].name()


def test_hover_is_exact(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    one = one_of(look(step=28, query=40))
    pane.show_view(look(step=28, query=40))
    places = pane.places(one)
    tips = [plain(pane.tip_at(int(places.left(key) + places.wide / 2), 200)) for key in range(len(one.keys))]
    assert tips[3].startswith(f"“{one.labels[3]}”, key 3, tile 0: score {one.scores[3]:.6f}".replace("-", "−"))
    assert "not arrived yet" in tips[int(one.edges[one.arrived])] and "in the end" in tips[0]
    assert "hidden by the mask" in tips[-1] or np.isfinite(one.scores[-1])
    assert pane.tip_at(LEFT - 4, 200) == "" == pane.tip_at(200, 10)


def test_sentences(look: Callable[..., FlashView]) -> None:
    def said(**choices: object) -> str:
        return text_of(sentence(one_of(look(**choices))))

    assert said(step=0, query=40).startswith("Each tile brings a few keys")
    assert said(step=28, query=40).startswith("Tile 0 is the first:")
    one = one_of(look(step=62, query=40))
    grown = one.factors[one.arrived - 1] != 1
    assert ("shrinks by" in said(step=62, query=40)) == grown
    assert "1 of 59" not in text_of(state(one)) and text_of(state(one)).startswith(
        f"{len(one.keys)} of {len(one.keys)} keys"
    )
    parts = look(algorithm="decoding", splits=4, step=14, variant="as-trained")
    assert "first of part 1" in text_of(sentence(one_of(parts)))


def test_a_row_that_sees_nothing(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    view = look(step=28, query=40)
    one = one_of(view)
    hidden = np.full_like(one.scores, -np.inf)
    nothing = replace(
        one, scores=hidden, m=np.full_like(one.m, -np.inf), l=np.zeros_like(one.l), weights=np.zeros_like(hidden)
    )
    pane.show_view(replace(view, closeup=nothing))
    picture(pane)
    assert (
        "The mask hides every key of tile 0" in pane.accessibleDescription() and "m −∞" in pane.accessibleDescription()
    )
    odd = replace(one, scores=np.full_like(hidden, np.nan), weights=np.full_like(hidden, np.nan))
    pane.show_view(replace(view, closeup=odd))
    picture(pane)


def test_why_there_is_none(pane: CloseUpPane, look: Callable[..., FlashView]) -> None:
    for choices in ({"algorithm": "standard"}, {"direction": "backward"}, {"shape": (64, 32)}):
        pane.show_view(look(step=5, **choices))
        picture(pane)
        assert pane.accessibleDescription() == NONE and pane.tip_at(200, 200) == ""


@given(st.integers(330, 900), st.integers(200, 900), st.integers(1, 3000))
def test_places_stay_inside(width: int, height: int, keys: int) -> None:
    places = CloseUpPlaces(width, height, keys)
    assert places.scores.right() < width - RIGHT + 1 and places.scores.bottom() < places.weights.top()
    assert places.weights.bottom() + 24 + 40 <= height, "two lines below"
    for key in {0, keys // 2, keys - 1}:
        assert places.key_at(places.left(key) + places.wide / 2) == key
    assert places.key_at(width) is None
