"""The pickers of the Flash workspace, driven."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from engine.flash.hardware.devices import DEVICES
from engine.flash.hardware.presets import Preset
from engine.scene import Scene
from gui.flash.pickers.algorithm import AlgorithmPicker
from gui.flash.pickers.choices import NO_BACKWARD, ONE_SPLIT
from gui.flash.pickers.device import DevicePicker
from gui.flash.pickers.shape import ShapeFields
from gui.flash.pickers.tile import TilePicker
from gui.store import Store

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def algorithm(qtbot: QtBot, store: Store, look: Callable[..., FlashView]) -> AlgorithmPicker:
    made = AlgorithmPicker(store)
    qtbot.addWidget(made)
    made.show()
    made.show_view(look())
    return made


@pytest.fixture
def tile(qtbot: QtBot, store: Store, look: Callable[..., FlashView]) -> TilePicker:
    made = TilePicker(store)
    qtbot.addWidget(made)
    made.show()
    made.show_view(look())
    return made


def test_the_panel_chooses(algorithm: AlgorithmPicker, store: Store) -> None:
    assert algorithm.value() == "FlashAttention-2" and algorithm.accessibleName() == "Algorithm FlashAttention-2"
    QTest.mouseClick(algorithm, LEFT)
    panel = algorithm.panel
    assert panel.isVisible()
    panel.beside.choose("standard")
    assert store.scene.beside == "standard"
    panel.algorithm.choose("fa1")
    assert (store.scene.algorithm, store.scene.beside) == ("fa1", "standard")
    panel.algorithm.choose("standard")
    assert (store.scene.algorithm, store.scene.beside) == ("standard", "")
    panel.direction.choose("backward")
    assert store.scene.direction == "backward" and algorithm.value() == "Standard, backward"
    panel.direction.choose("forward")
    panel.algorithm.choose("fa2")
    QTest.mouseClick(panel.lazy, LEFT)
    assert store.scene.lazy
    store.undo()
    assert not store.scene.lazy and not panel.lazy.isChecked()
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_what_cannot_be_is_greyed_with_a_reason(algorithm: AlgorithmPicker, store: Store) -> None:
    panel = algorithm.panel
    assert not panel.splits.isEnabled() and panel.splits.toolTip() == ONE_SPLIT
    store.update(direction="backward")
    segment = panel.algorithm.segments["decoding"]
    assert not segment.isEnabled() and segment.hover == NO_BACKWARD
    panel.algorithm.choose("decoding")
    assert store.scene.algorithm == "fa2"
    store.update(direction="forward")
    panel.algorithm.choose("decoding")
    assert store.scene.algorithm == "decoding" and store.scene.splits == 4
    assert panel.splits.isEnabled() and [row.key for row in panel.splits.rows] == [1, 2, 3, 4]
    panel.splits.step(-1)
    assert store.scene.splits == 3
    store.update(block_k=32)  # of 59 keys there are two blocks then
    assert [row.key for row in panel.splits.rows] == [1, 2] and panel.splits.value() == "2"
    store.update(block_k=16)
    assert panel.splits.value() == "3"
    assert not panel.direction.segments["backward"].isEnabled()


def test_tiles(tile: TilePicker, store: Store) -> None:
    assert tile.value() == "16 × 16" and tile.current == (16, 16)
    tile.chosen.emit((64, 64))
    assert (store.scene.block_q, store.scene.block_k) == (64, 64) and tile.value() == "64 × 64"
    kernel = next(row for row in tile.rows if isinstance(row.key, Preset) and row.key.kernel == "fa3-h100")
    assert kernel.note == "192 × 128" and "hopper/tile_size.h" in kernel.tip
    tile.chosen.emit(kernel.key)
    assert tile.value() == "192 × 128" and tile.current == kernel.key


def test_own_numbers(tile: TilePicker, store: Store) -> None:
    tile.chosen.emit("own")
    panel = tile.panel
    assert panel.isVisible()
    for text, block_q, refused in (("24", 24, False), ("0", 24, True), ("7.5", 24, True), ("1024", 1024, False)):
        panel.rows.setText(text)
        QTest.keyClick(panel.rows, Qt.Key.Key_Return)
        assert (store.scene.block_q, panel.rows.is_refused) == (block_q, refused), text
    panel.columns.setText("5")
    QTest.keyClick(panel.columns, Qt.Key.Key_Return)
    assert (store.scene.block_q, store.scene.block_k) == (1024, 5) and tile.value() == "1024 × 5"


def test_devices(qtbot: QtBot, store: Store) -> None:
    made = DevicePicker(store)
    qtbot.addWidget(made)
    assert made.value() == "A100 40 GB" and [row.key for row in made.rows] == list(DEVICES)
    made.chosen.emit("t4")
    assert store.scene.device == "t4" and made.value() == "T4" and "96 KiB" in made.toolTip()


def test_where_the_room_is_short_the_label_goes_first(algorithm: AlgorithmPicker) -> None:
    whole, least = algorithm.sizeHint().width(), algorithm.minimumSizeHint().width()
    assert least < whole / 2
    pictures = []
    for width in (whole, least):
        algorithm.resize(width, algorithm.height())
        pictures.append(algorithm.grab().toImage())
    ink = algorithm.theme["ink"].name()
    for image in pictures:
        columns = [
            x for x in range(image.width()) if any(image.pixelColor(x, y).name() == ink for y in range(image.height()))
        ]
        assert columns, "the value is there"
        assert columns[-1] < image.width() - 20, "and does not run under the arrow"


def test_shape_fields(qtbot: QtBot, look: Callable[..., FlashView], capture: Capture) -> None:
    store = Store(Scene(theme="light"))
    made = ShapeFields(store)
    qtbot.addWidget(made)
    made.show()
    made.show_view(look())
    assert made.remembered() == (59, 32), "the sizes of the text"
    store.update(shape=made.remembered())
    assert (made.tokens.text(), made.size_of_key.text()) == ("59", "32")
    for text, _shape in (
        ("131072", (131072, 32)),
        ("0", (131072, 32)),
        ("many", (131072, 32)),
        ("5000000", (131072, 32)),
    ):
        made.tokens.setText(text)
        QTest.keyClick(made.tokens, Qt.Key.Key_Return)
        assert store.scene.shape == (131072, 32), text
    made.tokens.take_back()
    made.size_of_key.setText("128")
    QTest.keyClick(made.size_of_key, Qt.Key.Key_Return)
    assert store.scene.shape == (131072, 128)
    store.update(shape=None)
    assert made.remembered() == (131072, 128)


def test_every_control_has_a_name(algorithm: AlgorithmPicker, tile: TilePicker) -> None:
    for panel in (algorithm.panel, tile.panel):
        for _, widget in panel.lines:
            assert isinstance(widget, QWidget) and widget.accessibleName() and widget.objectName()


def test_one_of_something_is_not_many(algorithm: AlgorithmPicker, tile: TilePicker, store: Store) -> None:
    store.update(block_q=1, block_k=1)
    assert tile.hover() == "A tile has 1 query and 1 key"
    store.update(block_q=16, block_k=1)
    assert tile.hover() == "A tile has 16 queries and 1 key"
    store.update(algorithm="decoding", splits=3)
    assert [row.text for row in algorithm.panel.splits.rows][:2] == ["1 split", "2 splits"]
