"""The plots: lines run through the frame's numbers, hover is exact, and the pane shows what the scene asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from engine.flash.hardware.devices import device_of
from engine.flash.hardware.growing import GrowthDetail, growth_of
from engine.scene import Scene
from gui.flash.room import FlashRoom
from gui.flash.traffic.grown import MASKS, ROLES, GrownPlot
from gui.flash.traffic.pane import TOP, TrafficPane
from gui.flash.traffic.roof import RoofPlot
from gui.flash.traffic.steps import StepsPlot
from gui.look.theme import theme
from gui.store import Store
from tests.gui.flash.handmade import frame_of, picture
from tests.gui.flash.pixels import at, has

LIGHT = theme("light")
BOX = QRect(16, 48, 342, 178)


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> TrafficPane:
    made = TrafficPane(store)
    made.resize(374, 248)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def grown(capture: Capture) -> Callable[..., GrowthDetail]:
    def made(plot: str, variant: str = "causal") -> GrowthDetail:
        found = growth_of(Scene(plot=plot, variant=variant, block_q=16, block_k=16), capture, lambda: False)
        assert found is not None
        return found

    return made


def steps_of(pane: TrafficPane) -> StepsPlot:
    assert isinstance(pane.plot, StepsPlot)
    return pane.plot


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_curve_runs_through_the_bytes(pane: TrafficPane, look: Callable[..., FlashView], name: str) -> None:
    pane.apply_theme(theme(name))
    view = look(step=31)
    pane.show_view(view)
    image, plot = picture(pane), steps_of(pane).plot
    own = view.curve
    done = [n for n in range(len(own.steps)) if own.steps[n] < view.t]
    for n in done[:: max(len(done) // 5, 1)]:
        x, y = plot.across.at(float(own.share[n])), plot.up.at(float(own.moved[n]))
        box = QRect(int(x) - 1, int(y) - 1, 3, 3)
        assert has(image, box, theme(name)["bar"], 40), n
    x, y = plot.across.at(view.share), plot.up.at(view.totals.read + view.totals.written)
    assert at(image, x + 2, y) == theme(name)["bar"].name(), "the dot is where the schedule stands"
    assert plot.across.at(0) < plot.across.at(1) and plot.up.at(0) > plot.up.at(1)


def test_hover_over_the_curve_is_exact(pane: TrafficPane, look: Callable[..., FlashView]) -> None:
    view = look(step=31)
    pane.show_view(view)
    plot = steps_of(pane).plot
    end = pane.tip_at(round(plot.across.end), 120).split("<br>")
    assert end[0] == "100.0 % of the work"
    assert end[1] == f"FA2: {view.whole.read + view.whole.written:,} B after step {len(view.schedule):,}"
    assert end[2].startswith(f"standard: {view.standard.read + view.standard.written:,} B")
    assert pane.tip_at(round(plot.across.end) + 20, 120) == "" == pane.tip_at(100, TOP - 20)


def test_standard_attention_has_nothing_to_be_compared_with(pane: TrafficPane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=31, algorithm="standard"))
    assert len(steps_of(pane).curves()) == 1
    pane.show_view(look(step=31, algorithm="fa1"))
    assert [curve.algorithm for curve in steps_of(pane).curves()] == ["fa1", "standard"]


def test_the_roof_bends_at_the_ridge(pane: TrafficPane, store: Store, look: Callable[..., FlashView]) -> None:
    store.update(plot="roofline")
    pane.show_view(frame_of(Scene(shape=(131072, 64), block_q=128, block_k=128, plot="roofline"), None))
    assert isinstance(pane.plot, RoofPlot)
    image, plot, device = picture(pane), pane.plot.plot, device_of("a100")
    ink = LIGHT["ink3"]
    x, y = plot.across.at(device.ridge), plot.up.at(device.peak)
    assert has(image, QRect(round(x) - 1, round(y) - 1, 3, 3), ink, 40), "the corner"
    assert has(image, QRect(round(x) + 14, round(y) - 1, 3, 3), ink, 40), "flat behind it"
    half = plot.across.at(device.ridge / 2), plot.up.at(device.peak / 2)
    assert has(image, QRect(round(half[0]) - 1, round(half[1]) - 1, 3, 3), ink, 40), "half the peak at half the ridge"
    assert not has(image, QRect(round(x) + 14, round(y) - 12, 3, 8), ink, 40)
    for name, role in (("FA2", "bar"), ("standard", "ink2")):
        work = pane.plot.works[name]
        spot = plot.across.at(work.intensity), plot.up.at(work.attainable)
        assert at(image, *spot) == LIGHT[role].name(), name
    assert "held up by moving bytes" in pane.tip_at(200, 120) and device.source in pane.tip_at(200, 120)


def test_a_schedule_that_computes_nothing_has_no_dot(
    pane: TrafficPane, store: Store, look: Callable[..., FlashView]
) -> None:
    store.update(plot="roofline")
    pane.show_view(look(plot="roofline", variant="padding", parameters={"padding.last": 999}))
    assert isinstance(pane.plot, RoofPlot)
    assert not pane.plot.works["FA2"].operations and pane.plot.works["standard"].operations
    picture(pane)


def test_growth_curves_run_through_their_points(
    pane: TrafficPane, store: Store, look: Callable[..., FlashView], grown: Callable[..., GrowthDetail]
) -> None:
    for along in ("n", "d", "sram"):
        store.update(plot=along)
        pane.show_view(look(step=31))
        assert pane.plot is None, "nothing before it has been computed"
        detail = grown(along)
        pane.show_growth(detail)
        assert isinstance(pane.plot, GrownPlot)
        image, plot, growth = picture(pane), pane.plot.plot, detail.growth
        for name, moved in growth.moved.items():
            for n in range(1, len(growth.at) - 1, 4):
                x, y = plot.across.at(float(growth.at[n])), plot.up.at(float(moved[n]))
                near = QRect(int(x) - 2, int(y) - 2, 5, 5)
                lines = [LIGHT[role] for role in (*ROLES.values(), "ink")]  # another line may lie above
                assert any(has(image, near, colour, 40) for colour in lines), (along, name, n)
        x = plot.across.at(float(detail.here))
        assert at(image, x, plot.up.end + 1) == LIGHT["ink"].name(), "where the scene stands"
        place = int(np.searchsorted(growth.at, detail.here))
        assert f"FA2: {int(growth.moved['fa2'][place]):,} B" in pane.tip_at(round(x), 120)


def test_what_is_carried_over_of_the_mask_is_said(grown: Callable[..., GrowthDetail]) -> None:
    assert GrownPlot(grown("n"), BOX).plot.name == "tokens;  16 × 16 tiles, causal"
    large = replace(grown("n"), setting=replace(grown("n").setting, block_q=128, block_k=64))
    assert GrownPlot(large, BOX).name() == "tokens;  128 × 64 tiles, causal", "also of a text that is shorter"
    left_out = GrownPlot(grown("n", "window"), BOX)
    assert left_out.plot.name == "tokens;  16 × 16 tiles, without its mask"
    assert left_out.tip_at(200, 225) == MASKS["without its mask"] and left_out.tip_at(200, 225)
    assert GrownPlot(grown("sram", "as-trained"), BOX).plot.name == "SRAM;  tiles as large as fit, no mask"


def test_no_curve_runs_through_the_size_of_the_scene(grown: Callable[..., GrowthDetail], qapp: object) -> None:
    for plot in ("n", "d", "sram"):
        made = GrownPlot(grown(plot), BOX)
        box, across, up = made.here(), made.plot.across, made.plot.up
        x = [across.at(float(number)) for number in made.detail.growth.at]
        for moved in made.detail.growth.moved.values():
            line = np.interp(np.arange(box.left(), box.right()), x, [up.at(float(n)) for n in moved])
            assert ((line < box.top() + 1) | (line > box.bottom() - 1)).all(), plot
        assert up.end - 8 <= box.top() and box.bottom() <= up.start


def test_a_growth_curve_of_another_plot_is_not_shown(
    pane: TrafficPane, store: Store, look: Callable[..., FlashView], grown: Callable[..., GrowthDetail]
) -> None:
    store.update(plot="d")
    pane.show_view(look(step=3))
    pane.show_growth(grown("n"))
    assert pane.plot is None


def test_the_room_passes_growth_on(
    qtbot: QtBot, store: Store, look: Callable[..., FlashView], grown: Callable[..., GrowthDetail]
) -> None:
    room = FlashRoom(store)
    qtbot.addWidget(room)
    store.update(plot="n")
    room.show_view(look(step=31))
    room.show_detail(grown("n"))
    assert isinstance(room.traffic.plot, GrownPlot)
    assert room.counters.counters()[3].rest == "to dense", "the counters keep their own detail"


def test_the_switch_chooses_the_plot(pane: TrafficPane, store: Store, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=31))
    QTest.mouseClick(pane.choice, Qt.MouseButton.LeftButton, pos=pane.choice.segment_rect("roofline").center())
    assert store.scene.plot == "roofline"
    QTest.keyClick(pane.choice, Qt.Key.Key_Right)
    assert store.scene.plot == "n"


@pytest.mark.parametrize("size", [(260, 150), (290, 180), (374, 248), (640, 500)])
@pytest.mark.parametrize("plot", ["steps", "roofline", "n", "d", "sram"])
def test_everything_has_its_place(
    pane: TrafficPane,
    store: Store,
    look: Callable[..., FlashView],
    grown: Callable[..., GrowthDetail],
    plot: str,
    size: tuple[int, int],
) -> None:
    store.update(plot=plot)
    pane.resize(*size)
    pane.show_view(look(step=31))
    if plot in ("n", "d", "sram"):
        pane.show_growth(grown(plot))
    picture(pane)
    assert pane.plot is not None and pane.accessibleDescription() == pane.plot.spoken()
    assert pane.choice.x() >= 80 and pane.choice.geometry().right() <= pane.about.geometry().left() + 8
    assert pane.about.geometry().right() < size[0]
    across, up = pane.plot.plot.across, pane.plot.plot.up
    assert 40 <= across.start < across.end <= size[0] - 70 and TOP <= up.end < up.start <= size[1] - 36
    assert 2 <= len(pane.plot.plot.numbers_up) <= 6 and 2 <= len(pane.plot.plot.numbers_across) <= 6
