"""The transport, driven with mouse and keys."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from engine.scene import Scene
from gui.flash.transport.blocks import SPACE, Blocks
from gui.flash.transport.pane import Transport
from gui.flash.transport.said import coloured, wrapped
from gui.flash.transport.speeds import SPEEDS, Speed
from gui.look.drawing import text_width
from gui.look.runs import Run, text_of, width_of
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.driving import pull
from tests.gui.flash.handmade import frame_of, live, picture

LIGHT = theme("light")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def transport(qtbot: QtBot, store: Store, capture: Capture) -> Transport:
    made = Transport(store)
    made.resize(1000, 100)
    qtbot.addWidget(made)
    made.show()
    live(made, store, capture)
    return made


def press(transport: Transport, name: str) -> None:
    found = transport.findChild(QAbstractButton, name)
    assert found is not None, name
    QTest.mouseClick(found, LEFT)


def test_buttons_step(transport: Transport, store: Store) -> None:
    last = transport.player.last
    for name, step in (("stepForward", 1), ("stepForward", 2), ("stepBack", 1), ("toEnd", last), ("toStart", 0)):
        press(transport, name)
        assert store.scene.step == step == transport.scrubber.value()
    assert not store.can_undo, "a step is looking, not choosing"


def test_buttons_at_the_ends_rest(transport: Transport, store: Store) -> None:
    enabled = [button.isEnabled() for button in transport.buttons]
    assert enabled == [False, False, True, True, True]
    store.update(step=transport.player.last)
    assert [button.isEnabled() for button in transport.buttons] == [True, True, True, False, False]


def test_it_plays_and_pauses(transport: Transport, store: Store, qtbot: QtBot) -> None:
    transport.player.set_speed(Speed(100))
    assert not transport.playing
    press(transport, "playButton")
    assert transport.playing and transport.play.accessibleName() == "Pause"
    qtbot.waitUntil(lambda: store.scene.step >= 5, timeout=5000)
    press(transport, "playButton")
    at = store.scene.step
    qtbot.wait(80)
    assert not transport.playing and store.scene.step == at and transport.play.accessibleName() == "Play"


def test_it_plays_to_the_end(transport: Transport, store: Store, qtbot: QtBot) -> None:
    transport.speed.chosen.emit(SPEEDS[-2])
    press(transport, "playButton")
    qtbot.waitUntil(lambda: not transport.playing, timeout=8000)
    assert store.scene.step == transport.player.last


def test_nothing_plays_that_nobody_sees(transport: Transport) -> None:
    transport.player.play()
    transport.hide()
    assert not transport.playing and not transport.player._timer.isActive()


def test_keys(transport: Transport, store: Store) -> None:
    starts = transport.player.schedule.starts.tolist()  # type: ignore[union-attr]
    shift = Qt.KeyboardModifier.ShiftModifier
    for key, held, step in (
        (Qt.Key.Key_Right, None, 1),
        (Qt.Key.Key_Right, shift, starts[1]),
        (Qt.Key.Key_Right, shift, starts[2]),
        (Qt.Key.Key_Left, None, starts[2] - 1),
        (Qt.Key.Key_Left, shift, starts[1]),
        (Qt.Key.Key_End, None, transport.player.last),
        (Qt.Key.Key_Home, None, 0),
    ):
        QTest.keyClick(transport.scrubber, key, held or Qt.KeyboardModifier.NoModifier)
        assert store.scene.step == step, key
    QTest.keyClick(transport.scrubber, Qt.Key.Key_Space)
    assert transport.playing
    QTest.keyClick(transport.scrubber, Qt.Key.Key_Space)
    assert not transport.playing


def test_a_drag_goes_to_any_step_and_pauses(transport: Transport, store: Store) -> None:
    scrubber, blocks = transport.scrubber, transport.scrubber.blocks()
    assert blocks is not None
    transport.player.play()
    y = 20
    QTest.mousePress(scrubber, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(blocks.x(20)), y))
    assert not transport.playing and store.scene.step == 20
    for step in (25, 50, 33):
        pull(scrubber, QPoint(round(blocks.x(step)), y))
        assert store.scene.step == step
    pull(scrubber, QPoint(5000, y))
    assert store.scene.step == transport.player.last
    QTest.mouseRelease(scrubber, LEFT)
    assert not store.can_undo


def test_a_hand_on_the_handle_pauses(transport: Transport, store: Store) -> None:
    store.update(step=20)
    transport.player.play()
    blocks = transport.scrubber.blocks()
    assert blocks is not None
    QTest.mousePress(transport.scrubber, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(blocks.x(20)) + 3, 20))
    assert not transport.playing and store.scene.step == 20
    QTest.mouseRelease(transport.scrubber, LEFT)


def test_the_handle_stands_at_the_step(transport: Transport, store: Store) -> None:
    for step in (0, 17, transport.player.last):
        store.update(step=step)
        image, blocks = picture(transport.scrubber), transport.scrubber.blocks()
        assert blocks is not None
        row = [image.pixelColor(x, 20) for x in range(image.width())]
        ring = [x for x, colour in enumerate(row) if colour == LIGHT["ink"]]
        assert abs((ring[0] + ring[-1]) / 2 - blocks.x(step)) <= 1
        done = [x for x, colour in enumerate(row) if colour == LIGHT["ink2"]]
        assert bool(done) == (step > 0) and all(x < blocks.x(step) for x in done)


def test_the_step_is_said(transport: Transport, store: Store) -> None:
    store.update(step=17)
    view = transport.view
    assert view is not None
    said = "".join(words.text for words in view.sentence)
    assert transport.said.plain() == f"Step 17 of {len(view.schedule)} {said}"
    assert transport.said.accessibleDescription() == transport.said.plain()
    assert f"Step 17 of {len(view.schedule)}" in transport.scrubber.accessibleDescription()


def test_words_have_the_colours_of_their_roles() -> None:
    from engine.flash.frame.view import Run as Words

    assert [coloured(Words("a", role)).ink for role in ("", "bold", "query", "key", "value")] == [
        *("ink", "ink", "query", "key", "value")
    ]


def test_long_sentences_break_between_words(qapp: object) -> None:
    runs = [
        Run("Rescale. ", "ink", 600),
        Run("What they summed so far shrinks by a lot of ", "ink"),
        Run("looking", "query"),
    ]
    lines = wrapped(runs, "body", 150, 3)
    assert len(lines) == 3 and all(width_of(line, "body") <= 150 for line in lines)
    assert " ".join(text_of(line).strip() for line in lines).split() == text_of(runs).split()
    short = wrapped(runs, "body", 150, 2)
    assert len(short) == 2 and text_of(short[1]).endswith("…")


def test_labels_never_touch(look: Callable[..., FlashView]) -> None:
    huge = {"shape": (2**17, 64), "block_q": 16}
    many: list[dict[str, Any]] = [{}, {"block_q": 2, "block_k": 2}, {"algorithm": "standard"}, huge]
    for choices in many:
        schedule = look(**choices).schedule
        for width in (120, 500, 1400):
            blocks = Blocks(schedule, 13, width)
            for step in (0, len(schedule) // 3, len(schedule)):
                now = blocks.block_at(step)
                labels = blocks.labels(now)
                boxes = sorted(
                    (m - text_width(t, font("axis", 600)) / 2, m + text_width(t, font("axis", 600)) / 2)
                    for m, t, _ in labels
                )
                assert now in {block for _, _, block in labels}
                assert all(a[1] + SPACE - 1 <= b[0] for a, b in itertools.pairwise(boxes))
                assert boxes[0][0] >= 13 and boxes[-1][1] <= 13 + width


def test_the_blocks_of_the_scale(look: Callable[..., FlashView]) -> None:
    schedule = look().schedule
    blocks = Blocks(schedule, 10, 800)
    assert [blocks.name(block) for block in range(4)] == [f"row block {i}" for i in range(4)]
    assert blocks.block_at(0) == 0 and blocks.block_at(len(schedule)) == 3
    first = int(schedule.starts[1])
    assert blocks.block_at(first) == 0 and blocks.block_at(first + 1) == 1, "the newest step decides"
    assert len(blocks.pieces) == 4
    for step in range(len(schedule) + 1):
        assert blocks.step(blocks.x(step)) == step
    assert Blocks(look(algorithm="fa1").schedule, 10, 800).name(2) == "key block 2"
    assert Blocks(look(algorithm="decoding", splits=2).schedule, 10, 800).name(1) == "split 1"


def test_a_shape_of_one_token(qtbot: QtBot) -> None:
    store = Store(Scene(theme="light", shape=(1, 1)))
    made = Transport(store)
    qtbot.addWidget(made)
    made.resize(1000, 100)
    made.show_view(frame_of(store.scene, None))
    assert made.player.last >= 5
    made.grab()


def test_before_the_first_frame_nothing_can_be_done(qtbot: QtBot, store: Store) -> None:
    made = Transport(store)
    qtbot.addWidget(made)
    made.show()
    made.player.toggle()
    made.player.jump(1)
    made.player.go(5)
    assert not made.playing and store.scene.step == 0
    assert not any(button.isEnabled() for button in made.buttons)
    made.grab()


def test_a_block_has_the_name_of_the_loop_around_it(look: Callable[..., FlashView]) -> None:
    schedule = look(algorithm="standard", direction="backward", variant="as-trained").schedule
    blocks = Blocks(schedule, 10, 1400)
    passes = ("key", "row", "row", "row", "key")  # dV; dP; dS; dQ; dK
    assert [blocks.name(block) for block in range(20)] == [f"{loop} block {n}" for loop in passes for n in range(4)]
