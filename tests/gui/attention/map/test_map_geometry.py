"""The arithmetic of the map: cells, labels and zooms, without a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint

from engine.capture import Capture
from engine.maps.raster import Viewport, raster
from engine.maps.words import Axis, Group
from engine.shown.view import View, varied_of
from gui.attention.map.geometry import Band, Layout, Window, lay_out
from gui.attention.map.labels import labels, name_of, room_of
from gui.attention.map.legend import ticks
from gui.attention.map.pixels import map_pixels
from gui.look.drawing import text_width
from gui.look.theme import font, theme

Look = Callable[..., View]
SIZES = ((578, 472), (490, 348), (300, 240), (900, 472), (1400, 1000))


@given(st.data(), st.integers(4, 3000), st.integers(30, 900))
def test_the_word_under_the_pointer_stays_there(data: st.DataObject, total: int, pixels: int) -> None:
    count = data.draw(st.integers(3, total))
    band = Band(data.draw(st.integers(0, total - count)), count, pixels)
    pixel = data.draw(st.integers(0, pixels - 1))
    cell = band.at(pixel)
    assert cell is not None
    first, fewer = band.zoomed(data.draw(st.floats(1, 4)), pixel, total, pixels)
    closer = Band(first, fewer, pixels)
    assert 0 <= first <= total - fewer
    under = closer.at(pixel)
    assert under is not None
    before, after = set(range(*band.words[cell : cell + 2])), set(range(*closer.words[under : under + 2]))
    assert before & after


@given(st.integers(1, 700), st.integers(1, 500), st.integers(0, 50))
def test_cells_are_those_of_the_engine_and_cover_the_plot(count: int, pixels: int, first: int) -> None:
    band = Band(first, count, pixels)
    assert band.words[0] == first
    assert band.words[-1] == first + count
    assert band.edges[0] == 0
    assert band.edges[-1] == pixels
    assert (np.diff(band.words) >= 1).all()
    assert (np.diff(band.edges) >= 1).all()
    for word in (first, first + count // 2, first + count - 1):
        cell = band.cell_of(word)
        assert cell is not None
        assert band.words[cell] <= word < band.words[cell + 1]
        assert band.at(band.edges[cell]) == cell
    assert band.cell_of(first + count) is None
    assert band.cell_of(first - 1) is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("total", [1, 3, 8, 20, 47, 60, 500, 3000])
def test_everything_lies_inside_the_widget(size: tuple[int, int], dpr: float, total: int) -> None:
    plan = lay_out(size, dpr, total, None, 60, 19, True)
    assert plan.plot.left() > 0
    assert plan.plot.right() < plan.special.right() < plan.legend.left()
    assert plan.legend.right() + 30 < size[0]
    assert max(plan.plot.bottom(), plan.legend.bottom()) <= size[1] - 8
    assert plan.plot.left() * dpr == pytest.approx(round(plan.plot.left() * dpr))
    if plan.gaps:  # large cells are all alike
        assert len(set(np.diff(plan.rows.edges))) == len(set(np.diff(plan.columns.edges))) == 1
        assert 1 <= plan.cell[0] / plan.cell[1] <= 1.4
    elif total >= 60:
        assert plan.plot.width() == plan.plot.height() > min(size) * 0.25


def test_a_zoom_does_not_change_the_plot_of_many_words() -> None:
    whole = lay_out((578, 472), 1.0, 400, None, 60, 19, True)
    for window in ((0, 0, 100, 100), (30, 20, 12, 12), (7, 7, 3, 3)):
        assert lay_out((578, 472), 1.0, 400, window, 60, 19, True).plot == whole.plot


def test_a_point_finds_its_cell_and_its_labels() -> None:
    plan = lay_out((578, 472), 1.0, 8, None, 60, 19, True)
    for row, column in ((0, 0), (7, 7), (2, 5)):
        centre = plan.rect(row, column).center().toPoint()
        assert plan.at(centre) == (row, column)
        assert plan.at(QPoint(40, centre.y())) == (row, None)
        assert plan.at(QPoint(plan.special.center().x(), centre.y())) == (row, None)
        assert plan.at(QPoint(centre.x(), round(plan.plot.top()) - 6)) == (None, column)
    assert plan.at(QPoint(2, 2)) == (None, None)
    assert plan.at(plan.legend.center()) == (None, None)


# Labels


def axis_with(words: Sequence[str]) -> Axis:
    groups = tuple(Group(word, (i + 1,), False) for i, word in enumerate(words))
    return Axis(groups, (0, len(words) + 1), (-1, *range(len(words)), -1))


def arranged(size: tuple[int, int], dpr: float, axis: Axis, window: Window | None) -> Layout:
    return lay_out(size, dpr, len(axis.groups), window, *room_of(size, dpr, axis), bool(axis.folded))


@pytest.mark.parametrize("size", SIZES[:4])
@pytest.mark.parametrize("count", [1, 2, 8, 13, 25, 40, 100, 510])
@pytest.mark.parametrize("word", ["a", "river", "electroencephalographers"])
def test_labels_never_overlap(view: View, size: tuple[int, int], count: int, word: str) -> None:
    axis = axis_with([word if i % 3 else "of" for i in range(count)])
    shown = replace(view, axis=axis, query_group=count // 2, key_group=count // 3)
    plan = arranged(size, 1.0, axis, None)
    found = list(labels(shown, plan, (plan.rows.cells - 1, plan.columns.cells // 2)))
    assert {label.ink for label in found} >= ({"query", "key"} if count < 3 else {"query", "ink"})
    for one, other in combinations((label for label in found if label.place != "upright"), 2):
        assert not one.box.adjusted(0, 2, 0, -2).intersects(other.box.adjusted(0, 2, 0, -2)), (one, other)
    upright = sorted(label.box.center().x() for label in found if label.place == "upright")
    assert (np.diff(upright) >= 13).all()
    for label in found:
        assert label.box.left() >= 0
        assert label.box.right() < plan.legend.left() or label.place == "row"


def test_numbers_are_those_of_tokens_at_round_steps(view: View) -> None:
    axis = axis_with(["word"] * 300)
    plan = arranged((578, 472), 1.0, axis, None)
    found = list(labels(replace(view, axis=axis, query_group=7, key_group=10), plan, (None, None)))
    numbers = sorted(int(label.text) for label in found if label.tick and label.place == "flat")
    assert len(numbers) > 4
    assert len(set(np.diff(numbers))) <= 2  # one may be missing beside the chosen word
    step = min(np.diff(numbers))
    assert step & (step - 1) == 0
    assert all(number % step == 0 for number in numbers)
    assert {"word 8", "word 11"} <= {label.text for label in found}


def test_a_word_on_one_line(view: View) -> None:
    assert name_of(replace(view, axis=axis_with(["a\nb\u202e"])), 0, True) == "a b 1"


# The legend


@pytest.mark.parametrize(
    ("stage", "limit", "said"),
    [
        ("weights", 1.0, ["0", ".25", ".50", ".75", "1"]),
        ("weights", 0.6, ["0", ".15", ".30", ".45", ".60"]),
        ("weights", 0.02, ["0", ".01", ".02"]),
        ("masked", 6.0, ["−6", "−3", "0", "3", "6"]),
        ("raw", 1.5, ["−1.50", "−0.75", "0", "0.75", "1.50"]),
        ("value", 4.0, ["0", "1", "2", "3", "4"]),
    ],
)
def test_the_legend_says_the_range_in_round_numbers(stage: str, limit: float, said: list[str]) -> None:
    assert [text for _, text in ticks(stage, limit, False)] == said


@pytest.mark.parametrize("step", [1, 1.5, 2, 3, 4, 5, 6, 8])
@pytest.mark.parametrize("stage", ["weights", "raw", "value"])
def test_every_tick_stands_where_it_says(step: float, stage: str) -> None:
    for power in (0.001, 0.01, 0.1, 1, 10, 1000):
        shown = ticks(stage, step * power, False)
        assert (shown[0][0], shown[-1][0]) == ((-step * power if stage == "raw" else 0), step * power)
        for value, text in shown:
            assert float(text.replace("−", "-")) == pytest.approx(value, rel=1e-6, abs=1e-12)


def test_what_lies_beyond_the_colours_is_said() -> None:
    assert [text for _, text in ticks("weights", 0.6, True)][-1] == "≥ .60"
    assert [text for _, text in ticks("raw", 6.0, True)][0::4] == ["≤ −6", "≥ 6"]


# Pixels at any device pixel ratio


@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("window", [None, (1, 2, 5, 4)])
def test_cells_are_whole_device_pixels(
    look: Look, capture: Capture, dpr: float, window: tuple[int, int, int, int] | None
) -> None:
    view = look(query=0)
    plan = arranged((578, 472), dpr, view.axis, window)
    viewport = Viewport(*(window or (0, 0, 0, 0)), *plan.room)
    made = raster(capture, 0, 4, varied_of(view.scene, capture).spec, "weights", view.axis, viewport)
    assert made is not None
    pixels = map_pixels(made, "weights", 1.0, plan.rows, plan.columns, dpr, theme("light"))
    assert pixels.shape == (plan.rows.pixels, plan.columns.pixels)
    colours = theme("light").sequential.colours
    for row in range(plan.rows.cells):
        for column in range(plan.columns.cells):
            (top, bottom), (left, right) = plan.rows.edges[row : row + 2], plan.columns.edges[column : column + 2]
            cell = pixels[top + 4 : bottom - 6, left + 4 : right - 6]
            assert set(cell.ravel().tolist()) == {int(colours[round(float(made.values[row, column]) * 255)])}
            assert pixels[bottom - 1, left] == theme("light")["surface"].rgba()


@pytest.mark.parametrize("width", range(380, 620, 20))
def test_words_side_by_side_do_not_run_together(view: View, width: int) -> None:
    """ "and watched the" on one line would read as one label."""
    axis = axis_with(["we", "sat", "on", "the", "bank", "and", "watched", "the", "river", "."])
    shown = replace(view, axis=axis, query_group=3, key_group=4)
    found = labels(shown, arranged((width, 472), 1.0, axis, None), (None, None))
    flat = sorted((label for label in found if label.place == "flat"), key=lambda label: label.box.left())
    for one, other in pairwise(flat):
        assert other.box.left() - one.box.right() >= 4, (one.text, other.text)


def test_a_word_of_the_keys_keeps_letters_enough_to_be_read(view: View) -> None:
    """ "watched" is no "w…d" over a narrow cell: it stands on end instead."""
    axis = axis_with(["we", "sat", "on", "the", "bank", "and", "watched", "the", "river", "."])
    shown = replace(view, axis=axis, query_group=3, key_group=4)
    for width in range(380, 900, 20):
        found = [label.text for label in labels(shown, arranged((width, 472), 1.0, axis, None), (None, None))]
        assert not [text for text in found if "…" in text and len(text) < 6]


def test_at_1280_by_720_the_keys_of_the_first_sentence_stand_flat_and_whole(view: View) -> None:
    found = list(labels(view, arranged((490, 346), 1.0, view.axis, None), (None, None)))
    keys = [label.text for label in found if label.place == "flat"]
    assert sorted(keys) == sorted(group.label for group in view.axis.groups)


@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("width", range(430, 700, 30))
def test_a_long_word_uses_the_room_of_its_short_neighbours_and_no_other(view: View, width: int, folded: bool) -> None:
    for words in (["he", "electroencephalographers", "a"], ["a", "to", "a", "electroencephalographers"]):
        axis = axis_with(words) if folded else replace(axis_with(words), folded=())
        plan = arranged((width, 472), 1.0, axis, None)
        shown = replace(view, axis=axis, query_group=0, key_group=0)
        flat = sorted(
            (label for label in labels(shown, plan, (None, None)) if label.place == "flat"),
            key=lambda label: label.box.left(),
        )
        assert len(flat) == len(words)
        assert all(other.box.left() - one.box.right() >= 4 for one, other in pairwise(flat))
        end = plan.special.right() - text_width("special", font("caption")) if folded else plan.legend.left() - 14
        assert flat[-1].box.right() < end - 2


@pytest.mark.parametrize("count", [40, 60, 61, 120, 300, 510])
@pytest.mark.parametrize("size", SIZES)
def test_no_number_touches_the_title_of_the_special_column(view: View, count: int, size: tuple[int, int]) -> None:
    """Words of two pieces: the number of the last token stands over the last word, as 120 of 122 does."""
    groups = tuple(Group("word", (2 * i + 1, 2 * i + 2), False) for i in range(count))
    axis = Axis(groups, (0, 2 * count + 1), (-1, *np.repeat(np.arange(count), 2).tolist(), -1))
    plan = arranged(size, 1.0, axis, None)
    title = plan.special.right() - text_width("special", font("caption"))
    for key in (0, count - 1):
        found = labels(replace(view, axis=axis, query_group=0, key_group=key), plan, (None, None))
        assert all(label.box.right() < title - 2 for label in found if label.place == "flat")
