"""What a person opens during the tour lies above it, whatever moves below."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.tour.card import TourCard
from tests.gui.driving import LEFT, person


def test_the_palette_opens_above_the_tour_and_stays_there(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as driver:
        window = driver.window
        window.window().resize(960, 600)
        driver.app.guide.actions()[0].run()
        qtbot.wait(1)
        card = window.findChild(TourCard)
        assert card is not None and card.isVisible()
        QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = driver.widget("palette")
        window.store.update(head=5)  # which the tour follows
        driver.wait()
        window.window().resize(1000, 620)
        qtbot.wait(1)
        both = palette.geometry().intersected(card.geometry())
        assert not both.isEmpty(), "they would cover each other"
        under = window.childAt(both.center())
        assert under is not None and (under is palette or palette.isAncestorOf(under))
        beside: QWidget | None = window.childAt(QPoint(palette.x() - 40, palette.y() + 200))
        assert beside is not None
        QTest.mouseClick(beside, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(palette.x() - 40, palette.y() + 200))
        assert palette.isHidden() and card.isVisible(), "a click beside the palette closes it alone"
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        qtbot.wait(1)
        assert not any(each.isVisible() for each in window.findChildren(TourCard))
