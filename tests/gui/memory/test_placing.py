"""The window stands where it stood, if that is on a screen of today."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.frame.shell import SMALLEST
from gui.memory.memory import Memory
from gui.memory.placing import Placing, placed

LEFT, RIGHT = QRect(0, 30, 1920, 1050), QRect(1920, 0, 2560, 1440)


@pytest.mark.parametrize(
    ("stood", "stands"),
    [
        (QRect(100, 100, 1440, 900), QRect(100, 100, 1440, 900)),
        (QRect(2000, 10, 1440, 900), QRect(2000, 10, 1440, 900)),
        (QRect(0, 0, 1440, 900), QRect(0, 30, 1440, 900)),  # under the desktop's bar
        (QRect(-700, 900, 1440, 900), QRect(0, 180, 1440, 900)),
        (QRect(4000, 1000, 1440, 900), QRect(3040, 540, 1440, 900)),
        (QRect(500, 100, 3000, 2000), QRect(1920, 0, 2560, 1440)),  # larger than any: most of it is on the right
        (QRect(1500, 100, 1000, 700), QRect(1920, 100, 1000, 700)),
        (QRect(0, 0, 300, 200), QRect(0, 30, 960, 600)),
        (QRect(9000, 100, 1440, 900), None),  # that screen is gone
    ],
)
def test_a_place_is_moved_onto_the_screen_that_has_most_of_it(stood: QRect, stands: QRect | None) -> None:
    assert placed(stood, (LEFT, RIGHT), SMALLEST) == stands


def test_a_window_comes_back_where_it_stood(qtbot: QtBot) -> None:
    memory = Memory()
    first = QWidget()
    qtbot.addWidget(first)
    Placing(first, memory)
    first.show()
    first.move(120, 80)
    first.resize(1200, 700)
    qtbot.waitUntil(lambda: memory.value.window == (120, 80, 1200, 700))
    first.setWindowState(Qt.WindowState.WindowMaximized)
    qtbot.waitUntil(lambda: memory.value.maximised)
    assert memory.value.window == (120, 80, 1200, 700)  # where it goes back to
    again = QWidget()
    qtbot.addWidget(again)
    Placing(again, memory)
    assert again.isMaximized() and again.pos().toTuple() == (120, 80) and again.size() == QSize(1200, 700)


def test_the_last_move_before_closing_counts(qtbot: QtBot) -> None:
    memory, window = Memory(), QWidget()
    qtbot.addWidget(window)
    Placing(window, memory)
    window.show()
    window.move(10, 20)
    window.resize(1000, 650)
    window.close()
    assert memory.value.window == (10, 20, 1000, 650)
