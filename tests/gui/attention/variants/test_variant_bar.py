"""The parameter bar by mouse and keys: a drag is one step of undo, a wrong number is refused in place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.shown.view import View
from engine.variants import CATALOGUE, Parameter
from gui.attention.variants.bar import OWN, ROW, VariantBar
from gui.attention.variants.distance_card import DistanceCard
from gui.attention.variants.parameter_field import ParameterField
from gui.attention.variants.parameter_scale import number_at, settled, share_of, stepped, written
from gui.attention.variants.parameter_slider import ParameterSlider
from gui.attention.variants.part import VariantPart
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import pull

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
WIDTH = CATALOGUE["window"].parameters[0]
LIMIT = CATALOGUE["softcap"].parameters[0]


class Frame(QWidget):
    """A window with the bar and something below."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.bar, self.below = VariantBar(store), QWidget()
        store.changed.connect(lambda new, old: self.bar.show_scene(new))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.below, 1)
        self.resize(1280, 300)

    def slider(self, key: str) -> ParameterSlider:
        found = self.findChild(ParameterSlider, f"slider-{key}")
        assert isinstance(found, ParameterSlider)
        return found

    def field(self, key: str) -> ParameterField:
        found = self.findChild(ParameterField, f"field-{key}")
        assert isinstance(found, ParameterField)
        return found


@pytest.fixture
def frame(qtbot: QtBot, store: Store) -> Frame:
    made = Frame(store)
    qtbot.addWidget(made)
    made.show()
    return made


def drag(slider: ParameterSlider, start: float, *stops: float) -> None:
    y = slider.height() // 2
    QTest.mousePress(slider, LEFT, PLAIN, QPoint(round(start), y))
    for stop in stops:
        pull(slider, QPoint(round(stop), y))
    QTest.mouseRelease(slider, LEFT, PLAIN, QPoint(round(stops[-1]), y))


@pytest.mark.parametrize("variant", ["as-trained", "causal", "sparsemax+alibi"])
def test_without_parameters_it_has_no_height(frame: Frame, store: Store, variant: str) -> None:
    store.update(variant=variant)
    assert not frame.bar.isVisible()
    assert frame.below.height() == 300


def test_with_parameters_it_is_one_slim_row(frame: Frame, store: Store, qtbot: QtBot) -> None:
    store.update(variant="window+alibi")
    qtbot.waitUntil(lambda: frame.below.y() == ROW + 1)
    assert [part.key for part in frame.bar.parts] == ["window", "alibi"]
    assert frame.field("window.width").text() == written(WIDTH, WIDTH.default)


def test_a_drag_is_live_and_one_step_of_undo(frame: Frame, store: Store) -> None:
    store.update(variant="window")
    slider, seen = frame.slider("window.width"), []
    store.changed.connect(lambda new, old: seen.append(new.parameters.get("window.width")))
    drag(slider, slider.place(WIDTH.default), 60, 70, 80)
    assert len(seen) >= 3
    assert store.scene.parameters["window.width"] == slider.value() > WIDTH.default
    assert frame.field("window.width").text() == written(WIDTH, slider.value())
    store.undo()
    assert (store.scene.variant, store.scene.parameters) == ("window", {})
    store.undo()
    assert store.scene.variant == "as-trained"


def test_the_ends_and_the_default_by_hand(frame: Frame, store: Store) -> None:
    store.update(variant="window")
    slider = frame.slider("window.width")
    drag(slider, 50, 500)
    assert slider.value() == WIDTH.most
    drag(slider, 50, -500)
    assert slider.value() == WIDTH.least
    QTest.mouseDClick(slider, LEFT, PLAIN, QPoint(60, 10))
    assert store.scene.parameters == {}


def test_keys_step_and_a_key_is_one_step_of_undo(frame: Frame, store: Store) -> None:
    store.update(variant="window", parameters={"window.width": 3})
    slider = frame.slider("window.width")
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert slider.value() == 4
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert slider.value() == 2
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert slider.value() == WIDTH.most
    store.undo()
    assert slider.value() == 2
    QTest.keyClick(slider, Qt.Key.Key_Delete)
    assert store.scene.parameters == {}
    assert "usually" in slider.accessibleDescription()


def test_a_number_can_be_typed_and_a_wrong_one_is_refused_with_a_sentence(frame: Frame, store: Store) -> None:
    store.update(variant="window")
    field = frame.field("window.width")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert store.scene.parameters == {"window.width": 5}
    for wrong in ("0", "2.5", "abc", "1e99"):
        field.selectAll()
        QTest.keyClicks(field, wrong)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert store.scene.parameters == {"window.width": 5}
        assert field.is_refused
        assert frame.bar.note() == field.refusal == "Width is a whole number from 1 to 2048."
    assert "#b51f1f" in field.styleSheet().lower()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "5"
    assert not field.is_refused


def test_a_cross_takes_one_variant_off_and_the_button_all(frame: Frame, store: Store) -> None:
    store.update(variant="window+softcap", parameters={"window.width": 3, "softcap.limit": 9})
    before = frame.slider("softcap.limit")
    QTest.mouseClick(frame.bar.parts[0].cross, LEFT)
    assert store.scene.variant == "softcap"
    assert store.scene.parameters == {"softcap.limit": 9}
    assert frame.slider("softcap.limit") is before  # what stays is not made anew
    QTest.mouseClick(frame.bar.trained, LEFT)
    assert store.scene.variant == "as-trained"


