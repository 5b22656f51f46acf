"""Where a file goes and what is said of it: the dialog, the suffix, a full disk, Cancel, once more."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import WORKSPACES
from gui.exporting.choices import CHOICES, offered
from gui.exporting.work import Work
from tests.gui.driving import PATIENCE, Person
from tests.gui.exporting.conftest import CHOICE, Exporter, answer

At = Callable[..., Exporter]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def messages(who: Person) -> str:
    return who.window.messages.text


def test_by_keyboard_from_the_menu_to_the_file_and_once_more(
    at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = at("attention")
    who, window = exporter.who, exporter.who.window
    commands = {action.id: action for action in exporter.exporting.actions()}
    assert not commands["export-again"].sensible()
    QTest.keyClick(window, Qt.Key.Key_E, CONTROL)
    menu = window.top.export.findChild(QMenu)
    assert menu is not None and window.top.export.open
    titles = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert titles[0].startswith("Picture, PNG, 1440 × ") and titles[-1] == "Copy as PyTorch"
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    dialog = exporter.exporting.saving.dialog
    assert dialog is not None and not dialog.isModal()
    assert dialog.selectedFiles()[0].endswith("/the-bank-of-the-river-was L0 H4 attention.png")
    answer(dialog, tmp_path / "bank.png")
    who.until_said("“bank.png” is saved.")
    assert not window.top.export.open
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    window.messages._notice.button.click()
    assert opened == [QUrl.fromLocalFile(str(tmp_path))]
    before = (tmp_path / "bank.png").read_bytes()
    who.window.store.update(query=5)
    who.wait()
    assert commands["export-again"].sensible()
    exporter.front()
    QTest.keyClick(window, Qt.Key.Key_E, CONTROL | SHIFT)
    who.bot.waitUntil(lambda: (tmp_path / "bank.png").read_bytes() != before)
    who.bot.waitUntil(lambda: not exporter.exporting.saving.busy)
    assert exporter.exporting.saving.dialog is None
    assert exporter.ask("svg").directory().path() == str(tmp_path)


def test_a_suffix_is_added_and_then_nothing_is_overwritten(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    answer(exporter.ask("csv"), tmp_path / "head 1.5")
    exporter.who.until_said("“head 1.5.csv” is saved.")
    before = (tmp_path / "head 1.5.csv").read_bytes()
    exporter.who.window.store.update(query=5, stage="raw")
    exporter.who.wait()
    answer(exporter.ask("csv"), tmp_path / "head 1.5")
    assert "“head 1.5.csv” is there already: choose another name." in messages(exporter.who)
    assert (tmp_path / "head 1.5.csv").read_bytes() == before
    answer(exporter.ask("csv"), tmp_path / ("a" * 300))
    exporter.who.until_said("File name too long.")


@pytest.mark.parametrize(("code", "words"), [(errno.ENOSPC, "No space left on device"), (errno.EACCES, "denied")])
def test_a_full_disk_is_one_sentence_and_the_old_file_stays(
    at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    exporter = at("attention")
    (tmp_path / "a.png").write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as broken:
        broken.setattr("engine.files.saving.os.fsync", full)
        answer(exporter.ask("png"), tmp_path / "a.png")
        exporter.who.until_said("Not exported")
    assert "“a.png” cannot be saved: " in messages(exporter.who) and words in messages(exporter.who)
    assert (tmp_path / "a.png").read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1
    elsewhere = exporter.who.window.messages._error.button
    assert elsewhere is not None
    elsewhere.click()
    dialog = exporter.exporting.saving.dialog
    assert dialog is not None
    answer(dialog, tmp_path / "b.png")
    exporter.who.until_said("“b.png” is saved.")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_takes_no_files(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    answer(exporter.ask("json"), tmp_path / "none" / "a.json")
    exporter.who.until_said("“a.json” cannot be saved: No such file or directory.")


def test_what_takes_long_says_how_far_it_is_and_escape_cancels_it(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    saving, who = exporter.exporting.saving, exporter.who
    begun, go_on = threading.Event(), threading.Event()
    ended: list[str] = []

    def data(tell: Callable[[float], None], cancelled: Callable[[], bool]) -> bytes:
        begun.set()
        tell(0.25)
        go_on.wait(30)
        tell(0.5)
        return b"never"

    saving.write(Work(data, end=lambda: ended.append("end"), unit=(8, "frame")), tmp_path / "a.gif", lambda: None)
    assert begun.wait(30)
    who.until_said("Exporting “a.gif”")
    (line,) = who.window.messages._progress.lines
    who.bot.waitUntil(lambda: line.fraction == 0.25)
    assert line.detail == "frame 2 of 8"
    assert exporter.exporting.why_not(CHOICE["png"]) == "Still making “a.gif”."
    QTest.keyClick(who.window, Qt.Key.Key_Escape)
    go_on.set()
    assert exporter.exporting.why_not(CHOICE["png"]) == "" and ended == ["end"]
    exporter.save("csv", tmp_path / "b.csv")  # which comes after it on the same thread
    assert [path.name for path in tmp_path.iterdir()] == ["b.csv"]


def test_cancelled_while_its_file_is_written_what_was_there_stays(
    at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = at("attention")
    saving, (old, none) = exporter.exporting.saving, (tmp_path / "a.csv", tmp_path / "b.csv")
    old.write_bytes(b"old")
    for path in (old, none):
        writing, go_on = threading.Event(), threading.Event()

        def slowly(descriptor: int, writing: threading.Event = writing, go_on: threading.Event = go_on) -> None:
            writing.set()
            go_on.wait(30)

        with monkeypatch.context() as slow:
            slow.setattr("engine.files.saving.os.fsync", slowly)
            saving.write(Work(lambda tell, cancelled: b"new"), path, lambda: None)
            assert writing.wait(30)
            saving.cancel()
            go_on.set()
            exporter.save("json", tmp_path / "c.json")  # which comes after it on the same thread
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "c.json"} and old.read_bytes() == b"old"


def test_cancelled_too_late_the_file_is_there_and_said(at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exporter = at("attention")
    saving, path = exporter.exporting.saving, tmp_path / "a.csv"
    replacing, go_on, replace = threading.Event(), threading.Event(), os.replace

    def slowly(source: Path, target: Path) -> None:
        replacing.set()
        go_on.wait(30)
        replace(source, target)

    with monkeypatch.context() as slow:
        slow.setattr("engine.files.saving.os.replace", slowly)
        saving.write(Work(lambda tell, cancelled: b"new"), path, lambda: None)
        assert replacing.wait(30)
        saving.cancel()
        go_on.set()
        exporter.who.until_said("“a.csv” is saved.")
    assert path.read_bytes() == b"new" and not saving.busy


def test_a_folder_where_nothing_was_saved_is_not_remembered(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    exporter.save("csv", tmp_path / "a.csv")
    answer(exporter.ask("png"), tmp_path / "none" / "a.png")
    exporter.who.until_said("“a.png” cannot be saved")
    assert exporter.ask("json").directory().path() == str(tmp_path)
    assert exporter.exporting._last == (CHOICE["csv"], tmp_path / "a.csv")


def test_a_mistake_of_ours_is_said(at: At, tmp_path: Path) -> None:
    def data(tell: object, cancelled: object) -> bytes:
        raise KeyError("oops")

    exporter = at("attention")
    exporter.exporting.saving.write(Work(data), tmp_path / "a.gif", lambda: None)
    exporter.who.until_said("Something went wrong inside QKVista (KeyError: 'oops').")
    assert exporter.exporting.saving.busy == ""


def test_copies_say_so(at: At) -> None:
    exporter = at("attention", query=5)
    clipboard = QGuiApplication.clipboard()
    for name, said in (("numbers", "the numbers"), ("pytorch", "a PyTorch file"), ("picture", "the picture")):
        exporter.exporting.run(CHOICE[f"copy-{name}"])
        exporter.who.until_said(f"Copied: {said}.")
        if name == "numbers":
            lines = [line.split("\t") for line in clipboard.text().splitlines()]
            assert lines[0][:3] == ["query", "[CLS]", "the"]
            matrix = np.array([line[1:] for line in lines[1:]], np.float32)
            capture = Capture.load(GALLERY["bank-muddy"].path)
            assert matrix.tobytes() == capture.attention(0, 4).weights[0, 0].tobytes()  # to the last bit
            np.testing.assert_allclose(matrix[5], exporter.who.widget("bars").values(), rtol=1e-6)
        elif name == "pytorch":
            assert "def scaled_dot_product_attention" in clipboard.text()
    assert not clipboard.image().isNull()


def test_after_an_export_of_any_kind_the_menu_opens_in_every_workspace(at: At, tmp_path: Path) -> None:
    exporter = at("attention")
    exporting, window = exporter.exporting, exporter.who.window
    for workspace in WORKSPACES:
        window.store.update(workspace=workspace)
        exporter.who.bot.waitUntil(lambda: window.ready, timeout=PATIENCE)
        for choice in CHOICES:
            exporting._last = choice, tmp_path / f"any{choice.suffix}"
            exporting.open_menu()
            menu = QApplication.activePopupWidget()
            assert menu is not None, (workspace, choice)
            menu.close()
            why = exporting.why_not(choice)
            assert (why == "Another workspace has this.") == (choice not in offered(workspace)), choice
