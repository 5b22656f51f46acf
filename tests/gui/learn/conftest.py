"""What every test of the Learn workspace needs: a store in it, and the room, shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.learn.room import LearnRoom
from gui.look.style import sheet
from gui.look.theme import load_fonts, theme
from gui.store import Store

PATIENCE = 60_000


@pytest.fixture(autouse=True)
def looks(qapp: QApplication) -> None:
    """The application as it runs: Fusion, our fonts, our palette."""
    qapp.setStyle("Fusion")
    load_fonts()
    qapp.setPalette(theme("light").palette())


@pytest.fixture
def store() -> Store:
    """The first chapter, in light."""
    return Store(Scene(theme="light", workspace="learn"))


@pytest.fixture
def room(store: Store, qtbot: QtBot) -> Iterator[LearnRoom]:
    """The room as large as it is in a window of 1440 x 900, following its store."""
    made = LearnRoom(store)
    made.setStyleSheet(sheet(theme("light")))
    made.apply_theme(theme("light"))
    store.changed.connect(lambda new, old: made.show_scene(new))
    made.resize(1440, 823)
    made.show()
    made.activateWindow()
    qtbot.waitExposed(made)
    yield made
    made.stop()
    made.close()
    made.deleteLater()
    qtbot.wait(1)


def settle(room: LearnRoom, qtbot: QtBot) -> None:
    """Wait until all live parts in sight show their numbers."""
    qtbot.wait(30)
    qtbot.waitUntil(lambda: room.complete, timeout=PATIENCE)
