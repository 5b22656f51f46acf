"""Pickers, steppers and their menus, by mouse, wheel and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from gui.look.theme import load_fonts, theme
from gui.parts.menu import Menu, Row
from gui.parts.picker import Picker
from gui.parts.stepper import Stepper

LEFT = Qt.MouseButton.LeftButton
ROWS = [
    Row("mini", "MiniLM-L6-v2", "6 × 12, ready"),
    Row("smol", "SmolLM2-135M", "30 × 9, not installed", enabled=False, tip="pip install <it>"),
    Row("other", "R&D <b>model</b>"),
]
OPEN = Row("open", "Open a folder or a file, of whatever length its name has…")


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    qapp.setStyle("Fusion")
    load_fonts()


@pytest.fixture
def picker(qtbot: QtBot) -> Picker:
    made = Picker("Model")
    qtbot.addWidget(made)
    made.show_rows(ROWS, "mini", beside=[OPEN])
    made.resize(made.sizeHint())
    made.show()
    return made


@pytest.fixture
def stepper(qtbot: QtBot) -> Stepper:
    """Two heads and their mean; what is chosen is shown at once, as the store would do."""
    made = Stepper("Head")
    qtbot.addWidget(made)
    rows = [Row(0, "Head 0"), Row(1, "Head 1"), Row("mean", "Mean", "average of all heads")]
    made.chosen.connect(lambda key: made.show_steps(rows, key, 2))
    made.show_steps(rows, 0, 2)
    made.resize(made.sizeHint())
    made.show()
    return made


def menu_of(picker: Picker) -> Menu:
    assert picker.menu is not None
    return picker.menu


def turn(widget: QWidget, units: int) -> None:
    at = QPointF(widget.rect().center())
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, widget.mapToGlobal(at), QPoint(), QPoint(0, units), buttons, keys, phase, False)
    QApplication.sendEvent(widget, event)


def test_a_click_opens_the_menu_and_a_row_is_chosen_there(picker: Picker, qtbot: QtBot) -> None:
    QTest.mouseClick(picker, LEFT)
    menu = menu_of(picker)
    assert [action.isEnabled() for action in menu.actions()] == [True, False, True, True]
    assert [action.isChecked() for action in menu.actions()] == [True, False, False, False]
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[2]).center())
    assert chosen.args == ["other"]
    assert picker.menu is None
    assert picker.value() == "MiniLM-L6-v2"  # it changes when it is told to


def test_a_row_says_why_it_cannot_be_chosen_letter_by_letter(picker: Picker) -> None:
    QTest.mouseClick(picker, LEFT)
    menu = menu_of(picker)
    at = menu.actionGeometry(menu.actions()[1]).center()
    QApplication.sendEvent(menu, QHelpEvent(QEvent.Type.ToolTip, at, menu.mapToGlobal(at)))
    assert QToolTip.text() == "<span>pip install &lt;it&gt;</span>"
    QToolTip.hideText()


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_the_menu_by_keys_skips_what_cannot_be_chosen(picker: Picker, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(picker, key)
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(menu_of(picker), Qt.Key.Key_Down)
        QTest.keyClick(menu_of(picker), Qt.Key.Key_Return)
    assert chosen.args == ["other"]


def test_escape_closes_the_menu_and_chooses_nothing(picker: Picker, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(picker.chosen):
        QTest.keyClick(picker, Qt.Key.Key_Space)
        QTest.keyClick(menu_of(picker), Qt.Key.Key_Escape)
    assert picker.menu is None


def test_an_open_menu_follows_what_can_be_chosen(picker: Picker, qtbot: QtBot) -> None:
    QTest.keyClick(picker, Qt.Key.Key_Space)
    QTest.keyClick(menu_of(picker), Qt.Key.Key_Down)
    old, rows = menu_of(picker), [Row("new", "A model that has just arrived"), *ROWS[1:]]
    picker.show_rows(rows, "new")
    menu = menu_of(picker)
    assert not old.isVisible()
    assert menu.isVisible()
    assert [action.isChecked() for action in menu.actions()] == [True, False, False]
    assert menu.at == "other"  # where the keys were
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(menu, Qt.Key.Key_Up)
        QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen.args == ["new"]
    QTest.keyClick(picker, Qt.Key.Key_Space)
    picker.show_rows(ROWS[2:], "other")
    assert menu_of(picker).at == "other"  # the row under the keys is gone
    picker.show_rows(ROWS[2:], "other")  # nothing new
    assert menu_of(picker).isVisible()
    QTest.keyClick(menu_of(picker), Qt.Key.Key_Escape)
    assert picker.menu is None


def test_names_are_said_and_never_markup_or_shortcuts(picker: Picker) -> None:
    assert picker.accessibleName() == "Model MiniLM-L6-v2"
    picker.show_rows(ROWS, "other")
    assert picker.accessibleName() == "Model R&D <b>model</b>"
    QTest.mouseClick(picker, LEFT)
    assert menu_of(picker).actions()[2].text() == "R&&D <b>model</b>"
    assert "not installed" in menu_of(picker).actions()[1].text()


def test_choosing_another_row_moves_nothing(picker: Picker) -> None:
    before = picker.sizeHint()
    assert before.width() < 220  # "Open a folder..." is no value
    for key in ("smol", "other", "mini"):
        picker.show_rows(ROWS, key, beside=[OPEN])
        assert picker.sizeHint() == before


def test_a_name_without_end_is_elided_and_whole_on_hover(picker: Picker) -> None:
    picker.show_rows([Row("x", "<i>" + "long name " * 40)], "x")
    assert picker.sizeHint().width() < 320
    assert picker.toolTip().startswith("<span>&lt;i&gt;long name")


def test_the_menu_shows_check_swatch_and_greyed_rows(qtbot: QtBot) -> None:
    look = theme("light")
    red = QColor("#ff0000")
    rows = [Row(1, "One", "note"), Row(2, "Two", colours=(red, red, red, red)), Row(3, "Three", enabled=False)]
    menu = Menu(rows, 1, look)
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    seen = menu.grab().toImage()
    boxes = [menu.actionGeometry(action) for action in menu.actions()]
    assert [box.height() for box in boxes] == [30, 30, 30]

    def colours(row: int, left: int, right: int) -> set[str]:
        box = boxes[row]
        places = [(x, y) for x in range(box.left() + left, box.left() + right) for y in range(box.top(), box.bottom())]
        return {seen.pixelColor(x, y).name() for x, y in places}

    assert len(colours(0, 0, 30)) > 2  # the check mark
    assert len(colours(1, 0, 30)) == 1
    assert "#ff0000" in colours(1, 36, 60)
    assert look["ink"].name() not in colours(2, 30, 100)
    assert seen.pixelColor(0, 0).alpha() == 0  # round corners


def test_a_stepper_steps_at_its_ends_and_stops_there(stepper: Stepper) -> None:
    body = stepper.body()
    left, right = QPoint(body.left() + 10, body.center().y()), QPoint(body.right() - 10, body.center().y())
    seen = []
    for place in (left, right, right, right, left):
        QTest.mouseClick(stepper, LEFT, pos=place)
        seen.append(stepper.current)
    assert seen == [0, 1, "mean", "mean", 1]
    assert stepper.menu is None


def test_a_stepper_by_keys(stepper: Stepper) -> None:
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_End):
        QTest.keyClick(stepper, key)
        seen.append(stepper.current)
    assert seen == [1, "mean", "mean", 1, 0, "mean"]
    QTest.keyClick(stepper, Qt.Key.Key_Home)
    assert stepper.current == 0


def test_a_stepper_by_wheel_one_step_a_notch(stepper: Stepper) -> None:
    seen = []
    for units in (120, 60, 60, -120):  # 60 is half a notch of a fine wheel
        turn(stepper, units)
        seen.append(stepper.current)
    assert seen == [1, 1, "mean", 1]


def test_the_middle_of_a_stepper_opens_the_menu(stepper: Stepper, qtbot: QtBot) -> None:
    QTest.mouseClick(stepper, LEFT, pos=stepper.body().center())
    menu = menu_of(stepper)
    with qtbot.waitSignal(stepper.chosen) as chosen:
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[2]).center())
    assert chosen.args == ["mean"]


def test_a_stepper_says_what_it_shows_and_keeps_its_width(stepper: Stepper) -> None:
    width = stepper.sizeHint().width()
    assert stepper.accessibleName() == "Head 0 of 2"
    QTest.keyClick(stepper, Qt.Key.Key_End)
    assert stepper.accessibleName() == "Head mean"
    assert stepper.sizeHint().width() == width
