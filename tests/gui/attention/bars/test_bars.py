"""The bars, driven with mouse and keys, and read back pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.bars.bars import Bars
from gui.attention.bars.layout import AXES, Room, layout_of, others_weight
from gui.attention.bars.painting import Bar, bar_of, number_box, written
from gui.attention.bars.pane import BarsPane
from gui.attention.bars.summary import definitions, summary
from gui.look.drawing import text_width
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.attention.conftest import EXAMPLES, OnScreen
from tests.gui.attention.handmade import live, view_of_row
from tests.gui.driving import point

LEFT = Qt.MouseButton.LeftButton
LIGHT = theme("light")
BANK, RIVER, MUDDY = 2, 5, 7
MANY = " ".join(f"w{i}" for i in range(100))


@pytest.fixture
def bars(on_screen: OnScreen, store: Store, view: View) -> Bars:
    """The bars of the first start, 408 x 406."""
    made = on_screen(Bars(store), 408, 406)
    made.show_view(view)
    return made


@pytest.fixture
def pane(on_screen: OnScreen, store: Store, view: View) -> BarsPane:
    made = on_screen(BarsPane(store), 408, 512)
    made.show_view(view)
    return made


@pytest.fixture
def long(on_screen: OnScreen, long_store: Store, long_capture: Capture) -> Bars:
    """Bars that follow their store, on 61 tokens: more words than rows."""
    made = on_screen(Bars(long_store), 408, 406)
    live(made, long_store, long_capture)
    return made


def room(view: View, height: int = 406) -> Room:
    return Room(408, height, False, 60, 20)


def row_of(picture: QImage, y: int) -> list[str]:
    return [picture.pixelColor(x, y).name() for x in range(picture.width())]


def length(bars: Bars, token: int, *roles: str) -> int:
    """How many pixels in the middle of a word's row, between both ends of the axis, have one of the colours."""
    assert bars._layout is not None
    names = {LIGHT[role].name() for role in roles}
    row = row_of(bars.grab().toImage(), bars.row_rect(token).center().y())
    return sum(colour in names for colour in row[bars._layout.left : bars._layout.right + 1])


def every_bar(view: View, height: int = 406) -> list[Bar]:
    layout = layout_of(view, room(view, height))
    return [bar_of(view, layout, index) for index in range(len(layout.order) + layout.rest)]


def test_lengths_are_the_weights(bars: Bars, view: View) -> None:
    layout = bars._layout
    assert layout is not None
    axis = layout.x(1.0) - layout.x(0.0)
    assert axis > 200
    for group, weight in zip(view.axis.groups, view.row.shown, strict=True):
        drawn = length(bars, group.tokens[0], "bar", "key_fill")
        assert abs(drawn - weight * axis) <= 1, group.label
    assert abs(length(bars, 0, "ink3") - view.row.folded * axis) <= 1


def test_the_ghost_is_behind_the_bar(bars: Bars, look: Callable[..., View]) -> None:
    bars.show_view(look(scale=3.0))
    picture, layout = bars.grab().toImage(), bars._layout
    assert layout is not None
    box = bars.row_rect(RIVER)
    x, middle = layout.left + 20, box.center().y()
    column = [picture.pixelColor(x, y).name() for y in range(box.top(), box.bottom() + 1)]
    assert column.count(LIGHT["bar"].name()) == 12
    assert column.count(LIGHT["ghost"].name()) == 8
    assert picture.pixelColor(x, middle).name() == LIGHT["bar"].name()
    edge = layout.x(0.5232)
    assert picture.pixelColor(edge - 1, box.top() + 10).name() == LIGHT["ghost_line"].name()
    assert picture.pixelColor(edge + 1, box.top() + 10).name() == LIGHT["surface"].name()


def test_without_a_change_there_is_no_ghost_and_one_column(bars: Bars, look: Callable[..., View]) -> None:
    colours = {colour for y in range(406) for colour in row_of(bars.grab().toImage(), y)}
    assert LIGHT["ghost"].name() not in colours
    one, two = (layout_of(view, room(view)) for view in (look(), look(scale=3.0)))
    assert (one.two, two.two) == (False, True)
    assert one.right > two.right


