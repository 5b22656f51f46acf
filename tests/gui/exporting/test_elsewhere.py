"""What could not be saved is saved elsewhere, what was left comes late, and odd characters go into every file."""

import json
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engine.compare.pinned import pin
from engine.files.contents import choices_of
from engine.scene import Scene
from gui.exporting.work import Work
from tests.gui.exporting.conftest import CHOICE, Exporter, answer

At = Callable[..., Exporter]
ODD = '=1 \ud800 \u05e9\u05dc\u05d5\u05dd \u0007\uffff <b>&amp; "q" \U0001f469'


def refused(exporter: Exporter, name: str, folder: Path) -> None:
    answer(exporter.ask(name), folder / "none" / "a")
    exporter.who.until_said("No such file or directory")


def elsewhere(exporter: Exporter) -> QFileDialog:
    button = exporter.who.window.messages._error.button
    assert button is not None and button.text() == "Save elsewhere…"
    button.click()
    dialog = exporter.exporting.saving.dialog
    assert dialog is not None
    return dialog


def test_an_animation_that_was_not_saved_is_made_again_elsewhere(at: At, tmp_path: Path) -> None:
    exporter = at("flash", (1000, 640), block_q=5, block_k=5)
    refused(exporter, "gif-few", tmp_path)
    answer(elsewhere(exporter), tmp_path / "b.gif")
    exporter.who.until_said("“b.gif” is saved.")
    assert Image.open(BytesIO((tmp_path / "b.gif").read_bytes())).n_frames == 24  # type: ignore[attr-defined]


def test_what_was_on_screen_is_saved_elsewhere_when_nothing_is_any_more(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    refused(exporter, "csv", tmp_path)
    exporter.who.window.store.update(text="")
    exporter.who.wait()
    assert exporter.exporting.shown is None
    dialog = elsewhere(exporter)
    assert dialog.selectedFiles()[0].endswith("/the-bank-of-the-river-was L0 H4 attention.csv")
    answer(dialog, tmp_path / "b.csv")
    exporter.who.until_said("“b.csv” is saved.")
    assert (tmp_path / "b.csv").read_text().startswith("query,[CLS],the,bank,")


def test_what_was_left_is_not_taken_for_what_comes_next(
    at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = at("attention")
    saving, made = exporter.exporting.saving, list[bytes]()
    writes, go_on = threading.Event(), threading.Event()

    def slow(path: Path, data: bytes, before: Callable[[], object]) -> None:
        writes.set()
        go_on.wait(30)

    monkeypatch.setattr("gui.exporting.saving._save", slow)
    saving.write(Work(lambda tell, cancelled: b"of before"), tmp_path / "a.csv", lambda: None)
    assert writes.wait(30)
    saving.cancel()
    saving.make(Work(lambda tell, cancelled: b"of now"), "the numbers", made.append)
    go_on.set()
    exporter.who.bot.waitUntil(lambda: not saving.busy)
    assert made == [b"of now"]


def test_numbers_of_a_comparison_say_that_they_are_those_of_one_view(at: At, tmp_path: Path) -> None:
    pinned = pin(Scene(head=7))
    exporter = at("attention", pinned=pinned, comparison="difference")
    exporter.who.bot.waitUntil(lambda: exporter.who.widget("differenceMap").isVisible())
    answer(exporter.ask("csv"), tmp_path / "a.csv")
    exporter.who.until_said("“a.csv” is saved, without the pinned view.")
    exporter.exporting.run(CHOICE["copy-numbers"])
    exporter.who.until_said("Copied: the numbers, without the pinned view.")
    exporter.save("png", tmp_path / "a.png")


def test_odd_characters_are_in_every_file_and_come_back(at: At, tmp_path: Path) -> None:
    exporter = at("attention", text=ODD, head=0, query=1)
    for name in ("csv", "json", "npz", "png", "svg", "pdf"):
        exporter.save(name, tmp_path / f"a.{name}")
    ET.fromstring((tmp_path / "a.svg").read_bytes())
    assert json.loads((tmp_path / "a.json").read_bytes())["scene"]["text"] == ODD
    with np.load(tmp_path / "a.npz") as arrays:
        assert json.loads(str(arrays["about"]))["scene"]["text"] == ODD
    for name in ("svg", "png"):
        assert choices_of(tmp_path / f"a.{name}")["text"] == ODD
    exporter.exporting.run(CHOICE["copy-pytorch"])
    exporter.who.until_said("Copied: a PyTorch file.")
    compile(QGuiApplication.clipboard().text(), "copied.py", "exec")
