"""The workspace as a whole: panes that follow each frame, keys, facts, two schedules in step."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.frames import flash_view
from engine.flash.frame.view import FlashView
from engine.scene import Scene
from gui.flash.facts import facts_of
from gui.flash.grid.legend import LINE, Entry, entries_of, lines_of, spots_of
from gui.flash.pickers.whole import WholeField
from gui.flash.room import FlashRoom
from gui.look.plain import tip
from gui.look.theme import theme
from gui.store import Store
from tests.gui.flash.handmade import detail_of, frame_of, live


@pytest.fixture
def room(qtbot: QtBot, store: Store, capture: Capture) -> FlashRoom:
    made = FlashRoom(store)
    made.resize(1440, 772)
    qtbot.addWidget(made)
    made.show()
    live(made, store, capture)
    return made


def test_names_that_others_look_for(room: FlashRoom) -> None:
    names = ("tileGrid", "transport", "scrubber", "playButton", "stepForward", "stepBack", "toStart", "toEnd")
    for name in names:
        assert room.findChild(QWidget, name) is not None, name
    found = [child.objectName() for picker in room.pickers() for child in (picker, *picker.findChildren(QWidget))]
    assert {"algorithmPicker", "tilePicker", "devicePicker"} <= set(found)


def test_keys_work_wherever_the_focus_is(room: FlashRoom, store: Store) -> None:
    for at, widget in enumerate((room, room.grid.grid, room.transport.play, room.transport.buttons[3]), 1):
        QTest.keyClick(widget, Qt.Key.Key_Right)
        assert store.scene.step == at
    QTest.keyClick(room.grid.grid, Qt.Key.Key_Space)
    assert room.transport.playing
    QTest.keyClick(room, Qt.Key.Key_Space)
    assert not room.transport.playing


def test_actions_do_what_the_keys_do(room: FlashRoom, store: Store) -> None:
    run = {action.id: action.run for action in room.actions_of()}
    for name, step in (("step-forward", 1), ("next-block", 8), ("step-back", 7), ("previous-block", 0), ("to-end", 62)):
        run[name]()
        assert store.scene.step == step, name
    run["to-start"]()
    run["play"]()
    assert store.scene.step == 0 and room.transport.playing
    run["play"]()


def test_leaving_the_workspace_stops_it(room: FlashRoom) -> None:
    room.transport.player.play()
    room.hide()
    assert not room.transport.playing


def test_playing_shows_what_a_fresh_replay_gives(store: Store, capture: Capture, qtbot: QtBot) -> None:
    room = FlashRoom(store)
    room.resize(1440, 772)
    qtbot.addWidget(room)
    room.show()
    live(room, store, capture, later=True)
    player = room.transport.player
    player.set_speed(type(player.speed)(100))
    player.play()
    qtbot.waitUntil(lambda: store.scene.step > 10, timeout=5000)
    store.update(block_q=8, block_k=8)
    assert room.transport.playing
    qtbot.wait(60)
    store.update(head=2)
    qtbot.wait(60)
    player.pause()
    qtbot.wait(60)
    fresh = frame_of(store.scene, capture)
    assert room.grid.grid.view is not None and room.grid.grid.view.t == fresh.t
    values = room.grid.grid.values()
    assert (values is None) == (fresh.tile is None or fresh.tile.scores is None)
    if values is not None and fresh.tile is not None:
        assert (values == fresh.tile.scores).all()


def test_two_schedules_side_by_side(room: FlashRoom, store: Store) -> None:
    assert room.grid.other.isHidden()
    whole = room.grid.grid.width()
    store.update(beside="standard", step=31)
    other = room.grid.other
    assert not other.isHidden() and room.grid.grid.width() < 0.6 * whole
    assert other.view is not None and other.view.schedule.algorithm == "standard" and other.view.t > 0
    QTest.mouseClick(other, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, other.tile_rect(3, 1).center())
    assert store.scene.step == 31, "the scene counts the steps of the first schedule"
    room.grab()
    store.update(beside="")
    assert other.isHidden() and room.grid.grid.width() == whole


def test_shape_only(room: FlashRoom, store: Store) -> None:
    room.grid.source.choose("shape")
    assert store.scene.shape == (59, 32) and room.grid.fields.isVisible()
    assert room.grid.grid.values() is None
    assert [fact.name for fact in room.facts()][:2] == ["Shape only", "mask"]
    store.update(step=5)
    room.grab()
    room.grid.source.choose("numbers")
    assert store.scene.shape is None and not room.grid.fields.isVisible()
    assert room.grid.grid.values() is not None


@pytest.mark.parametrize("size", [(1440, 772), (1160, 700), (960, 506)])
def test_the_fields_of_a_shape_are_whole_at_any_size(room: FlashRoom, store: Store, size: tuple[int, int]) -> None:
    room.resize(*size)
    pane = room.grid
    tops = []
    for shape in (None, (4194304, 1024)):
        store.update(shape=shape, block_q=128, block_k=128)
        room.grab()
        tops.append(pane.grid.y())
    boxes = [field.rect().translated(field.mapTo(pane, QPoint(0, 0))) for field in pane.fields.findChildren(WholeField)]
    boxes.append(pane.source.geometry())
    assert len(boxes) == 3 and all(pane.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    assert all(pane.fields.rect().contains(field.geometry()) for field in pane.fields.findChildren(WholeField))
    legend = LINE  # a shape has tiles that its mask skips, which may take the legend a second line
    assert max(box.bottom() for box in boxes) < pane.grid.y() and tops[1] - tops[0] <= 32 + legend


def test_facts(look: Callable[..., FlashView], capture: Capture) -> None:
    view = look(step=20)
    said = [fact.plain() for fact in facts_of(view, detail_of(view.scene, capture))]
    assert said[:6] == [
        "Model MiniLM-L6-v2",
        "layer 0",
        "head 4",
        "key/value head 4",
        "scale 1/5.66 = 1/√32",
        "mask causal (trained without one)",
    ]
    assert "traffic counted at 2 bytes an element" in said and "tiles 16 × 16, d = 32" in said
    assert "device A100 40 GB" in said
    assert any(line.startswith("largest difference to dense ") for line in said)
    assert not any(line.startswith("largest difference") for line in (f.plain() for f in facts_of(look(step=3), None)))


def test_one_token_is_one(look: Callable[..., FlashView]) -> None:
    said = {n: facts_of(look(shape=(n, 8), block_q=1, block_k=1), None)[0].plain() for n in (1, 2)}
    assert said == {1: "Shape only 1 token head size 8", 2: "Shape only 2 tokens head size 8"}


def test_the_legend_takes_shorter_words_before_another_line_and_no_line_of_one_form(
    look: Callable[..., FlashView],
) -> None:
    def words(lines: list[list[tuple[Entry, str]]]) -> list[list[str]]:
        return [[said for _, said in line] for line in lines]

    entries = entries_of(look(step=20))
    assert words(lines_of(entries, 700)) == [
        ["waiting", "in SRAM", "done, scores dropped", "cut by the mask", "skipped"]
    ]
    assert words(lines_of(entries, 440)) == [["waiting", "in SRAM", "done", "cut by the mask", "skipped"]]
    assert words(lines_of(entries, 386)) == [["waiting", "in SRAM", "done", "cut", "skipped"]]
    assert words(lines_of(entries, 300)) == [["waiting", "in SRAM", "done"], ["cut by the mask", "skipped"]]
    spots = [spot for _, _, spot in spots_of(entries, QRect(16, 44, 440, 22))]
    assert all(QRect(16, 44, 440, 22).contains(spot) for spot in spots)


def test_hovering_a_form_of_the_legend_says_what_it_means(room: FlashRoom, store: Store) -> None:
    store.update(step=20)
    pane = room.grid
    assert pane.view is not None
    said = {pane.tip_at(x, 53) for x in range(0, pane.width(), 10)}
    assert {tip(entry.tip) for entry in entries_of(pane.view)} | {""} == said


def test_a_difference_that_is_no_rounding_is_an_alarm(look: Callable[..., FlashView]) -> None:
    from dataclasses import replace

    alarms = [fact for fact in facts_of(replace(look(step=62), error=0.5), None) if fact.alarm]
    assert [fact.plain() for fact in alarms] == ["differs from dense attention: by 5.0 × 10⁻¹"]


def test_mean_and_max_have_no_tiles(capture: Capture) -> None:
    with pytest.raises(ValueError, match="choose one"):
        flash_view(Scene(head="mean"), capture, lambda: False)


@pytest.mark.parametrize("size", [(1440, 772), (1280, 596), (960, 476), (1900, 1000)])
@pytest.mark.parametrize("name", ["light", "dark"])
def test_everything_has_its_place(room: FlashRoom, store: Store, size: tuple[int, int], name: str) -> None:
    room.set_compact(size[1] < 690)
    room.resize(*size)
    room.apply_theme(theme(name))
    store.update(step=30, beside="fa1")
    room.grab()
    assert (room.width(), room.height()) == size, "no pane forces the window to grow"
    assert room.grid.geometry().bottom() < room.transport.y()
    assert room.grid.view is not None
    assert 1 <= len(lines_of(entries_of(room.grid.view), room.grid.width() - 32)) <= 3
    for child in (*room.transport.buttons, room.transport.scrubber, room.transport.speed, room.transport.loop):
        assert room.transport.rect().contains(child.geometry())
