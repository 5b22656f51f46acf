"""The counters are the frame's totals, in as many words as there is room for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from engine.scene import Scene
from gui.flash.counters.pane import Counter, CountersPane, counters_of, wide
from gui.store import Store
from tests.gui.flash.handmade import detail_of, frame_of, picture
from tests.gui.flash.pixels import plain


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> CountersPane:
    made = CountersPane(store)
    made.resize(374, 108)
    qtbot.addWidget(made)
    return made


def shown(counters: tuple[Counter, ...]) -> list[str]:
    return [f"{counter.value} {counter.rest}" for counter in counters]


def test_the_designed_state() -> None:
    """128 tokens, causal, 16 x 16, d = 32: the mock's numbers."""
    view = frame_of(Scene(shape=(128, 32), variant="causal", block_q=16, block_k=16, step=115), None)
    assert shown(counters_of(view, None)) == [
        "19 of 36, 28 skipped",
        "639 k of 1.18 M",
        "51.2 KiB of 88.2",
        "– no numbers",
    ]
    assert view.standard.read + view.standard.written == 160 * 1024


def test_numbers_are_the_totals(look: Callable[..., FlashView]) -> None:
    view = look(step=31)
    tiles, operations, traffic, error = counters_of(view, None)
    assert tiles.value == f"{view.totals.tiles}" and f"{view.totals.operations:,} of " in operations.tip
    assert traffic.tip == (
        f"{view.totals.read:,} B read and {view.totals.written:,} B written, of {view.whole.read:,} B and "
        f"{view.whole.written:,} B; standard attention moves {view.standard.read + view.standard.written:,} B"
    )
    assert f"{view.error:.9g}" in error.tip


def test_the_error_comes_with_its_detail(look: Callable[..., FlashView], capture: Capture) -> None:
    from dataclasses import replace

    view = replace(look(step=31), error=None)
    detail = detail_of(view.scene, capture)
    assert shown(counters_of(view, None))[3] == "– no row is final yet"
    assert shown(counters_of(view, detail))[3].endswith(" to dense") and detail.error is not None
    other = replace(detail, scene=replace(view.scene, step=3))
    assert shown(counters_of(view, other))[3].startswith("–"), "of another frame"


def test_what_is_not_compared_says_so(look: Callable[..., FlashView]) -> None:
    assert shown(counters_of(look(step=20, direction="backward"), None))[3] == "– no gradient is final yet"
    assert shown(counters_of(look(step=20, shape=(64, 32)), None))[3] == "– no numbers"
    assert shown(counters_of(look(step=3), None))[3] == "– no row is final yet"


def test_backward_has_the_largest_error_and_that_of_each_gradient(look: Callable[..., FlashView]) -> None:
    end = counters_of(look(step=10**6, direction="backward"), None)[3]
    assert end.rest == "to dense" and all(f"{letter} " in end.tip for letter in ("dQ", "dK", "dV"))


@pytest.mark.parametrize("width", [260, 290, 374, 600])
def test_nothing_is_cut(pane: CountersPane, look: Callable[..., FlashView], width: int) -> None:
    pane.resize(width, 108)
    room = (width - 32) // 2 - 8
    large = frame_of(Scene(shape=(2**17, 64), variant="causal", block_q=16, block_k=16, step=10**8), None)
    for view in (look(step=31), look(step=3), look(step=20, direction="backward"), large):
        pane.show_view(view)
        picture(pane)
        for counter in pane.counters():
            assert wide(*counter.words(room)) <= room, counter
    assert pane.counters()[0].words(1000) == (pane.counters()[0].value, pane.counters()[0].rest)


def test_hover_and_description(pane: CountersPane, look: Callable[..., FlashView]) -> None:
    view = look(step=31)
    pane.show_view(view)
    places = ((30, 20), (230, 20), (30, 70), (230, 70))
    assert [plain(pane.tip_at(*place)) for place in places] == [counter.tip for counter in pane.counters()]
    assert pane.accessibleDescription().startswith("Tiles done 4 of 10, 6 skipped, Operations 147 k of 280 k")
