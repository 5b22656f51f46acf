"""The scale: slider, field, way back and curves, driven with mouse and keys and read back from pixels."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QImage, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.attention import Spec
from engine.capture import Capture
from engine.maps.rows import stage_rows
from engine.shown.thumbnails import Detail, detail_of
from engine.shown.view import View
from gui.attention.scale.axis import MARGIN, NUMBERS, ScaleAxis
from gui.attention.scale.drawing import RADIUS, RING, TRACK, model_box
from gui.attention.scale.field import REFUSAL
from gui.attention.scale.pane import ScalePane
from gui.attention.scale.plot import EDGE
from gui.attention.scale.slider import SNAP, STEP
from gui.attention.scale.tips import entropy_tip, gradient_tip, largest_tip
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import OnScreen
from tests.gui.driving import pull

LEFT, NONE, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
OWN = math.sqrt(32)
SCALES = st.floats(0.5, 64)
WIDTHS = st.integers(200, 2000)
Look = Callable[..., View]


@pytest.fixture
def pane(on_screen: OnScreen, store: Store, view: View) -> ScalePane:
    """The pane as the first start shows it, curves and all; each change of the scene stays without a new view."""
    made = on_screen(ScalePane(store), 453, 258)
    made.plots_ready()
    made.show_view(view)
    made.field.clearFocus()
    return made


def x_of(pane: ScalePane, scale: float) -> int:
    return round(ScaleAxis(pane.width()).x(scale))


def drag(widget: QWidget, start: QPoint, *stops: QPoint) -> None:
    QTest.mousePress(widget, LEFT, NONE, start)
    for stop in stops:
        pull(widget, stop)
    QTest.mouseRelease(widget, LEFT, NONE, stops[-1])


def pixels(widget: QWidget) -> NDArray[np.uint32]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def columns(widget: QWidget, role: str, name: str = "light") -> Any:
    """The columns of device pixels that have a colour."""
    return np.flatnonzero((pixels(widget) == theme(name)[role].rgb()).any(0))


# The axis


@given(WIDTHS, SCALES)
def test_a_scale_and_its_pixel_are_one(width: int, scale: float) -> None:
    axis = ScaleAxis(width)
    assert axis.scale(axis.x(scale)) == pytest.approx(scale, rel=1e-9)
    assert MARGIN <= axis.x(scale) <= width - MARGIN


@given(WIDTHS)
def test_the_axis_is_logarithmic_and_ends_at_its_ends(width: int) -> None:
    axis = ScaleAxis(width)
    assert np.diff([axis.x(number) for number in NUMBERS]) == pytest.approx((width - 2 * MARGIN) / 7)
    assert (axis.scale(-50), axis.scale(width + 50)) == (0.5, 64)


# The slider


def test_it_starts_at_the_models_own(pane: ScalePane) -> None:
    assert pane.slider.value() == pytest.approx(OWN)
    assert pane.slider.objectName() == "scaleSlider"
    assert pane.slider.accessibleDescription() == "Square root of d k is 5.66, the model’s own"


def test_a_click_anywhere_goes_there(pane: ScalePane, store: Store) -> None:
    axis = ScaleAxis(pane.width())
    for x in range(0, pane.width(), 7):
        QTest.mouseClick(pane.slider, LEFT, NONE, QPoint(x, TRACK))
        if abs(x - axis.x(OWN)) <= SNAP:
            assert store.scene.scale is None
        else:
            assert axis.x(pane.slider.value()) == pytest.approx(min(max(x, MARGIN), pane.width() - MARGIN))
        store.update(scale=axis.scale((x + 200) % pane.width()))  # away from under the next click


def test_a_drag_is_one_step_of_undo(pane: ScalePane, store: Store) -> None:
    start, end = QPoint(x_of(pane, OWN), TRACK), QPoint(x_of(pane, 3), TRACK)
    drag(pane.slider, start, QPoint(x_of(pane, 12), TRACK), QPoint(x_of(pane, 4), TRACK), end)
    assert store.scene.scale == pytest.approx(3, rel=0.02)
    assert pane.slider.value() == store.scene.scale
    store.undo()
    assert store.scene.scale is None
    assert not store.can_undo
    assert pane.slider.value() == pytest.approx(OWN)


def test_taking_the_handle_beside_its_middle_does_not_move_it(pane: ScalePane, store: Store) -> None:
    store.update(scale=20.0)
    at = x_of(pane, 20) + 5
    QTest.mousePress(pane.slider, LEFT, NONE, QPoint(at, TRACK))
    assert store.scene.scale == 20
    pull(pane.slider, QPoint(at + 30, TRACK))
    QTest.mouseRelease(pane.slider, LEFT, NONE, QPoint(at + 30, TRACK))
    axis = ScaleAxis(pane.width())
    assert axis.x(pane.slider.value()) == pytest.approx(axis.x(20) + 30, abs=1)


@pytest.mark.parametrize("side", [-1, 1])
def test_it_snaps_to_the_model_within_six_pixels(pane: ScalePane, store: Store, side: int) -> None:
    model = ScaleAxis(pane.width()).x(OWN)
    inside = math.floor(model + SNAP) if side > 0 else math.ceil(model - SNAP)
    drag(pane.slider, QPoint(x_of(pane, 20), TRACK), QPoint(inside, TRACK))
    assert store.scene.scale is None
    drag(pane.slider, QPoint(x_of(pane, 40), TRACK), QPoint(inside + side, TRACK))
    assert store.scene.scale is not None
    assert abs(ScaleAxis(pane.width()).x(store.scene.scale) - model) > SNAP


@pytest.mark.parametrize(
    ("key", "scale"),
    [
        (Qt.Key.Key_Right, OWN * STEP),
        (Qt.Key.Key_Up, OWN * STEP),
        (Qt.Key.Key_Left, OWN / STEP),
        (Qt.Key.Key_Down, OWN / STEP),
        (Qt.Key.Key_PageUp, OWN * 2),
        (Qt.Key.Key_BracketRight, OWN * 2),
        (Qt.Key.Key_PageDown, OWN / 2),
        (Qt.Key.Key_BracketLeft, OWN / 2),
        (Qt.Key.Key_Home, 0.5),
        (Qt.Key.Key_End, 64),
    ],
)
def test_every_key_has_its_step(pane: ScalePane, store: Store, key: Qt.Key, scale: float) -> None:
    QTest.keyClick(pane.slider, key)
    assert store.scene.scale == pytest.approx(scale)


@pytest.mark.parametrize("width", [240, 318, 453])
@pytest.mark.parametrize("own", [0.5, OWN, 8.0, 64.0])
def test_the_word_beside_the_models_mark_lies_below_the_curves_and_clear_of_the_handle(width: int, own: float) -> None:
    axis, reach = ScaleAxis(width), RADIUS + RING
    boxes = 0
    for handle in range(MARGIN, width - MARGIN + 1):
        box = model_box(axis.x(own), handle, width)
        if box is not None:
            boxes += 1
            assert box.left() >= 0 and box.right() < width and box.top() >= 0
            assert not box.left() - reach < handle < box.right() + reach
            assert not box.left() <= axis.x(own) <= box.right()
    assert boxes > (width - 2 * MARGIN) * 0.6  # it is left out only where there is no room


def test_there_and_back_again_is_the_models_own(pane: ScalePane, store: Store) -> None:
    for there, back in ((Qt.Key.Key_Right, Qt.Key.Key_Left), (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight)):
        QTest.keyClick(pane.slider, there)
        assert store.scene.scale is not None
        QTest.keyClick(pane.slider, back)
        assert store.scene.scale is None


def test_the_ends_hold(pane: ScalePane, store: Store) -> None:
    QTest.keyClick(pane.slider, Qt.Key.Key_End)
    QTest.keyClick(pane.slider, Qt.Key.Key_PageUp)
    assert store.scene.scale == 64


def test_a_key_held_down_is_one_step_of_undo(pane: ScalePane, store: Store) -> None:
    def send(kind: QEvent.Type, repeated: bool) -> None:
        QApplication.sendEvent(pane.slider, QKeyEvent(kind, Qt.Key.Key_Right, NONE, "", repeated))

    send(QEvent.Type.KeyPress, False)
    for _ in range(5):
        send(QEvent.Type.KeyRelease, True)
        send(QEvent.Type.KeyPress, True)
    send(QEvent.Type.KeyRelease, False)
    assert store.scene.scale == pytest.approx(OWN * STEP**6)
    QTest.keyClick(pane.slider, Qt.Key.Key_Right)
    store.undo()
    assert store.scene.scale == pytest.approx(OWN * STEP**6)
    store.undo()
    assert store.scene.scale is None


@pytest.mark.parametrize("way", ["double", "ctrl+0", "button"])
def test_ways_back_to_the_model(pane: ScalePane, store: Store, way: str) -> None:
    store.update(scale=3.0)
    assert pane.back.isVisible()
    if way == "double":
        QTest.mouseDClick(pane.slider, LEFT, NONE, QPoint(300, TRACK))
    elif way == "ctrl+0":
        QTest.keyClick(pane.slider, Qt.Key.Key_0, CONTROL)
    else:
        QTest.mouseClick(pane.back, LEFT)
    assert store.scene.scale is None
    assert pane.back.isHidden()


def wheel(pane: ScalePane, notches: int) -> None:
    at = QPointF(200, TRACK)
    event = QWheelEvent(
        at, pane.slider.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, NONE,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(pane.slider, event)


def test_turning_the_wheel_is_one_step_until_the_pointer_leaves(pane: ScalePane, store: Store) -> None:
    wheel(pane, 1)
    wheel(pane, 2)
    assert store.scene.scale == pytest.approx(OWN * STEP**3)
    QApplication.sendEvent(pane.slider, QEvent(QEvent.Type.Leave))
    wheel(pane, -1)
    assert store.scene.scale == pytest.approx(OWN * STEP**2)
    store.undo()
    assert store.scene.scale == pytest.approx(OWN * STEP**3)
    store.undo()
    assert store.scene.scale is None


def test_the_handle_and_the_mark_are_painted_where_they_are(pane: ScalePane, store: Store) -> None:
    store.update(scale=20.0)
    ratio = round(pane.devicePixelRatioF())
    for y, role, scale in ((TRACK, "raised", 20), (TRACK - 8, "ghost_line", OWN)):
        found = np.flatnonzero(pixels(pane.slider)[y * ratio] == theme("light")[role].rgb())
        assert (found.mean() + 0.5) / ratio == pytest.approx(ScaleAxis(pane.width()).x(scale), abs=1)
    store.update(scale=None)
    assert columns(pane.slider, "ghost_line").size == 0


def test_without_a_view_there_is_no_scale_and_nothing_happens(qtbot: QtBot, store: Store) -> None:
    pane = ScalePane(store)
    qtbot.addWidget(pane)
    pane.resize(453, 258)
    pane.grab()
    assert math.isnan(pane.slider.value())
    drag(pane.slider, QPoint(50, TRACK), QPoint(200, TRACK))
    QTest.keyClick(pane.slider, Qt.Key.Key_Right)
    assert store.scene.scale is None
    assert not pane.field.isEnabled()


# The field


def typed(pane: ScalePane, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    QTest.mouseClick(pane.field, LEFT)
    pane.field.selectAll()
    QTest.keyClicks(pane.field, text)
    QTest.keyClick(pane.field, end)


@pytest.mark.parametrize(("text", "scale"), [("3", 3.0), ("3,5", 3.5), (" 64 ", 64.0), ("0.5", 0.5), ("5.66", None)])
def test_a_number_can_be_typed(pane: ScalePane, store: Store, text: str, scale: float | None) -> None:
    store.update(scale=10.0)
    typed(pane, text)
    assert store.scene.scale == scale
    assert pane.field.text() == f"{scale or OWN:.2f}"
    assert not pane.field.is_refused


@pytest.mark.parametrize("text", ["0.4", "65", "abc", "", "0", "-3", "nan", "inf", "1e999"])
def test_what_is_no_scale_is_refused_in_place(pane: ScalePane, store: Store, text: str) -> None:
    store.update(scale=10.0)
    pane.field.selectAll()
    QTest.keyClick(pane.field, Qt.Key.Key_Delete)
    typed(pane, text)
    assert store.scene.scale == 10
    assert pane.field.text() == text
    assert pane.field.accessibleDescription() == REFUSAL == "A scale is a number from 0.5 to 64."
    assert (pixels(pane.field) == theme("light")["error"].rgb()).sum() > 100
    assert columns(pane, "error").max() > pane.field.geometry().right()  # the sentence
    QTest.keyClick(pane.field, Qt.Key.Key_Escape)
    assert pane.field.text() == "10.00"
    assert columns(pane, "error").size == 0


def test_leaving_the_field_untouched_changes_nothing(pane: ScalePane, store: Store) -> None:
    QTest.mouseClick(pane.field, LEFT)
    QTest.keyClick(pane.field, Qt.Key.Key_Return)
    assert store.scene.scale is None
    assert not store.can_undo


def test_undo_in_the_field_is_the_windows_once_nothing_is_being_typed(
    pane: ScalePane, store: Store, qtbot: QtBot
) -> None:
    undo = QAction(pane)
    undo.setShortcut(QKeySequence.StandardKey.Undo)
    undo.triggered.connect(store.undo)
    pane.addAction(undo)
    with qtbot.waitActive(pane):
        pane.activateWindow()
    typed(pane, "3")
    QTest.keyClicks(pane.field, "7")
    QTest.keyClick(pane.field, Qt.Key.Key_Z, CONTROL)
    assert (pane.field.text(), store.scene.scale) == ("3.00", 3)
    QTest.keyClick(pane.field, Qt.Key.Key_Z, CONTROL)
    assert store.scene.scale is None


def test_the_field_follows_the_handle(pane: ScalePane, store: Store) -> None:
    QTest.keyClick(pane.slider, Qt.Key.Key_End)
    assert pane.field.text() == "64.00"


# The curves


def curves_end(pane: ScalePane) -> tuple[float, float]:
    """First and last pixel of the entropy curve, in pixels of the pane."""
    found = columns(pane.curve, "bar") / pane.devicePixelRatioF()
    return float(found.min()), float(found.max()) + 1 / pane.devicePixelRatioF()


@pytest.mark.parametrize("width", [418, 453, 454, 640, 1001])
def test_the_curves_stand_on_the_sliders_axis(pane: ScalePane, width: int) -> None:
    pane.resize(width, 258)
    QApplication.processEvents()
    assert pane.curve.plot is not None
    axis = ScaleAxis(width)
    assert pane.curve.geometry().left() == pane.slider.geometry().left() == 0
    for scale in (0.5, 1, 3, OWN, 17, 64):
        assert pane.curve.plot.pixel(scale, 0.5).x() == pytest.approx(axis.x(scale), abs=0.5)
    first, last = curves_end(pane)
    assert first == pytest.approx(axis.x(0.5), abs=1.5)
    assert last == pytest.approx(axis.x(64), abs=1.5)


def test_a_curve_is_painted_two_pixels_thick(pane: ScalePane) -> None:
    ratio = round(pane.devicePixelRatioF())
    end = pixels(pane.curve)[:, round(ScaleAxis(pane.width()).x(63)) * ratio]
    flat = end[: end.size // 5]  # around 100 %, where entropy ends
    inked = ~np.isin(flat, [theme("light")[role].rgb() for role in ("surface", "line")])
    assert inked.sum() / ratio == pytest.approx(2.5, abs=0.5)


def test_the_curves_stand_there_at_two_device_pixels_too() -> None:
    chosen = "on_the_sliders_axis or painted"
    script = (
        f"import pytest, sys; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-k', '{chosen}', sys.argv[1]]))"
    )
    environment = os.environ | {"QT_SCALE_FACTOR": "2"}
    run = subprocess.run([sys.executable, "-c", script, __file__], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_height_is_the_share(pane: ScalePane, view: View) -> None:
    assert pane.curve.plot is not None
    assert view.saturation is not None
    top, bottom = (pane.curve.plot.pixel(8, share).y() for share in (1, 0))
    assert (top, bottom) == pytest.approx((6.5, pane.curve.height() - 6.5), abs=0.6)
    column = pixels(pane.curve)[:, x_of(pane, 2)]
    at = np.flatnonzero(column == theme("light")["bar"].rgb())
    share = np.interp(2, view.saturation.divisors, view.saturation.entropy)
    assert at.mean() + 0.5 == pytest.approx(bottom + (top - bottom) * share, abs=1.2)


def test_a_dot_stands_on_each_curve_under_the_hand(pane: ScalePane, store: Store, look: Look) -> None:
    for scale in (1.0, 3.0, 20.0):
        store.update(scale=scale)
        dots = pane.curve.plot.dots() if pane.curve.plot else []
        now = look(scale=scale).saturation
        assert now is not None
        assert dots[0][1] == pytest.approx(now.gradient_now, abs=2e-3)
        assert dots[1][1] == pytest.approx(now.entropy_now, abs=2e-3)
        assert dots[2][1] == pytest.approx(now.largest_now, abs=2e-3)
        assert {round(2**x, 6) for x, _ in dots} == {scale}


def test_moving_does_not_set_equal_curves_again(pane: ScalePane, look: Look) -> None:
    import pyqtgraph

    assert pane.curve.plot is not None
    told: list[object] = []
    items = [item for item in pane.curve.plot.widget.items() if isinstance(item, pyqtgraph.PlotCurveItem)]
    assert len(items) == 6  # of the row, and means over all rows
    for item in items:
        item.sigPlotChanged.connect(told.append)
    pane.show_view(look(scale=3.0))
    assert told == []
    pane.show_view(look(query=5))
    assert len(told) == 3


def test_until_the_plots_are_ready_there_is_a_quiet_grid(qtbot: QtBot, store: Store, view: View) -> None:
    pane = ScalePane(store)
    qtbot.addWidget(pane)
    pane.resize(453, 258)
    pane.show_view(view)
    assert columns(pane.curve, "bar").size == 0
    assert columns(pane.curve, "line").size == pane.width() - 2 * MARGIN - 1  # all but the handle's line
    pane.plots_ready()
    assert columns(pane.curve, "bar").size > 300


def test_nothing_of_it_imports_pyqtgraph_by_itself() -> None:
    script = "import sys, gui.attention.scale.pane; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_mean_and_max_have_a_sentence_instead_and_the_slider_still_works(
    pane: ScalePane, store: Store, look: Look
) -> None:
    pane.show_view(look(head="mean"))
    assert pane.curve.plot is not None
    assert not pane.curve.plot.widget.isVisible()
    assert columns(pane.curve, "bar").size == 0
    assert (entropy_tip(look(head="mean"), None), gradient_tip(look(head="max"), None)) == ("", "")
    QTest.keyClick(pane.slider, Qt.Key.Key_End)
    assert store.scene.scale == 64
    pane.show_view(look())
    assert columns(pane.curve, "bar").size > 300


def test_a_press_in_the_curves_takes_the_handle_there(pane: ScalePane, store: Store) -> None:
    y = pane.curve.geometry().center().y()
    drag(pane, QPoint(x_of(pane, 20), y), QPoint(x_of(pane, 30), y))
    assert store.scene.scale == pytest.approx(30, rel=0.02)
    store.undo()
    assert store.scene.scale is None


def test_a_new_theme_reaches_the_curves(pane: ScalePane) -> None:
    pane.apply_theme(theme("dark"))
    assert columns(pane.curve, "bar", "light").size == 0
    assert columns(pane.curve, "bar", "dark").size > 300


# Hover texts


def test_hover_defines_and_tells_row_and_mean(pane: ScalePane, view: View, capture: Capture) -> None:
    detail = detail_of(view.scene, capture, 70, lambda: False)
    assert detail is not None
    assert detail.mean_entropy is not None
    pane.show_detail(detail)
    pane.grab()
    entropy, gradient = pane.tip_at(60, 56), pane.tip_at(290, 56)
    assert "bank" in entropy
    assert view.row.entropy == pytest.approx(2.1057, abs=1e-4)
    assert "<b>Entropy 2.1057 bits</b>, 63.4 % of the most, 3.32" in entropy
    assert "2<sup>2.11</sup> = 4.30 keys" in entropy
    assert f"Mean over all rows: {detail.mean_entropy:.4f} bits" in entropy
    assert "Frobenius norm of softmax’s Jacobian diag(p) − p p<sup>T</sup>" in gradient
    assert "% of its peak from 0.5 to 64" in gradient
    assert f"Mean over all rows: {detail.mean_gradient:.4f}" in gradient
    assert pane.tip_at(200, 120) == f"{entropy}<br><br>{gradient}<br><br>{largest_tip(view, detail)}"


def test_means_of_an_older_scene_are_not_told(view: View, capture: Capture) -> None:
    detail = detail_of(replace(view.scene, scale=3.0), capture, 70, lambda: False)
    assert isinstance(detail, Detail)
    assert "Mean" not in entropy_tip(view, detail) + gradient_tip(view, detail)


def test_words_of_the_text_cannot_become_markup(look: Look, capture: Capture) -> None:
    tokens = tuple(replace(token, label="<img src=x>") for token in capture.tokens)
    view = look(of=replace(capture, tokens=tokens))
    assert "<img" not in entropy_tip(view, None) + gradient_tip(view, None)


def test_the_tick_stands_where_half_precision_sees_one_key_alone(pane: ScalePane, view: View) -> None:
    now = view.saturation
    assert now is not None and now.one_hot is not None
    weights = np.exp(
        stage_rows(view.capture, 0, 4, Spec(scale=1.0), "raw", 2, 3)[0][0].astype(np.float64) / now.one_hot
    )
    assert (weights / weights.sum()).max() == pytest.approx(1 - 2.0**-12, abs=2e-6)
    x = round(ScaleAxis(pane.curve.width()).x(now.one_hot))
    picture = pane.curve.grab().toImage()
    column = {picture.pixelColor(x + dx, EDGE + 4).name() for dx in (-1, 0, 1)}
    assert theme("light")["ink2"].name() in column
    tip = pane.tip_at(x, pane.curve.y() + 10)
    assert f"Up to √dₖ = {now.one_hot:.2f} the largest weight rounds to 1" in tip
    assert tip.endswith("one key gets all there is (one-hot), and nothing is learned there")


def test_without_saturation_in_reach_there_is_no_tick_and_the_tip_says_so(look: Look) -> None:
    flat = look(head="mean")
    assert largest_tip(flat, None) == ""
    never = look(layer=0, head=0, query=4)
    assert never.saturation is not None and never.saturation.one_hot is None
    assert "no weight of it rounds to 1" in largest_tip(never, None)


# All rows


def thin(pane: ScalePane) -> dict[str, list[tuple[float, float]]]:
    assert pane.curve.plot is not None
    return pane.curve.plot.means()


def test_the_means_over_all_rows_are_thin_lines_with_a_switch(pane: ScalePane, view: View, capture: Capture) -> None:
    assert thin(pane) == {}  # they come with the detail
    detail = detail_of(view.scene, capture, 70, lambda: False)
    assert detail is not None and detail.curves is not None
    pane.show_detail(detail)
    drawn = thin(pane)
    assert set(drawn) == {"entropy", "gradient", "largest"}
    weights = capture.attention(0, 4).weights[0, 0].astype(float)
    for name, of in (("largest", weights.max(-1)), ("entropy", -(weights * np.log2(weights)).sum(-1) / np.log2(10))):
        x, y = np.array(drawn[name]).T
        assert np.interp(math.log2(OWN), x, y) == pytest.approx(of.mean(), abs=2e-3)
    before = columns(pane.curve, "bar")
    QTest.mouseClick(pane.all, LEFT)
    assert thin(pane) == {} and len(columns(pane.curve, "bar")) == len(before)
    QTest.mouseClick(pane.all, LEFT)
    assert thin(pane) == drawn


def test_means_of_another_head_are_not_drawn_and_a_turned_scale_keeps_them(
    pane: ScalePane, look: Look, capture: Capture
) -> None:
    detail = detail_of(look().scene, capture, 70, lambda: False)
    assert detail is not None
    pane.show_detail(detail)
    drawn = thin(pane)
    pane.show_view(look(scale=3.0, query=5))
    assert thin(pane) == drawn
    pane.show_view(look(head=7))
    assert thin(pane) == {}
    pane.show_view(look(head="mean"))
    assert thin(pane) == {} and pane.all.isHidden()


def test_without_a_gradient_there_is_no_thin_line_of_it(pane: ScalePane, look: Look, capture: Capture) -> None:
    view = look(variant="sparsemax")
    detail = detail_of(view.scene, capture, 70, lambda: False)
    assert detail is not None
    pane.show_view(view)
    pane.show_detail(detail)
    assert set(thin(pane)) == {"entropy", "largest"}


def test_the_largest_weight_over_all_rows_and_where_all_are_one_hot(look: Look, capture: Capture) -> None:
    view = look(head=2)
    detail = detail_of(view.scene, capture, 70, lambda: False)
    assert detail is not None and detail.curves is not None
    mean = capture.attention(0, 2).weights[0, 0].max(-1).mean()
    assert f"Mean over all rows: {mean:.4f}" in largest_tip(view, detail)
    known = replace(detail, curves=replace(detail.curves, one_hot=0.7431))
    assert largest_tip(view, known).endswith("; up to √dₖ = 0.74 every row is one-hot in fp16")
    assert "Mean over all rows" not in largest_tip(look(head=3), detail)


@pytest.mark.parametrize("width", [300, 386, 453])
def test_the_switch_never_lies_on_its_neighbours(pane: ScalePane, look: Look, store: Store, width: int) -> None:
    pane.resize(width, 258)
    store.update(scale=3.0)
    pane.show_view(look(scale=3.0))
    assert not pane.all.geometry().intersects(pane.field.geometry())
    assert pane.all.isHidden() or not pane.all.body().translated(pane.all.pos()).intersects(pane.back.geometry())
    assert pane.all.isHidden() == (width == 300)