def test_the_key_has_a_tip_and_labels_their_colours(bars: Bars) -> None:
    picture, layout = bars.grab().toImage(), bars._layout
    assert layout is not None
    assert length(bars, RIVER, "key_fill") == 4
    assert length(bars, MUDDY, "key_fill") == 0
    end = layout.x(0.5232)
    row = row_of(picture, bars.row_rect(RIVER).center().y())
    assert row[end - 5 : end] == [LIGHT["bar"].name(), *[LIGHT["key_fill"].name()] * 4]

    def label_colours(token: int) -> set[str]:
        box = bars.row_rect(token)
        rows = range(box.top(), box.bottom())
        return {picture.pixelColor(x, y).name() for y in rows for x in range(16, layout.label_right)}

    assert LIGHT["query"].name() in label_colours(BANK)
    assert LIGHT["key"].name() in label_colours(RIVER)
    assert not {LIGHT["query"].name(), LIGHT["key"].name()} & label_colours(MUDDY)


def test_values_are_the_whole_row_in_text_order(bars: Bars, look: Callable[..., View]) -> None:
    view = look(order="weight", scale=2.0)
    bars.show_view(view)
    assert np.array_equal(bars.values(), view.row.weights)
    assert bars.values().shape == (10,)
    assert abs(bars.values().sum() - 1) < 1e-6


@pytest.mark.parametrize("order", ["text", "weight"])
@pytest.mark.parametrize("specials", [True, False])
def test_every_row_adds_up(look: Callable[..., View], order: str, specials: bool) -> None:
    capture = Capture.load(EXAMPLES / "keys-and-locks.safetensors")
    for query in (1, 30, 58):
        view = look(of=capture, order=order, specials=specials, query=query, scale=3.0)
        shown = every_bar(view)
        assert abs(sum(bar.now for bar in shown) - 1) < 1e-6
        assert abs(sum(bar.model for bar in shown) - 1) < 1e-6


def test_by_weight_the_largest_are_first_and_the_rest_is_one_bar(look: Callable[..., View]) -> None:
    view = look(of=Capture.load(EXAMPLES / "keys-and-locks.safetensors"), order="weight", query=30)
    bars = every_bar(view)
    words = [bar for bar in bars if bar.token is not None]
    assert [bar.now for bar in words] == sorted(view.row.shown)[::-1][: len(words)]
    assert bars[-2].label == f"{len(view.axis.groups) - len(words)} others"
    assert bars[-1].label == "special"


def test_a_key_that_ranks_low_keeps_its_row(look: Callable[..., View]) -> None:
    capture = Capture.load(EXAMPLES / "keys-and-locks.safetensors")
    view = look(of=capture, order="weight", query=30, key=55)
    bars = every_bar(view)
    assert 55 in [bar.key for bar in bars]
    assert abs(sum(bar.now for bar in bars) - 1) < 1e-6


def test_few_words_by_weight_need_no_others(look: Callable[..., View]) -> None:
    bars = every_bar(look(order="weight"))
    assert [bar.label for bar in bars[:3]] == ["river", "muddy", "of"]
    assert [bar.label for bar in bars[-2:]] == [".", "special"]


def test_rows_shrink_before_they_scroll(look: Callable[..., View]) -> None:
    view = look()
    assert layout_of(view, room(view)).row == 38
    tight = layout_of(view, room(view, 260))
    assert (tight.row, tight.scrolls) == (22, False)
    scrolling = layout_of(view, room(view, 200))
    assert (scrolling.row, scrolling.scrolls) == (20, True)
    assert scrolling.bottom <= 200


def test_a_click_chooses_the_key(bars: Bars) -> None:
    QTest.mouseClick(bars, LEFT, pos=bars.row_rect(MUDDY).center())
    assert bars.store.scene.key == MUDDY
    assert bars.store.scene.query == BANK
    QTest.mouseClick(bars, LEFT, pos=bars.row_rect(0).center())
    assert bars.store.scene.key == 0  # [CLS], the heavier of the folded ones
    QTest.mouseClick(bars, LEFT, pos=QPoint(200, 5))
    assert bars.store.scene.key == 0


