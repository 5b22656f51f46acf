"""The palette and the sheet of keys in the real window, by keys and by the pointer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.commands.commands import Commands
from gui.commands.palette import Palette
from gui.commands.sheet import Sheet
from tests.gui.driving import LEFT, Person, person, point

CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


@pytest.fixture
def one(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot, Scene(theme="light", scale=3.0)) as driver:
        driver.widget("heatmap").setFocus()
        yield driver


def commands_of(one: Person) -> Commands:
    made: Commands = one.app.commands
    return made


def opened(one: Person) -> Palette:
    """The palette, opened by its keys."""
    QTest.keyClick(QApplication.focusWidget() or one.window, Key.Key_K, CTRL)
    found = commands_of(one).palette
    assert found is not None and found.isVisible() and found.field.hasFocus()
    return found


def titles(palette: Palette) -> list[str]:
    return [found.action.title for found in palette.list.rows.found]


def test_the_start_imports_neither_palette_nor_sheet() -> None:
    late = ["palette", "places", "finding", "sheet", "page", "inside"]
    code = f"import sys, gui.app; print([name for name in {late} if 'gui.commands.' + name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_command_is_found_chosen_and_run_by_keys(one: Person) -> None:
    palette = opened(one)
    assert palette.width() == 560 and abs(palette.geometry().center().x() - one.window.rect().center().x()) <= 1
    QTest.keyClicks(palette.field, "scale")
    assert titles(palette)[:3] == [
        "Set the scale back to the model’s",
        "Sharper: halve the scale",
        "Flatter: double the scale",
    ]
    assert palette.list.at() == 0
    QTest.keyClick(palette.field, Key.Key_Down)
    assert palette.field.accessibleDescription().startswith("Sharper: halve the scale, Scale, [, 2 of ")
    QTest.keyClick(palette.field, Key.Key_Return)
    one.wait()
    assert one.window.store.scene.scale == 1.5
    assert not palette.isVisible() and one.widget("heatmap").hasFocus()
    again = opened(one)
    assert again.field.text() == "" and titles(again)[0] == "Sharper: halve the scale"
    QTest.keyClick(again.field, Key.Key_Escape)
    assert not again.isVisible() and one.widget("heatmap").hasFocus() and one.window.store.scene.scale == 1.5


def test_keys_move_through_the_list_and_its_ends(one: Person) -> None:
    palette, ends = opened(one), len(titles(commands_of(one).palette)) - 1  # type: ignore[arg-type]
    for key, at in (
        (Key.Key_Up, 0),
        (Key.Key_PageDown, 8),
        (Key.Key_End, ends),
        (Key.Key_Down, ends),
        (Key.Key_PageUp, ends - 8),
        (Key.Key_Home, 0),
    ):
        QTest.keyClick(palette.field, key)
        assert palette.list.at() == at, key
        assert palette.list.viewport().rect().contains(palette.list.visualRect(palette.list.currentIndex()))
    QTest.keyClicks(palette.field, "ab")
    QTest.keyClick(palette.field, Key.Key_Home)  # now the field's
    assert palette.field.cursorPosition() == 0
    QTest.keyClick(palette.field, Key.Key_Tab)
    assert palette.field.hasFocus()


def test_the_pointer_highlights_a_click_takes_and_a_click_beside_closes(one: Person) -> None:
    palette = opened(one)
    QTest.keyClicks(palette.field, "go to")
    rows = palette.list
    flash = titles(palette).index("Go to Flash")
    at = rows.visualRect(rows.rows.index(flash)).center()
    point(rows.viewport(), at)
    assert rows.at() == flash and palette.field.accessibleDescription().startswith("Go to Flash, Workspaces, Ctrl 3")
    QTest.mouseClick(rows.viewport(), LEFT, pos=at)
    one.wait()
    assert one.window.store.scene.workspace == "flash" and not palette.isVisible()
    QTest.mouseClick(one.widget("commands"), LEFT)
    assert palette.isVisible()
    assert "Go to Flash" not in titles(palette)  # it would do nothing
    scene = one.window.store.scene
    beside = one.window.childAt(QPoint(60, 400))
    assert beside is not None
    QTest.mouseClick(beside, LEFT)
    assert not palette.isVisible() and one.window.store.scene == scene


def test_what_is_not_found_is_said_and_heads_are_found_by_number(one: Person) -> None:
    palette = opened(one)
    low = palette.height()
    QTest.keyClicks(palette.field, "zzzz")
    assert titles(palette) == [] and palette.sentence().startswith("No command")
    assert palette.field.accessibleDescription() == palette.sentence() and palette.height() < low
    QTest.keyClick(palette.field, Key.Key_Return)
    assert palette.isVisible()
    palette.field.clear()
    QTest.keyClicks(palette.field, "3.5")
    assert titles(palette) == ["Layer 3, head 5"]
    QTest.keyClick(palette.field, Key.Key_Return)
    one.wait()
    assert (one.window.store.scene.layer, one.window.store.scene.head) == (3, 5)


def test_ctrl_k_closes_again_and_a_small_window_holds_it(one: Person) -> None:
    palette = opened(one)
    QTest.keyClick(palette.field, Key.Key_K, CTRL)
    assert not palette.isVisible() and one.widget("heatmap").hasFocus()
    QTest.keyClick(one.widget("heatmap"), Key.Key_P, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert palette.isVisible()
    one.frame.resize(960, 600)
    one.wait()
    assert one.window.rect().contains(palette.geometry())
    assert abs(palette.geometry().center().x() - 480) <= 1
    one.widget("heatmap").setFocus()  # what else takes the keyboard closes it
    assert not palette.isVisible() and one.widget("heatmap").hasFocus()


def test_the_sheet_holds_every_key_of_the_table_and_copies_them(one: Person) -> None:
    QTest.keyClick(one.widget("heatmap"), Key.Key_F1)
    sheet = commands_of(one).sheet
    assert isinstance(sheet, Sheet) and sheet.isVisible() and sheet.hasFocus()
    said = {line.says for line, _ in sheet.page.line_rects()}
    assert {"Set the scale back to the model’s", "Undo", "Commands…", "Go to Learn", "Move the chosen cell"} <= said
    assert "Learn: next chapter" not in said
    boxes = [box for _, box in sheet.page.line_rects()]
    assert not any(a.intersects(b) for number, a in enumerate(boxes) for b in boxes[:number])
    assert all(sheet.page.rect().contains(box) for box in boxes)
    QTest.keyClick(sheet, Key.Key_C, CTRL)
    copied = QApplication.clipboard().text()
    assert "Scale\n  Set the scale back to the model’s: Ctrl 0\n  Sharper: halve the scale: [" in copied
    one.frame.resize(960, 600)
    one.wait()
    assert one.window.rect().contains(sheet.geometry()) and len(sheet.page.columns) == 2
    QTest.keyClick(sheet, Key.Key_End)
    bar = sheet.area.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    QTest.keyClick(sheet, Key.Key_F1)
    assert not sheet.isVisible() and one.widget("heatmap").hasFocus()
    QTest.keyClick(one.widget("heatmap"), Key.Key_Question)
    assert sheet.isVisible() and bar.value() == 0
    QTest.keyClick(sheet, Key.Key_Escape)
    assert not sheet.isVisible()


def test_the_menu_is_made_from_the_table(one: Person) -> None:
    QTest.mouseClick(one.widget("menu"), LEFT)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    rows = {action.text(): action.isEnabled() for action in menu.actions()}
    assert rows["Open a file…, Ctrl O"] and not rows["Redo, Ctrl Shift Z"] and rows["All keys, F1"]
    next(action for action in menu.actions() if action.text().startswith("All keys")).trigger()
    menu.close()
    assert commands_of(one).sheet is not None and commands_of(one).sheet.isVisible()  # type: ignore[union-attr]
