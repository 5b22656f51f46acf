"""What the tests of commands share: all that can be seen of a window, and bringing it back to where it was."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.compare.pinned import pin
from engine.scene import Scene
from gui.actions import Action, actions_now
from tests.gui.driving import Person

_CHANGED = Scene(
    theme="dark",
    colours="grey",
    layer=2,
    head=5,
    stage="raw",
    scale=3.0,
    specials=True,
    merge=False,
    order="weight",
    lens="values",
    variant="causal",
    viewport=(0, 0, 4, 4),
    threshold=0.1,
    sorting="score",
    algorithm="fa1",
    block_q=8,
    block_k=8,
    step=20,
    plot="roofline",
    chapter="scale",
)
CHANGED = replace(_CHANGED, pinned=pin(Scene()))


def seen(one: Person, part: QWidget | None = None) -> dict[str, Any]:
    """The scene, the picture (of one part), other windows, the clipboard, and where the keyboard is."""
    window, clipboard = one.window, QApplication.clipboard()
    others = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not one.frame]
    held = QApplication.focusWidget()
    return {
        "scene": window.store.scene,
        "picture": (part or window).grab().toImage(),
        "windows": [type(each).__name__ for each in others],
        "clipboard": (clipboard.text(), clipboard.image().size()),
        "keyboard": held.objectName() if held is not None else "",
    }


def settle(one: Person) -> None:
    """Wait for the newest picture, and let what was put off happen."""
    one.wait()
    one.bot.wait(1)
    one.wait()


def differs(one: Person, before: dict[str, Any], name: str) -> None:
    """Wait until something else is seen; what a thread makes comes later."""

    def other() -> None:
        assert seen(one) != before, f"{name} does nothing that can be seen"

    one.bot.waitUntil(other, timeout=20_000)


def tidy(one: Person) -> None:
    """Close what was opened and stop what plays; the keyboard and the clipboard are free."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for other in QApplication.topLevelWidgets():
        if other.isVisible() and other is not one.frame:
            other.close()
    one.frame.activateWindow()
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget() or one.window, Qt.Key.Key_Escape)
    if one.window.store.scene.workspace == "flash":
        one.window.room.transport.player.pause()
    held = QApplication.focusWidget()
    if held is not None:
        held.clearFocus()
    QApplication.clipboard().clear()


def restore(one: Person, scene: Scene) -> None:
    """Close what was opened, and go back to a scene."""
    tidy(one)
    one.window.store.update(**{field.name: getattr(scene, field.name) for field in fields(scene)})
    settle(one)


def table(one: Person) -> dict[str, Action]:
    """The commands of what is on screen, by id."""
    return {action.id: action for action in actions_now(one.window)}


def owned(one: Person, by: QWidget) -> dict[str, Action]:
    """Those of one part."""
    return {made.action.id: made.action for made in by.actions() if hasattr(made, "action")}
