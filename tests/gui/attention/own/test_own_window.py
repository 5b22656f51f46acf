"""A person's own function in the real window: asked about, run, seen, undone, and never run by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.own import APPROVED
from engine.scene import Scene
from gui.attention.own.card import WARNING
from tests.gui.driving import Person, person

STEEP = """import torch
rate = torch.tensor(0.5)

def score_mod(score, b, h, q_idx, kv_idx):
    return score - rate * (q_idx - kv_idx).abs()

def mask_mod(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx
"""
BANK = 2


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "steep.py"
    path.write_text(STEEP)
    return path


@pytest.fixture(autouse=True)
def nothing_runs_on() -> Iterator[None]:
    yield
    assert not APPROVED._functions


def card_of(one: Person) -> Any:
    card = one.widget("ownCard")
    one.bot.waitUntil(card.isVisible, timeout=10_000)
    return card


def run(one: Person, path: Path) -> None:
    """Open a file, agree to its warning, and wait until it counts."""
    one.app.open(str(path))
    QTest.mouseClick(card_of(one).run, Qt.MouseButton.LeftButton)
    one.bot.waitUntil(lambda: one.window.store.scene.function == str(path), timeout=60_000)
    one.wait()


def expected(one: Person, scale: float | None = None, steps: bool = False) -> np.ndarray:
    """The query's row by hand: causal, half a point off a token of distance; `steps` with ALiBi's slope before it."""
    capture = one.widget("bars").view.capture
    layer = capture.layers[0]
    raw = layer.q[4, BANK].astype(float) @ layer.k[layer.kv_group(4)].astype(float).T
    away = np.abs(BANK - np.arange(len(raw)))
    scores = raw * layer.scale if scale is None else raw / scale
    scores = scores - 0.5 * away - (2 ** (-8 * 5 / 8) * away if steps else 0)
    parts = np.where(np.arange(len(raw)) <= BANK, np.exp(scores - scores.max()), 0)
    row: np.ndarray = parts / parts.sum()
    return row


def test_it_is_asked_about_then_runs_with_scale_and_variants_and_one_undo_takes_it_back(
    qtbot: QtBot, file: Path
) -> None:
    with person(qtbot, Scene(theme="light")) as one:
        before = one.widget("bars").values().copy()
        one.app.open(str(file))
        card = card_of(one)
        assert card.title() == "Run steep.py?" and card.size_words() == f"8 lines, {len(STEEP)} bytes"
        assert "without a sandbox" in WARNING and card.lines() == STEEP.splitlines()
        assert one.window.store.scene.function == "" and not APPROVED._functions
        QTest.keyClick(card.cancel, Qt.Key.Key_Escape)
        assert not card.isVisible() and not APPROVED._functions

        run(one, file)
        assert one.widget("bars").values() == pytest.approx(expected(one), abs=1e-6)
        assert "own function steep.py" in one.window.provenance.plain()
        assert one.widget("variantPicker").value().endswith("steep.py")
        assert one.widget("stageSwitch").isEnabled()
        child = APPROVED._functions[str(file)][1].process.pid
        one.window.store.update(scale=3.0)
        one.wait()
        assert one.widget("bars").values() == pytest.approx(expected(one, 3.0), abs=1e-6)
        one.window.store.update(scale=None, variant="alibi")
        one.wait()
        assert one.widget("bars").values() == pytest.approx(expected(one, steps=True), abs=1e-2)
        for _ in range(3):
            one.window.store.undo()
        one.wait()
        assert one.window.store.scene.function == ""
        assert one.widget("bars").values() == pytest.approx(before, abs=1e-7)
        one.window.store.redo()  # approved in this session: it runs
        one.wait()
        assert one.widget("bars").values() == pytest.approx(expected(one), abs=1e-6)
    assert child and not Path(f"/proc/{child}").exists()


def test_a_scene_does_not_run_it_and_neither_does_a_changed_file(qtbot: QtBot, file: Path, tmp_path: Path) -> None:
    scene = tmp_path / "scene.json"
    scene.write_text(replace(Scene(theme="light"), function=str(file)).to_json())
    with person(qtbot, Scene(theme="light")) as one:
        before = one.widget("bars").values().copy()
        one.app.open(str(scene))
        one.until_said("Shown without steep.py")
        one.wait()
        assert one.widget("bars").values() == pytest.approx(before, abs=1e-7) and not APPROVED._functions
        one.window.messages._press("warning")
        QTest.mouseClick(card_of(one).run, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: one.widget("bars").view.own is not None, timeout=60_000)
        one.wait()
        assert one.widget("bars").values() == pytest.approx(expected(one), abs=1e-6)
        assert "Shown without" not in one.window.messages.text
        detail = one.widget("scalePane").detail  # small maps and curves too, although the scene is the same
        assert not detail.visible[4][0, 1:].any() and detail.mean_largest > 0.3

        file.write_text(STEEP.replace("0.5", "0.0"))
        one.window.store.update(query=3)
        one.until_said("Shown without steep.py")
        one.wait()
        assert one.widget("bars").view.own is None and not APPROVED._functions
        one.click(one.widget("readOwnAgain"), one.widget("readOwnAgain").rect())
        assert "0.0" in card_of(one).file.source


def test_every_room_says_which_function_it_is_shown_without(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = str(tmp_path / "first.py"), str(tmp_path / "second.py")
    with person(qtbot, Scene(theme="light", workspace="heads", function=first)) as one:
        store, messages = one.window.store, one.window.messages
        one.until_said("Shown without first.py")
        for workspace, function in (("flash", second), ("attention", first), ("heads", second)):
            store.update(workspace=workspace, function=function)
            one.wait()
            assert f"Shown without {Path(function).name}" in messages.text
        for nothing in (
            {"workspace": "flash", "shape": (64, 8)},
            {"workspace": "heads", "shape": None, "function": ""},
        ):
            store.update(**nothing)
            one.wait()
            assert "Shown without" not in messages.text


def test_every_room_says_that_it_runs(qtbot: QtBot, file: Path) -> None:
    with person(qtbot, Scene(theme="light")) as one:
        run(one, file)
        for workspace in ("heads", "flash", "attention"):
            one.window.store.update(workspace=workspace)
            one.wait()
            words = [unit.text for part in one.window.variants.parts for unit in part.units]
            assert words == ["steep.py"], workspace
            assert "Shown without" not in one.window.messages.text


def test_what_is_wrong_is_said_with_its_line_and_the_picture_stays(qtbot: QtBot, file: Path) -> None:
    with person(qtbot, Scene(theme="light")) as one:
        before = one.widget("bars").values().copy()
        file.write_text("import torch\nboom()\n")
        one.app.open(str(file))
        QTest.mouseClick(card_of(one).run, Qt.MouseButton.LeftButton)
        one.until_said("Line 2 of steep.py, “boom()”: NameError")
        assert one.window.store.scene.function == ""
        file.write_text("def score_mod(score, b, h, q_idx, kv_idx):\n    return score + q_idx.nothing\n")
        one.app.open(str(file))
        QTest.mouseClick(card_of(one).run, Qt.MouseButton.LeftButton)
        one.until_said("Line 2 of steep.py, “return score + q_idx.nothing”: AttributeError")
        assert one.widget("bars").values() == pytest.approx(before, abs=1e-7)
        one.window.store.update(function="")
        one.wait()
        assert one.window.messages.kind == ""


def test_another_file_takes_the_place_of_one_that_is_starting_and_of_its_line(
    qtbot: QtBot, file: Path, tmp_path: Path
) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(f"import time\ntime.sleep(1000)\n{STEEP}")
    with person(qtbot, Scene(theme="light")) as one:
        one.app.open(str(slow))
        QTest.mouseClick(card_of(one).run, Qt.MouseButton.LeftButton)
        one.until_said("Starting slow.py")
        one.app.open(str(file))
        qtbot.waitUntil(lambda: card_of(one).title() == "Run steep.py?", timeout=10_000)
        assert "Starting" not in one.window.messages.text
        QTest.keyClick(card_of(one).cancel, Qt.Key.Key_Escape)
        assert one.window.store.scene.function == ""


def test_as_much_of_it_is_shown_as_the_window_has_room_for(qtbot: QtBot, tmp_path: Path) -> None:
    long = tmp_path / "long.py"
    long.write_text("\n".join(f"a = {number}" for number in range(100)))
    with person(qtbot, Scene(theme="light")) as one:
        seen = []
        one.app.open(str(long))
        card = card_of(one)
        for height in (600, 900, 1400):
            one.frame.resize(1280, height)
            qtbot.waitUntil(lambda: card.geometry().bottom() > one.window.height() - 48)
            assert card.geometry().bottom() < one.window.height()
            assert card.lines()[-1] == f"… {100 - len(card.lines()) + 1} more lines"
            seen.append(len(card.lines()))
        assert seen == sorted(set(seen)) and seen[1] > 30
        QTest.keyClick(card.cancel, Qt.Key.Key_Escape)


def test_the_panel_opens_a_dialog_for_it(qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QFileDialog] = []
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: opened.append(dialog))
    with person(qtbot, Scene(theme="light")) as one:
        picker = one.widget("variantPicker")
        one.click(picker, picker.body())
        QTest.mouseClick(picker.panel.own, Qt.MouseButton.LeftButton)
        assert picker.panel is None and opened[0].nameFilters() == ["Python (*.py)"]
        opened[0].fileSelected.emit(str(file))
        assert card_of(one).file.path == file
