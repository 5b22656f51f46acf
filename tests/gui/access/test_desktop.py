"""The desktop's wishes: light or dark until the person chooses, and nothing that moves by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

import gui.look.theme
from engine.scene import Scene
from tests.gui.driving import Person, person

GUI = Path(gui.look.theme.__file__).parents[1]
MOVING = r"QPropertyAnimation|QVariantAnimation|QSequentialAnimationGroup|QParallelAnimationGroup|QTimeLine|QMovie|"
MOVING += r"setEffectEnabled|setAnimated|QScroller"
DARK, LIGHT = Qt.ColorScheme.Dark, Qt.ColorScheme.Light


def desktop_turns(monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme) -> None:
    """What Qt says when the desktop's theme changes; the offscreen platform has none of its own."""
    name = "dark" if scheme == DARK else "light"
    monkeypatch.setattr(gui.look.theme, "system_theme", lambda: name)
    QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)


def shown(driver: Person) -> str:
    name: str = driver.window.top.theme.name
    assert driver.window.room.theme.name == name and driver.widget("tokenStrip").theme.name == name
    return name


def test_light_or_dark_follows_the_desktop_until_one_is_chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    with person(qtbot, Scene()) as driver:
        assert driver.window.store.scene.theme == "system" and shown(driver) == "light"
        desktop_turns(monkeypatch, DARK)
        assert shown(driver) == "dark"
        driver.widget("theme").click()
        desktop_turns(monkeypatch, DARK)
        assert shown(driver) == "light" and driver.window.store.scene.theme == "light"
        follow = next(a for a in driver.window.actions() if a.objectName() == "action-theme-system")
        follow.trigger()
        assert shown(driver) == "dark"
        desktop_turns(monkeypatch, LIGHT)
        assert shown(driver) == "light"


def test_nothing_is_animated() -> None:
    """What moves by itself is asked for by the person (Play); menus and hover texts fade as the desktop says."""
    found = {str(path) for path in GUI.rglob("*.py") if re.search(MOVING, path.read_text("utf-8"))}
    assert not found


@pytest.mark.parametrize("workspace", ["attention", "heads", "flash", "learn"])
def test_no_clock_ticks_in_a_window_that_is_left_alone(qtbot: QtBot, workspace: str) -> None:
    with person(qtbot, Scene(workspace=workspace)) as driver:
        qtbot.waitUntil(lambda: driver.window.ready, timeout=60_000)
        ticking = [each for each in driver.window.findChildren(QTimer) if each.isActive() and not each.isSingleShot()]
        assert not ticking
