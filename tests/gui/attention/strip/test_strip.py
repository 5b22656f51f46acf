"""The token strip, driven with mouse and keys, and read back pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.scene import COLOURS, Scene
from engine.shown.view import View, view_of
from gui.attention.sentence.row import SentenceRow
from gui.attention.strip import arcs
from gui.attention.strip import layout as strip_layout
from gui.attention.strip import painting as strip_painting
from gui.attention.strip.layout import WIDEST
from gui.attention.strip.strip import TokenStrip
from gui.look.drawing import indices, text_width
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.attention.conftest import EXAMPLES, OnScreen
from tests.gui.attention.handmade import capture_of, live, view_of_row
from tests.gui.driving import point, pull
from tests.gui.look.test_theme import contrast

LEFT = Qt.MouseButton.LeftButton
LIGHT = theme("light")
BANK, RIVER, MUDDY = 2, 5, 7


@pytest.fixture
def strip(on_screen: OnScreen, store: Store, view: View) -> TokenStrip:
    """The strip of the first start, 800 x 142."""
    made = on_screen(TokenStrip(store), 800, 142)
    made.show_view(view)
    return made


@pytest.fixture
def long(on_screen: OnScreen, long_store: Store, long_capture: Capture) -> TokenStrip:
    """A strip that scrolls and follows its store, on 61 tokens."""
    made = on_screen(TokenStrip(long_store), 800, 142)
    live(made, long_store, long_capture)
    return made


def colour_of(weight: float, top: float = 1.0) -> str:
    return f"#{LIGHT.sequential.colours[indices(np.array([weight]), 0, top)[0]] & 0xFFFFFF:06x}"


def pixel(picture: QImage, x: int, y: int) -> str:
    return picture.pixelColor(x, y).name()


def inside(box: QRect) -> tuple[int, int]:
    """A point on the fill of a chip, left of its label."""
    return box.left() + 6, box.center().y()


def wheel(strip: TokenStrip, by: int) -> None:
    at = QPointF(strip.rect().center())
    buttons, keys, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(strip, QWheelEvent(at, at, QPoint(), QPoint(0, by), buttons, keys, phase, False))


def box_of(strip: TokenStrip, token: int) -> QRect:
    """The chip of a token where it is, scrolled away or not."""
    assert strip._place is not None
    return strip._place.box(strip._chip_of(token))


def in_view(strip: TokenStrip, *tokens: int) -> bool:
    return all(strip.rect().contains(box_of(strip, token)) for token in tokens)


def drag(strip: TokenStrip, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(strip, LEFT, pos=start)
    for step in range(1, 9):
        pull(strip, start + (end - start) * step / 8)
    QTest.mouseRelease(strip, LEFT, pos=end)


def test_each_chip_has_the_shade_of_its_weight(strip: TokenStrip, view: View) -> None:
    picture = strip.grab().toImage()
    shades = [pixel(picture, *inside(strip.chip_rect(group.tokens[0]))) for group in view.axis.groups]
    assert shades == [colour_of(weight) for weight in view.row.shown]
    assert len(set(shades)) > 4
    assert pixel(picture, *inside(strip.chip_rect(0))) == colour_of(view.row.folded)


def test_query_and_key_have_frames_of_their_colour(strip: TokenStrip) -> None:
    picture = strip.grab().toImage()
    for token, role in ((BANK, "query_fill"), (RIVER, "key_fill")):
        box = strip.chip_rect(token)
        assert pixel(picture, box.center().x(), box.top() - 1) == LIGHT[role].name()
        assert pixel(picture, box.left() - 1, box.center().y()) == LIGHT[role].name()
    box = strip.chip_rect(MUDDY)
    assert pixel(picture, box.center().x(), box.top() - 1) == LIGHT["surface"].name()


def test_chips_stand_in_text_order_side_by_side_in_the_middle(strip: TokenStrip, view: View) -> None:
    boxes = [strip.chip_rect(token) for token in range(1, 9)]
    assert all(left.right() < right.left() <= left.right() + 12 for left, right in pairwise(boxes))
    assert strip.chip_rect(0) == strip.chip_rect(9)
    assert abs(boxes[0].left() - (strip.width() - strip.chip_rect(0).right())) <= 1
    assert strip.chip_rect(10) == strip.chip_rect(-1) == QRect()


def test_a_click_chooses_the_query_and_forgets_the_key(strip: TokenStrip) -> None:
    strip.store.update(key=3)
    QTest.mouseClick(strip, LEFT, pos=strip.chip_rect(RIVER).center())
    assert (strip.store.scene.query, strip.store.scene.key) == (RIVER, None)


def test_a_click_on_the_number_counts_and_beside_the_chips_does_not(strip: TokenStrip) -> None:
    box = strip.chip_rect(MUDDY)
    QTest.mouseClick(strip, LEFT, pos=QPoint(box.center().x(), box.bottom() + 10))
    assert strip.store.scene.query == MUDDY
    for spot in (QPoint(box.right() + 4, box.center().y()), QPoint(box.center().x(), 30), QPoint(3, box.center().y())):
        QTest.mouseClick(strip, LEFT, pos=spot)
    assert strip.store.scene.query == MUDDY


def test_a_press_on_one_chip_released_on_another_chooses_none(strip: TokenStrip) -> None:
    drag(strip, strip.chip_rect(RIVER).center(), strip.chip_rect(MUDDY).center())
    assert strip.store.scene.query == BANK


def test_a_click_on_the_folded_chip_shows_the_special_tokens(strip: TokenStrip) -> None:
    QTest.mouseClick(strip, LEFT, pos=strip.chip_rect(9).center())
    assert strip.store.scene.specials


def test_shown_special_tokens_are_dashed_chips_of_their_own(strip: TokenStrip, look: Callable[..., View]) -> None:
    strip.show_view(look(specials=True))
    assert strip.chip_rect(0).left() < strip.chip_rect(1).left() < strip.chip_rect(9).left()
    box = strip.chip_rect(0)
    picture = strip.grab().toImage()
    border = [pixel(picture, x, box.top()) for x in range(box.left() + 10, box.right() - 10)]
    assert len(set(border)) > 1
    plain = strip.chip_rect(1)
    assert len({pixel(picture, x, plain.top()) for x in range(plain.left() + 10, plain.right() - 10)}) == 1


def test_arrows_home_and_end_move_the_query(strip: TokenStrip, capture: Capture) -> None:
    live(strip, strip.store, capture)
    strip.store.update(key=5)
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert (strip.store.scene.query, strip.store.scene.key) == (3, None)
    asked = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Home):
        QTest.keyClick(strip, key)
        asked.append(strip.store.scene.query)
    assert asked == [2, 1, 1, 8, 8, 1]


def test_keys_faster_than_views_count_on(strip: TokenStrip) -> None:
    for _ in range(3):
        QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.store.scene.query == BANK + 3


def test_arrows_step_over_the_pieces_of_a_word(strip: TokenStrip) -> None:
    weights = [0.1, 0.2, 0.2, 0.2, 0.2, 0.1]
    strip.store.update(query=1)
    strip.show_view(view_of_row("the un|break|able bank"[4:], weights, query=1))
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.store.scene.query == 4
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.store.scene.query == 1


def test_the_heaviest_arc_is_orange_and_thick_where_it_is_highest(strip: TokenStrip, look: Callable[..., View]) -> None:
    strip.show_view(look(scale=3.0))
    picture = strip.grab().toImage()
    start, end = (strip.chip_rect(token).center().x() for token in (BANK, RIVER))
    base = strip.chip_rect(BANK).top() - 8
    arc = arcs.Arc(start, end, 0.779)
    top = base - round(arcs.height_of(arc, base - 14))
    column = [pixel(picture, (start + end) // 2, y) for y in range(base)]
    orange = [y for y, colour in enumerate(column) if colour == LIGHT["query_fill"].name()]
    assert abs(len(orange) - arcs.width_of(arc)) <= 1.5
    assert abs(float(np.mean(orange)) - top) <= 1


def test_arcs_have_dots_at_query_and_key(strip: TokenStrip) -> None:
    picture = strip.grab().toImage()
    for token, role in ((BANK, "query_fill"), (RIVER, "key_fill")):
        box = strip.chip_rect(token)
        assert pixel(picture, box.center().x(), box.top() - 8) == LIGHT[role].name()


def test_the_widest_of_24_arcs_is_painted_last(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    path_of = arcs.path_of

    def noted(arc: arcs.Arc, base: float, room: float) -> object:
        drawn.append(arc.weight)
        return path_of(arc, base, room)

    monkeypatch.setattr(arcs, "path_of", noted)
    picture = QImage(600, 100, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    weights = np.random.default_rng(0).random(40)
    arcs.draw_arcs(painter, LIGHT, [arcs.Arc(10, 20 + 10 * i, float(w)) for i, w in enumerate(weights)], 90, 80)
    painter.end()
    assert drawn == sorted(weights)[-24:]


def test_arcs_rise_with_their_length_and_never_leave_the_strip() -> None:
    heights = [arcs.height_of(arcs.Arc(0, x, 0.5), 54) for x in (20, 60, 120, 240, 900)]
    assert heights == sorted(heights)
    assert heights[-1] + arcs.width_of(arcs.Arc(0, 900, 0.5)) / 2 == 54
    path = arcs.path_of(arcs.Arc(0, 200, 1.0), 68, 54)
    assert abs(path.boundingRect().top() - (68 - arcs.height_of(arcs.Arc(0, 200, 1.0), 54))) < 0.5


def test_masked_chips_are_hatched_and_say_so(strip: TokenStrip, look: Callable[..., View]) -> None:
    strip.show_view(look(variant="causal"))
    picture = strip.grab().toImage()
    box = strip.chip_rect(RIVER)
    fills = {pixel(picture, x, box.top() + 5) for x in range(box.left() + 6, box.right() - 6)}
    assert LIGHT["sunken"].name() in fills
    assert len(fills) > 1
    assert "masked" in strip.tip_at(box.center().x(), box.center().y())
    assert strip_painting.hidden_number(look(variant="causal")) == "61.7 % hidden"


def test_the_special_tokens_of_the_largest_head_are_the_most_that_one_head_gives(look: Callable[..., View]) -> None:
    view = look(head="max", query=0)
    weights = view.capture.attention(view.layer).weights[0, :, 0]
    most = weights[:, [0, 9]].sum(1).max()
    assert view.row.folded == pytest.approx(most, abs=1e-6)
    assert strip_painting.hidden_number(view) == f"up to {most:.2f}"


def test_nan_is_red(strip: TokenStrip) -> None:
    strip.show_view(view_of_row("the bank", [0.1, float("nan"), 0.8, 0.1], query=2))
    assert pixel(strip.grab().toImage(), *inside(strip.chip_rect(1))) == LIGHT["error_tint"].name()


def test_hover_has_a_border_a_hand_and_the_exact_weight(strip: TokenStrip) -> None:
    box = strip.chip_rect(MUDDY)
    point(strip, box.center())
    assert pixel(strip.grab().toImage(), box.center().x(), box.top()) == LIGHT["ink"].name()
    assert strip.cursor().shape() == Qt.CursorShape.PointingHandCursor
    tip = strip.tip_at(box.center().x(), box.center().y())
    assert tip.startswith("<b>muddy</b>, weight 0.2445<br>muddy (id ")
    assert tip.endswith("token 7 (0 to 9), characters 26 to 31")
    QApplication.sendEvent(strip, QEvent(QEvent.Type.Leave))
    assert pixel(strip.grab().toImage(), box.center().x(), box.top()) != LIGHT["ink"].name()


def test_folded_tokens_without_a_name_have_a_chip_too(
    strip: TokenStrip, look: Callable[..., View], capture: Capture
) -> None:
    for alone in (False, True):  # no other tokens
        tokens = tuple(replace(t, label="", special=True) if t.special or alone else t for t in capture.tokens)
        strip.show_view(look(of=replace(capture, tokens=tokens), query=0))
        assert strip.chip_rect(0).width() > 0
        assert not strip.grab().isNull()


def test_the_tip_of_the_folded_chip_names_each(strip: TokenStrip, view: View) -> None:
    centre = strip.chip_rect(0).center()
    cls, sep = view.row.folded_each
    tip = strip.tip_at(centre.x(), centre.y())
    assert f"<b>[CLS]</b>, weight {cls:.4f}" in tip
    assert f"<b>[SEP]</b>, weight {sep:.4f}" in tip


def test_a_screen_reader_hears_the_query(strip: TokenStrip, look: Callable[..., View]) -> None:
    assert strip.accessibleDescription() == "bank, weight 0.0079, query 3 of 10"
    strip.show_view(look(query=RIVER))
    assert strip.accessibleDescription().startswith("river, weight 0.0")


def test_the_focus_ring_is_around_the_query(strip: TokenStrip) -> None:
    box = strip.chip_rect(BANK)
    at = box.center().x() + 12, box.top() - 5
    strip.clearFocus()
    assert pixel(strip.grab().toImage(), *at) != LIGHT["focus"].name()
    for reason in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.OtherFocusReason):
        strip.setFocus(reason)
        assert pixel(strip.grab().toImage(), *at) != LIGHT["focus"].name(), "a click leaves no ring"
        strip.clearFocus()
    strip.setFocus(Qt.FocusReason.TabFocusReason)
    assert pixel(strip.grab().toImage(), *at) == LIGHT["focus"].name()
    strip.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(strip, Qt.Key.Key_Shift)
    assert pixel(strip.grab().toImage(), *at) == LIGHT["focus"].name(), "the next key shows it"


def test_another_theme_repaints_it(strip: TokenStrip) -> None:
    dark = theme("dark")
    strip.apply_theme(dark)
    picture = strip.grab().toImage()
    assert pixel(picture, 2, 2) == dark["surface"].name()
    box = strip.chip_rect(BANK)
    assert pixel(picture, box.left() - 1, box.center().y()) == dark["query_fill"].name()


def test_query_and_key_chosen_elsewhere_come_to_the_middle_together(long: TokenStrip) -> None:
    for query, key in ((30, 33), (45, 41), (20, 20)):
        long.store.update(query=query, key=key)
        one, other = box_of(long, query), box_of(long, key)
        assert abs((one | other).center().x() - long.width() / 2) <= 1
    long.store.update(query=1, key=2)
    assert box_of(long, 1).left() == 8
    long.store.update(key=10)
    assert in_view(long, 1, 10)


def test_of_a_pair_too_far_apart_the_query_stays_with_the_way_to_the_key(long: TokenStrip) -> None:
    long.store.update(query=45, key=3)
    assert box_of(long, 45).right() == long.width() - 9
    assert not in_view(long, 3)
    long.store.update(query=20, key=58)
    assert box_of(long, 20).left() == 8
    assert not in_view(long, 58)


@pytest.mark.parametrize("size", [(1440, 142), (1280, 116)])
def test_a_pronoun_and_what_it_means_are_both_in_view(qtbot: QtBot, size: tuple[int, int]) -> None:
    animal, it = 2, 10
    store = Store(Scene(theme="light", layer=3, head=1, query=it))
    row = SentenceRow(store)
    qtbot.addWidget(row)
    row.set_compact(size[1] < 142)
    row.resize(*size)
    row.show()
    view = view_of(store.scene, Capture.load(EXAMPLES / "animal-tired.safetensors"), (100, 100), lambda: False)
    assert view is not None
    row.show_view(view)
    assert view.key == animal
    assert in_view(row.strip, animal, it)
    assert row.strip._place is not None
    assert row.strip._place.scrolls == (size[0] == 1280)


def test_a_click_on_a_word_does_not_move_what_shows_already(long: TokenStrip) -> None:
    assert long.view is not None
    still = 0
    for token in range(1, 58):
        long.store.update(query=token, key=token)
        for other in range(max(1, token - 4), min(58, token + 4)):
            box, place, chip = box_of(long, other), long._place, long._chip_of(other)
            if not in_view(long, other) or chip == long.view.query_group:
                continue
            QTest.mouseClick(long, LEFT, pos=box.center())
            assert long.view.query_group == chip
            if place is not None and place.whole(chip) and place.whole(long.view.key_group):
                assert box_of(long, other) == box
                still += 1
            else:
                assert in_view(long, other)
    assert still > 20


def test_what_a_hand_scrolled_stays_until_query_or_key_change(long: TokenStrip) -> None:
    wheel(long, -300)
    left = box_of(long, 30).left()
    long.store.update(scale=5.0)
    long.resize(790, 142)
    assert box_of(long, 30).left() == left
    long.store.update(key=33)
    assert in_view(long, 30, 33)
    assert box_of(long, 30).left() != left
    long.resize(700, 142)
    assert abs((box_of(long, 30) | box_of(long, 33)).center().x() - 350) <= 1


def test_chips_shrink_a_little_before_they_scroll(strip: TokenStrip) -> None:
    def state() -> tuple[bool, str, int]:
        place = strip._place
        assert place is not None
        return place.scrolls, place.layout.label, place.layout.gap

    needed = strip.needed
    usual = [strip.chip_rect(token).size() for token in range(10)]
    found = []
    for width in (needed, needed - 1, int(needed * 0.9), int(needed * 0.76), int(needed * 0.6)):
        strip.resize(width, 142)
        assert strip.needed == needed
        found.append(state())
    assert found[0] == (False, "chip", 8)
    assert found[1][:2] == found[2][:2] == (False, "chip")
    assert 4 <= found[2][2] < found[1][2] <= 8
    assert found[3][:2] == (False, "chip_compact")
    assert found[4] == (True, "chip", 8)
    strip.resize(800, 142)
    assert [strip.chip_rect(token).size() for token in range(10)] == usual


@pytest.mark.parametrize("height", [142, 116])
def test_shrunk_chips_fit_with_room_around_their_words(strip: TokenStrip, height: int) -> None:
    view = view_of_row("she told her brother that he should call their mother . ' s t", [1 / 16] * 16, query=3)
    strip.resize(2000, height)
    strip.show_view(view)
    needed = strip.needed
    for width in range(int(needed * 0.86), needed, 3):
        strip.resize(width, height)
        place = strip._place
        assert place is not None
        assert not place.scrolls
        boxes = [place.box(chip) for chip in range(len(place.layout.labels))]
        assert boxes[0].left() >= 8
        assert boxes[-1].right() <= width - 8
        assert all(right.left() - left.right() > 4 for left, right in pairwise(boxes))
        face = font(place.layout.label, 600)
        for box, label in zip(boxes[:-1], place.layout.labels, strict=False):
            assert box.width() >= text_width(label, face) + 12


def test_masked_is_a_dash_below_chips_too_narrow_for_the_word(strip: TokenStrip) -> None:
    view = view_of_row("she saw it ' s a dog in the house", [1 / 12] * 12, query=3, hidden=(4, 5))
    strip.resize(2000, 142)
    strip.show_view(view)
    for width, said in ((strip.needed, "masked"), (int(strip.needed * 0.82), "–")):
        strip.resize(width, 142)
        assert strip._place is not None
        assert not strip._place.scrolls
        assert strip_painting.look_of(LIGHT, view, strip._place.layout, 3).number == said


def test_keys_scroll_only_as_far_as_needed(long: TokenStrip) -> None:
    before = long.chip_rect(30).left()
    QTest.keyClick(long, Qt.Key.Key_Right)
    assert long.chip_rect(30).left() == before
    for _ in range(20):
        QTest.keyClick(long, Qt.Key.Key_Right)
        place = long._place
        assert place is not None
        box = place.box(long._chip_of(long.store.scene.query))
        assert 60 <= box.left() <= box.right() < long.width() - 60


def test_a_new_scale_leaves_the_scrolled_strip_alone(long: TokenStrip) -> None:
    wheel(long, -600)
    place = long._place
    long.store.update(scale=2.0)
    assert place is not None
    assert long._place is place


def test_wheel_and_drag_scroll_and_choose_nothing(long: TokenStrip) -> None:
    def left() -> int:
        assert long._place is not None
        return long._place.box(30).left()

    before = left()
    wheel(long, -120)
    assert left() == before - 120
    y = long.rect().center().y()
    drag(long, QPoint(500, y), QPoint(300, y))
    assert left() == before - 320
    assert long.store.scene.query == 30
    wheel(long, 100_000)
    assert long.chip_rect(1).left() == 8
    wheel(long, -100_000)
    assert long.chip_rect(0).right() == long.width() - 9


def test_the_ribbon_shows_all_words_and_scrolls(long: TokenStrip) -> None:
    place, view = long._place, long.view
    assert place is not None
    assert view is not None
    ribbon = place.ribbon
    picture, words = long.grab().toImage(), len(view.axis.groups)

    def at(group: int) -> QPoint:
        return QPoint(ribbon.left() + int((group + 0.5) / words * ribbon.width()), ribbon.center().y())

    assert pixel(picture, at(view.query_group).x(), ribbon.center().y()) == LIGHT["query_fill"].name()
    assert pixel(picture, at(view.key_group).x(), ribbon.center().y()) == LIGHT["key_fill"].name()
    far = at(2)
    assert pixel(picture, far.x(), far.y()) == colour_of(view.row.shown[2], view.top)
    QTest.mouseClick(long, LEFT, pos=far)
    assert long._place is not None
    assert long._place.offset == 0
    drag(long, far, QPoint(ribbon.right(), far.y()))
    assert long._place.window()[1] == 1.0
    assert long.store.scene.query == 30


def test_the_frame_on_the_ribbon_is_dragged_without_a_jump(long: TokenStrip) -> None:
    place = long._place
    assert place is not None
    left, right = place.window()
    grasp = QPoint(
        place.ribbon.left() + int((left + 0.8 * (right - left)) * place.ribbon.width()), place.ribbon.center().y()
    )
    QTest.mousePress(long, LEFT, pos=grasp)
    assert long._place is not None
    assert abs(long._place.offset - place.offset) <= 1
    QTest.mouseRelease(long, LEFT, pos=grasp)


def test_only_chips_in_view_are_painted(long: TokenStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[int] = []
    look_of = strip_painting.look_of

    def noted(*args: object) -> object:
        painted.append(args[3])  # type: ignore[arg-type]
        return look_of(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(strip_painting, "look_of", noted)
    long.grab()
    assert long.view is not None
    assert 5 < len(painted) < 25 < len(long.view.axis.groups)
    assert long.view.query_group in painted


def test_arcs_leave_the_strip_for_heavy_words_alone(long: TokenStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[arcs.Arc] = []
    monkeypatch.setattr(arcs, "draw_arcs", lambda painter, theme, found, base, room: drawn.extend(found))
    long.grab()
    assert drawn
    assert all(arc.weight >= 0.05 for arc in drawn if not -60 < arc.end < 860)
    drawn.clear()
    wheel(long, -100_000)
    long.grab()
    assert long.view is not None
    assert max(arc.weight for arc in drawn if arc.end < 0) == long.view.row.shown.max()


def test_a_chip_scrolled_away_comes_into_view_when_asked_for(long: TokenStrip) -> None:
    box = long.chip_rect(55)
    assert long.rect().contains(box)
    QTest.mouseClick(long, LEFT, pos=box.center())
    assert long.store.scene.query == 55


def test_long_words_are_cut_and_told_whole_on_hover(strip: TokenStrip) -> None:
    word = "abcdefghij" * 30
    strip.show_view(view_of_row(f"{word} שלום 😀", [0.1, 0.2, 0.3, 0.3, 0.1]))
    box = strip.chip_rect(1)
    assert box.width() == WIDEST
    tip = strip.tip_at(box.center().x(), box.center().y())
    assert word in tip.replace("\u200b", "")
    assert max(len(part) for part in tip.replace("<br>", " ").replace("\u200b", " ").split()) < 60
    strip.grab()


def test_what_was_not_read_is_a_grey_chip_that_does_nothing(strip: TokenStrip) -> None:
    view = view_of_row("the bank", [0.1, 0.4, 0.4, 0.1])
    object.__setattr__(view, "capture", capture_of("the bank", read=3))
    strip.show_view(view)
    after = strip.chip_rect(0)
    point = QPoint(after.right() + 40, after.center().y())
    assert strip.tip_at(point.x(), point.y()) == (
        "The model reads 512 tokens at most. The text after character 3 is not read."
    )
    before = strip.store.scene
    QTest.mouseClick(strip, LEFT, pos=point)
    assert strip.store.scene == before


def test_before_the_first_view_it_is_quiet(qtbot: QtBot, store: Store) -> None:
    strip = TokenStrip(store)
    strip.resize(700, 142)
    qtbot.addWidget(strip)
    strip.show()
    strip.clearFocus()
    picture = strip.grab().toImage()
    assert {pixel(picture, x, y) for x in range(0, 700, 7) for y in range(0, 142, 3)} == {LIGHT["surface"].name()}
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.mouseClick(strip, LEFT, pos=QPoint(300, 90))
    assert strip.chip_rect(2) == QRect()
    assert store.scene.query == 2


def test_a_text_of_special_tokens_alone(strip: TokenStrip) -> None:
    strip.show_view(view_of_row("", [0.7, 0.3], query=1))
    strip.grab()
    assert not strip.chip_rect(0).isEmpty()
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.mouseClick(strip, LEFT, pos=strip.chip_rect(1).center())
    assert strip.store.scene.specials


def test_a_narrow_strip_still_paints(strip: TokenStrip) -> None:
    for width, height in ((40, 116), (5, 5), (3000, 142), (300, 60)):
        strip.resize(width, height)
        strip.grab()


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("hidden", np.linspace(0, 1, 11).tolist())
def test_special_tokens_are_read_on_every_shade(look: str, colours: str, hidden: float) -> None:
    chosen = theme(look, colours)
    for specials in (False, True):
        view = view_of_row("a b", [hidden, 1 - hidden, 0, 0], specials=specials)
        layout = strip_layout.layout_of(view, strip_layout.sizes_of(140))
        seen = strip_painting.look_of(chosen, view, layout, 0 if specials else layout.folded)
        assert seen.fill is not None
        assert contrast(seen.ink, seen.fill) >= 4.5
