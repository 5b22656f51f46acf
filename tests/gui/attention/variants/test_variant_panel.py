"""The variant picker and its panel by mouse and keys: search, choose, add, take off, greyed with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.shown.view import View
from engine.variants import CATALOGUE, clash
from gui.attention.context.bar import ContextBar
from gui.attention.variants.panel import VariantPanel
from gui.look.style import sheet
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import point

LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Frame(QWidget):
    """A window with the context bar and room below."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.setStyleSheet(sheet(theme("light")))
        self.bar = ContextBar(store, is_installed=lambda name: True)
        store.changed.connect(lambda new, old: self.bar.show_scene(new))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 40, 0, 0)
        layout.addWidget(self.bar)
        layout.addStretch(1)
        self.resize(1440, 900)

    def open(self) -> VariantPanel:
        QTest.mouseClick(self.bar.variant, LEFT)
        panel = self.bar.variant.panel
        assert panel is not None
        return panel


@pytest.fixture
def frame(qtbot: QtBot, store: Store, view: View) -> Iterator[Frame]:
    made = Frame(store)
    qtbot.addWidget(made)
    made.show()
    made.bar.show_view(view)
    yield made
    if made.bar.variant.panel is not None:
        made.bar.variant.panel.close()


def row(panel: VariantPanel, name: str) -> QRect:
    index = panel.list.row_of(name)
    panel.list.scrollTo(index)
    return panel.list.visualRect(index)


def click(panel: VariantPanel, name: str, modifier: Qt.KeyboardModifier = PLAIN, plus: bool = False) -> None:
    box = row(panel, name)
    at = panel.list.look.plus(box).center() if plus else QPoint(box.left() + 80, box.center().y())
    QTest.mouseClick(panel.list.viewport(), LEFT, modifier, at)


def hint(panel: VariantPanel, name: str) -> str:
    box = row(panel, name)
    return panel.list.look.hint(box, CATALOGUE[name], panel.list.look.plus(box).center())


def test_a_click_puts_one_variant_on_alone_and_closes(frame: Frame, store: Store) -> None:
    store.update(variant="window+alibi")
    panel = frame.open()
    click(panel, "causal")
    assert store.scene.variant == "causal"
    assert frame.bar.variant.panel is None
    assert frame.bar.variant.value() == "Causal"


def test_enter_takes_what_the_search_finds(frame: Frame, store: Store) -> None:
    panel = frame.open()
    QTest.keyClicks(panel.search, "sparsem")
    assert panel.list.highlighted() is CATALOGUE["sparsemax"]
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert store.scene.variant == "sparsemax"
    assert frame.bar.variant.panel is None


def test_the_search_knows_papers_and_says_when_nothing_has_the_words(frame: Frame, store: Store) -> None:
    panel = frame.open()
    QTest.keyClicks(panel.search, "2108.12409")
    assert panel.list.highlighted() is CATALOGUE["alibi"]
    QTest.keyClicks(panel.search, "xyz")
    assert panel.list.highlighted() is None
    assert "No variant" in panel.search.accessibleDescription()
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert store.scene.variant == "as-trained"
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert frame.bar.variant.panel is None


def test_arrows_move_over_headings_and_stop_at_the_ends(frame: Frame, store: Store) -> None:
    panel = frame.open()
    assert panel.list.highlighted() is CATALOGUE["as-trained"]
    names = list(CATALOGUE)
    QTest.keyClick(panel.search, Qt.Key.Key_Up)
    assert panel.list.highlighted() is CATALOGUE["as-trained"]
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.list.highlighted() is CATALOGUE[names[1]]
    for _ in range(8):
        QTest.keyClick(panel.search, Qt.Key.Key_PageDown)
    assert panel.list.highlighted() is CATALOGUE[names[-1]]
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert store.scene.variant == names[-1]


