"""Views as files and text: what is opened is exactly what was saved, and what is hostile leaves the scene alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.files.contents import LARGEST_SCENE, choices_of, choices_of_scene, is_scene
from engine.scene import LONGEST_TEXT, Scene
from gui.flow.opening import Opening
from gui.memory.memory import Memory
from gui.memory.recent import CLEAR, Recent, row_of, with_newest
from gui.store import Store
from tests.gui.driving import Person, person

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
OTHER = Scene(text="We sat on the bank and watched the river.", layer=2, head=1, theme="dark", colours="grey", query=3)


def mine(theme: str = "system", colours: str = "violet") -> Scene:
    """OTHER as it looks for a person who has looks of their own."""
    return replace(OTHER, theme=theme, colours=colours)


@pytest.fixture
def opening(qtbot: QtBot) -> Iterator[Opening]:
    made = Opening(Store())
    yield made
    made.close()


def scene_of(choices: dict[str, Any]) -> Scene:
    return replace(Scene(), **choices)


@pytest.mark.parametrize("name", ["a.qkv.json", "a.json", "A.JSON", "my.view", "notes.txt"])
def test_a_saved_view_opens_whatever_its_file_is_called(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(OTHER.to_json(), "utf-8-sig")
    assert scene_of(choices_of(tmp_path / name)) == mine() == scene_of(choices_of_scene("\ufeff" + OTHER.to_json()))


def test_the_largest_view_is_saved_and_opened(tmp_path: Path) -> None:
    longest = Scene(text="\x01" * LONGEST_TEXT, text_b="\U0001f600" * LONGEST_TEXT)
    (tmp_path / "a.qkv.json").write_bytes(longest.to_json().encode())
    assert scene_of(choices_of(tmp_path / "a.qkv.json")) == longest


def test_a_text_that_is_no_view_stays_a_text(tmp_path: Path) -> None:
    for text in ('{"a": 1}', '"qkvista": 1', "{qkvista}", 'See {"qkvista": 1}.'):
        (tmp_path / "a.txt").write_text(text)
        assert not is_scene(text) and choices_of(tmp_path / "a.txt")["text"] == text


@pytest.mark.parametrize("name", ["a.json", "a.qkv.JSON"])
def test_a_file_that_is_named_like_a_view_and_is_none_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"a": 1}')
    with pytest.raises(ValueError, match="not a scene"):
        choices_of(tmp_path / name)


def json_with(**changes: Any) -> str:
    return json.dumps({"qkvista": 1} | changes)


HOSTILE: dict[str, str | bytes] = {
    "ten megabytes": json_with(text="x" * 10_000_000),
    "twenty megabytes": json_with(text="x" * (LARGEST_SCENE + 1)),
    "a list of a million": json_with(viewport=[0] * 1_000_000),
    "deep": '{"qkvista": ' + "[" * 200_000,
    "deep and closed": '{"qkvista": 1, "text": ' + "[" * 50_000 + "]" * 50_000 + "}",
    "not a number": '{"qkvista": 1, "scale": NaN}',
    "infinite": '{"qkvista": 1, "threshold": -Infinity}',
    "more than a float": json_with(scale=10**400),
    "more digits than Python reads": '{"qkvista": 1, "query": ' + "9" * 5000 + "}",
    "a token beyond all": json_with(query=10**30),
    "words for numbers": json_with(layer="one"),
    "numbers for words": json_with(text=5),
    "a list for a word": json_with(workspace=["heads"]),
    "parameters": json_with(parameters={"x" * 100_000: {"y": []}}),
    "a list of parameters": json_with(parameters=[1, 2]),
    "a parameter that is no number": json_with(variant="window", parameters={"window.width": "9" * 100_000}),
    "a pinned view": json_with(pinned={"text": 5}),
    "a pinned number": json_with(pinned=5),
    "unknown fields": json_with(**{"f" * 100_000: 1}),
    "a long wrong name": json_with(workspace="w" * 1_000_000),
    "torn": OTHER.to_json()[:-20],
    "another version": json_with(qkvista=10**20),
    "bytes": b'{"qkvista": 1, "text": "\xff\xfe"}',
    "NUL": '{"qkvista": 1, "text": "a\0b"}',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_view_costs_one_sentence(qtbot: QtBot, opening: Opening, tmp_path: Path, kind: str) -> None:
    content, path = HOSTILE[kind], tmp_path / "a.qkv.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before, told = opening._store.scene, list[str]()
    opening.failed.connect(lambda title, sentence: told.append(sentence))
    opening.open(path)
    qtbot.waitUntil(lambda: len(told) == 1)
    if isinstance(content, str):
        opening.open_text(content)
        qtbot.waitUntil(lambda: len(told) == 2)
    assert opening._store.scene is before
    for sentence in told:
        assert 10 < len(sentence) < 400 and "\n" not in sentence and "inside QKVista" not in sentence, sentence


def test_a_view_whose_capture_is_gone_keeps_its_text(qtbot: QtBot, opening: Opening, tmp_path: Path) -> None:
    lost = Scene(text="Here.", source=str(tmp_path / "gone.safetensors"), layer=40, model="other")
    with qtbot.waitSignal(opening.noted) as noted:
        opening.open_text(lost.to_json())
    assert noted.args == ["gone.safetensors is not there any more, so a model reads the text of this view."]
    assert opening._store.scene == Scene(text="Here.", layer=5)


@pytest.mark.parametrize("device", ["hal-9000", "", "x" * 5_000, "a\nb"])
def test_a_view_for_an_unknown_device_is_a_picture_for_a_known_one(qtbot: QtBot, opening: Opening, device: str) -> None:
    strange = Scene(workspace="flash", device=device, step=3)
    with qtbot.waitSignal(opening.noted) as noted:
        opening.open_text(strange.to_json())
    (note,) = noted.args
    assert note.endswith(" is no device that is known here: what Flash says is for A100 40 GB.")
    assert len(note) < 200 and "\n" not in note
    assert opening._store.scene == replace(strange, device="a100")


def test_a_view_for_a_known_device_is_left_as_it_is(qtbot: QtBot, opening: Opening) -> None:
    noted: list[str] = []
    opening.noted.connect(noted.append)
    with qtbot.waitSignal(opening.opened):
        opening.open_text(Scene(workspace="flash", device="h100").to_json())
    assert opening._store.scene.device == "h100" and not noted


@pytest.mark.parametrize(
    "now",
    [Scene(workspace="learn"), Scene(workspace="flash", shape=(64, 8)), Scene(workspace="heads", measured_on="repeat")],
)
def test_a_text_that_is_opened_is_seen_wherever_the_person_is(qtbot: QtBot, tmp_path: Path, now: Scene) -> None:
    opening, text = Opening(store := Store(now)), tmp_path / "a.txt"
    text.write_text("Here.\n")
    with qtbot.waitSignal(opening.opened):
        opening.open(text)
    shown = store.scene
    assert shown.text == "Here." and shown.workspace == now.workspace.replace("learn", "attention")
    assert shown.shape is None and shown.measured_on == "text"
    opening.close()


def test_recent_files_are_eight_the_newest_first_once(qtbot: QtBot, tmp_path: Path) -> None:
    recent: tuple[str, ...] = ()
    for name in "abcdefghija":
        recent = with_newest(recent, f"/{name}")
    assert recent == ("/a", "/j", "/i", "/h", "/g", "/f", "/e", "/d")
    (tmp_path / "there.txt").touch()
    memory = Memory()
    rows = Recent(memory)
    with qtbot.waitSignal(rows.changed):
        memory.update(recent=(str(tmp_path / "there.txt"), str(tmp_path / "gone.txt")))
    assert [(row.text, row.note, row.enabled) for row in rows.rows] == [
        ("there.txt", tmp_path.name, True),
        ("gone.txt", "not there any more", False),
        ("Clear recent files", "", True),
    ]
    assert rows.rows[-1].key == CLEAR
    long = row_of("/where/" + "a" * 80 + ".qkv.json", True)
    assert len(long.text) == 37 and long.text.endswith("…aaaaaaaaa.qkv.json") and "a" * 80 in long.tip
    with qtbot.waitSignal(rows.changed):
        memory.update(recent=())
    assert rows.rows == []
    rows.close()


def test_a_person_copies_pastes_saves_and_opens_views(qtbot: QtBot, tmp_path: Path) -> None:
    with person(qtbot, Scene(theme="light", colours="viridis")) as driver:
        looks = {"theme": "light", "colours": "viridis"}
        window, clipboard = driver.window, QGuiApplication.clipboard()
        heatmap, edit = driver.widget("heatmap"), driver.widget("sentenceEdit")
        first = window.store.scene
        heatmap.setFocus()
        driver.key(heatmap, Qt.Key.Key_C, CTRL | SHIFT)
        assert Scene.from_json(clipboard.text()) == first
        clipboard.setText("no view")
        driver.key(heatmap, Qt.Key.Key_V, CTRL)
        assert "holds no view" in window.messages.text and window.store.scene == first

        clipboard.setText(OTHER.to_json())
        driver.key(heatmap, Qt.Key.Key_V, CTRL)
        driver.until_said("The copied view is open.")
        assert window.store.scene == mine(**looks)
        window.store.undo()
        assert window.store.scene == first

        edit.setFocus()
        QTest.keyClick(edit, Qt.Key.Key_V, CTRL)
        qtbot.waitUntil(lambda: window.store.scene == mine(**looks))
        assert edit.toPlainText() == OTHER.text
        driver.wait()
        save_and_reopen(driver, tmp_path / "kept.qkv.json")


def save_and_reopen(driver: Person, path: Path) -> None:
    """Save by the keys, go on, and take the file from the recent ones."""
    window, kept = driver.window, driver.window.store.scene
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectFile(str(path.with_name("kept")))
    dialog.accept()
    driver.until_said("kept.qkv.json is saved.")
    assert Scene.from_json(path.read_text("utf-8")) == kept
    window.store.update(layer=5, text="Something else.")
    driver.wait()
    model = driver.widget("modelPicker")
    driver.bot.waitUntil(lambda: any(row.key == str(path) for row in model.rows))
    model.chosen.emit(str(path))
    driver.until_said("kept.qkv.json is open.")
    assert window.store.scene == kept
    driver.app.keeping.views.save_as(str(path.parent / "nowhere" / "f.qkv.json"))
    driver.until_said("No such file or directory")
    assert window.messages.kind == "error" and window.store.scene == kept
    model.chosen.emit(CLEAR)
    driver.bot.waitUntil(lambda: all(row.key not in (CLEAR, str(path)) for row in model.rows))