def test_whose_the_parameters_are_is_said(frame: Frame, store: Store) -> None:
    store.update(variant="softcap")
    assert frame.bar.note() == OWN
    assert frame.bar.accessibleDescription() == OWN
    assert all(CATALOGUE[part.key].parameters_from == "you" for part in frame.bar.parts)


@pytest.mark.parametrize("width", [1440, 1280, 960])
def test_nothing_overlaps_and_more_goes_to_a_further_line(frame: Frame, store: Store, width: int) -> None:
    store.update(variant="bigbird+t5-bias+softcap+qk-norm")
    frame.resize(width, 300)
    boxes = [widget.geometry() for part in frame.bar.parts for widget in part.widgets] + [frame.bar.trained.geometry()]
    words = [box for _, box, _ in frame.bar._places]
    every = boxes + [box.adjusted(0, 8, 0, -8) for box in words]
    for index, one in enumerate(every):
        assert frame.bar.rect().contains(one.adjusted(0, 4, 0, -4))
        assert not any(one.adjusted(5, 5, -5, -5).intersects(other.adjusted(5, 5, -5, -5)) for other in every[:index])
    assert frame.bar.height() % ROW == 1


def test_tab_goes_through_crosses_sliders_and_fields(frame: Frame, store: Store, qtbot: QtBot) -> None:
    store.update(variant="window+softcap")
    frame.activateWindow()
    qtbot.waitUntil(frame.isActiveWindow)
    frame.bar.parts[0].cross.setFocus()
    names = []
    for _ in range(7):
        focus = frame.focusWidget()
        assert focus is not None
        names.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    fields = ["slider-window.width", "field-window.width"], ["slider-softcap.limit", "field-softcap.limit"]
    assert names == ["remove-window", *fields[0], "remove-softcap", *fields[1], "asTrained"]


PARAMETERS = [p for variant in CATALOGUE.values() for p in variant.parameters]


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: p.name)
def test_every_parameter_of_the_catalogue_fits_its_slider(parameter: Parameter) -> None:
    assert number_at(parameter, 0) == parameter.least
    assert number_at(parameter, 1) == parameter.most
    assert 0 <= share_of(parameter, parameter.default) <= 1
    assert settled(parameter, parameter.default) == pytest.approx(parameter.default)
    for share in (0.1, 0.37, 0.5, 0.93):
        number = number_at(parameter, share)
        assert parameter.least <= number <= parameter.most
        assert not parameter.whole or number.is_integer()
        assert float(written(parameter, number)) == pytest.approx(number, rel=1e-2, abs=1e-2)
    up = stepped(parameter, parameter.least, 1)
    assert up > parameter.least
    assert stepped(parameter, parameter.most, -1) < parameter.most


def test_the_note_has_room(frame: Frame, store: Store) -> None:
    store.update(variant="softcap")
    assert isinstance(frame.bar._note, QRect)
    assert frame.bar._note.right() < frame.bar.trained.x()


def test_rope_offers_its_curve_by_distance(frame: Frame, store: Store, look: Callable[..., View]) -> None:
    store.update(variant="rope+window")
    view = look(variant="rope+window")
    frame.bar.show_view(view)
    parts = [part for part in frame.bar.parts if isinstance(part, VariantPart)]
    assert [part.curve is not None for part in parts] == [True, False]
    button = parts[0].curve
    assert button is not None
    QTest.mouseClick(button, LEFT)
    card = frame.findChild(DistanceCard)
    assert isinstance(card, DistanceCard) and card.isVisible()
    curves = card.curves
    assert curves is not None and not np.allclose(curves.now, curves.model)
    picture = card.grab().toImage()

    def near(at: QPointF, role: str) -> bool:
        places = [(round(at.x()) + x, round(at.y()) + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        return theme("light")[role].name() in {picture.pixelColor(x, y).name() for x, y in places}

    assert all(near(point, "bar") for point in card.points(curves.now)[1:-1])
    assert sum(near(point, "ink3") for point in card.points(curves.model)) > len(curves.model) // 2
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_number_that_the_layer_cannot_have_is_said(frame: Frame, store: Store, look: Callable[..., View]) -> None:
    five = {"variant": "gqa", "parameters": {"gqa.groups": 5}}
    store.update(**five)
    frame.bar.show_view(look(**five))
    assert frame.bar.note() == "Groups 5 is not possible in this layer: 4 is shown"
    store.update(parameters={"gqa.groups": 6})
    assert frame.bar.note() == OWN  # not of an older view
    frame.bar.show_view(look(variant="gqa", parameters={"gqa.groups": 6}))
    assert frame.bar.note() == OWN


def test_an_own_function_has_its_place_with_its_cross(frame: Frame, store: Store, look: Callable[..., View]) -> None:
    store.update(function="/home/somebody/steep.py", variant="causal")
    frame.bar.show_view(look(function="/home/somebody/steep.py", variant="causal"))
    assert frame.bar.isVisible()
    assert [unit.text for part in frame.bar.parts for unit in part.units] == ["Causal", "steep.py, not run"]
    asked = []
    frame.bar.againWanted.connect(lambda: asked.append(True))
    part = frame.bar.parts[-1]
    QTest.mouseClick(part.widgets[1], LEFT)
    assert asked == [True]
    QTest.mouseClick(part.cross, LEFT)
    assert store.scene.function == "" and store.scene.variant == "causal"
    store.undo()
    frame.bar.trained.click()
    assert (store.scene.function, store.scene.variant) == ("", "as-trained")
