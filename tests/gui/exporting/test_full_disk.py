"""An export onto a disk that is really full: one sentence, the old file whole, and it can go elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gui.exporting.choices import CHOICES
from tests.disk import FULL, Disk
from tests.gui.exporting.conftest import Exporter, answer

At = Callable[..., Exporter]
FILES = [choice.id for choice in CHOICES if choice.suffix and choice.section != "moving"]


@pytest.mark.parametrize("name", ["gif-few", *FILES])
def test_the_old_file_stays_and_the_new_one_goes_elsewhere(at: At, disk: Disk, tmp_path: Path, name: str) -> None:
    exporter = at("flash" if name == "gif-few" else "attention", size=(1280, 720))
    suffix = next(choice.suffix for choice in CHOICES if choice.id == name)
    path, other = disk.path / f"a{suffix}", tmp_path / f"b{suffix}"
    path.write_bytes(b"old")
    disk.fill()
    answer(exporter.ask(name), path)
    exporter.who.until_said(f"“a{suffix}” cannot be saved: {FULL}.")
    assert disk.files() == {path.name: b"old"}
    elsewhere = exporter.who.window.messages._error.button
    assert elsewhere is not None
    elsewhere.click()
    dialog = exporter.exporting.saving.dialog
    assert dialog is not None
    answer(dialog, other)
    exporter.who.until_said(f"“b{suffix}” is saved.")
    assert other.stat().st_size > 100 and disk.files() == {path.name: b"old"}


def test_a_printed_chapter_too(at: At, disk: Disk) -> None:
    exporter = at("learn", chapter="idea")
    path = disk.path / "a.pdf"
    path.write_bytes(b"old")
    disk.fill()
    exporter.who.window.room.print_to(path, "idea")
    exporter.who.until_said(f"“a.pdf” cannot be saved: {FULL}.")
    assert disk.files() == {"a.pdf": b"old"}