def test_the_others_cannot_be_chosen(long: Bars) -> None:
    long.store.update(order="weight", key=None)
    layout = long._layout
    assert layout is not None
    assert layout.others.size
    QTest.mouseClick(long, LEFT, pos=layout.box(len(layout.order)).center())
    assert long.store.scene.key is None


def test_up_and_down_move_the_key(bars: Bars, capture: Capture) -> None:
    live(bars, bars.store, capture)
    asked = []
    keys = (
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
        Qt.Key.Key_Up,
        Qt.Key.Key_Home,
        Qt.Key.Key_Up,
        Qt.Key.Key_End,
        Qt.Key.Key_Down,
    )
    for key in keys:
        QTest.keyClick(bars, key)
        asked.append(bars.store.scene.key)
    assert asked == [6, 5, 4, 1, 1, 0, 0]
    QTest.keyClick(bars, Qt.Key.Key_Up)
    assert bars.store.scene.key == 8
    bars.store.update(order="weight")
    QTest.keyClick(bars, Qt.Key.Key_Home)
    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert bars.store.scene.key == MUDDY


def test_keys_faster_than_views_count_on(bars: Bars) -> None:
    for _ in range(3):
        QTest.keyClick(bars, Qt.Key.Key_Up)
    assert bars.store.scene.key == RIVER - 3


def test_a_screen_reader_hears_the_key(bars: Bars, look: Callable[..., View]) -> None:
    assert bars.accessibleDescription() == "river, weight 0.5232, key 6 of 10"
    bars.show_view(look(key=MUDDY, scale=3.0))
    assert bars.accessibleDescription() == "muddy, weight 0.1856, model 0.2445, key 8 of 10"


def test_hover_tells_six_digits_now_and_the_model(bars: Bars, look: Callable[..., View]) -> None:
    view = look(scale=3.0)
    bars.show_view(view)
    centre = bars.row_rect(RIVER).center()
    point(bars, centre)
    now, model = view.row.shown[4], view.row.shown_trained[4]
    assert bars.tip_at(centre.x(), centre.y()) == f"<b>river</b><br>now {now:.6f}<br>model {model:.6f}"
    box = bars.row_rect(RIVER)
    assert bars.grab().toImage().pixelColor(box.right() - 8, box.top() + 5).name() == LIGHT["hover"].name()
    assert bars.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QApplication.sendEvent(bars, QEvent(QEvent.Type.Leave))
    assert bars.grab().toImage().pixelColor(box.right() - 8, box.top() + 5).name() == LIGHT["surface"].name()
    assert bars.tip_at(10, 3) == ""


def test_masked_words_have_a_ghost_and_no_bar(bars: Bars, look: Callable[..., View]) -> None:
    bars.show_view(look(variant="causal"))
    assert length(bars, RIVER, "bar", "key_fill") == 0
    assert length(bars, RIVER, "ghost", "ghost_line") > 80
    centre = bars.row_rect(RIVER).center()
    assert "now 0, masked" in bars.tip_at(centre.x(), centre.y())


def test_nan_is_said_and_has_no_bar(bars: Bars) -> None:
    bars.show_view(view_of_row("the bank", [0.1, float("nan"), 0.8, 0.1], query=2))
    assert length(bars, 1, "bar", "key_fill") == 0
    assert "now NaN" in bars.tip_at(100, bars.row_rect(1).center().y())


def test_a_long_text_with_small_weights_has_a_shorter_axis() -> None:
    weights = [0.01] * 102
    view = view_of_row(MANY, [0.0, 0.3, *weights[2:-1], 0.0])
    layout = layout_of(view, room(view))
    assert layout.limit == 0.5
    assert AXES[layout.limit][-1] == 0.5
    assert layout.x(0.5) == layout.right
    small = view_of_row(MANY, weights)
    assert layout_of(small, room(small)).limit == 0.02
    ranked = view_of_row(MANY, weights, order="weight")
    assert layout_of(ranked, room(ranked)).limit == 1.0  # the others together


