"""Two measures against each other: dots, names and axes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.heads.view import HeadsView
from gui.heads.pointed import Pointed
from gui.heads.scatter.pane import ScatterPane
from gui.parts.plot_axis import even_ticks
from gui.store import Store
from tests.gui.driving import point
from tests.gui.heads.conftest import Look, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def scatter(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> ScatterPane:
    return shown(qtbot, ScatterPane(store, pointed), 344, 330, look)


def test_a_dot_of_the_scatter_is_its_head(scatter: ScatterPane, view: HeadsView, pointed: Pointed) -> None:
    at = QPoint(*(round(x) for x in scatter._dots(view)[2]))  # layer 0, head 2: entropy 0 at distance 1
    point(scatter, at)
    assert pointed.place == (0, 2)
    assert "L0 H2" in scatter.tip_at(at.x(), at.y())
    QTest.mouseClick(scatter, LEFT, pos=at)
    assert (scatter.store.scene.layer, scatter.store.scene.head) == (0, 2)


def test_a_name_in_the_scatter_stands_where_it_hides_fewest_dots(scatter: ScatterPane) -> None:
    head = [150.0, 160.0]
    crowd = [[x, 160.0] for x in range(165, 200, 6)]
    wide = 40

    def side(*others: list[float]) -> str:
        box = scatter.name_box(np.array([head, *others]), 0, wide)
        assert box.width() == wide and not box.contains(150, 160)
        return (
            "right" if box.left() > 150 else "left" if box.right() < 150 else "above" if box.bottom() < 160 else "below"
        )

    mirrored = [[300 - x, y] for x, y in crowd]
    over = [[150.0, 144.0]]
    assert side() == side([np.nan, np.nan]) == "right"
    assert side(*crowd) == "left"
    assert side(*crowd, *mirrored) == "above"
    assert side(*crowd, *mirrored, *over) == "below"
    edge = np.array([[scatter.width() - 20.0, 160.0]])
    assert scatter.name_box(edge, 0, wide).right() < scatter.width() - 20


def test_the_axis_of_distances_ends_with_a_number_just_beyond_the_farthest(
    scatter: ScatterPane, view: HeadsView
) -> None:
    across, up = scatter._axes(view)
    farthest = float(np.nanmax(view.scores["distance"]))
    assert farthest <= across.high < farthest * 1.4
    assert even_ticks(across.high, 5)[-1] == across.high
    assert up.high == 1


def test_the_pickers_of_the_scatter_have_both_their_labels_or_both_an_arrow(scatter: ScatterPane) -> None:
    for width, whole in ((344, True), (300, False), (600, True)):
        scatter.resize(width, 330)
        assert {picker.whole() and not picker.shortened for picker in (scatter.up, scatter.across)} == {whole}
    scatter.resize(344, 330)
    scatter.store.update(across="special")
    scatter.follow()
    assert [picker.shortened for picker in (scatter.up, scatter.across)] == [not scatter.across.whole()] * 2
    assert scatter.across.accessibleName().startswith("Across")


def test_the_axes_of_the_scatter_are_choices(scatter: ScatterPane) -> None:
    scatter.up.chosen.emit("previous")
    scatter.across.chosen.emit("first")
    assert (scatter.store.scene.up, scatter.store.scene.across) == ("previous", "first")
    scatter.store.update(across="pair")  # which has no scores without a key
    assert scatter.grab().toImage() is not None
