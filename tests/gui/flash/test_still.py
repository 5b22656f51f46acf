"""What a step leaves as it was is right: parts that are painted one by one show what the whole would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.room import FlashRoom
from gui.store import Store
from tests.gui.flash.handmade import detail_of

Look = Callable[..., FlashView]
STEPS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 30, 31, 32, 33, 34, 108, 109, 110, 120, 119, 60, 61, 10**6, 0, 62)
WAYS = [
    {"algorithm": "fa2"},
    {"algorithm": "fa1", "block_q": 8, "block_k": 24},
    {"algorithm": "standard"},
    {"algorithm": "decoding", "splits": 3, "block_k": 8},
    {"algorithm": "fa2", "direction": "backward"},
    {"algorithm": "standard", "direction": "backward"},
    {"algorithm": "fa2", "beside": "fa1"},
    {"algorithm": "fa2", "plot": "roofline", "variant": "full"},
    {"algorithm": "fa2", "block_q": 1, "block_k": 1},
]


def on_screen(widget: QWidget) -> QImage:
    """What is really there; `grab` would paint it anew."""
    QCoreApplication.processEvents()
    return widget.screen().grabWindow(widget.winId()).toImage()


def painted_anew(widget: QWidget) -> QImage:
    """The same with every part painted whole."""
    for part in (widget, *widget.findChildren(QWidget)):
        part.update()
    return on_screen(widget)


def changed(widget: QWidget, one: QImage, other: QImage) -> str:
    """Which part has a pixel that is not alike, and where; "" for none."""
    if one == other:
        return ""
    every = ((x, y) for y in range(one.height()) for x in range(one.width()))
    x, y = next(at for at in every if one.pixel(*at) != other.pixel(*at))
    part = widget.childAt(x, y) or widget
    return f"{part.objectName()} at {part.mapFrom(widget, QPoint(x, y))}"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(map(str, way.values())))
def test_every_step_leaves_the_picture_that_would_be_painted_anew(
    way: dict[str, Any], qtbot: QtBot, store: Store, look: Look, capture: Capture
) -> None:
    store.update(**way)
    room = FlashRoom(store)
    qtbot.addWidget(room)
    room.resize(1280, 620)
    room.show_view(look())
    room.show()
    qtbot.waitExposed(room)
    last = len(look().schedule)
    for step in STEPS:
        store.update(step=min(step, last))
        room.show_view(look())
        if step % 2:
            room.show_detail(detail_of(store.scene, capture))
        shown = on_screen(room)
        assert changed(room, shown, painted_anew(room)) == "", f"step {step}"
