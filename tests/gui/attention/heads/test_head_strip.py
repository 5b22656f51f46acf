"""The head strip, driven with mouse and keys, its pictures read back pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.shown.view import View
from gui.attention.heads.layout import HeadLayout
from gui.attention.heads.strip import HeadStrip
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import OnScreen
from tests.gui.attention.handmade import detailed
from tests.gui.driving import point

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
LIGHT = theme("light")
Look = Callable[..., View]


@pytest.fixture
def strip(on_screen: OnScreen, store: Store, view: View) -> HeadStrip:
    made = on_screen(HeadStrip(store), 1440, 118)
    made.show_view(view)
    made.show_detail(detailed(view))
    return made


@pytest.fixture
def many(capture: Capture) -> Capture:
    """The same text with 32 heads on 8 key heads."""
    layer = capture.layers[0]
    many = replace(layer, q=np.tile(layer.q, (3, 1, 1))[:32], k=layer.k[:8], v=layer.v[:8])
    return replace(capture, layers=(many,))


def pixels(widget: QWidget) -> NDArray[np.uint32]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def part(widget: QWidget, box: QRect) -> NDArray[np.uint32]:
    return pixels(widget)[box.top() : box.bottom() + 1, box.left() : box.right() + 1]


def framed(strip: HeadStrip, head: int | str, role: str, away: int = 3) -> bool:
    """Whether a frame of a colour stands around a picture, all four sides."""
    box, image = strip.head_rect(head), pixels(strip)
    x, y, colour = box.center().x(), box.center().y(), LIGHT[role].rgb()
    sides = ((box.top() - away, x), (box.bottom() + away, x), (y, box.left() - away), (y, box.right() + away))
    return all(image[row, column] == colour for row, column in sides)


# Pictures


@pytest.mark.parametrize("head", [0, 4, 11, "mean", "max"])
def test_every_pixel_is_its_cells_colour(strip: HeadStrip, view: View, head: int | str) -> None:
    assert strip.detail is not None
    maps = strip.detail.maps
    weights = {"mean": maps[:12].mean(0), "max": maps[:12].max(0)}.get(
        str(head), maps[int(head)] if isinstance(head, int) else None
    )
    assert weights is not None
    image = part(strip, strip.head_rect(head))
    at = np.arange(70) * 8 // 70
    expected = LIGHT.sequential.colours[np.rint(weights * 255).astype(int)][at][:, at]
    inside = np.s_[2:-2, 2:-2] if head == view.head else np.s_[:, :]
    same = image[inside] == expected[inside]
    assert same.mean() > 0.999  # a weight on the border of two colours may take either


def test_what_the_mask_hides_looks_like_no_weight(strip: HeadStrip, look: Look) -> None:
    view = look(variant="causal")
    strip.show_view(view)
    strip.show_detail(detailed(view))
    image = part(strip, strip.head_rect(7))
    hidden = image[2:30, 44:68]
    assert set(np.unique(hidden)) == {LIGHT["sunken"].rgb(), LIGHT["line_strong"].rgb()}
    assert not np.isin(image[45:68, 2:30], [LIGHT["sunken"].rgb(), LIGHT["line_strong"].rgb()]).any()


def test_nan_has_a_colour_of_its_own(strip: HeadStrip, view: View) -> None:
    detail = detailed(view)
    detail.maps[3, 0, 0] = np.nan
    strip.show_detail(detail)
    assert (part(strip, strip.head_rect(3))[:8, :8] == LIGHT["error_line"].rgb()).all()


def test_old_pictures_stay_until_new_ones_come(strip: HeadStrip, look: Look) -> None:
    before = part(strip, strip.head_rect(7))
    view = look(scale=0.5)
    strip.show_view(view)
    np.testing.assert_array_equal(part(strip, strip.head_rect(7)), before)
    strip.show_detail(detailed(view))
    assert (part(strip, strip.head_rect(7)) != before).any()


def test_the_picture_is_made_once(strip: HeadStrip, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    strip.grab()
    monkeypatch.setattr("gui.attention.heads.strip.composite", lambda *a: pytest.fail("made again"))
    strip.show_view(look(query=5))
    strip.grab()


def test_a_new_theme_colours_the_same_maps(strip: HeadStrip) -> None:
    strip.apply_theme(theme("dark"))
    assert part(strip, strip.head_rect(2))[30, 5] == theme("dark").sequential.colours[0]


def test_the_range_of_the_colours_is_said_and_used(strip: HeadStrip, view: View) -> None:
    shorter = replace(view, top=0.5)
    before = part(strip, strip.head_rect(1))
    strip.show_view(shorter)
    np.testing.assert_array_equal(part(strip, strip.head_rect(1)), before)  # with the next pictures, not before them
    strip.show_detail(detailed(view))
    assert strip.detail is not None
    at = np.unravel_index(strip.detail.maps[1].argmax(), (8, 8))
    image = part(strip, strip.head_rect(1))
    twice = min(1.0, 2 * float(strip.detail.maps[1][at]))
    assert image[at[0] * 70 // 8 + 4, at[1] * 70 // 8 + 4] == LIGHT.sequential.colours[round(twice * 255)]


def test_the_store_knows_how_many_pixels_a_picture_has(strip: HeadStrip, store: Store) -> None:
    ratio = strip.devicePixelRatioF()
    assert store.thumbnail == round(70 * ratio)
    canvas = store.canvas
    strip.set_compact(True)
    assert (store.thumbnail, store.canvas) == (round(56 * ratio), canvas)


# Opening


@pytest.mark.parametrize("head", [0, 11, "mean", "max"])
def test_a_click_opens_a_head(strip: HeadStrip, store: Store, head: int | str) -> None:
    QTest.mouseClick(strip, LEFT, NONE, strip.head_rect(head).center())
    assert store.scene.head == head


def test_a_click_on_its_number_opens_it_too_and_beside_it_nothing(strip: HeadStrip, store: Store) -> None:
    box = strip.head_rect(6)
    QTest.mouseClick(strip, LEFT, NONE, QPoint(40, 40))
    QTest.mouseClick(strip, LEFT, NONE, QPoint((strip.head_rect(11).right() + strip.head_rect("mean").left()) // 2, 40))
    assert store.scene.head == 4
    QTest.mouseClick(strip, LEFT, NONE, QPoint(box.center().x(), box.bottom() + 12))
    assert store.scene.head == 6


def test_the_open_head_is_framed(strip: HeadStrip, look: Look) -> None:
    assert framed(strip, 4, "ink")
    assert not framed(strip, 5, "ink")
    strip.show_view(look(head="max"))
    assert framed(strip, "max", "ink")
    assert not framed(strip, 4, "ink")


def test_the_pointer_has_another_frame_and_leaves_it_behind(strip: HeadStrip) -> None:
    point(strip, strip.head_rect(6).center())
    QApplication.processEvents()
    assert framed(strip, 6, "focus")
    point(strip, QPoint(40, 40))
    assert not framed(strip, 6, "focus")


def test_arrows_move_the_focus_and_enter_opens(strip: HeadStrip, store: Store, qtbot: QtBot) -> None:
    with qtbot.waitActive(strip):
        strip.activateWindow()
    strip.clearFocus()
    strip.setFocus(Qt.FocusReason.TabFocusReason)
    assert framed(strip, 4, "focus", 6)
    for key, focused in ((Qt.Key.Key_Left, 3), (Qt.Key.Key_Right, 4), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Left, 0)):
        QTest.keyClick(strip, key)
        assert framed(strip, focused, "focus", 6)
    QTest.keyClick(strip, Qt.Key.Key_End)
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert framed(strip, "mean", "focus", 6)
    assert not store.can_undo
    assert strip.accessibleDescription() == "mean; head 4 is open"
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert store.scene.head == "mean"


def test_the_focus_goes_to_the_open_head_where_a_model_has_fewer(strip: HeadStrip, many: Capture, look: Look) -> None:
    strip.show_view(look(of=many))
    QTest.keyClick(strip, Qt.Key.Key_End)
    strip.show_view(look())
    assert strip.accessibleDescription() == "head 4; head 4 is open"


def test_hover_names_head_and_key_head(strip: HeadStrip, many: Capture, look: Look) -> None:
    strip.show_view(look(of=many))
    center = strip.head_rect(4).center()
    assert strip.tip_at(center.x(), center.y()) == "Head 4, key/value head 1"
    strip.show_view(look())
    tips = [strip.tip_at(strip.head_rect(h).center().x(), 40) for h in ("mean", "max")]
    assert tips[0] == "Mean of the weights of all 12 heads"
    assert "do not sum to 1" in tips[1]
    assert strip.tip_at(20, 20) == ""


# Place


@pytest.mark.parametrize(("width", "compact"), [(1440, False), (1280, True), (960, True), (1920, False), (3000, False)])
def test_heads_stand_apart_in_order_inside_the_strip(width: int, compact: bool) -> None:
    place = HeadLayout(12, width, compact)
    boxes = [place.box(i) for i in range(14)]
    for a, b in pairwise(boxes):
        assert b.left() - a.right() - 1 >= 10
    assert boxes[11].right() < place.divider < boxes[12].left()
    assert place.most_offset or boxes[-1].right() <= width - 20
    assert all(box.width() == box.height() == (56 if compact else 70) for box in boxes)


def test_many_heads_scroll_and_the_open_one_stays_in_view(strip: HeadStrip, many: Capture, look: Look) -> None:
    inside = QRect(130, 0, 1300, 118)
    for head in (31, 0, 17, "max"):
        view = look(of=many, source="many.safetensors", head=head)
        strip.show_view(view)
        assert inside.contains(strip.head_rect(head)), head
    at = QPointF(700, 40)
    for notches in (3, 100, -2, -100):
        before = strip.head_rect(0).left()
        delta = QPoint(0, 120 * notches)
        event = QWheelEvent(at, at, QPoint(), delta, Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(strip, event)
        assert (strip.head_rect(0).left() - before) * notches > 0
        assert strip.head_rect(0).left() <= 138
        assert strip.head_rect("max").right() >= 1400


def test_maps_of_another_number_of_heads_are_not_shown(strip: HeadStrip, many: Capture, look: Look) -> None:
    strip.show_view(look(of=many))
    box = strip.head_rect(6)
    assert (part(strip, box)[5:-5, 5:-5] == LIGHT["sunken"].rgb()).all()


def test_before_anything_is_known_it_is_empty(qtbot: QtBot, store: Store) -> None:
    strip = HeadStrip(store)
    qtbot.addWidget(strip)
    strip.resize(900, 118)
    QTest.mouseClick(strip, LEFT, NONE, QPoint(300, 40))
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert store.scene.head == 4
    assert (pixels(strip) == LIGHT["surface"].rgb()).all()
