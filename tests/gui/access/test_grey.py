"""Colour is never alone: what differs in colour differs in a grey print too."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from tests.gui.driving import person

Grey = NDArray[np.int_]
SEEN = 12  # of 255: two greys that an eye tells apart side by side
THEMES = ["light", "dark"]


def grey(widget: QWidget, box: QRect | None = None) -> Grey:
    """A widget, or a box of it, as a grey print."""
    seen = widget.grab(box or widget.rect()).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    found = np.frombuffer(seen.constBits(), np.uint8).reshape(seen.height(), seen.bytesPerLine())
    return found[:, : seen.width()].astype(int)


def apart(one: Grey, other: Grey) -> float:
    """The share of pixels that clearly differ, where the two pictures overlap."""
    rows, columns = min(len(one), len(other)), min(one.shape[1], other.shape[1])
    return float((np.abs(one[:rows, :columns] - other[:rows, :columns]) >= SEEN).mean())


def inside(box: QRect) -> QRect:
    return box.adjusted(4, 4, -4, -4)


@pytest.mark.parametrize("look", THEMES)
def test_a_masked_cell_is_hatched_and_a_weight_of_nothing_is_not(qtbot: QtBot, look: str) -> None:
    with person(qtbot, Scene(variant="causal", stage="masked", query=8, key=8, theme=look)) as driver:
        heatmap = driver.widget("heatmap")
        masked, visible = (grey(heatmap, inside(heatmap.cell_rect(*cell))) for cell in ((1, 5), (6, 1)))
        assert np.ptp(masked) >= SEEN  # lines
        margin = visible[:3]  # above the digits
        assert np.ptp(margin) == 0


@pytest.mark.parametrize("look", THEMES)
def test_the_chosen_query_is_a_row_and_the_key_a_column(qtbot: QtBot, look: str) -> None:
    """Orange and teal are alike in grey, so where they are says which is which."""
    with person(qtbot, Scene(theme=look)) as driver:
        heatmap, store = driver.widget("heatmap"), driver.window.store
        row = grey(heatmap)
        store.update(query=6, key=5)
        driver.wait()
        other_row = grey(heatmap)
        store.update(query=6, key=7)
        driver.wait()
        other_column = grey(heatmap)
        assert apart(row, other_row) > 0.001 and apart(other_row, other_column) > 0.001


@pytest.mark.parametrize("look", THEMES)
def test_tiles_waiting_live_and_done_differ_by_form(qtbot: QtBot, look: str) -> None:
    with person(qtbot, Scene(workspace="flash", theme=look)) as driver:
        grid, store = driver.widget("tileGrid"), driver.window.store
        waiting = grey(grid, grid.tile_rect(0, 0))
        store.update(step=6)
        driver.wait()
        assert grid.view.tile is not None and (grid.view.tile.i, grid.view.tile.j) == (0, 0)
        live = grey(grid, grid.tile_rect(0, 0))
        store.update(step=40)
        driver.wait()
        done = grey(grid, grid.tile_rect(0, 0))
        pairs = (
            ("waiting and live", waiting, live),
            ("live and done", live, done),
            ("waiting and done", waiting, done),
        )
        assert not [words for words, one, other in pairs if apart(one, other) < 0.1]


@pytest.mark.parametrize("look", THEMES)
def test_heads_that_do_not_match_fade_and_the_open_one_is_framed(qtbot: QtBot, look: str) -> None:
    with person(qtbot, Scene(workspace="heads", theme=look)) as driver:
        grid, store = driver.widget("headsGrid"), driver.window.store
        before, opened = grey(grid, grid.head_rect(0, 5)), grey(grid, grid.head_rect(0, 4).adjusted(-4, -4, 4, 4))
        store.update(threshold=0.9, head=7)
        driver.wait()
        assert not grid.view.matching[0, 5]
        assert apart(before, grey(grid, grid.head_rect(0, 5))) > 0.02
        assert apart(opened, grey(grid, grid.head_rect(0, 4).adjusted(-4, -4, 4, 4))) > 0.02


@pytest.mark.parametrize("look", THEMES)
def test_a_switch_and_what_is_chosen_differ_on_and_off(qtbot: QtBot, look: str) -> None:
    with person(qtbot, Scene(theme=look)) as driver:
        switch, stages = driver.widget("mergeSwitch"), driver.widget("stageSwitch")
        on, weights = grey(switch), grey(stages)
        driver.window.store.update(merge=False, stage="raw")
        driver.wait()
        assert apart(on, grey(switch)) > 0.02 and apart(weights, grey(stages)) > 0.02
