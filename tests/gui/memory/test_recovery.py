"""What a kill, a full disk and a locked folder cost: never a text, never half a file, never the window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.app import open_window
from gui.learn.progress import progress_of
from gui.memory.folders import Folders, own_folders
from gui.memory.keeping import NOT_KEPT
from gui.memory.memory import Memory
from gui.memory.remembered import Remembered
from gui.memory.writer import OLD, Writer

ROOT = Path(__file__).parents[3]
TYPED = "A text that nobody saved, and that ends in the mid"
KILLS = 200

posix = pytest.mark.skipif(sys.platform == "win32", reason="this system has no signals that kill")


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"tests.gui.memory.{module}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)


@posix
def test_a_text_is_back_after_kill_9_while_it_was_typed() -> None:
    killed = run("typist", TYPED)
    assert killed.returncode == -9, killed.stderr
    again = run("typist")
    assert again.returncode == 0, again.stderr
    assert Scene.from_json(again.stdout) == Scene(text=TYPED)
    assert not own_folders().starting.exists()  # both starts arrived, so neither counts as a crash


@posix
def test_a_kill_while_saving_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    ended = run("killed", str(tmp_path / "f"), str(KILLS), "7")
    assert ended.returncode == 0, ended.stderr
    saves, halfway = map(int, ended.stdout.split())
    assert saves > KILLS / 10 and halfway > KILLS / 10, ended.stdout  # some were killed after a save, some within one


@pytest.fixture
def anyones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folders that every user may enter, with settings and a scene in them, and that nobody else may change."""
    top = Path(tempfile.mkdtemp(prefix="qkvista-anyones-"))
    folders = Folders(top / "config" / "qkvista", top / "state" / "qkvista")
    for folder in (folders.config, folders.state):
        folder.mkdir(parents=True)
    folders.settings.write_text(Remembered(theme="dark").to_json())
    folders.scene.write_text(Scene(text="kept").to_json())
    for path in (top, *top.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(top / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(top / "state"))
    yield top
    for path in (top, *top.rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(top)


@posix
@pytest.mark.parametrize(("how", "why"), [("full", "File too large"), ("locked", "Permission denied")])
def test_a_disk_that_says_no_costs_one_sentence_and_nothing_is_lost(anyones: Path, how: str, why: str) -> None:
    if how == "full":  # there the folders may be changed
        for path in (anyones, *anyones.rglob("*")):
            path.chmod(0o755)
    before = {path: path.read_bytes() for path in anyones.rglob("*") if path.is_file()}
    ended = run("refused", how)
    assert ended.returncode == 0, ended.stderr
    told, zoom, saved = json.loads(ended.stdout)
    assert len(told) == 1 and told[0].endswith(f"qkvista cannot be written: {why}.")
    assert zoom == 1.9 and saved == why
    assert {path: path.read_bytes() for path in anyones.rglob("*") if path.is_file()} == before and len(before) == 2


@pytest.mark.parametrize("early", [False, True], ids=["failed-later", "failed-before-the-window"])
def test_the_window_says_so_and_goes_on_and_what_is_learnt_is_remembered(
    qtbot: QtBot, folders: Folders, early: bool
) -> None:
    folders.config.parent.write_text("a file in its place")
    memory = Memory(folders=folders)
    memory.update(solved=("known",))
    if early:
        qtbot.waitUntil(lambda: memory.unsaved != "", timeout=30_000)
    window = open_window(memory=memory)
    try:
        window.store.update(theme="dark")
        qtbot.waitUntil(lambda: NOT_KEPT in window.messages.text, timeout=30_000)
        assert window.messages.kind == "warning" and str(folders.config) in window.messages.text
        qtbot.waitUntil(lambda: window.settled, timeout=30_000)
        assert window.store.scene.theme == "dark"
        progress = progress_of(window.store)
        assert progress.solved == {"known"}
        progress.mark_read("idea")
        assert (memory.value.theme, memory.value.read, memory.value.solved) == ("dark", ("idea",), ("known",))
    finally:
        window.close()
        memory.close()
        window.deleteLater()


def test_what_kills_left_behind_is_swept_away_but_not_what_another_process_writes(qtbot: QtBot, tmp_path: Path) -> None:
    old, new, other = tmp_path / f".{'a' * 32}.part", tmp_path / f".{'b' * 32}.part", tmp_path / "x.part"
    for path in (old, new, other):
        path.touch()
    for path in (old, other):
        os.utime(path, (0, time.time() - OLD - 10))
    (tmp_path / f".{'c' * 32}.part").symlink_to(tmp_path / "nowhere")  # listed, but gone when it is looked at
    said: list[str] = []
    writer = Writer()
    writer.failed.connect(said.append)
    writer.put(tmp_path / "f", lambda path: path.write_bytes(b"1"))
    writer.close()
    assert not old.exists() and new.exists() and other.exists()
    QApplication.processEvents()  # what was said on the writer's thread arrives
    assert not said