def test_ctrl_click_and_the_plus_add_and_the_cross_takes_off(frame: Frame, store: Store) -> None:
    panel = frame.open()
    click(panel, "window", CTRL)
    assert store.scene.variant == "window"
    click(panel, "alibi", plus=True)
    assert store.scene.variant == "window+alibi"
    assert frame.bar.variant.panel is panel  # it stays for more
    assert frame.bar.variant.spoken() == "Variant Sliding window + ALiBi"
    click(panel, "window", plus=True)
    assert store.scene.variant == "alibi"
    click(panel, "alibi", CTRL)
    assert store.scene.variant == "as-trained"
    QTest.keyClicks(panel.search, "softcap")
    QTest.keyClick(panel.search, Qt.Key.Key_Return, CTRL)
    assert store.scene.variant == "softcap"
    assert frame.bar.variant.panel is panel


def test_what_does_not_combine_is_greyed_and_says_why(frame: Frame, store: Store) -> None:
    store.update(variant="sigmoid")
    panel = frame.open()
    reason = clash(("sigmoid", "sparsemax"))
    assert reason is not None
    assert reason in hint(panel, "sparsemax")
    click(panel, "sparsemax", plus=True)
    click(panel, "sparsemax", CTRL)
    assert store.scene.variant == "sigmoid"
    assert "Ctrl+click" in hint(panel, "alibi")
    assert reason in panel.list.rows.spoken(CATALOGUE["sparsemax"])
    click(panel, "sparsemax")
    assert store.scene.variant == "sparsemax"


def test_a_greyed_plus_is_paler_than_one_that_works(frame: Frame, store: Store) -> None:
    store.update(variant="sigmoid")
    panel, looks = frame.open(), theme("light")

    def darkest(name: str) -> int:
        box = panel.list.look.plus(row(panel, name))
        seen = panel.list.viewport().grab(box).toImage()
        return min(seen.pixelColor(x, y).lightness() for x in range(seen.width()) for y in range(seen.height()))

    assert looks["ink2"].lightness() <= darkest("alibi") < looks["disabled"].lightness() <= darkest("sparsemax")


def test_the_foot_explains_the_row_under_the_pointer(frame: Frame, look: Callable[..., View]) -> None:
    panel = frame.open()
    point(panel.list.viewport(), row(panel, "window").center())
    assert panel.foot.variant is CATALOGUE["window"]
    said = panel.foot.accessibleName()
    for part in (CATALOGUE["window"].formula, CATALOGUE["window"].source, CATALOGUE["window"].used_by):
        assert part in said
    assert panel.foot.tiles is not None
    assert panel.foot.tiles.tokens == 10
    point(panel.list.viewport(), row(panel, "sparsemax").center())
    assert panel.foot.tiles is None


def test_as_trained_is_one_click_away(frame: Frame, store: Store) -> None:
    assert not frame.bar.trained.isVisible()
    store.update(variant="window", parameters={"window.width": 2})
    assert frame.bar.trained.isVisible()
    QTest.mouseClick(frame.bar.trained, LEFT)
    assert (store.scene.variant, store.scene.parameters) == ("as-trained", {})
    assert not frame.bar.trained.isVisible()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (960, 600)])
def test_the_panel_stays_inside_the_window(frame: Frame, size: tuple[int, int]) -> None:
    frame.resize(*size)
    panel = frame.open()
    inside = QRect(frame.mapFromGlobal(panel.pos()), panel.size())
    assert frame.rect().contains(inside)
    assert panel.list.height() >= 120


def test_the_picker_is_as_wide_as_its_title_needs_and_says_a_long_one_whole_on_hover(
    frame: Frame, store: Store, qtbot: QtBot
) -> None:
    picker = frame.bar.variant
    usual = picker.sizeHint().width()
    assert picker.toolTip() == ""
    store.update(variant="causal")
    assert picker.sizeHint().width() == usual
    store.update(variant="prefix")
    wide = picker.sizeHint().width()
    store.update(variant="window+alibi+softcap")
    assert usual <= wide < picker.sizeHint().width() <= usual + 60
    assert "Sliding window + ALiBi + Softcap" in picker.toolTip()
    store.update(variant="dilated")
    qtbot.waitUntil(lambda: picker.toolTip() == "")
    picker.resize(picker.minimumSizeHint())
    assert "Variant: Dilated window" in picker.toolTip()
    store.update(variant="as-trained")
    picker.resize(picker.minimumSizeHint())
    bare = picker.grab().toImage()
    picker.label = "Another"  # which has no room, so that the name has it
    assert picker.grab().toImage() == bare and picker.toolTip() != ""
