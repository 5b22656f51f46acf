"""Files that are opened one right after the other: what is said, and remembered, is about the right one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.flow.opening import Opening
from gui.store import Store


@pytest.fixture
def opening(qtbot: QtBot) -> Iterator[Opening]:
    made = Opening(Store())
    yield made
    made.close()


def test_what_arrives_when_another_file_was_asked_for_keeps_its_name(
    qtbot: QtBot, opening: Opening, tmp_path: Path
) -> None:
    said: list[str] = []
    opening.opened.connect(lambda name: said.append(f"{name} {opening.path}"))
    opening.failed.connect(lambda title, sentence: said.append(title))
    first = tmp_path / "first.txt"
    opening.open(tmp_path / "gone.txt")
    opening._opened((first, {"text": "first"}, ""))
    assert opening._store.scene.text == "first"
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said == [f"first.txt {first}", "gone.txt was not opened"]
    opening.open_text("no view")
    qtbot.waitUntil(lambda: len(said) == 3)
    assert (said[2], opening.path) == ("The copied view was not opened", first)
