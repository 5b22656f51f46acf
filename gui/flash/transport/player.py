"""Playing: it asks for steps as time goes by, and never for more than are shown."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.flash.frame.view import FlashView
from engine.flash.plan.schedules import Schedule
from engine.scene import Scene
from gui.flash.transport.speeds import USUAL, Speed
from gui.store import Store

FRAME: Final = 16  # ms between two steps that are asked for, at least
LONGEST: Final = 0.5  # s of steps that are skipped at most when a frame takes longer
REST: Final = 1.0  # s at the end before a loop begins anew
MEASURED: Final = 1.0  # s over which the speed reached is counted
PATIENCE: Final = 20.0  # s without the frame that was asked for: what cannot be shown is not played

Clock = Callable[[], float]


class Player(QObject):
    """`playing`, `speed` and `loop`; `changed` follows them, and every step.

    One step is asked for at a time: while its frame is not shown yet the clock goes on, and the next one skips what
    should have been shown meanwhile. A scene with other work (tile, head, text, ...) goes on at the same share of it.
    """

    changed = Signal()

    def __init__(self, store: Store, parent: QObject | None = None, clock: Clock = time.monotonic) -> None:
        super().__init__(parent)
        self.store = store
        self.view: FlashView | None = None
        self.playing = False
        self.loop = False
        self.speed: Speed = USUAL
        self._clock = clock
        self._place = 0.0  # on the scale of the speed
        self._then = 0.0  # when the place was last moved
        self._asked: int | None = None  # the step whose frame is waited for
        self._heard = 0.0  # when the last frame came, or the first was asked for
        self._share: float | None = None  # of the work, to go on from when the new work is known
        self._own = False  # the store is being told by this player
        self._passed: deque[tuple[float, int]] = deque()  # steps shown, and when
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        store.changed.connect(self._scene_changed)

    @property
    def schedule(self) -> Schedule | None:
        return None if self.view is None else self.view.schedule

    @property
    def last(self) -> int:
        """The number of steps; 0 before the first frame."""
        return 0 if self.schedule is None else len(self.schedule)

    @property
    def step(self) -> int:
        """The steps done, as the newest scene asks for them."""
        return min(self.store.scene.step, self.last)

    @property
    def reached(self) -> float | None:
        """Steps a second that were shown lately; None while nothing was measured."""
        if len(self._passed) < 2 or self._passed[-1][0] - self._passed[0][0] < MEASURED / 2:
            return None
        (since, first), (now, last) = self._passed[0], self._passed[-1]
        return (last - first) / (now - since)

    @property
    def slow(self) -> bool:
        """Whether clearly fewer steps a second are shown than were asked for."""
        reached = self.reached
        return self.playing and not self.speed.blocks and reached is not None and reached < 0.8 * self.speed.rate

    def play(self) -> None:
        """Go on; from the start when the end was reached."""
        if self.view is None or self.playing:
            return
        if self.step >= self.last:
            self._ask(0)
        self.playing, self._heard = True, self._clock()
        self._begin()
        self.changed.emit()

    def pause(self) -> None:
        self._timer.stop()
        if self.playing:
            self.playing = False
            self._asked = None
            self.changed.emit()

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def set_speed(self, speed: Speed) -> None:
        self.speed = speed
        self._begin()
        self.changed.emit()

    def set_loop(self, loop: bool) -> None:
        self.loop = loop
        self.changed.emit()

    def go(self, step: int) -> None:
        """Go to a step at once, cut to the ends, and stay there."""
        self.pause()
        if self.view is not None:
            self._ask(min(max(step, 0), self.last))

    def jump(self, by: int) -> None:
        """To where the outer block before (-1) or after (1) begins."""
        if self.schedule is None:
            return
        starts = self.schedule.starts
        at = int(starts.searchsorted(self.step, "right" if by > 0 else "left")) + (0 if by > 0 else -1)
        self.go(self.last if at >= len(starts) else int(starts[max(at, 0)]))

    def follow(self, view: FlashView) -> None:
        """A frame is shown."""
        self.view, self._heard = view, self._clock()
        if self._share is not None and _work(view.scene) == _work(self.store.scene):
            share, self._share = self._share, None
            self._ask(round(share * self.last))  # before this scene is settled: its successor is asked for in one go
            self._begin()
        elif self._asked is not None and view.scene.step == self._asked:
            self._asked = None
            self._passed.append((self._clock(), view.t))
            while self._passed[-1][0] - self._passed[0][0] > MEASURED:
                self._passed.popleft()
            if self.playing:
                self._wait()
        self.changed.emit()

    def _begin(self) -> None:
        """Count from the step that is there now."""
        self._passed.clear()
        if self.schedule is not None:
            self._place, self._then = self.speed.place(self.schedule, self.step), self._clock()
        if self.playing:
            self._wait()

    def _wait(self) -> None:
        """Sleep until the next step is due."""
        self._timer.start(round(1000 * self._due()))

    def _due(self) -> float:
        """Seconds until the next step has to be shown, at least until a frame has passed."""
        assert self.schedule is not None
        if self.step >= self.last:
            return REST
        wanted = self.speed.place(self.schedule, self.step + 1)
        return max((wanted - self._place) / self.speed.rate - (self._clock() - self._then), FRAME / 1000)

    def _tick(self) -> None:
        now = self._clock()
        if not self.playing or self.schedule is None:
            return
        if self._asked is not None or self._share is not None:
            self._give_up() if now - self._heard > PATIENCE else self._timer.start(FRAME)
            return
        if self.step >= self.last:
            self._end()
            return
        self._place += min(now - self._then, max(LONGEST, 1 / self.speed.rate)) * self.speed.rate
        self._then = now
        step = int(self.speed.step(self.schedule, self._place) + 1e-6)
        if step > self.step:
            self._ask(min(step, self.last))
        self._wait()

    def _end(self) -> None:
        if not self.loop:
            self.pause()
            return
        self._ask(0)
        self._begin()

    def _give_up(self) -> None:
        self._share = None
        self.pause()

    def _ask(self, step: int) -> None:
        self._own = True
        try:
            if step != self.store.scene.step:
                self._asked = step
                self.store.update(step=step)
        finally:
            self._own = False

    def _scene_changed(self, new: Scene, old: Scene) -> None:
        if self._own or self.view is None:
            return
        if new.step != old.step:  # a hand's choice
            self._share = None
            self.pause()
            self.changed.emit()
        elif _work(new) != _work(old):
            self._asked = None
            if self._share is None and self.last:
                self._share = min(old.step / self.last, 1.0)


def _work(scene: Scene) -> tuple[object, ...]:
    """What the steps depend on."""
    text = (scene.text, scene.source, scene.model, scene.function, scene.shape)
    head = (scene.layer, scene.head, scene.variant, tuple(sorted(scene.parameters.items())))
    return (*text, *head, scene.algorithm, scene.direction, scene.block_q, scene.block_k, scene.splits)
