"""The tour in the real window: at the first start alone, over real controls that stay usable, gone when skipped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.memory.memory import Memory
from gui.tour import card as cards
from gui.tour.card import TourCard
from gui.tour.stops import AWAY, STOPS
from tests.gui.driving import PATIENCE, Person, framed


@contextmanager
def started(qtbot: QtBot, memory: Memory | None, file: str | None = None) -> Iterator[Person]:
    """A window as at a start, whole: its curves are there."""
    with framed(qtbot, Scene(theme="light"), file, memory) as window:
        qtbot.waitUntil(lambda: window.ready, timeout=PATIENCE)
        qtbot.wait(1)
        yield Person(window, qtbot)


def card_of(someone: Person) -> TourCard | None:
    """The card that is shown."""
    return next((card for card in someone.window.findChildren(TourCard) if card.isVisible()), None)


def inside(card: TourCard, name: str) -> None:
    """The card is in the window, its arrow points at the control of this name, and it does not cover that."""
    window = card.parentWidget()
    assert window is not None
    box = next(each for each in window.findChildren(QWidget, name) if each.isVisible())
    control = QRect(box.mapTo(window, QPoint(0, 0)), box.size())
    assert window.rect().contains(card.geometry()) and not card.geometry().intersects(control)
    point = card._outline(card.body()).boundingRect().toRect().translated(card.pos())
    assert point.adjusted(-16, -16, 16, 16).intersects(control), "the arrow's point is next to it"


def test_the_first_start_shows_it_once_and_what_it_asks_for_can_be_done(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(cards, "announce", lambda source, words, urgent=False: said.append(words))
    memory = Memory()
    with started(qtbot, memory) as someone:
        window, store = someone.window, someone.window.store
        card = card_of(someone)
        assert card is not None and memory.value.toured and QApplication.focusWidget() is card.next
        assert "1 of 4" in card.accessibleName() and STOPS[0].title in said[0] and STOPS[0].says in said[0]
        strip = someone.widget("tokenStrip")
        someone.click(strip, strip.chip_rect(5))
        assert store.scene.query == 5 and card.done and card.at == 0, "doing it is seen, and does not move on"
        assert said[-1] == cards.DONE
        someone.click(card.next, card.next.rect())
        assert card.at == 1 and not card.done
        slider = someone.widget("scaleSlider")
        someone.key(slider, Qt.Key.Key_Left)
        assert card.done and store.scene.scale is not None
        for at, name in enumerate(("scaleSlider", "headStrip", "workspaces"), 1):
            qtbot.waitUntil(lambda at=at: card.at == at and not card.away)
            qtbot.wait(1)
            qtbot.waitUntil(lambda name=name: inside(card, name))
            card.wanted.emit(1) if at < 3 else None
        assert card.next.isHidden() and card.skip.isHidden() and card.finish.isVisible()
        someone.click(card.finish, card.finish.rect())
        assert card_of(someone) is None
        store.update(query=1, workspace="heads")
        someone.wait()
    with started(qtbot, memory) as someone:
        assert card_of(someone) is None, "not again by itself"
        action = someone.window.findChild(QAction, "action-tour")
        assert action is not None
        someone.window.store.update(workspace="flash")
        action.trigger()
        someone.wait()
        card = card_of(someone)
        assert card is not None and card.at == 0 and window is not someone.window
        assert someone.window.store.scene.workspace == "attention"


@pytest.mark.parametrize("kind", ["no memory", "a file", "toured"])
def test_nobody_else_is_shown_it(qtbot: QtBot, kind: str, tmp_path: object) -> None:
    memory = None if kind == "no memory" else Memory()
    file = None
    if kind == "toured" and memory is not None:
        memory.update(toured=True)
    if kind == "a file":
        file = f"{tmp_path}/scene.json"
        with open(file, "w", encoding="utf-8") as out:
            out.write(Scene(theme="light", query=5).to_json())
    with started(qtbot, memory, file) as someone:
        assert card_of(someone) is None
        assert memory is None or memory.value.toured is (kind == "toured"), "a start with a file leaves it for later"
        assert someone.app.guide.tour is None


def test_it_follows_the_window_the_theme_and_other_workspaces_and_escape_skips(qtbot: QtBot) -> None:
    with started(qtbot, Memory()) as someone:
        window, card = someone.window, card_of(someone)
        assert card is not None
        qtbot.waitUntil(lambda: inside(card, "tokenStrip"))
        before = card.geometry()
        someone.frame.resize(960, 600)
        qtbot.waitUntil(lambda: card.geometry() != before)
        qtbot.wait(1)
        qtbot.waitUntil(lambda: inside(card, "tokenStrip"))
        window.store.update(theme="dark")
        qtbot.waitUntil(lambda: card.theme.name == "dark")
        window.store.update(workspace="heads")
        someone.wait()
        qtbot.waitUntil(lambda: card.away)
        qtbot.waitUntil(lambda: inside(card, "workspaces"))
        assert AWAY.split(",")[0] in card.accessibleDescription() and not card.done
        QTest.keyClick(card, Qt.Key.Key_Right)
        someone.wait()
        assert card.at == 1 and window.store.scene.workspace == "attention"
        someone.frame.resize(1440, 900)
        qtbot.waitUntil(lambda: window.settled and window.rect().width() == 1440)
        qtbot.wait(1)
        before = card.geometry()
        high, low = window.room._right.sizes()
        window.room._right.setSizes([high + 60, low - 60])  # no other view is made for this
        qtbot.waitUntil(lambda: card.geometry() != before)
        qtbot.waitUntil(lambda: inside(card, "scaleSlider"))
        QTest.keyClick(card, Qt.Key.Key_Left)
        assert card.at == 0
        QTest.keyClick(card, Qt.Key.Key_Left)
        assert card.at == 0, "there is nothing before the first"
        strip = someone.widget("tokenStrip")
        strip.setFocus()
        QTest.keyClick(strip, Qt.Key.Key_Escape)
        assert card_of(someone) is None and someone.app.guide.tour is None
        assert QApplication.focusWidget() is strip


@pytest.mark.parametrize("how", ["skipped", "closed"])
def test_once_ended_it_hears_of_no_widget(qtbot: QtBot, how: str) -> None:
    """A widget that goes sends events; a filter that outlives it would be asked about what is half gone."""
    with started(qtbot, Memory()) as someone:
        tour, watched = someone.app.guide.tour, (someone.widget("tokenStrip"), someone.window)
        assert tour is not None

        def hears(widget: QWidget) -> bool:
            tour._later.stop()
            QApplication.sendEvent(widget, QEvent(QEvent.Type.LayoutRequest))
            return tour._later.isActive()

        assert all(map(hears, watched))
        tour.end() if how == "skipped" else someone.frame.close()
        assert tour.over and someone.app.guide.tour is None
        tour.over = False  # which alone would keep it from following
        assert not any(map(hears, watched))
