"""The window at its least size: nothing is cut that a person needs to read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.attention.cell.lines import fitted, lines_of
from gui.attention.cell.pane import CellPane
from gui.attention.map.stages import STAGES
from gui.attention.scale.legend import NO_GRADIENT, legend_of
from gui.attention.scale.pane import ScalePane
from gui.look.drawing import text_width
from gui.look.runs import text_of, width_of
from gui.look.theme import font
from gui.parts.buttons import words_font
from tests.gui.driving import Person, person

LONG = Scene.from_json((Path(__file__).parents[2] / "resources/scenes/attention-long-light.json").read_text("utf-8"))
SCENES = {
    "first start": Scene(theme="light"),
    "a line of parameters": Scene(theme="light", variant="rope"),
    "no gradient": Scene(theme="light", variant="sparsemax", scale=3.0),
    "many words": Scene(theme="light", text=LONG.text, query=8),
}


@pytest.fixture(params=list(SCENES))
def small(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, SCENES[request.param]) as driver:
        driver.frame.resize(960, 600)
        driver.wait()
        qtbot.wait(1)
        yield driver


def inside(part: QWidget, of: QWidget) -> bool:
    return of.rect().contains(QRect(part.mapTo(of, QPoint(0, 0)), part.size()))


def test_every_stage_is_seen_and_named(small: Person) -> None:
    switch = small.widget("stageSwitch")
    assert inside(switch, small.widget("mapPane"))
    for (name, stage), segment in zip(STAGES.items(), switch.segments.values(), strict=True):
        assert text_width(segment.text(), words_font("caption", 500)) <= segment.width()
        assert switch.rect().contains(switch.segment_rect(name))
        assert segment.accessibleName() == stage.label
        assert segment.hover.startswith(stage.label) or segment.text() == stage.label
    assert all(a.geometry().right() < b.x() for a, b in pairwise(switch.segments.values()))
    assert switch.segments["difference"].text() == "Δ"
    small.frame.resize(1440, 900)
    small.wait()
    assert [segment.text() for segment in switch.segments.values()] == [stage.label for stage in STAGES.values()]


def test_scale_and_cell_stand_below_each_other(small: Person) -> None:
    scale, cell = small.widget("scalePane"), small.widget("cellPane")
    assert scale.geometry().bottom() < cell.y()
    assert inside(scale, small.window.room)
    assert inside(cell, small.window.room)
    assert inside(scale.slider, scale)
    assert scale.curve.isHidden() or scale.curve.geometry().top() > 60
    heads = small.window.room.heads
    assert cell.mapTo(small.window, QPoint(0, cell.height())).y() <= heads.mapTo(small.window, QPoint(0, 0)).y()


def test_the_legend_of_the_scale_ends_inside_its_pane(small: Person) -> None:
    pane: ScalePane = small.widget("scalePane")
    pane.grab()
    assert pane.view is not None
    assert pane.view.saturation is not None
    entropy, gradient, largest = pane._legend
    assert entropy.right() < largest.left()
    assert largest.right() < gradient.left()
    assert gradient.right() <= pane.width() - 16
    legend = legend_of(pane.view.saturation, pane.width() - 32, False)
    assert legend.width <= pane.width() - 32
    assert legend.sample < 14  # it had to be shortened
    if pane.view.saturation.gradient_now is None:
        assert legend.without == NO_GRADIENT[1]
        assert text_width(legend.without, font("caption")) <= gradient.width()
        assert inside(pane.back, pane)


def test_the_four_lines_are_whole_and_apart(small: Person) -> None:
    pane: CellPane = small.widget("cellPane")
    view = pane.view
    assert view is not None
    assert view.cell is not None
    rows = pane._rows(view.cell)
    assert rows[0].top() >= 0
    assert rows[3].bottom() + 1 < pane.height()
    assert all(a.bottom() < b.top() for a, b in pairwise(rows))
    assert min(row.height() for row in rows) >= 17
    for row, line in zip(rows, lines_of(view, view.cell, True), strict=True):
        inner = row.adjusted(8, 1, -8, 0)
        box = pane._formula_box(inner, line)
        assert box.left() > inner.left() + width_of(line.name, "control")
        assert box.right() + text_width(line.result, font("control", 600)) < inner.right()
        shown = fitted(line.formula, "caption", box.width())
        assert width_of(shown, "caption") <= box.width()
        assert text_of(line.formula).endswith(text_of(shown)) or "…" in text_of(shown)
        assert pane.tip_at(row.center().x(), row.center().y()) == line.tip


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("width", [1440, 960])
def test_scores_that_are_no_finite_number_are_marked(qtbot: QtBot, value: float, width: int) -> None:
    with person(qtbot, Scene(theme="light", stage="raw")) as driver:
        driver.frame.resize(width, 900 if width == 1440 else 600)
        driver.wait()
        heatmap, view = driver.window.room.map.heatmap, driver.window.room.map.view
        assert view is not None
        values = view.map.values.copy()
        values[5, 3] = value
        heatmap.show_view(replace(view, map=replace(view.map, values=values)))
        image = heatmap.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
        rect, dpr = heatmap.cell_rect(6, 4), image.devicePixelRatio()
        sides = rect.left(), rect.top(), rect.right(), rect.bottom()
        left, top, right, bottom = (round(dpr * side) for side in sides)
        box = pixels[top:bottom, left:right]
        assert (box == heatmap.theme["error_tint"].rgb()).any()
        assert len(np.unique(box)) > 2  # the cross upon it


def test_a_formula_gives_way_to_its_numbers_and_then_to_dots(small: Person) -> None:
    pane: CellPane = small.widget("cellPane")
    assert pane.view is not None
    assert pane.view.cell is not None
    formula = lines_of(pane.view, pane.view.cell, True)[3].formula
    whole, numbers, cut = (text_of(fitted(formula, "caption", width)) for width in (1000, 150, 40))
    assert whole == text_of(formula)
    assert numbers == whole.partition(" = ")[2]
    assert "…" in cut
