"""While the sentence is written it lies over the line of the messages, which begins beside it then."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.files.examples import GALLERY
from engine.scene import Scene
from gui.messages.banner import Banner
from tests.gui.driving import LEFT, person


def test_the_open_editor_covers_no_words_of_a_message(qtbot: QtBot) -> None:
    scene = Scene(theme="light", text=GALLERY["keys-and-locks"].text)
    with person(qtbot, scene) as driver:
        driver.frame.resize(1280, 720)
        field, messages = driver.window.context.field, driver.window.messages
        messages.show_warning("MiniLM-L6-v2 read 510 of 3,000 words; the rest is greyed.")
        driver.wait()
        banner = next(each for each in messages.findChildren(Banner) if each.isVisible())

        def left() -> int:
            QApplication.processEvents()
            return banner.mapTo(driver.window, QPoint(0, 0)).x()

        assert left() == 16
        high = messages.height()
        QTest.mouseClick(field.edit.viewport(), LEFT)
        qtbot.waitUntil(lambda: left() > field.geometry().right())
        assert messages.height() == high, "nothing below moves"
        QTest.keyClick(field.edit, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: left() == 16)
