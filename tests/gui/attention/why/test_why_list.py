"""The list as a person sees and drives it: pixels of bars, keys, clicks, what is copied and said."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.why.why import Why
from gui.attention.why.layout import SMALLEST_ROW, ListLayout
from gui.attention.why.list import WhyList
from gui.attention.why.pane import LISTS
from gui.attention.why.strip import Parts, parts_of
from gui.look.drawing import text_width
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.attention.why.conftest import Explain

LIGHT = theme("light")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def made(qtbot: QtBot, store: Store) -> WhyList:
    widget = WhyList(store)
    qtbot.addWidget(widget)
    widget.resize(400, 380)
    return widget


def show(widget: WhyList, why: Why, by_size: bool = False) -> ListLayout:
    assert why.found is not None
    widget.show_lines(LISTS[type(why.found)](why, why.found), by_size, why.scene)
    assert widget._layout is not None
    return widget._layout


def across(picture: QImage, y: int, role: str) -> list[int]:
    """The x of all pixels of a colour in a row."""
    return [x for x in range(picture.width()) if picture.pixelColor(x, y) == LIGHT[role]]


def test_a_bar_is_as_long_as_its_number(made: WhyList, explain: Explain) -> None:
    why = explain("values", key=5)
    layout = show(made, why)
    picture = made.grab().toImage()
    for index, end in ((4, "key_fill"), (6, "bar")):
        y = made.row_rect(index).center().y()
        found = across(picture, y, end)
        assert abs(found[-1] - layout.x(float(layout.lines.bars[index]))) <= 2
    ghost = across(picture, made.row_rect(6).center().y(), "ghost_line")
    assert layout.lines.ghosts is not None
    assert abs(ghost[-1] - layout.x(float(layout.lines.ghosts[6]))) <= 1
    assert layout.x(0) == layout.left
    assert layout.ends == (0.0, 0.8)


def test_what_subtracts_runs_to_the_left_in_its_own_colour(made: WhyList, explain: Explain) -> None:
    why = explain("dimensions", key=5)
    layout = show(made, why, by_size=True)
    picture, index = made.grab().toImage(), int(np.argmin(layout.lines.bars))
    y = made.row_rect(index).center().y()
    found = [x for x in across(picture, y, "neg") if x >= layout.left]
    assert found
    assert max(found) < layout.x(0)
    assert abs(min(found) - layout.x(float(layout.lines.bars[index]))) <= 2
    assert layout.ends[0] < 0 < layout.ends[1]


def test_up_and_down_choose_the_key(made: WhyList, store: Store, explain: Explain) -> None:
    show(made, explain("values", key=5))
    QTest.keyClick(made, Qt.Key.Key_Down)
    assert store.scene.key == 6
    QTest.keyClick(made, Qt.Key.Key_Down)
    assert store.scene.key == 7
    QTest.keyClick(made, Qt.Key.Key_Home)
    assert store.scene.key == 1
    QTest.keyClick(made, Qt.Key.Key_Up)
    assert store.scene.key == 1
    QTest.keyClick(made, Qt.Key.Key_End)  # the folded tokens are no word
    assert store.scene.key == 1
    assert made.accessibleDescription().startswith("[CLS] [SEP], weight")


def test_a_click_opens_the_head_also_in_the_picture(made: WhyList, store: Store, explain: Explain) -> None:
    layout = show(made, explain("shares"))
    QTest.mouseClick(made, LEFT, pos=made.row_rect(10).center())
    assert store.scene.head == 10
    QTest.mouseClick(made, LEFT, pos=parts_of(layout).piece(3).center())
    assert store.scene.head == 3


def test_the_list_of_another_model_opens_no_head_of_this_one(made: WhyList, store: Store, explain: Explain) -> None:
    show(made, explain("shares"))
    store.update(model="smollm2", head=0)
    QTest.mouseClick(made, LEFT, pos=made.row_rect(10).center())
    assert store.scene.head == 0


def test_by_size_a_row_is_found_where_it_stands(made: WhyList, store: Store, explain: Explain) -> None:
    show(made, explain("shares"), by_size=True)
    QTest.mouseClick(made, LEFT, pos=QPoint(80, made.row_rect(4).center().y()))
    assert store.scene.head == 4
    QTest.keyClick(made, Qt.Key.Key_Down)
    assert store.scene.head == 10


def test_the_list_is_copied_as_it_stands(made: WhyList, explain: Explain, qtbot: QtBot) -> None:
    layout = show(made, explain("dimensions"), by_size=True)
    QGuiApplication.clipboard().clear()
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text == layout.lines.tsv(True)
    assert text.splitlines()[0] == "\tq × k"
    assert float(text.splitlines()[1].split("\t")[1]) == np.max(layout.lines.bars)


def test_hover_tells_the_exact_number_and_what_a_column_means(made: WhyList, explain: Explain) -> None:
    why = explain("shares")
    layout = show(made, why)
    box = made.row_rect(6)
    assert f"{float(layout.lines.bars[6]):.9g} along it" in made.tip_at(box.center().x(), box.center().y())
    column = layout.columns[1].center()
    assert "the cosine of the part with the sum" in made.tip_at(column.x(), column.y())
    piece = parts_of(layout).piece(10).center()
    assert "head 10" in made.tip_at(piece.x(), piece.y())
    assert made.tip_at(3, layout.bottom + 8) == ""


def test_a_screen_reader_hears_the_row_and_the_sum(made: WhyList, explain: Explain) -> None:
    show(made, explain("shares"))
    said = made.accessibleDescription()
    assert said.startswith("head 4, length ")
    assert "5 of 13. The layer adds up 12 heads and a bias" in said
    assert made.accessibleName() == "Heads’ output: up and down choose a row"
    assert "<" not in said


def test_a_long_list_scrolls_to_the_row(made: WhyList, explain: Explain) -> None:
    made.resize(340, 140)
    layout = show(made, explain("dimensions"))
    assert layout.scrolls
    assert layout.strip.isEmpty()  # no room for it
    assert layout.row >= SMALLEST_ROW
    QTest.keyClick(made, Qt.Key.Key_End)
    box = made.row_rect(31)
    assert layout.top <= box.top() < layout.bottom
    assert made.accessibleDescription().startswith("dimension 31 of 32")
    show(made, explain("dimensions", key=6))  # another cell: the same dimension stays taken
    assert made.accessibleDescription().startswith("dimension 31 of 32")


def test_parts_are_stacked_to_their_sum() -> None:
    parts = Parts(np.array([0.5, -0.2, 0.7]), QRect(10, 0, 240, 30))
    assert parts.most == pytest.approx(1.2)
    assert (parts.x(0), parts.x(1.2), parts.x(1.0)) == (10, 250, 210)
    first, back, second = (parts.piece(place) for place in range(3))
    assert (first.left(), first.right() + 2) == (10, 110)
    assert (second.left(), second.right() + 2) == (110, 250)
    assert (back.left(), back.right() + 2) == (210, 250)  # from the end back to 1
    assert back.top() > first.bottom()
    twice = Parts(np.array([-0.3, 1.5, -0.2]), QRect(0, 0, 150, 30))
    one, _, other = (twice.piece(place) for place in range(3))
    assert (one.left(), one.right() + 2) == (120, 150)
    assert (other.left(), other.right() + 2) == (100, 120)
    assert twice.x(1.0) == 100
    assert [parts.at(50, 5), parts.at(230, 28), parts.at(230, 5), parts.at(20, 28)] == [0, 1, 2, -1]


def test_every_size_and_theme_paints(made: WhyList, explain: Explain, rotated: Why) -> None:
    for why in (*(explain(lens) for lens in ("dimensions", "values", "shares", "rollout")), rotated):
        for compact in (False, True):
            made.set_compact(compact)
            for name in ("light", "dark"):
                made.apply_theme(theme(name))
                for size in ((300, 110), (408, 420), (10, 10), (900, 1200)):
                    made.resize(*size)
                    show(made, why)
                    made.grab()
    made.resize(300, 200)
    layout = show(made, rotated)
    assert layout.left < layout.right < layout.columns[0].left()
    assert layout.columns[-1].right() < 300


def test_numbers_below_zero_do_not_touch_their_neighbours(made: WhyList, explain: Explain) -> None:
    made.resize(372, 300)
    layout = show(made, explain("shares", layer=4, query=5))
    assert (layout.lines.bars[:12] < 0).any()
    for index in range(len(layout.lines.bars)):
        for box, text in zip(layout.columns, layout.lines.line(index).numbers, strict=True):
            assert text_width(text, font("caption", 600)) + 4 <= box.width(), (index, text)
    assert all(left.right() < right.left() for left, right in pairwise(layout.columns))


def test_a_word_that_looks_at_itself_is_query_and_key(made: WhyList, explain: Explain) -> None:
    why = explain("rollout", layer=2, key=2)
    layout = show(made, why)
    assert layout.lines.line(1).role == "both"
    picture, y = made.grab().toImage(), made.row_rect(1).center().y()
    assert across(picture, y, "key_fill")
    box = made.row_rect(1)
    label = {picture.pixelColor(x, at).name() for at in range(box.top(), box.bottom()) for x in range(16, layout.left)}
    assert LIGHT["query"].name() in label
