"""The stage switch: a pipeline wired to the scene, greyed where a head has no scores."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.maps.rows import STAGES as ENGINE_STAGES
from engine.shown.view import View
from gui.attention.map.stages import SAME, STAGES, StageSwitch
from gui.store import Store


def switch_of(store: Store, bot: QtBot) -> StageSwitch:
    switch = StageSwitch(store)
    bot.addWidget(switch)
    switch.resize(switch.sizeHint())
    return switch


def test_it_offers_every_stage_in_the_order_of_the_mathematics(store: Store, qtbot: QtBot) -> None:
    switch = switch_of(store, qtbot)
    assert tuple(switch.segments) == tuple(STAGES) == ENGINE_STAGES
    assert switch.value == "weights"
    assert switch.objectName() == "stageSwitch"
    lefts = [switch.segment_rect(stage).left() for stage in STAGES]
    assert lefts == sorted(lefts)


def test_a_click_and_the_keys_change_the_scene(store: Store, qtbot: QtBot) -> None:
    switch = switch_of(store, qtbot)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.segment_rect("raw").center())
    assert store.scene.stage == "raw"
    QTest.keyClick(switch, Qt.Key.Key_Right)
    assert store.scene.stage == "scaled"


def test_mean_and_max_have_weights_only_and_say_so(store: Store, look: Callable[..., View], qtbot: QtBot) -> None:
    store.update(stage="masked")
    switch = switch_of(store, qtbot)
    switch.show_view(look(head="mean", variant="causal"))
    assert [stage for stage, segment in switch.segments.items() if segment.isEnabled()] == ["weights", "difference"]
    assert switch.value == "weights"  # what the map shows
    assert switch.segments["raw"].accessibleDescription().startswith("Mean of all heads exists for weights only")
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.segment_rect("raw").center())
    assert store.scene.stage == "masked"
    switch.show_view(look(head=3, variant="causal"))
    assert all(segment.isEnabled() for segment in switch.segments.values())
    assert switch.value == "masked"


def test_without_a_change_there_is_no_difference_and_it_says_so(
    store: Store, look: Callable[..., View], qtbot: QtBot
) -> None:
    switch = switch_of(store, qtbot)
    switch.show_view(look())
    segment = switch.segments["difference"]
    assert not segment.isEnabled()
    assert segment.accessibleDescription() == SAME
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.segment_rect("difference").center())
    assert store.scene.stage == "weights"
    for changed in ({"variant": "window"}, {"scale": 2.0}):
        switch.show_view(look(**changed))
        assert segment.isEnabled()
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.segment_rect("difference").center())
    assert store.scene.stage == "difference"
    assert STAGES["difference"].legend == "new − model"
