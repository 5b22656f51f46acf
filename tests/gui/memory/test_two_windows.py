"""Two windows share one settings file: what each changed is there in the end, whoever saves last."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from gui.memory.folders import Folders
from gui.memory.memory import Memory
from gui.memory.remembered import MOST_RECENT, Remembered
from gui.memory.shared import Shared, merged

SEVERAL = Remembered(read=("idea", "qkv"), solved=("river",), recent=("/b", "/a"))


def on_disk(folders: Folders) -> Remembered:
    return Remembered.from_json(folders.settings.read_text())


def test_each_saves_what_it_changed_alone(qtbot: QtBot, folders: Folders) -> None:
    one, other = Memory(folders=folders), Memory(folders=folders)
    other.update(theme="dark", read=("idea",), recent=("/b",))
    other.close()
    one.update(colours="grey", read=("qkv",), recent=("/a",))
    one.close()
    wanted = Remembered(theme="dark", colours="grey", read=("idea", "qkv"), recent=("/a", "/b"))
    assert on_disk(folders) == wanted and one.value.theme == "system"


def test_a_later_change_in_the_other_window_is_not_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    one, other = Shared(Remembered()), Shared(Remembered())
    first = Remembered(theme="dark", read=("idea",))
    one.save(path, first)
    other.save(path, Remembered(theme="light"))
    one.save(path, replace(first, zoom=1.5))  # which says nothing of the theme
    assert Remembered.from_json(path.read_text()) == Remembered("light", zoom=1.5, read=("idea",))


def test_a_save_that_failed_is_still_a_change(qtbot: QtBot, tmp_path: Path) -> None:
    path, shared = tmp_path / "none" / "settings.json", Shared(Remembered())
    try:
        shared.save(path, Remembered(theme="dark"))
    except OSError:
        path.parent.mkdir()
    path.write_text(Remembered(zoom=2.0).to_json())
    shared.save(path, Remembered(theme="dark"))
    assert Remembered.from_json(path.read_text()) == Remembered("dark", zoom=2.0)


def test_what_is_forgotten_is_gone_and_what_the_other_added_stays() -> None:
    now = replace(SEVERAL, read=("idea", "masks", "qkv"), recent=("/c", "/b", "/a"))
    forgotten = merged(SEVERAL, replace(SEVERAL, read=(), solved=(), recent=()), now)
    assert (forgotten.read, forgotten.solved, forgotten.recent) == (("masks",), (), ("/c",))


def test_habits_are_merged_one_by_one() -> None:
    before, now = Remembered(habits={"a": "1", "b": "1"}), Remembered(habits={"a": "1", "b": "2", "c": "3"})
    after = merged(before, Remembered(habits={"b": "1", "d": "4"}), now)
    assert after.habits == {"b": "2", "c": "3", "d": "4"}


def test_the_newest_files_of_both_fit_the_list() -> None:
    many = tuple(f"/{number}" for number in range(MOST_RECENT))
    both = merged(Remembered(), Remembered(recent=("/mine",)), Remembered(recent=many))
    assert both.recent == ("/mine", *many[:-1])
    assert Remembered.from_json(both.to_json()) == both


def test_without_a_file_all_is_saved() -> None:
    assert merged(SEVERAL, replace(SEVERAL, theme="dark"), None) == replace(SEVERAL, theme="dark")


def test_a_save_waits_for_the_other_windows(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    lock = QLockFile(str(tmp_path / "settings.lock"))
    assert lock.tryLock(0)
    saving = threading.Thread(target=Shared(Remembered()).save, args=(path, Remembered(theme="dark")))
    saving.start()
    path.write_text(Remembered(zoom=2.0).to_json())  # the other one, within its turn
    lock.unlock()
    saving.join()
    assert Remembered.from_json(path.read_text()) == Remembered("dark", zoom=2.0)
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".lock"] == []


def test_what_somebody_else_wrote_there_is_put_aside(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("not mine")
    Shared(Remembered()).save(path, Remembered(theme="dark"))
    assert Remembered.from_json(path.read_text()).theme == "dark"
    assert (tmp_path / "settings-aside-1.json").read_text() == "not mine"
