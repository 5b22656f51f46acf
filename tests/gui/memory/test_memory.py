"""What is remembered is on the disk, whole; what cannot be read or written costs a sentence, never the start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.files import saving
from gui.memory.folders import Folders, own_folders
from gui.memory.memory import Memory
from gui.memory.remembered import LARGEST, Remembered
from gui.memory.writer import Save, Writer


def test_the_folders_are_the_persons_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    assert own_folders() == Folders(tmp_path / "c" / "qkvista", tmp_path / "s" / "qkvista")


def test_what_is_remembered_comes_back(qtbot: QtBot, folders: Folders) -> None:
    first = Memory(folders=folders)
    assert first.value == Remembered() and first.notes == []
    with qtbot.waitSignal(first.changed):
        first.update(theme="dark", recent=("/a",))
    first.update(zoom=1.5)
    first.close()
    again = Memory(folders=folders)
    assert again.value == Remembered(theme="dark", recent=("/a",), zoom=1.5) == first.value
    assert folders.config.stat().st_mode & 0o077 == 0  # it is nobody else's
    again.close()


def test_an_equal_update_writes_nothing(qtbot: QtBot, folders: Folders) -> None:
    memory = Memory(folders=folders)
    memory.update(theme="system")
    memory.close()
    assert not folders.config.exists()


def test_without_folders_nothing_is_kept(qtbot: QtBot) -> None:
    memory = Memory()
    memory.update(theme="dark")
    memory.close()
    assert memory.value.theme == "dark"
    assert Memory().value == Remembered() and not own_folders().config.exists()


REASONS = {
    "torn": ": it is not JSON.",
    "version": ": it does not say that it holds settings of format 1.",
    "binary": ": it is not text in UTF-8.",
    "large": ": it is too large: 2.0 MB.",
    "deep": ": it is not JSON.",
    "folder": ": it is not a file.",
}


@pytest.mark.parametrize("kind", REASONS)
def test_what_is_no_settings_file_is_put_aside_and_kept(qtbot: QtBot, folders: Folders, kind: str) -> None:
    content = {
        "torn": b'{"qkvista_settings": 1, "theme": "da',
        "version": b'{"qkvista_settings": 99}',
        "binary": b"\xff\xfe\x00",
        "large": b"[" + b"1," * LARGEST,
        "deep": b"[" * 500_000,
    }.get(kind)
    folders.config.mkdir(parents=True)
    if content is None:
        folders.settings.mkdir()
    else:
        folders.settings.write_bytes(content)
    memory = Memory(folders=folders)
    assert memory.value == Remembered()
    (note,) = memory.notes
    assert note == f"The settings file {folders.settings} was put aside as settings-aside-1.json{REASONS[kind]}"
    aside = folders.config / "settings-aside-1.json"
    assert aside.is_dir() if content is None else aside.read_bytes() == content
    memory.update(theme="dark")
    memory.close()
    assert Remembered.from_json(folders.settings.read_text()).theme == "dark"


def test_what_was_put_aside_before_stays(qtbot: QtBot, folders: Folders) -> None:
    folders.config.mkdir(parents=True)
    for words in ("one", "two"):
        folders.settings.write_text(words)
        Memory(folders=folders)
    assert [(folders.config / f"settings-aside-{n}.json").read_text() for n in (1, 2)] == ["one", "two"]


def test_settings_that_cannot_be_put_aside_are_never_written_over(
    qtbot: QtBot, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders.config.mkdir(parents=True)
    folders.settings.write_text("not mine")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    memory = Memory(folders=folders)
    memory.update(theme="dark")
    memory.close()
    assert memory.notes[0].endswith(" stays as it is, and no setting is kept: it is not JSON.")
    assert folders.settings.read_text() == "not mine" and memory.value.theme == "dark"


def test_a_link_stays_a_link_and_private_what_was_private(qtbot: QtBot, folders: Folders, tmp_path: Path) -> None:
    folders.config.mkdir(parents=True)
    real = tmp_path / "dotfiles.json"
    real.write_text(Remembered().to_json())
    real.chmod(0o600)
    folders.settings.symlink_to(real)
    memory = Memory(folders=folders)
    memory.update(theme="dark")
    memory.close()
    assert real.stat().st_mode & 0o777 == 0o600
    assert folders.settings.is_symlink() and Remembered.from_json(real.read_text()).theme == "dark"


def holding(data: bytes) -> Save:
    return lambda path: saving.save_bytes(path, data)


def test_fast_changes_are_saved_at_once_and_then_only_the_newest(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[bytes] = []
    monkeypatch.setattr(saving, "save_bytes", lambda path, data: saved.append(data))
    writer = Writer(pause=60)
    writer.put(tmp_path / "f", holding(b"0"))
    qtbot.waitUntil(lambda: saved == [b"0"])
    for number in range(1, 100):
        writer.put(tmp_path / "f", holding(str(number).encode()))
    writer.put(tmp_path / "g", holding(b"other"))
    writer.close()  # which does not wait for the pause
    assert saved == [b"0", b"99", b"other"]


def test_what_changes_while_a_save_fails_is_saved_instead(qtbot: QtBot, tmp_path: Path) -> None:
    writer = Writer(retry=60)

    def full(path: Path) -> None:
        writer.put(path, holding(b"newer"))
        raise OSError(28, "No space left on device")

    with qtbot.waitSignal(writer.failed):
        writer.put(tmp_path / "f", full)
    writer.close()
    assert (tmp_path / "f").read_bytes() == b"newer"


def test_what_cannot_be_saved_is_said_once_and_saved_when_it_can_be(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file in its place")
    writer, told = Writer(pause=0.0, retry=0.01), list[str]()
    writer.failed.connect(told.append)
    for number in range(5):
        writer.put(tmp_path / "folder" / "f", holding(str(number).encode()))
        qtbot.waitUntil(lambda: bool(told))
    assert told == [f"{tmp_path / 'folder'} cannot be written: File exists."]
    os.remove(tmp_path / "folder")
    writer.close()
    assert (tmp_path / "folder" / "f").read_text() == "4" and len(told) == 1
