"""Larger text: the steps, what the system asks for, what the screen has room for, and a process of another size."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import gui.access.history as history
import gui.access.size as size
from gui.access.history import save_history, take_history
from gui.access.size import BOUNDED, FACTOR, SIZE, SIZES, largest_on, next_size, placed_anew, step_below, take_size
from gui.access.sizing import Sizing
from gui.memory.folders import Folders
from gui.memory.memory import Memory
from gui.store import Store
from tests.gui.driving import person

PROGRAM = Path(__file__).with_name("enlarged.py")
QT_ASKS = "from PySide6.QtWidgets import QApplication as A; a = A([]); print(a.primaryScreen().devicePixelRatio())"


def test_steps_go_up_and_down_and_stay_at_the_ends() -> None:
    up = [next_size(now, 1) for now in SIZES]
    down = [next_size(now, -1) for now in SIZES]
    assert up == [1.1, 1.25, 1.5, 1.75, 2.0, 2.0] and down == [1.0, 1.0, 1.1, 1.25, 1.5, 1.75]
    assert [step_below(factor) for factor in (0.5, 1.24, 1.25, 1.4, 2.25)] == [1.0, 1.1, 1.25, 1.25, 2.0]


@pytest.mark.parametrize(
    ("screen", "now", "largest"),
    [
        ((1440, 900), 1.0, 1.5),
        ((1920, 1080), 1.0, 1.75),
        ((1280, 720), 1.0, 1.1),
        ((1280, 720), 1.5, 1.75),
        ((800, 600), 1.0, 1.0),
    ],
)
def test_the_smallest_window_always_fits_the_screen(screen: tuple[int, int], now: float, largest: float) -> None:
    assert largest_on(QSize(*screen), now) == largest


def test_what_was_chosen_is_multiplied_with_what_the_environment_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "system_size", lambda environment: 1.5)
    for chosen, given, taken, factor in (
        (1.25, {}, 1.25, "1.25"),
        (1.25, {FACTOR: "2"}, 1.25, "2.5"),
        (None, {}, 1.5, "1.5"),
        (1.0, {FACTOR: "2"}, 1.0, "2"),
        (2.0, {BOUNDED: "1.25"}, 1.25, "1.25"),
    ):
        environment: dict[str, str] = dict(given)
        assert take_size(chosen, environment) == taken
        assert environment == {FACTOR: factor}


def test_gnome_on_wayland_is_asked_and_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "gsettings"
    command.write_text("#!/bin/sh\necho 1.25\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    gnome = {"XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}
    assert size.system_size(gnome) == 1.25
    assert size.system_size(gnome | {"XDG_SESSION_TYPE": "x11"}) == 1.0
    assert size.system_size(gnome | {"XDG_CURRENT_DESKTOP": "KDE"}) == 1.0
    command.write_text("#!/bin/sh\necho No such schema\nexit 1\n")
    assert size.system_size(gnome) == 1.0


def test_the_resolution_of_the_systems_fonts_is_followed_by_qt_itself() -> None:
    """Where X11 says a larger text, all of the window is larger without us."""
    environment = os.environ | {"QT_FONT_DPI": "144", "QT_QPA_PLATFORM": "offscreen"}
    told = subprocess.run([sys.executable, "-c", QT_ASKS], env=environment, capture_output=True, text=True, check=True)
    assert float(told.stdout) == 1.5


def test_a_window_covers_the_same_part_of_the_screen() -> None:
    assert placed_anew((100, 50, 1440, 900), 1 / 1.25) == (80, 40, 1152, 720)
    assert placed_anew(None, 2.0) is None


def test_steps_to_undo_and_redo_go_along_and_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, other, path = Store(), Store(), tmp_path / "state" / "history.json"
    for query in (3, 4, 5):
        store.update(query=query)
    store.undo()
    save_history(store, path)
    take_history(other, path)
    assert other.history == store.history and [len(steps) for steps in other.history] == [2, 1]
    assert not path.exists()
    monkeypatch.setattr(history, "MOST", len(store.scene.to_json()) + 20)
    save_history(store, path)
    take_history(other, path)
    assert other.history == (store.history[0][-1:], store.history[1])
    for broken in ("{", "[]", '{"past": []}', '{"past": [], "future": ["{}", 3]}'):
        path.write_text(broken)
        with pytest.raises(ValueError, match=r"\S"):
            take_history(other, path)
        assert not path.exists()


def test_a_size_stays_where_the_steps_cannot_be_kept(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with person(qtbot) as driver:
        memory = Memory(folders=Folders(tmp_path, tmp_path / "file"))
        Sizing(driver.window, memory).choose(1.5)
        assert "The size stays as it is" in driver.window.messages.text and memory.value.zoom is None
        assert driver.window.isVisible()
        memory.close()


def test_the_end_of_the_steps_is_said_and_the_window_stays(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    application = QApplication.instance()
    assert application is not None
    with person(qtbot) as driver:
        assert not Sizing(driver.window, Memory()).actions()  # a window of a test cannot come back
        for now, room, words in ((2.0, 2.0, "200 % is the largest size."), (1.25, 1.25, "this screen has room")):
            application.setProperty(SIZE, now)
            monkeypatch.setattr("gui.access.sizing.room_for", lambda screen, now, room=room: room)
            sizing = Sizing(driver.window, Memory())
            larger, smaller, normal = sizing.actions()
            assert smaller.sensible() and normal.sensible()
            larger.run()
            assert words in driver.window.messages.text and driver.window.isVisible()
        application.setProperty(SIZE, None)


def test_ctrl_plus_brings_all_back_larger_in_the_same_place(tmp_path: Path) -> None:
    places = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    environment = os.environ | places | {"QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, str(PROGRAM)], env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    first, second, told = ended.stdout.splitlines()
    seen = json.loads(told)
    assert (seen["ratio"], seen["query"], seen["arguments"]) == (1.1, 5, [])
    assert seen["undo"] and seen["before"] == 2  # what was done before can still be undone
    assert seen["size"] == [round(1200 / 1.1), round(800 / 1.1)]
    if os.name == "posix":
        assert first == second == str(seen["process"])  # in the place of the old one
