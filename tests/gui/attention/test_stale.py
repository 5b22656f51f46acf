"""A picture of the text before: it stays until the new one is read, and what it offers is no word of that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.shown.view import View
from gui.attention.bars.bars import Bars
from gui.attention.map.heatmap import Heatmap
from gui.attention.strip.strip import TokenStrip
from gui.store import Store
from tests.gui.attention.conftest import OnScreen

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
RIVER = 5
Hand = Callable[[OnScreen, Store, View], None]


def on_chip(on_screen: OnScreen, store: Store, view: View) -> None:
    strip = on_screen(TokenStrip(store), 800, 142)
    strip.show_view(view)
    QTest.mouseClick(strip, LEFT, NONE, strip.chip_rect(RIVER).center())
    QTest.keyClick(strip, Qt.Key.Key_Right)


def on_cell(on_screen: OnScreen, store: Store, view: View) -> None:
    shown = on_screen(Heatmap(store), 578, 472)
    shown.show_view(view)
    QTest.mouseClick(shown, LEFT, NONE, shown.cell_rect(RIVER, RIVER).center())
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Plus)


def on_bar(on_screen: OnScreen, store: Store, view: View) -> None:
    bars = on_screen(Bars(store), 408, 420)
    bars.show_view(view)
    QTest.mouseClick(bars, LEFT, NONE, bars.row_rect(RIVER).center())
    QTest.keyClick(bars, Qt.Key.Key_Down)


@pytest.mark.parametrize("hand", [on_chip, on_cell, on_bar])
def test_a_click_on_the_words_before_chooses_none_of_the_new_text(
    on_screen: OnScreen, store: Store, view: View, hand: Hand
) -> None:
    store.update(text="Now the river comes third.")
    typed = store.scene
    hand(on_screen, store, view)
    assert store.scene == typed
    store.update(text=view.scene.text)
    hand(on_screen, store, view)
    assert store.scene != view.scene
