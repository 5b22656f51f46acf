"""The pane beside the map with its lens: what is late is not shown, and how far something is makes room."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.shown.view import View
from engine.why.why import Underway
from gui.attention.bars.pane import BarsPane
from gui.store import Store
from tests.gui.attention.conftest import OnScreen
from tests.gui.attention.why.conftest import Explain, explained

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(on_screen: OnScreen, store: Store) -> BarsPane:
    made = on_screen(BarsPane(store), 408, 512)
    store.changed.connect(lambda new, old: made.show_scene(new))
    return made


def test_what_comes_late_is_not_shown(
    pane: BarsPane, store: Store, look: Callable[..., View], explain: Explain
) -> None:
    pane.show_view(look())
    pane.show_why(explain("values"))  # the person went back to the weights
    assert pane.why.isHidden()
    pane.show_why(Underway(explain("rollout").scene, 0.5))
    assert pane.progress.isHidden()
    store.update(lens="values")
    pane.show_view(look(lens="values"))
    pane.show_why(explain("values"))
    assert not pane.why.isHidden()


def test_the_title_is_of_what_is_on_screen(pane: BarsPane, store: Store, look: Callable[..., View]) -> None:
    store.update(lens="dimensions")
    first = look(lens="dimensions", key=5)
    pane.show_view(first)
    assert "".join(text for _, text, _ in pane._title()).startswith("of bank")  # still the bars
    pane.show_why(explained(first))
    assert "".join(text for _, text, _ in pane._title()) == "bank → river"
    store.update(query=5)
    pane.show_view(look(lens="dimensions", query=5, key=2))
    assert "".join(text for _, text, _ in pane._title()) == "bank → river"
    assert pane.accessibleName() == "q·k by dimension of the query"


def test_how_far_it_is_makes_room_and_cancel_goes_back(
    pane: BarsPane, store: Store, look: Callable[..., View], explain: Explain
) -> None:
    store.update(lens="rollout")
    pane.show_view(look(lens="rollout"))
    pane.show_why(explain("rollout"))
    whole = pane.why.geometry().bottom()
    pane.show_why(Underway(pane.why.why.scene, 0.4) if pane.why.why else Underway(store.scene, 0.4))
    assert (pane.progress.title, pane.progress.detail, pane.progress.fraction) == ("Rollout", "40 %", 0.4)
    assert pane.why.geometry().bottom() < pane.progress.y() < whole
    assert pane.rect().contains(pane.progress.geometry())
    QTest.mouseClick(pane.progress.cancel, LEFT)
    assert store.scene.lens == "weights"
    assert pane.progress.isHidden()


def test_tab_goes_from_the_lens_to_its_list(pane: BarsPane, store: Store, look: Callable[..., View]) -> None:
    store.update(lens="shares")
    view = look(lens="shares")
    pane.show_view(view)
    pane.show_why(explained(view))
    pane.activateWindow()
    pane.lens.setFocus()
    for expected in (pane.sizes, pane.why.list):
        assert pane.focusNextChild()
        assert expected.hasFocus()
