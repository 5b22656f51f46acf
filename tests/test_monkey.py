"""The monkey lives, and each of the things that it watches for makes it fail."""

from __future__ import annotations

import mmap
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.monkey.watch import Timer, Watch, handles, memory

ROOT = Path(__file__).parent.parent
PLANTED = """
import sys
from gui.flow.showing import Showing
def planted(self, result):
    raise LookupError("planted")
Showing._produced = planted
from tests.monkey.__main__ import main
sys.exit(main())
"""
Planted = tuple[str, Callable[[], object]]  # what is said of it, and what takes it away


@pytest.fixture
def watch(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # others put their files into the system's
    watch = Watch()
    yield watch
    watch.end()


def monkey(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=900)


def test_some_events_leave_nothing_and_it_says_where_it_was() -> None:
    done = monkey("-m", "tests.monkey", "--events", "150", "--seed", "1")
    assert done.returncode == 0, done.stderr
    for words in (
        "seed 1, 150 events",
        "Workspaces and chapters: ",
        "attention ",
        "Events: ",
        "The slowest",
        "1 starts",
    ):
        assert words in done.stdout, words


def test_an_exception_in_the_app_ends_it_with_the_last_events() -> None:
    done = monkey("-c", PLANTED, "--events", "50", "--seed", "3")
    assert done.returncode == 1
    assert "LookupError: planted" in done.stderr and "of seed 3; the last:" in done.stderr


def test_exceptions_are_found_wherever_they_are_raised(watch: Watch, qtbot: QtBot) -> None:
    def fail(where: str) -> None:
        raise LookupError(where)

    class Dying:
        def __del__(self) -> None:
            fail("while dying")

    QTimer.singleShot(0, lambda: fail("in a slot"))
    qtbot.waitUntil(lambda: bool(watch.found))
    thread = threading.Thread(target=fail, args=("in a thread",))
    thread.start()
    thread.join()
    Dying()
    assert [found.splitlines()[-1] for found in watch.found] == [
        f"LookupError: {where}" for where in ("in a slot", "in a thread", "while dying")
    ]


@pytest.mark.qt_log_ignore("planted", "This plugin does not support")
def test_a_warning_of_qts_is_found_and_what_a_platform_cannot_do_is_none(watch: Watch) -> None:
    qWarning("This plugin does not support raise()")
    assert watch.found == []
    qWarning("planted")
    assert watch.found == ["Qt says: planted"]


def a_thread() -> Planted:
    end = threading.Event()
    thread = threading.Thread(target=end.wait, name="planted", daemon=True)
    thread.start()

    def take() -> None:
        end.set()
        thread.join()

    return "thread planted", take


def a_process() -> Planted:
    process = subprocess.Popen(["sleep", "600"])

    def take() -> None:
        process.kill()
        process.wait()

    return "process sleep", take


def a_hidden_widget() -> Planted:
    widget = QWidget()
    widget.setObjectName("planted")
    return "widget QWidget “planted”", widget.deleteLater


def a_timer() -> Planted:
    timer = Timer(interval=3_600_000)
    timer.start()
    return "timer of None", timer.stop


def a_file() -> Planted:
    folder = tempfile.TemporaryDirectory(prefix="qkvista-planted-")
    return f"file {Path(folder.name).name}", folder.cleanup


@pytest.mark.parametrize("plant", [a_thread, a_process, a_hidden_widget, a_timer, a_file])
def test_what_is_left_behind_is_found(watch: Watch, qtbot: QtBot, plant: Callable[[], Planted]) -> None:
    if plant is a_process and not Path("/proc/self/stat").exists():
        pytest.skip("only Linux tells its processes this way")
    assert watch.left() == []
    name, take = plant()
    assert [what for what in watch.left() if name in what]
    take()
    qtbot.waitUntil(lambda: watch.left() == [])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it this way")
def test_memory_and_handles_are_those_of_this_process() -> None:
    before, held = memory(), handles()
    with (ROOT / "README.md").open():
        assert handles() == held + 1
    with mmap.mmap(
        -1, 100_000_000, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    ) as much:  # no memory that was freed before
        much.write(b"x" * len(much))
        assert memory() - before > 90
    assert memory() - before < 20
