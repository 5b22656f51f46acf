"""The tables of a backward step: what the row block brings, what the key block sums up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.carried.pane import CarriedPane
from gui.flash.gradients.pane import GradientsPane
from gui.store import Store
from tests.gui.flash.handmade import detail_of, picture
from tests.gui.flash.pixels import has, plain

Look = Callable[..., FlashView]


@pytest.fixture
def carried(qtbot: QtBot, store: Store) -> CarriedPane:
    pane = CarriedPane(store)
    qtbot.addWidget(pane)
    pane.resize(416, 376)
    pane.show()
    return pane


def at(look: Look, op: str, i: int = 2, j: int = 1, algorithm: str = "fa2") -> FlashView:
    """The frame just after an operation on a tile."""
    step = look(direction="backward", algorithm=algorithm).schedule.find(op, i, j)
    assert step is not None
    return look(direction="backward", algorithm=algorithm, step=step + 1)


def test_rows_have_d_l_and_their_weight_in_the_tile(carried: CarriedPane, look: Look) -> None:
    view = at(look, "grad_v")
    carried.show_view(view)
    pane, now = carried.brought, view.backward
    assert pane.isVisible() and now is not None and now.delta is not None and now.share is not None
    assert [entry.token for entry in pane.entries()] == list(range(32, 48))
    first = pane.entries()[0]
    assert first.numbers[0] == f"{now.delta[0]:.2f}" and first.bar == pytest.approx(now.delta[0] / now.delta.max())
    assert plain(pane.tip_at(100, pane.line_rect(0).center().y())) == first.tip
    assert f"weight in this tile {now.share[0]:.4f}" in first.tip
    carried.show_view(at(look, "scores"))
    assert pane.entries()[0].numbers[2] == "–" and "not there yet" in pane.entries()[0].tip


def test_keys_sum_up_their_gradients(carried: CarriedPane, look: Look) -> None:
    view = at(look, "grad_k")
    carried.show_view(view)
    QTest.mouseClick(carried.side.segments["gradientKeys"], Qt.MouseButton.LeftButton)
    pane, dv = carried.summed, view.strip("dV").values
    assert pane.isVisible() and not carried.brought.isVisible() and dv is not None
    assert [entry.token for entry in pane.entries()] == list(range(16, 32))
    assert pane.entries()[3].numbers[0] == f"{np.linalg.norm(dv[19]):.2f}"


def test_what_is_computed_later_comes_with_the_detail(carried: CarriedPane, look: Look, capture: Capture) -> None:
    view = at(look, "grad_k")
    assert view.backward is not None
    carried.show_view(replace(view, backward=replace(view.backward, dv=None, dk=None)))
    assert carried.summed.entries()[0].numbers == ("–", "–")
    carried.show_detail(detail_of(view.scene, capture))
    assert "–" not in carried.summed.entries()[0].numbers


def test_a_click_chooses_the_query_and_it_is_pointed_out(carried: CarriedPane, look: Look, store: Store) -> None:
    carried.show_view(at(look, "grad_v"))
    pane, before = carried.brought, store.scene.query
    QTest.mouseClick(pane, Qt.MouseButton.RightButton, pos=pane.line_rect(5).center())
    assert store.scene.query == before != 37
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=pane.line_rect(5).center())
    assert store.scene.query == 37
    carried.show_view(replace(at(look, "grad_v"), scene=store.scene))
    chosen = look(direction="backward", step=at(look, "grad_v").t, query=37)
    carried.show_view(chosen)
    assert has(picture(pane), pane.line_rect(5), pane.theme["query"])
    assert "Row 37" in pane.accessibleDescription()


def test_where_there_are_none_it_says_so_and_forward_returns(carried: CarriedPane, look: Look) -> None:
    carried.show_view(look(direction="backward"))
    assert carried.brought.accessibleDescription() == "Nothing is in SRAM yet: press play, or step."
    opening = at(look, "scores", 1, 1).schedule.find("load_kv", None, 1)
    assert opening is not None
    carried.show_view(look(direction="backward", step=opening + 1))
    assert carried.brought.accessibleDescription() == "This step works on no row block; its keys are beside."
    assert len(carried.summed.entries()) == 16
    carried.show_view(look(step=20))
    assert carried.rows.isVisible() and carried.side.isHidden()
    carried.show_view(look(direction="backward", shape=(64, 32), step=20))
    assert carried.rows.isVisible() and carried.side.isHidden()


def test_few_lines_fit_and_the_wheel_shows_the_others(qtbot: QtBot, store: Store, look: Look) -> None:
    pane = GradientsPane(store, "rows")
    qtbot.addWidget(pane)
    pane.resize(330, 140)
    pane.show_view(at(look, "grad_v"))
    assert 0 < len(pane.lines()) < 16
    picture(pane)
    for line in set(range(16)) - set(pane.lines()):
        assert pane.line_rect(line).isEmpty()
