"""What floats over the window goes when it closes, and with the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gui.app import App
from gui.exporting.choices import CHOICES
from tests.gui.driving import Person, person


@pytest.fixture
def driver(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot) as driver:
        yield driver


def test_every_dialog_that_asks_for_a_file_goes_when_it_closes(driver: Person) -> None:
    window, app = driver.window, driver.window.findChild(App)
    assert app is not None
    window.room_of("learn")
    asking: dict[str, Callable[[], object]] = {
        "open": app.choose_file,
        "own function": window.context.variant.ownWanted.emit,
        "save": app.keeping.views.save,
        "print": window.room_of("learn").choose_print,  # type: ignore[attr-defined]
        "export": lambda: app.exporting.run(CHOICES[0]),
    }
    for name, ask in asking.items():
        ask()
        (dialog,) = window.findChildren(QFileDialog)
        assert dialog.isVisible(), name
        dialog.reject()
        driver.bot.waitUntil(lambda: not window.findChildren(QFileDialog))


def test_an_open_menu_popup_and_dialog_go_with_the_window(driver: Person) -> None:
    window = driver.window
    before = {widget for widget in QApplication.topLevelWidgets() if widget is not driver.frame and widget.isVisible()}
    window.store.update(workspace="flash")
    driver.wait()
    app = window.findChild(App)
    assert app is not None
    for ask in (app.choose_file, app.own.choose, window.room_of("learn").choose_print):  # type: ignore[attr-defined]
        ask()
    QTest.mouseClick(driver.widget("devicePicker"), Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert QApplication.activePopupWidget() is not None
    driver.frame.close()
    assert {widget for widget in QApplication.topLevelWidgets() if widget.isVisible()} <= before
