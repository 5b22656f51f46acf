"""The memory pane: what it says and paints is what the frame holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from engine.flash.frame.view import FlashView
from engine.flash.hardware.memory import held
from engine.scene import Scene
from gui.flash.memory.blocks import Boxes, chip_boxes, fill, quiet
from gui.flash.memory.cards import INSET
from gui.flash.memory.hbm import amounts, footprint, places, state
from gui.flash.memory.pane import TALL, MemoryPane
from gui.flash.memory.sram import BOXES, amount, fullness, gauge, names_of
from gui.look.theme import theme
from gui.store import Store
from tests.gui.flash.handmade import frame_of, picture
from tests.gui.flash.pixels import colours, middle, plain

LIGHT = theme("light")
RESCALE = 31  # steps of FlashAttention-2, causal, 59 tokens: in tile (2, 1)


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> MemoryPane:
    made = MemoryPane(store)
    made.resize(416, TALL)
    qtbot.addWidget(made)
    return made


def hover(pane: MemoryPane, x: float, y: float) -> str:
    return plain(pane.tip_at(int(x), int(y)))


def boxes_of(pane: MemoryPane, view: FlashView, letter: str) -> Boxes:
    number = [strip.letter for strip in view.strips].index(letter)
    area = places(pane.hbm, len(view.strips))[number]
    return Boxes.of(view.strip(letter), QRect(area.left(), area.top(), area.width(), 26))


def area_of(pane: MemoryPane) -> QRect:
    card = pane.sram
    return QRect(card.left() + INSET, card.top() + BOXES[0], card.width() - 2 * INSET, BOXES[1])


@pytest.mark.parametrize("name", ["light", "dark"])
def test_boxes_in_hbm_are_full_empty_or_active(pane: MemoryPane, look: Callable[..., FlashView], name: str) -> None:
    pane.apply_theme(theme(name))
    view, chosen = look(step=RESCALE), theme(name)
    pane.show_view(view)
    image = picture(pane)
    for letter, active, full in (("Q", 2, 4), ("K", 1, 4), ("V", 1, 4), ("O", 2, 2)):
        boxes = boxes_of(pane, view, letter)
        assert (boxes.active, boxes.held) == (active, full), letter
        for number, rect in enumerate(boxes.rects):
            weak = quiet(chosen, letter) if number < full else chosen["sunken"]
            assert middle(image, rect) == (fill(chosen, letter) if number == active else weak).name(), (letter, number)


def test_between_row_blocks_only_what_is_stored_is_full(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view = look(step=8)
    pane.show_view(view)
    image, boxes = picture(pane), boxes_of(pane, view, "O")
    assert (boxes.active, boxes.held) == (None, 1)
    paper, full = LIGHT["sunken"].name(), quiet(LIGHT, "O").name()
    assert [middle(image, rect) for rect in boxes.rects] == [full, paper, paper, paper]


def test_boxes_in_sram(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    pane.show_view(view)
    image, boxes = picture(pane), chip_boxes(view.resident, area_of(pane))
    assert [part.name for part in view.resident] == ["Q", "K", "V", "S", "O", "m,ℓ"]
    assert [middle(image, box) for box in boxes] == [fill(LIGHT, part.name).name() for part in view.resident]
    k, o = boxes[1].width(), boxes[4].width()
    assert o == pytest.approx(2 * k), "2 KiB of output, 1 KiB of keys"


def test_the_gauge_is_as_long_as_sram_is_full(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view, track = look(step=RESCALE), gauge(pane.sram)
    half = replace(view, sram_used=view.sram_size // 2)
    for shown, share in ((half, 0.5), (replace(view, sram_used=view.sram_size), 1.0)):
        pane.show_view(shown)
        line = [picture(pane).pixelColor(x, track.top() + 1).name() for x in range(track.left(), track.right() + 1)]
        assert line.count(LIGHT["ink2"].name()) == pytest.approx(share * track.width(), abs=1)


def test_more_than_sram_has_is_an_alarm(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    pane.show_view(replace(view, sram_used=view.sram_size + 1))
    assert LIGHT["error"].name() in colours(picture(pane), gauge(pane.sram))
    assert "more than one multiprocessor has" in fullness(pane.view)  # type: ignore[arg-type]
    pane.show_view(view)
    assert LIGHT["error"].name() not in colours(picture(pane), pane.sram)


def test_hover_is_exact(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    pane.show_view(view)
    picture(pane)
    q, k = boxes_of(pane, view, "Q").rects[0].center(), chip_boxes(view.resident, area_of(pane))[1].center()
    assert hover(pane, q.x(), q.y()).startswith("Q: 59 rows of 32 numbers, 3,776 bytes, in 4 blocks of 16 rows")
    assert hover(pane, k.x(), k.y()) == "K block 1: 1,024 bytes in SRAM"
    assert hover(pane, pane.sram.center().x(), pane.sram.top() + 10).startswith(f"{view.sram_used:,} of 196,608 bytes")
    said = {hover(pane, x, pane.hbm.bottom() + 22) for x in range(pane.width())}
    assert f"{view.totals.read:,} bytes read from HBM so far" in said
    assert f"{view.totals.written:,} bytes written to HBM so far" in said
    assert hover(pane, pane.width() - 30, 22) == "The newest step reads or writes 0 bytes of HBM"


def test_the_footprint_is_all_that_the_schedule_holds(look: Callable[..., FlashView]) -> None:
    view = look(step=RESCALE)
    assert amounts(view) == ("4 × 3.69 KiB + log-sum-exp 118 B", "4 × 3.69 KiB + L 118 B", "14.9 KiB")
    assert footprint(view).startswith("15,222 bytes lie in HBM") and "L (log-sum-exp) 118 B" in footprint(view)
    for choices in ({"algorithm": "standard"}, {"algorithm": "decoding", "splits": 4}, {"direction": "backward"}):
        made = look(step=5, **choices)
        assert footprint(made).startswith(f"{sum(held(made.schedule).values()):,} bytes")
    assert amounts(look(step=5, algorithm="standard"))[0].endswith("in all")


@pytest.mark.parametrize("direction", ["forward", "backward"])
@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
@pytest.mark.parametrize("width", [330, 416, 600])
def test_every_matrix_has_its_place(
    pane: MemoryPane, look: Callable[..., FlashView], algorithm: str, direction: str, width: int
) -> None:
    pane.resize(width, TALL)
    view = look(step=40, algorithm=algorithm, direction=direction)
    pane.show_view(view)
    picture(pane)
    found = places(pane.hbm, len(view.strips))
    assert len(found) == len(view.strips) and all(pane.hbm.contains(box) for box in found)
    assert not any(a.intersects(b) for n, a in enumerate(found) for b in found[:n])
    tips = [hover(pane, box.left() + 2, box.top() + 2) for box in found]
    assert [tip.split(":")[0] for tip in tips] == [strip.letter for strip in view.strips]


def test_names_say_what_lies_there(look: Callable[..., FlashView]) -> None:
    running, divided = look(step=RESCALE), look(step=12, algorithm="fa1")
    assert [names_of(part, running)[0] for part in running.resident] == ["Q₂", "K₁", "V₁", "S", "Õ", "m, ℓ"]
    assert "O" in [names_of(part, divided)[0] for part in divided.resident], "FlashAttention-1 divides at every tile"


def test_words_get_shorter_where_it_is_narrow(look: Callable[..., FlashView]) -> None:
    o = look(step=RESCALE).strip("O")
    assert state(o) == ("2 of 4 stored", "2 of 4", "50 %")
    assert state(replace(o, held=4)) == ("block 2",) and state(replace(o, held=4, active=None)) == ("4 blocks", "all 4")


def test_nothing_in_sram_and_large_numbers(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    view = look(step=0)
    pane.show_view(view)
    assert LIGHT["ink2"].name() not in colours(picture(pane), gauge(pane.sram)) and amount(view) == "0 B of 192 KiB"
    assert "in SRAM nothing" in pane.accessibleDescription()
    large = frame_of(Scene(shape=(2**22, 64), block_q=128, block_k=128, step=10**9), None)
    pane.show_view(large)
    picture(pane)
    assert large.totals.read > 100 * 2**30 and "TiB" in pane.accessibleDescription()


def test_accessible_description(pane: MemoryPane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=RESCALE))
    assert pane.accessibleDescription() == (
        "Read 13 KiB, written 2.06 KiB so far; in SRAM Q 1,024 B, K 1,024 B, V 1,024 B, S 1,024 B, "
        "O 2,048 B, m,ℓ 128 B, 6.12 KiB of 192 KiB; in HBM 14.9 KiB"
    )
