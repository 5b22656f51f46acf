"""A step repaints what it changed and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtGui import QPaintEvent, QPixmap, QRegion
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from gui.flash.code.pane import CodePane
from gui.flash.counters.pane import CountersPane
from gui.flash.grid.pane import GridPane
from gui.flash.grid.tiles import TileGrid
from gui.flash.memory.pane import MemoryPane
from gui.flash.pickers.device import DevicePicker
from gui.flash.pickers.shape import ShapeFields
from gui.flash.rows.pane import RowsPane
from gui.store import Store
from tests.gui.flash.handmade import detail_of, picture

Look = Callable[..., FlashView]


def painted(pane: Any, change: Callable[[], None]) -> QRect:
    """What a change repaints of a pane that is on screen; empty for nothing."""
    seen = [QRect()]
    paint = type(pane).paintEvent

    def counted(event: QPaintEvent) -> None:
        seen.append(event.rect())
        paint(pane, event)

    pane.paintEvent = counted
    QCoreApplication.processEvents()
    seen[1:] = []
    change()
    QCoreApplication.processEvents()
    del pane.paintEvent
    return seen[-1]


@pytest.fixture
def on_screen(qtbot: QtBot, store: Store, look: Look) -> Callable[[type[Any], int], Any]:
    def made(kind: type[Any], step: int) -> Any:
        pane = kind(store)
        qtbot.addWidget(pane)
        pane.resize(420, 500)
        pane.show_view(look(step=step))
        pane.show()
        qtbot.waitExposed(pane)
        return pane

    return made


def steps(look: Look, op: str) -> int:
    """The number of steps when an operation on tile (1, 0) has been done."""
    step = look().schedule.find(op, 1, 0)
    assert step is not None
    return step + 1


def test_the_code_repaints_the_two_lines_alone(on_screen: Any, look: Look) -> None:
    pane = on_screen(CodePane, steps(look, "scores"))
    part = painted(pane, lambda: pane.show_view(look(step=steps(look, "max"))))
    assert not part.isEmpty() and part.height() < pane.height() / 2
    whole = picture(pane)
    pane.update()
    assert picture(pane) == whole, "what was left is right"


def test_rows_that_did_not_change_stay(on_screen: Any, look: Look) -> None:
    pane = on_screen(RowsPane, steps(look, "load_kv"))
    assert painted(pane, lambda: pane.show_view(look(step=steps(look, "scores")))).isEmpty()
    assert not painted(pane, lambda: pane.show_view(look(step=steps(look, "max")))).isEmpty()


@pytest.mark.parametrize("kind", [MemoryPane, RowsPane, CodePane, CountersPane])
def test_a_detail_that_says_nothing_new_repaints_nothing(
    on_screen: Any, look: Look, capture: Capture, kind: type[Any]
) -> None:
    pane = on_screen(kind, 62)
    detail = detail_of(look(step=62).scene, capture)
    assert painted(pane, lambda: pane.show_detail(detail)).isEmpty()


def test_the_legend_stays_from_step_to_step(on_screen: Any, look: Look) -> None:
    pane = on_screen(GridPane, 20)
    view = look(step=21)
    pane.show_view(view)
    inside = pane.grid.geometry()
    part = painted(pane, lambda: pane.show_view(look(step=22)))
    assert part.isEmpty() or inside.contains(part)


def test_the_fields_of_a_shape_and_the_picker_of_the_device_stay_from_step_to_step(
    on_screen: Any, look: Look, store: Store, qtbot: QtBot
) -> None:
    fields = on_screen(ShapeFields, 20)
    assert painted(fields, lambda: fields.show_view(look(step=21))).isEmpty()
    picker: Any = DevicePicker(store)
    asked = list[int]()
    qtbot.addWidget(picker)
    picker.update = lambda: asked.append(store.scene.step)
    store.update(step=21)
    assert not asked
    store.update(device="h100")
    assert asked and "H100" in picker.toolTip()


def test_a_strip_that_is_painted_in_parts_is_the_strip_painted_whole(on_screen: Any, look: Look) -> None:
    grid = on_screen(TileGrid, 20)
    whole = picture(grid)
    part = QPixmap(grid.size())
    boxes = [QRect(0, 0, 90, 500), QRect(200, 10, 40, 70), QRect(90, 30, 70, 20)]
    area = QRegion()
    for box in boxes:
        area += QRegion(box)
    grid.render(part, QPoint(), area)
    for box in boxes:
        assert part.toImage().copy(box) == whole.copy(box)
