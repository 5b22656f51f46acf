"""Weights with both signs, and what a variant changed: diverging colours, bars left of zero, exact hover texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.maps.rows import stage_rows
from engine.scene import Scene
from engine.shown.view import View
from engine.variants import CATALOGUE, vary
from gui.attention.bars.bars import Bars
from gui.attention.bars.layout import Room, layout_of
from gui.attention.bars.summary import summary
from gui.attention.facts import facts_of
from gui.attention.map.heatmap import Heatmap
from gui.attention.map.legend import beyond, ticks
from gui.attention.sentence.prose import prose_of
from gui.attention.strip.painting import hidden_number, shade
from gui.attention.tones import signed, tone, weighed
from gui.look.drawing import indices
from gui.look.numbers import short_weight
from gui.look.theme import theme
from gui.store import Store

Look = Callable[..., View]
BANK, RIVER = 2, 5
SHARP = {"variant": "differential", "parameters": {"differential.lambda": 1.0}}


def map_of(store: Store, view: View, bot: QtBot) -> Heatmap:
    shown = Heatmap(store)
    bot.addWidget(shown)
    shown.resize(578, 472)
    shown.show_view(view)
    return shown


def corner(shown: Heatmap, query: int, key: int) -> str:
    """The colour near the corner of a cell, where no digit is."""
    box = shown.cell_rect(query, key)
    return shown.grab().toImage().pixelColor(box.left() + 4, box.top() + 7).name()


def test_which_variants_have_both_signs_is_what_their_weights_say(capture: Capture) -> None:
    for name in CATALOGUE:
        now = vary(capture, 0, name)
        rows = [stage_rows(now.capture, 0, head, now.spec, "weights", 0, 10)[0] for head in range(capture.heads)]
        assert (min(float(row.min()) for row in rows) < -1e-6) == CATALOGUE[name].signed, name


def test_weights_with_both_signs_take_the_diverging_colours(store: Store, look: Look, qtbot: QtBot) -> None:
    view, plain = look(**SHARP), look()
    assert (tone(view), tone(plain), signed(plain)) == ("difference", "weights", False)
    shown = map_of(store, view, qtbot)
    colours, values = theme("light").diverging.colours, shown.values()
    for query in range(1, 9):
        for key in range(1, 9):
            if (query, key) != (view.query, view.key):
                wanted = int(colours[indices(values[query, key : key + 1], -view.limit, view.limit)[0]])
                assert corner(shown, query, key) == f"#{wanted & 0xFFFFFF:06x}"


def test_the_difference_is_green_where_weight_is_lost_and_paper_where_nothing_changed(
    store: Store, look: Look, qtbot: QtBot
) -> None:
    view = look(variant="window", parameters={"window.width": 2}, stage="difference", query=1)
    shown = map_of(store, view, qtbot)
    now, was = look(variant="window", parameters={"window.width": 2}).row, look().row
    assert shown.values()[BANK] == pytest.approx(now.weights - was.trained, abs=1e-6)
    colours = theme("light").diverging.colours
    middle = int(colours[indices(np.zeros(1), -1, 1)[0]])
    lost = int(colours[indices(shown.values()[BANK, RIVER : RIVER + 1], -view.limit, view.limit)[0]])
    assert corner(shown, BANK, RIVER) == f"#{lost & 0xFFFFFF:06x}" != f"#{middle & 0xFFFFFF:06x}"
    assert shown.values()[BANK, RIVER] < -0.4


def test_what_both_hide_is_hatched(store: Store, look: Look, capture: Capture, qtbot: QtBot) -> None:
    causal = replace(capture, layers=tuple(replace(layer, mask="causal") for layer in capture.layers))
    for of, hidden in ((capture, False), (causal, True)):
        view = look(variant="window", stage="difference", of=of)
        assert view.map.visible[BANK - 1, RIVER - 1] != hidden
        shown = map_of(store, view, qtbot)
        box = shown.cell_rect(BANK, RIVER).adjusted(4, 4, -6, -6)
        seen = shown.grab(box).toImage()
        colours = {seen.pixelColor(x, y).name() for x in range(seen.width()) for y in range(3)}
        assert (theme("light")["sunken"].name() in colours) == hidden
    shown.point_at(shown.plan.at(shown.cell_rect(BANK, RIVER).center()) if shown.plan else (None, None))
    assert shown.tip() == ["bank → river, masked"]


def test_hover_tells_new_model_and_difference(store: Store, look: Look, qtbot: QtBot) -> None:
    view = look(variant="window", parameters={"window.width": 2}, stage="difference")
    shown = map_of(store, view, qtbot)
    assert shown.plan is not None
    shown.point_at(shown.plan.at(shown.cell_rect(BANK, BANK).center()))
    new, model = float(view.row.weights[BANK]), float(look().row.trained[BANK])
    assert shown.tip()[0] == f"bank → bank, difference {new - model:.4f}"
    assert shown.tip()[1] == f"new {new:.4f}, model {model:.4f}"
    shown.point_at(shown.plan.at(shown.cell_rect(BANK, RIVER).center()))
    assert shown.tip() == ["bank → river, difference −0.5232", "new 0.0000, model 0.5232"]


def test_the_legend_has_zero_in_the_middle() -> None:
    assert [text for _, text in ticks("difference", 0.6, False)] == ["−.6", "−.3", "0", ".3", ".6"]
    assert [short_weight(number, 4) for number in (0.00042, -0.00042)] == [".0004", "−.0004"]
    assert [short_weight(number) for number in (-0.304, 0.304, -0.001, -1.0)] == ["−.30", ".30", ".00", "−1.00"]


def test_bars_below_zero_go_to_the_left_of_a_line(store: Store, look: Look, qtbot: QtBot) -> None:
    view = look(**SHARP)
    bars = Bars(store)
    qtbot.addWidget(bars)
    bars.resize(408, 408)
    bars.show_view(view)
    layout = layout_of(view, Room(408, 408, False, 60, 8))
    assert layout.left < layout.zero < layout.right
    assert layout.ticks == (-1, -0.5, 0, 0.5, 1)
    lowest = int(np.argmin(np.where(np.arange(8) == view.key_group, 1, view.row.shown)))
    assert view.row.shown[lowest] < -0.01
    picture, box = bars.grab().toImage(), bars.row_rect(lowest + 1)
    assert bars._layout is not None
    zero, end = bars._layout.zero, bars._layout.x(float(view.row.shown[lowest]))
    assert end < zero
    seen = {picture.pixelColor(QPoint(x, box.center().y())).name() for x in range(end, zero)}
    assert theme("light")["neg"].name() in seen


def test_bars_without_signs_are_as_they_were(look: Look) -> None:
    layout = layout_of(look(), Room(408, 408, False, 60, 8))
    assert (layout.zero, layout.ticks) == (layout.left, (0, 0.25, 0.5, 0.75, 1.0))
    assert layout.x(-0.5) == layout.left


def test_chips_of_negative_weights_are_the_paper() -> None:
    assert shade(theme("light"), -0.4, 1.0) == shade(theme("light"), 0.0, 1.0)


def test_why_rows_do_not_sum_to_one_is_no_alarm(look: Look) -> None:
    for name in ("sigmoid", "off-by-one", "differential"):
        view = look(variant=name)
        assert view.sums
        said_below = ["".join(piece.text for piece in part) for part in summary(view)]
        assert said_below == [f"Sum {view.row.total:.3f}", view.sums]
        said = [fact for fact in facts_of(view, None) if "sum to 1" in fact.plain()]
        assert len(said) == 1 and not said[0].alarm
        assert view.sums in said[0].tip
    assert Scene().variant == "as-trained" and look().sums is None


def test_weights_that_are_no_shares_are_no_percents(look: Look) -> None:
    view = look(variant="sigmoid")
    said = prose_of(view).plain()
    top = float(view.row.shown.max())
    trained = float(view.row.shown_trained[view.ranked[0]])
    assert f"The weight there is {top:.2f}; as trained it is {trained:.2f}." in said
    assert "%" not in said
    averaged = prose_of(look(variant="sigmoid", head="mean", specials=True)).plain()
    assert "On average over 12 heads the weight there is " in averaged and "; as trained it is " in averaged
    for other in ({"scale": 3.0}, {"key": 7}, {"head": "max"}):
        said = prose_of(look(variant="sigmoid", **other)).plain()
        assert "%" not in said and ("the model" in said)
    assert hidden_number(view) == f"{view.row.folded:.2f} hidden"
    assert hidden_number(look()) == "8.8 % hidden"
    assert (weighed(view), weighed(look()), weighed(look(head="max"))) == (True, False, True)
    assert look(variant="sigmoid", key=7) and " gives muddy 0.88" in prose_of(look(variant="sigmoid", key=7)).plain()


def test_infinite_and_very_large_numbers_have_the_colours_of_the_ends() -> None:
    largest = float(np.finfo(np.float32).max)
    values = np.array([-np.inf, -largest, 0, largest, np.inf], np.float32)
    assert indices(values, 0, 1).tolist() == [0, 0, 0, 255, 255]
    assert indices(values, -largest, largest).dtype == np.uint8
    assert indices(np.array([0.5]), 0, 1e-45).tolist() == [255]


def test_very_large_numbers_do_not_lie_beyond_their_own_limit(view: View) -> None:
    largest = float(np.finfo(np.float32).max)
    made = view.map
    values = np.full_like(made.values, largest)
    assert not beyond(replace(made, values=values), largest)
    assert beyond(replace(made, values=values), largest / 2)
