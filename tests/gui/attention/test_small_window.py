"""The smallest window: nothing is cut, and the map has room for words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.compare.pinned import pin
from engine.scene import Scene
from gui.attention.bars.summary import summary
from gui.attention.scale.legend import ends
from gui.frame.shell import SMALLEST
from gui.look.drawing import text_width
from gui.look.theme import font
from tests.gui.driving import Person, person


@pytest.fixture
def small(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, Scene(theme="light")) as driver:
        driver.frame.resize(SMALLEST)
        driver.wait()
        yield driver


def test_the_map_has_words_beside_it_and_all_stages_above(small: Person) -> None:
    heatmap, stages = small.widget("heatmap"), small.widget("stageSwitch")
    assert heatmap.plan.cell[0] >= 13
    assert heatmap.plan.legend.bottom() < heatmap.height()
    assert heatmap.plan.plot.bottom() < heatmap.height()
    assert stages.geometry().right() <= small.widget("mapPane").width()
    assert stages.sizeHint().width() <= stages.width()


@pytest.mark.parametrize("way", ["beside", "difference"])
def test_a_comparison_cuts_neither_map_nor_stages(small: Person, way: str) -> None:
    small.window.store.update(pinned=pin(Scene()), layer=2, head=7, comparison=way)
    small.wait()
    shown = small.widget("heatmap" if way == "beside" else "differenceMap")
    pane, stages = small.widget("mapPane"), small.widget("stageSwitch")
    assert stages.geometry().right() <= pane.width()
    assert pane.height() >= pane.minimumHeight()
    assert max(shown.plan.plot.bottom(), shown.plan.legend.bottom()) < shown.height()


def test_the_line_below_the_bars_says_the_share_of_special_tokens_whole(small: Person) -> None:
    sums, view = small.widget("sums"), small.widget("bars").view
    assert sums.says == "Sum 1.000, Entropy 2.11 bits, 9 % special"
    assert "".join(piece.text for part in summary(view) for piece in part).endswith("8.8 % on [CLS], [SEP]")


@pytest.mark.parametrize("width", range(260, 460, 20))
def test_what_the_ends_of_the_scale_mean_stands_apart(width: int) -> None:
    left, right = (text_width(said, font("caption")) for said in ends(width))
    assert left + 16 + right <= width


def test_the_i_behind_the_sentence_is_whole(small: Person) -> None:
    small.window.store.update(variant="causal")
    small.wait()
    sentence = small.widget("sentence")
    sentence.grab()
    assert sentence._icon.right() < sentence.width()


@pytest.mark.parametrize(("width", "height", "banner"), [(960, 640, False), (1280, 720, False), (1280, 720, True)])
def test_the_cell_keeps_its_title_and_the_scale_its_curves(
    small: Person, width: int, height: int, banner: bool
) -> None:
    small.frame.resize(width, height)
    if banner:
        small.window.messages.show_error("This file holds no attention", "It has one array.", "Open another…")
        small.bot.waitUntil(lambda: small.window.messages.height() > 60)
    cell, curve = small.widget("cellPane"), small.widget("scaleCurve")
    small.bot.waitUntil(lambda: "bank" in cell.tip_at(20, 20))  # who looks at whom, of the title's line
    assert not curve.isHidden() and curve.height() >= 40