def test_the_maximum_over_heads_does_not_add_its_others_up(look: Callable[..., View]) -> None:
    view = look(of=Capture.load(EXAMPLES / "keys-and-locks.safetensors"), order="weight", head="max", query=30)
    layout = layout_of(view, room(view))
    assert (
        others_weight(view, layout.others) == view.row.shown[layout.others].max() < view.row.shown[layout.others].sum()
    )
    assert every_bar(view)[-1].at_most


def test_in_text_order_many_words_scroll_and_the_key_stays_in_view(long: Bars) -> None:
    scroll = long.findChild(QScrollBar)
    assert scroll is not None
    assert scroll.isVisible()
    assert 0 < long.row_rect(long.view.key if long.view else 0).top() < long.height()
    for key in (1, 55, 20):
        long.store.update(key=key)
        assert 40 <= long.row_rect(key).top() <= long.row_rect(key).bottom() < long.height() - 40
    value, at = scroll.value(), QPointF(200, 200)
    buttons, keys, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(long, QWheelEvent(at, at, QPoint(), QPoint(0, -120), buttons, keys, phase, False))
    assert scroll.value() == value + 60
    long.store.update(scale=2.0)
    assert scroll.value() == value + 60


def test_scrolled_rows_stay_between_caption_and_special_tokens(long: Bars) -> None:
    layout = long._layout
    assert layout is not None
    hits = [layout.hit(y, 7) for y in range(406)]
    assert set(hits[: layout.top]) == {-1}
    assert layout.hit(layout.top, 7) == 0
    assert layout.hit(layout.line - 1, 7) == layout.seen
    assert layout.hit(layout.line + 1, 7) == len(layout.order)


def test_the_focus_ring_is_around_the_key(bars: Bars) -> None:
    bars.clearFocus()
    bars.setFocus(Qt.FocusReason.TabFocusReason)
    box = bars.focus_rect()
    assert box is not None
    assert bars.row_rect(RIVER).contains(box.center())
    picture = bars.grab().toImage()
    assert picture.pixelColor(box.center().x(), box.top() - 1).name() == LIGHT["focus"].name()


def test_before_the_first_view_and_without_words(qtbot: QtBot, store: Store) -> None:
    pane = BarsPane(store)
    qtbot.addWidget(pane)
    pane.resize(372, 388)
    pane.grab()
    QTest.keyClick(pane.bars, Qt.Key.Key_Down)
    QTest.mouseClick(pane.bars, LEFT, pos=QPoint(100, 100))
    assert pane.bars.values().shape == (0,)
    assert store.scene.key is None
    pane.show_view(view_of_row("", [0.7, 0.3], query=1))
    pane.grab()
    QTest.keyClick(pane.bars, Qt.Key.Key_Down)
    assert store.scene.key == 0


def test_every_size_paints(pane: BarsPane, long: Bars) -> None:
    assert long.view is not None
    for view in (long.view, view_of_row(MANY, [1 / 102] * 102, order="weight")):
        pane.show_view(view)
        for size in ((330, 200), (408, 60), (10, 10), (900, 1200)):
            pane.resize(*size)
            pane.grab()


def test_the_order_is_chosen_and_follows_the_scene(pane: BarsPane, look: Callable[..., View]) -> None:
    QTest.mouseClick(pane.order, LEFT, pos=pane.order.segment_rect("weight").center())
    assert pane.store.scene.order == "weight"
    pane.store.undo()
    pane.show_view(look())
    assert pane.order.value == "text"


def said(view: View, cut: int = 0) -> list[str]:
    return ["".join(piece.text for piece in part) for part in summary(view, cut)]


