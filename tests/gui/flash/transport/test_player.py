"""The player, with a clock and frames in the test's hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.transport.player import PATIENCE, REST, Player
from gui.flash.transport.speeds import SPEEDS, Speed
from gui.store import Store
from tests.gui.flash.handmade import frame_of


class Alarm:
    """A timer on the bench's clock."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.due = bench, float("inf")

    def start(self, milliseconds: int) -> None:
        self.due = self.bench.now + milliseconds / 1000

    def stop(self) -> None:
        self.due = float("inf")


class Bench:
    """A player whose clock and timer the test turns; frames come when the test shows them."""

    def __init__(self, store: Store, capture: Capture) -> None:
        self.store, self.capture = store, capture
        self.now = 100.0
        self.player = Player(store, clock=lambda: self.now)
        self.alarm = Alarm(self)
        self.player._timer = self.alarm  # type: ignore[assignment]
        self.show()

    def show(self) -> FlashView:
        """The worker has finished the newest scene."""
        view = frame_of(self.store.scene, self.capture)
        self.player.follow(view)
        return view

    def run(self, seconds: float, frame: float = 0.0, tick: float = 0.005) -> list[int]:
        """Let time pass; each frame takes `frame` seconds. The steps that were asked for."""
        asked, started, end = [], None, self.now + seconds
        while self.now < end - 1e-9:
            self.now += tick
            before = self.store.scene.step
            if self.now >= self.alarm.due - 1e-9:
                self.alarm.stop()
                self.player._tick()
            if self.store.scene.step != before:
                asked.append(self.store.scene.step)
                started = self.now
            if started is not None and self.now - started >= frame:
                self.show()
                started = None
        return asked


@pytest.fixture
def bench(store: Store, capture: Capture, qapp: object) -> Bench:
    return Bench(store, capture)


def test_every_step_is_shown_at_its_time(bench: Bench) -> None:
    bench.player.set_speed(Speed(10))
    bench.player.play()
    assert bench.run(1.0) == list(range(1, 11))
    assert bench.player.playing


def test_it_never_asks_before_the_last_step_is_shown_and_keeps_the_speed(bench: Bench) -> None:
    bench.player.set_speed(Speed(30))
    bench.player.play()
    asked = bench.run(1.0, frame=0.2)
    assert len(asked) <= 6, "one at a time"
    assert 24 <= asked[-1] <= 30, "skipping what should have been shown meanwhile"
    assert not bench.player.slow


def test_the_speed_that_is_reached_is_told(bench: Bench) -> None:
    bench.player.set_speed(Speed(30))
    bench.player.play()
    bench.run(2.0, frame=0.9)  # no more than half a second of steps is skipped a frame
    assert bench.player.slow
    assert bench.player.reached is not None and bench.player.reached < 24


def test_it_stops_at_the_end_and_begins_anew(bench: Bench) -> None:
    last = bench.player.last
    bench.player.set_speed(Speed(1000))
    bench.player.play()
    bench.run(last / 1000 + REST + 0.5)
    assert bench.store.scene.step == last and not bench.player.playing
    bench.player.play()
    assert bench.store.scene.step == 0 and bench.player.playing


def test_a_loop_rests_at_the_end_and_goes_on(bench: Bench) -> None:
    bench.player.set_loop(True)
    bench.player.set_speed(Speed(1000))
    bench.player.play()
    asked = bench.run(0.2 + REST / 2)
    assert asked[-1] == bench.player.last
    asked = bench.run(REST)
    assert 0 in asked and asked[-1] > 0 and bench.player.playing


def test_a_row_block_a_second(bench: Bench) -> None:
    starts = bench.player.schedule.starts.tolist()  # type: ignore[union-attr]
    bench.player.set_speed(SPEEDS[-1])
    bench.player.play()
    bench.run(2.0)
    assert abs(bench.store.scene.step - starts[2]) <= 2
    bench.run(1.0)
    assert abs(bench.store.scene.step - starts[3]) <= 2


def test_a_hand_on_the_step_pauses(bench: Bench) -> None:
    bench.player.play()
    bench.run(0.5)
    bench.store.update(step=40)
    assert not bench.player.playing
    bench.show()
    assert bench.run(1.0) == []


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("choice", [{"block_q": 8, "block_k": 8}, {"algorithm": "fa1"}, {"variant": "full"}])
def test_other_work_goes_on_at_the_same_share(bench: Bench, choice: dict[str, Any], playing: bool) -> None:
    bench.store.update(step=31)
    before = bench.show()
    if playing:
        bench.player.play()
    bench.store.update(**choice)
    after = bench.show()
    assert len(after.schedule) != len(before.schedule)
    share = 31 / len(before.schedule)
    assert bench.store.scene.step == round(share * len(after.schedule))
    assert bench.player.playing == playing
    bench.show()
    if playing:
        assert bench.run(1.0)[0] > round(share * len(after.schedule))


def test_another_head_goes_on_at_the_same_step(bench: Bench) -> None:
    bench.store.update(step=31)
    bench.show()
    bench.player.play()
    bench.store.update(head=7)
    bench.show()
    assert bench.store.scene.step == 31 and bench.player.playing
    assert bench.run(1.0)[0] == 32


def test_a_scene_with_its_own_step_is_taken_as_it_is(bench: Bench) -> None:
    bench.store.update(step=31)
    bench.show()
    bench.store.update(block_q=8, block_k=8, step=5)
    bench.show()
    assert bench.store.scene.step == 5


def test_what_is_never_shown_is_not_waited_for_forever(bench: Bench) -> None:
    bench.player.play()
    bench.store.update(head="mean")  # the engine refuses: no frame comes
    bench.run(PATIENCE / 2, frame=1e9, tick=1.0)
    assert bench.player.playing
    bench.run(PATIENCE, frame=1e9, tick=1.0)
    assert not bench.player.playing


def test_jumps_and_ends(bench: Bench) -> None:
    player = bench.player
    starts = [*player.schedule.starts.tolist(), player.last]  # type: ignore[union-attr]
    seen = [bench.store.scene.step]
    for _ in range(len(starts)):
        player.jump(1)
        seen.append(bench.store.scene.step)
    assert seen == [*starts, player.last]
    player.go(starts[2] + 3)
    player.jump(-1)
    assert bench.store.scene.step == starts[2]
    player.jump(-1)
    assert bench.store.scene.step == starts[1]
    player.go(10**9)
    assert bench.store.scene.step == player.last
    player.go(-5)
    assert bench.store.scene.step == 0
    player.jump(-1)
    assert bench.store.scene.step == 0


def test_speeds_lead_there_and_back(look: Callable[..., FlashView]) -> None:
    schedule = look().schedule
    for speed in SPEEDS:
        for step in (0, 1, 17, len(schedule)):
            assert abs(speed.step(schedule, speed.place(schedule, step)) - step) < 1e-9
    assert [speed.text for speed in SPEEDS[:2]] == ["1 step/s", "2 steps/s"]
    assert SPEEDS[-2].text == "1,000 steps/s"
