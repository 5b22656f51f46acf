"""The commands of the Flash workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.flash.frame.view import FlashView
from gui.actions import Action, choice, copying
from gui.flash.names import ALGORITHMS, DIRECTIONS
from gui.flash.pickers.choices import (
    SQUARES,
    algorithm_reason,
    choose_algorithm,
    choose_tile,
    direction_reason,
    tile_reason,
)
from gui.flash.transport.keys import moves
from gui.flash.transport.speeds import SPEEDS, Speed

if TYPE_CHECKING:
    from gui.flash.room import FlashRoom

PLOTS = {
    "steps": "Traffic step by step",
    "roofline": "Roofline of the device",
    "n": "How traffic grows with the text",
    "d": "How traffic grows with the size of a key",
    "sram": "How traffic falls with the SRAM",
}


def actions_of(room: FlashRoom, view: Callable[[], FlashView | None]) -> tuple[Action, ...]:
    """Steps, algorithm, tiles and plots."""
    store, player = room.store, room.transport.player

    def loop() -> None:
        player.set_loop(not player.loop)

    return (
        *moves(player),
        Action("loop", "Begin anew at the end, or no longer", (), loop, "Steps"),
        *(_speed(room, speed) for speed in SPEEDS),
        *(_algorithm(room, view, name) for name in ALGORITHMS),
        *(
            choice(store, "direction", name, f"Direction: {title.lower()}", "Algorithm", (), _free(room, name))
            for name, title in DIRECTIONS.items()
        ),
        *(_tile(room, view, side) for side in SQUARES),
        *(choice(store, "plot", name, title, "Plot") for name, title in PLOTS.items()),
        Action("paper", "The paper’s numbers beside ours", (), room.traffic.open_paper, "Plot"),
        copying("copy-code", "Copy the pseudocode", room.code.plain, "the pseudocode", room.code),
    )


def _free(room: FlashRoom, direction: str) -> Callable[[], bool]:
    return lambda: not direction_reason(room.store.scene, direction)


def _speed(room: FlashRoom, speed: Speed) -> Action:
    player = room.transport.player
    name = f"speed-{'block' if speed.blocks else round(speed.rate)}"

    def sensible() -> bool:
        return player.speed != speed

    return Action(name, f"Speed: {speed.text}", (), lambda: player.set_speed(speed), "Steps", sensible)


def _algorithm(room: FlashRoom, view: Callable[[], FlashView | None], name: str) -> Action:
    store = room.store

    def sensible() -> bool:
        return store.scene.algorithm != name and not algorithm_reason(store.scene, name)

    def run() -> None:
        store.update(**choose_algorithm(store.scene, view(), name))

    return Action(f"algorithm-{name}", f"Algorithm: {ALGORITHMS[name]}", (), run, "Algorithm", sensible)


def _tile(room: FlashRoom, view: Callable[[], FlashView | None], side: int) -> Action:
    store = room.store

    def sensible() -> bool:
        return (store.scene.block_q, store.scene.block_k) != (side, side) and not tile_reason(view(), (side, side))

    def run() -> None:
        store.update(**choose_tile(store.scene, view(), (side, side)))

    return Action(f"tile-{side}", f"Tiles of {side} × {side}", (), run, "Algorithm", sensible)