def test_the_line_of_sums(look: Callable[..., View]) -> None:
    assert said(look(scale=3.0)) == ["Sum 1.000", "Entropy 0.98 of 3.32 bits", "1.8 % on [CLS], [SEP]"]
    assert said(look(), cut=1) == ["Sum 1.000", "Entropy 2.11 bits", "8.8 % on [CLS], [SEP]"]
    assert said(look(), cut=2) == ["Sum 1.000", "Entropy 2.11 bits", "9 % special"]
    assert said(look(variant="causal")) == ["Sum 1.000", "Entropy 1.23 of 1.58 bits", "61.7 % on [CLS], [SEP]"]
    assert said(look(head="max")) == ["Rows do not sum to 1: the maximum over heads"]


def test_the_line_of_sums_defines_its_words(look: Callable[..., View]) -> None:
    view = look()
    nothing = np.zeros((14, 2, 2), np.float32)
    detail = Detail(
        scene=view.scene, maps=nothing, visible=nothing > 0, mean_entropy=2.5, mean_gradient=0.3, row_error=0.0
    )
    text = definitions(view, detail)
    assert view.row.entropy is not None
    assert f"2ᴴ = {2**view.row.entropy:.2f} is the effective number of keys of “bank”" in text
    assert "mean entropy over all rows is 2.50 bits" in text
    assert "mean entropy" not in definitions(look(query=3), detail)
    assert "do not add up" in definitions(look(head="max"), detail)


def test_the_line_of_sums_stands_below_the_axis(pane: BarsPane, long: Bars) -> None:
    assert long.view is not None
    few = pane.sums.y()
    assert few >= pane.bars.y() + pane.bars.bottom
    pane.show_view(long.view)
    assert pane.sums.y() >= pane.bars.y() + pane.bars.bottom
    assert pane.sums.geometry().bottom() <= pane.height()


def test_the_title_cuts_a_long_query_and_hover_tells_it(pane: BarsPane) -> None:
    word = "abcdefghij" * 30
    pane.show_view(view_of_row(f"{word} bank", [0.1, 0.4, 0.4, 0.1]))
    pane.grab()
    assert word in pane.tip_at(50, 26).replace("\u200b", "")
    pane.show_view(view_of_row("the bank", [0.1, 0.4, 0.4, 0.1]))
    assert pane.tip_at(50, 26) == ""


def test_in_a_narrow_pane_the_token_gives_way_and_the_word_stays(pane: BarsPane, long: Bars) -> None:
    assert long.view is not None
    pane.show_view(long.view)
    pane.resize(600, 512)
    word = pane._title()[1][1]
    assert "".join(text for _, text, _ in pane._title()) == f"of {word} token {long.view.query}"
    pane.resize(372, 512)
    assert "".join(text for _, text, _ in pane._title()) == f"of {word}"
    assert f"token {long.view.query}" in pane.tip_at(50, 26)  # hovering says it


def test_the_title_is_a_word_that_can_be_read_or_none(pane: BarsPane) -> None:
    found = set()
    for width in range(200, 420, 5):
        pane.resize(width, 512)
        found.add("".join(text for _, text, _ in pane._title()))
    assert found == {"", "bank", "of bank"}


def test_another_theme_repaints_all_of_it(pane: BarsPane) -> None:
    dark = theme("dark")
    pane.apply_theme(dark)
    picture = pane.grab().toImage()
    assert picture.pixelColor(2, 2).name() == dark["surface"].name()
    assert dark["bar"].name() in row_of(picture, pane.bars.y() + pane.bars.row_rect(RIVER).center().y())


def test_a_row_that_is_revealed_is_whole_and_so_are_its_neighbours(long: Bars) -> None:
    for key in (40, 41, 3, 57):
        long.store.update(key=key)
        assert long._layout is not None
        assert long._scroll.value() % long._layout.row == 0 or long._scroll.value() == long._scroll.maximum()
        assert long._layout.top <= long.row_rect(key).top()


def test_at_most_is_written_whole(store: Store, look: Callable[..., View]) -> None:
    """Max has a bound of what hidden special tokens get: all of its digits stand there."""
    view = look(head="max")
    layout = layout_of(view, room(view))
    bar = bar_of(view, layout, len(layout.order))
    assert bar.at_most
    assert number_box(layout, bar, layout.box(len(layout.order), 0)).width() >= text_width(
        written(bar), font("caption", 500)
    )
