"""The transport: what the step says, the buttons, the scrubber and the speed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from gui.flash.pane import FlashPane
from gui.flash.transport.buttons import LoopButton, PlayButton, StepButton
from gui.flash.transport.player import Player
from gui.flash.transport.said import Said
from gui.flash.transport.scrubber import TRACK, Scrubber
from gui.flash.transport.speeds import ROWS, SPEEDS, USUAL
from gui.frame.habits import Habit
from gui.look.theme import Theme
from gui.parts.buttons import RING, Button
from gui.parts.picker import Picker
from gui.store import Store

HEIGHT: Final = 100
SIDE: Final = 16
SENTENCE: Final = 4  # its top
MIDDLE: Final = 65  # of the buttons and the track
GAP: Final = 14  # from the buttons to the scrubber, and from there to the speed


class Transport(FlashPane):
    """`player` is what plays; here is all that a hand needs for it."""

    background = "window"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "transport", "Playing the steps", parent)
        self.setFixedHeight(HEIGHT)
        self.player = player = Player(store, self)
        self.said = Said(store, player, self)
        self.play = PlayButton(self)
        self._playing = False  # as the button shows it
        self.buttons: tuple[Button, ...] = (
            StepButton("skip-back", "To the start", "Home", self),
            StepButton("chevron-left", "One step back", "Left", self),
            self.play,
            StepButton("chevron-right", "One step forward", "Right", self),
            StepButton("skip-forward", "To the end", "End", self),
        )
        self.loop = LoopButton(self)
        self.scrubber = Scrubber(store, player, self)
        self.speed = Picker("Speed", self)
        names = ("toStart", "stepBack", "playButton", "stepForward", "toEnd")
        does = (
            lambda: player.go(0),
            lambda: player.go(player.step - 1),
            player.toggle,
            lambda: player.go(player.step + 1),
            lambda: player.go(player.last),
        )
        for button, name, run in zip(self.buttons, names, does, strict=True):
            button.setObjectName(name)
            button.clicked.connect(run)
        self.loop.setObjectName("loopButton")
        self.loop.clicked.connect(player.set_loop)
        self.speed.setObjectName("speedPicker")
        self.speed.show_rows(ROWS, player.speed)
        self.speed.chosen.connect(player.set_speed)
        player.changed.connect(self._follow)
        store.changed.connect(self._follow)
        self._follow()

    @property
    def playing(self) -> bool:
        return self.player.playing

    def show_view(self, view: FlashView) -> None:
        self.view = view
        self.player.follow(view)
        self.said.show_view(view)
        self.scrubber.show_view(view)

    def habits(self) -> tuple[Habit, ...]:
        """How fast it plays, and whether it begins anew at the end."""
        player = self.player
        rates = {speed.text: speed for speed in SPEEDS}
        return (
            Habit(
                "speed",
                lambda: "" if player.speed == USUAL else player.speed.text,
                lambda word: player.set_speed(rates.get(word, player.speed)),
                player.changed,
            ),
            Habit(
                "loop",
                lambda: "on" if player.loop else "",
                lambda word: player.set_loop(word == "on"),
                player.changed,
            ),
        )

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        parts: tuple[FlashPane | Button, ...] = (self.said, *self.buttons, self.loop, self.scrubber, self.speed)
        for part in parts:
            part.apply_theme(new)

    def _follow(self) -> None:
        """Show what can be done now."""
        player = self.player
        if self._playing != player.playing:
            self._playing = player.playing
            self.play.show_playing(player.playing)
        known, step = self.view is not None, player.step
        for button, works in zip(self.buttons, (step > 0, step > 0, True, *[step < player.last] * 2), strict=True):
            if button.isEnabled() != (known and works):
                button.setEnabled(known and works)
        self.loop.setChecked(player.loop)
        if self.speed.current != player.speed:
            self.speed.show_rows(ROWS, player.speed)
        self.said.refresh()
        self.setAccessibleDescription("Playing" if player.playing else "Paused")

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.said.setGeometry(SIDE, SENTENCE, self.width() - 2 * SIDE, self.said.height())
        x = SIDE - RING
        for button in (*self.buttons, self.loop):
            size = button.sizeHint()
            button.setGeometry(x, MIDDLE - size.height() // 2, size.width(), size.height())
            x += size.width()
        speed = self.speed.sizeHint()
        right = self.width() - SIDE + RING - speed.width()
        self.speed.setGeometry(right, MIDDLE - speed.height() // 2, speed.width(), speed.height())
        self.scrubber.setGeometry(QRect(x, MIDDLE - TRACK, max(0, right - GAP // 2 - x), self.scrubber.height()))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.pause()  # nobody sees it
