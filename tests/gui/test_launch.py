"""What stops a window is said in a sentence; nothing here needs a screen, or a system that lacks anything."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from gui import launch

Machine = Callable[..., str | None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Asks problem() on a machine with these environment variables, without these libraries."""

    def ask(*, lacks: tuple[str, ...] = (), answers: bool = True, **environment: str) -> str | None:
        def load(library: str) -> SimpleNamespace:
            if library in lacks:
                raise OSError(f"{library}: cannot open shared object file")
            return SimpleNamespace(
                xcb_connect=lambda *_: 1, xcb_connection_has_error=lambda _: not answers, xcb_disconnect=lambda _: None
            )

        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr("ctypes.CDLL", load)
        return launch.problem()

    return ask


@pytest.mark.parametrize(
    "environment",
    [
        {"DISPLAY": ":0"},
        {"WAYLAND_DISPLAY": "wayland-0"},
        {"QT_QPA_PLATFORM": "offscreen"},
        {"QT_QPA_PLATFORM": "minimal:fontengine"},
        {"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":0"},
    ],
    ids=str,
)
def test_nothing_to_say_where_a_window_opens(machine: Machine, environment: dict[str, str]) -> None:
    assert machine(**environment) is None


@pytest.mark.parametrize(
    "environment",
    [{}, {"DISPLAY": ""}, {"QT_QPA_PLATFORM": "xcb:option"}, {"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":0"}],
)
def test_no_display(machine: Machine, environment: dict[str, str]) -> None:
    assert machine(**environment) == f"There is no display: {launch.WAYS_OUT}"


def test_a_display_that_nobody_serves(machine: Machine) -> None:
    assert machine(DISPLAY=":77", answers=False) == f"The display :77 does not answer: {launch.WAYS_OUT}"


def test_missing_libraries_are_named_with_their_packages(machine: Machine) -> None:
    lacks = ("libEGL.so.1", "libxcb-cursor.so.0")
    assert machine(DISPLAY=":0", lacks=lacks) == (
        "Qt needs libEGL.so.1, libxcb-cursor.so.0, which this system lacks: "
        "on Debian or Ubuntu, `sudo apt-get install libegl1 libxcb-cursor0`."
    )
    assert "`sudo apt-get install libegl1`" in str(machine(QT_QPA_PLATFORM="offscreen", lacks=lacks))


def test_only_what_the_platform_needs_is_asked_for(machine: Machine) -> None:
    lacks = ("libxcb-cursor.so.0",)
    assert machine(QT_QPA_PLATFORM="offscreen", lacks=lacks) is None
    assert machine(WAYLAND_DISPLAY="wayland-0", lacks=lacks) is None
    assert machine(WAYLAND_DISPLAY="wayland-0", DISPLAY=":0", lacks=("libwayland-cursor.so.0",)) is None
    assert "libwayland-cursor0" in str(machine(WAYLAND_DISPLAY="wayland-0", lacks=("libwayland-cursor.so.0",)))


def test_old_python_and_missing_qt(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "find_spec", lambda _: None)
    assert "make run" in str(machine(DISPLAY=":0"))
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    assert machine(DISPLAY=":0") == "QKVista needs Python 3.11 or newer, and this is Python 3.10."


def test_other_systems_always_have_a_display(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine()
    monkeypatch.setattr(sys, "platform", "win32")
    assert launch.problem() is None


@pytest.mark.parametrize(("display", "start"), [("", "There is no display"), (":7777", "The display :7777 does not")])
def test_run_as_a_program_it_says_so_and_fails(display: str, start: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "gui.launch"],
        cwd=Path(__file__).parents[2],
        env=environment | {"DISPLAY": display},
        capture_output=True,
        text=True,
        check=False,
    )
    on_linux = sys.platform.startswith("linux")
    assert done.returncode == int(on_linux)
    assert done.stderr.startswith(start if on_linux else "")
    assert done.stderr.count("\n") == int(on_linux)
