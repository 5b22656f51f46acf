"""The row of the sentence: what it says on screen, and its switches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.shown.view import View
from gui.attention.sentence.prose import WHY
from gui.attention.sentence.row import SentenceRow
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import EXAMPLES, OnScreen
from tests.gui.attention.handmade import view_of_row
from tests.gui.driving import point

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def row(on_screen: OnScreen, store: Store, view: View) -> SentenceRow:
    made = on_screen(SentenceRow(store), 1440, 142)
    made.show_view(view)
    return made


def colours(picture: QImage) -> set[str]:
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def test_the_words_have_the_colours_of_query_and_key(row: SentenceRow) -> None:
    seen = colours(row.sentence.grab().toImage())
    assert {theme("light")[role].name() for role in ("query", "key", "ink", "ink2")} <= seen
    row.apply_theme(theme("dark"))
    seen = colours(row.sentence.grab().toImage())
    assert {theme("dark")[role].name() for role in ("query", "key", "surface", "ink2")} <= seen


def test_a_screen_reader_hears_it(row: SentenceRow, look: Callable[..., View]) -> None:
    assert row.sentence.accessibleDescription().startswith("bank looks at river. It gives 52 % of its attention there.")
    row.show_view(look(query=5))
    assert row.sentence.accessibleDescription().startswith("river looks ")


def test_the_i_says_what_attention_is_not(row: SentenceRow) -> None:
    row.grab()
    at = row.sentence._icon.center()
    assert row.sentence.tip_at(at.x(), at.y()) == WHY
    assert row.sentence.tip_at(2, 2) == ""
    point(row.sentence, at)
    assert row.sentence.cursor().shape() == Qt.CursorShape.WhatsThisCursor


def note() -> QWidget | None:
    shown = QApplication.activePopupWidget()
    return shown if shown is not None and shown.objectName() == "whyNote" else None


def test_a_click_on_the_i_says_it_until_the_next_click_or_escape(row: SentenceRow) -> None:
    row.grab()
    at = row.sentence._icon.center()
    QTest.mouseClick(row.sentence, LEFT, pos=QPoint(2, 2))
    assert note() is None
    for how in (LEFT, Qt.Key.Key_Escape):
        QTest.mouseClick(row.sentence, LEFT, pos=at)
        shown = note()
        assert shown is not None and shown.accessibleName() == WHY
        assert shown.y() >= row.sentence.mapToGlobal(row.sentence._icon.bottomLeft()).y()
        assert theme("light")["tooltip_ink"].name() in colours(shown.grab().toImage())
        assert not shown.mask().contains(QPoint(0, 0)), "its corners are round"
        assert shown.mask().contains(QPoint(8, 0))
        QTest.qWait(20)
        assert note() is shown
        if isinstance(how, Qt.Key):
            QTest.keyClick(shown, how)
        else:
            QTest.mouseClick(shown, how, pos=QPoint(-20, 200))
        assert note() is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_keyboard_opens_what_the_i_says(row: SentenceRow, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitActive(row):
        row.activateWindow()
    row.sentence.clearFocus()  # which it may have got with the window
    row.sentence.setFocus(Qt.FocusReason.TabFocusReason)
    assert theme("light")["focus"].name() in colours(row.sentence.grab().toImage())
    QTest.keyClick(row.sentence, key)
    shown = note()
    assert shown is not None
    QTest.keyClick(shown, Qt.Key.Key_A)
    assert note() is shown
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert note() is None


def test_long_words_are_cut_and_told_on_hover(row: SentenceRow) -> None:
    word = "abcdefghij" * 30
    row.show_view(view_of_row(f"{word} {word}", [0.1, 0.1, 0.7, 0.1]))
    row.grab()
    assert row.sentence._icon.right() < row.sentence.width()
    assert word in row.sentence.tip_at(2, 2).replace("\u200b", "")


def test_the_switches_change_the_scene(row: SentenceRow) -> None:
    QTest.mouseClick(row.specials, LEFT, pos=row.specials.track().center())
    assert row.store.scene.specials
    row.merge.setFocus()
    QTest.keyClick(row.merge, Qt.Key.Key_Space)
    assert not row.store.scene.merge


def test_the_switches_follow_the_scene(row: SentenceRow, look: Callable[..., View]) -> None:
    row.store.update(specials=True, merge=False)
    row.show_view(look(specials=True, merge=False))
    assert (row.specials.isChecked(), row.merge.isChecked()) == (True, False)
    row.store.undo()
    row.show_view(look())
    assert (row.specials.isChecked(), row.merge.isChecked()) == (False, True)


@pytest.mark.parametrize(("width", "height"), [(1440, 142), (1280, 116), (960, 116)])
def test_the_parts_stand_beside_each_other(
    row: SentenceRow, look: Callable[..., View], width: int, height: int
) -> None:
    row.resize(width, height)
    row.set_compact(height < 130)
    for view in (look(), look(of=Capture.load(EXAMPLES / "keys-and-locks.safetensors"))):
        row.show_view(view)
        assert row.sentence.geometry().right() < row.strip.x()
        assert row.strip.geometry().right() < row.specials.x()
        assert row.specials.geometry().right() < width
        assert row.specials.geometry().bottom() < row.merge.y() + 4


def test_a_strip_that_scrolls_gets_more_room(row: SentenceRow, look: Callable[..., View]) -> None:
    before = row.strip.width()
    row.show_view(look(of=Capture.load(EXAMPLES / "keys-and-locks.safetensors")))
    assert row.strip.width() > before
    row.show_view(look())
    assert row.strip.width() == before


def test_nothing_is_said_before_the_first_view(qtbot: QtBot, store: Store) -> None:
    row = SentenceRow(store)
    qtbot.addWidget(row)
    row.resize(1440, 142)
    assert colours(row.sentence.grab().toImage()) == {theme("light")["surface"].name()}
