"""The last scene: its text always comes back, and nothing of it runs, traps or stops a start."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.own import APPROVED
from engine.scene import Scene
from gui.memory.folders import Folders
from gui.memory.last import last_scene
from gui.memory.marker import Marker
from gui.memory.memory import Memory

TEXT = "The trophy did not fit."
ROOT = Path(__file__).parents[3]


def began_with(folders: Folders) -> tuple[Scene, list[str]]:
    """How a start begins that then goes well."""
    memory = Memory(folders=folders)
    scene = last_scene(memory)
    memory.close()
    return scene, memory.notes


def leave(folders: Folders, text: str) -> None:
    folders.state.mkdir(parents=True, exist_ok=True)
    folders.scene.write_text(text, "utf-8")


def crash(folders: Folders) -> None:
    """A start that ends as a crash does: by a signal, before it arrives."""
    code = (
        "import os, sys; from pathlib import Path; from gui.memory.marker import Marker; marker = Marker(Path("
        "sys.argv[1])); marker.put(); assert marker; os.kill(os.getpid(), 9)"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(folders.starting)], cwd=ROOT, check=False)
    assert ended.returncode == -9 and folders.starting.exists()


def test_the_first_start_begins_with_an_example(qtbot: QtBot, folders: Folders) -> None:
    assert began_with(folders) == (Scene(), [])
    assert not folders.starting.exists()


def test_a_scene_comes_back_in_the_looks_of_the_person(qtbot: QtBot, folders: Folders) -> None:
    memory = Memory(folders=folders)
    shown = Scene(text=TEXT, layer=3, head="mean", workspace="heads", theme="light", text_b="\ud83d half")
    memory.update(theme="dark", colours="grey")
    memory.keep_scene(shown)
    memory.close()
    assert began_with(folders) == (replace(shown, theme="dark", colours="grey"), [])


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "null", '{"qkvista": 2}', '{"qkvista": 1, "layer": "x"}', ""])
def test_what_is_no_scene_is_put_aside_and_an_example_is_shown(qtbot: QtBot, folders: Folders, text: str) -> None:
    leave(folders, text)
    scene, (note,) = began_with(folders)
    assert scene == Scene() and "was put aside as last-aside-1.qkv.json: " in note
    assert (folders.state / "last-aside-1.qkv.json").read_text() == text


@pytest.mark.parametrize("other", [{"qkvista": 9}, {"hologram": 1}, {"layer": 99}, {"theme": "pink"}])
def test_the_text_of_a_scene_from_another_version_is_kept(
    qtbot: QtBot, folders: Folders, other: dict[str, object]
) -> None:
    leave(folders, json.dumps(json.loads(Scene(text=TEXT).to_json()) | other))
    scene, (note,) = began_with(folders)
    assert scene == Scene(text=TEXT) and " as last-aside-1.qkv.json, its text kept: " in note


def test_a_scene_whose_capture_is_gone_is_read_by_a_model(qtbot: QtBot, folders: Folders, tmp_path: Path) -> None:
    gone = Scene(text=TEXT, source=str(tmp_path / "mine.safetensors"), model="other", layer=40, head=30)
    leave(folders, gone.to_json())
    scene, (note,) = began_with(folders)
    assert (scene.text, scene.source, scene.model, scene.layer, scene.head) == (TEXT, "", "minilm", 5, 11)
    assert note == "mine.safetensors is not there any more, so a model reads the text of this view."
    (tmp_path / "mine.safetensors").touch()
    assert began_with(folders) == (gone, [])


@pytest.mark.parametrize("source", ["x" * 5_000, "/" + "d/" * 3_000, "a\0b", "/proc/1/root/x", "\ud800"])
def test_no_path_of_a_capture_stops_a_start(qtbot: QtBot, folders: Folders, source: str) -> None:
    leave(folders, Scene(text=TEXT, source=source).to_json())
    scene, (note,) = began_with(folders)
    assert scene == Scene(text=TEXT) and len(note) < 200


def test_a_function_comes_back_as_a_name_and_does_not_run(qtbot: QtBot, folders: Folders, tmp_path: Path) -> None:
    code, ran = tmp_path / "mine.py", tmp_path / "ran"
    code.write_text(f"open({str(ran)!r}, 'w')\ndef mask_mod(b, h, q, k):\n    return q >= k\n")
    leave(folders, Scene(function=str(code)).to_json())
    scene, notes = began_with(folders)
    assert scene.function == str(code) and notes == []
    assert not APPROVED.knows(scene.function) and not ran.exists()


def test_a_start_after_a_crash_shows_the_text_alone_and_after_another_nothing_of_it(
    qtbot: QtBot, folders: Folders, tmp_path: Path
) -> None:
    (tmp_path / "mine.safetensors").touch()
    shown = Scene(text=TEXT, source=str(tmp_path / "mine.safetensors"), function="/mine.py", variant="causal")
    leave(folders, shown.to_json())
    crash(folders)
    scene, (note,) = began_with(folders)
    assert scene == Scene(text=TEXT)
    aside = folders.state / "last-aside-1.qkv.json"
    assert "the last text alone" in note and str(aside) in note
    assert Scene.from_json(aside.read_text()) == shown
    assert began_with(folders) == (Scene(text=TEXT), [])  # the start before went well
    crash(folders)
    scene, (note,) = began_with(folders)
    assert scene == Scene() and "an example" in note
    assert Scene.from_json((folders.state / "last-aside-2.qkv.json").read_text()) == Scene(text=TEXT)


def test_a_start_beside_another_one_is_no_crash_and_bars_nobody(qtbot: QtBot, folders: Folders) -> None:
    leave(folders, Scene(text=TEXT, variant="causal").to_json())
    going_on = Marker(folders.starting)
    assert not going_on.put()
    assert began_with(folders)[0].variant == "causal"
    assert folders.starting.exists()  # it is the other one's
    going_on.take()
    assert not folders.starting.exists()


def test_a_state_folder_that_cannot_be_made_is_no_crash(qtbot: QtBot, folders: Folders) -> None:
    folders.state.parent.write_text("a file in its place")
    scene, _ = began_with(folders)
    assert scene == Scene()
