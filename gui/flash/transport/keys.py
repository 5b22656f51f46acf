"""What the keys do everywhere in the Flash workspace."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from gui.actions import Action
from gui.flash.transport.player import Player


def moves(player: Player) -> tuple[Action, ...]:
    """Play, step, jump; their keys are free for buttons and fields, and come late."""

    def known() -> bool:
        return player.view is not None

    def left() -> bool:
        return known() and player.step > 0

    def right() -> bool:
        return known() and player.step < player.last

    def go(by: int) -> None:
        player.go(player.step + by)

    def made(
        name: str, title: str, keys: tuple[str, ...], run: Callable[[], object], works: Callable[[], bool]
    ) -> Action:
        return Action(name, title, keys, run, "Steps", works, late=True)

    return (
        made("play", "Play or pause the steps", ("Space",), player.toggle, known),
        made("step-forward", "One step forward", ("Right", "Down"), lambda: go(1), right),
        made("step-back", "One step back", ("Left", "Up"), lambda: go(-1), left),
        made("next-block", "To the next row block", ("Shift+Right", "Shift+Down"), lambda: player.jump(1), right),
        made("previous-block", "To the row block before", ("Shift+Left", "Shift+Up"), lambda: player.jump(-1), left),
        made("to-start", "To the first step", ("Home",), lambda: player.go(0), left),
        made("to-end", "To the last step", ("End",), lambda: player.go(player.last), right),
    )


def play_key(event: QKeyEvent, player: Player) -> bool:
    """Do what a key of the table does; False for other keys. Space held down plays once."""
    pressed = QKeySequence(
        QKeyCombination(event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, Qt.Key(event.key()))
    )
    action = next((move for move in moves(player) if pressed in map(QKeySequence, move.keys)), None)
    if action is None:
        return False
    if not (event.isAutoRepeat() and action.id == "play"):
        action.run()
    return True
