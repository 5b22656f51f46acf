"""What is shown is the newest scene's, whatever comes late and however old work ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from engine.compare.compared import Compared
from engine.compare.pinned import pin
from engine.scene import Scene
from gui.flow import showing as module
from gui.flow.reader import Reading
from gui.flow.showing import Showing
from gui.store import Store


class Silent(QObject):
    """A reader that never answers of its own accord."""

    done = Signal(object, str)
    failed = Signal(object, str)
    progress = Signal(float, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked: list[str] = []

    def request(self, reading: Reading) -> None:
        self.asked.append(reading.text)

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        pass


class Stage:
    """A store, a showing with a silent reader, and what it said."""

    def __init__(self) -> None:
        self.store = Store()
        self.showing = Showing(self.store)
        assert isinstance(self.showing.reader, Silent)
        self.reader = self.showing.reader
        self.said: list[str] = []
        self.showing.viewed.connect(lambda view: self.said.append("viewed"))
        self.showing.emptied.connect(lambda: self.said.append("emptied"))
        self.showing.failed.connect(lambda title, sentence: self.said.append(title))


@pytest.fixture
def stage(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setattr(module, "Reader", Silent)
    made = Stage()
    made.showing.refresh()
    qtbot.waitUntil(lambda: made.showing.settled)
    made.said.clear()
    yield made
    made.showing.close()


def test_the_failure_of_an_older_text_does_not_keep_the_newest_from_being_read(stage: Stage, qtbot: QtBot) -> None:
    stage.store.update(text="an older text")
    qtbot.waitUntil(lambda: stage.reader.asked == ["an older text"])
    stage.store.update(text="the newest text")
    stage.reader.failed.emit(Reading("minilm", "an older text"), "It has no character that the model reads.")
    qtbot.waitUntil(lambda: stage.reader.asked[-1] == "the newest text", timeout=2000)
    assert stage.said == []
    stage.reader.failed.emit(Reading("minilm", "the newest text"), "Nor has this.")
    assert stage.said == ["The text was not read"]


def test_nor_does_it_say_more_than_why_the_newest_cannot_be_read(stage: Stage, qtbot: QtBot) -> None:
    stage.store.update(text="an older text")
    stage.store.update(workspace="heads", measured_on="repeat", repeats=2_000)
    assert stage.said == ["This cannot be measured"]
    stage.showing._not_read(Reading("minilm", "an older text"), "It has no character that the model reads.")
    assert stage.said == ["This cannot be measured"]


def test_nor_does_an_older_scene_that_cannot_be_shown(stage: Stage, qtbot: QtBot) -> None:
    stage.store.update(source="/no such file")
    stage.store.update(source="", text="the newest text")
    qtbot.waitUntil(lambda: stage.reader.asked == ["the newest text"], timeout=2000)
    assert stage.said == []
    stage.store.update(source="/no such file")
    qtbot.waitUntil(lambda: stage.said == ["This cannot be shown"])


def test_without_a_text_nothing_that_comes_late_is_shown(stage: Stage, qtbot: QtBot) -> None:
    for head in range(12):
        stage.store.update(text=Scene().text, head=head)
        stage.store.update(text="")
        qtbot.wait(20)
        assert stage.showing.settled
    qtbot.wait(100)
    assert stage.showing.settled
    assert stage.said == ["emptied"] * 12


def test_a_pinned_text_is_read_and_only_both_together_are_settled(stage: Stage, qtbot: QtBot) -> None:
    details: list[object] = []
    stage.showing.detailed.connect(details.append)
    stage.store.update(pinned=pin(Scene(text="never read")))
    qtbot.waitUntil(lambda: "viewed" in stage.said)
    qtbot.wait(50)
    assert stage.reader.asked == ["never read"]
    assert not stage.showing.settled
    stage.reader.failed.emit(Reading("minilm", "never read"), "It has no words.")
    assert stage.said[-1] == "The pinned text was not read"
    stage.store.update(pinned=pin(Scene(head=2)))
    qtbot.waitUntil(lambda: stage.showing.settled)
    assert any(isinstance(each, Compared) and each.pinned.head == 2 for each in details)


def test_a_line_that_takes_room_from_the_map_comes_once(stage: Stage, qtbot: QtBot) -> None:
    """It comes at once, as on a machine that is slower than anybody waits, and the map is drawn anew without it."""
    stage.showing._patience.setInterval(0)
    height, width = stage.store.canvas
    lines: list[str] = []

    def say(words: str, share: float) -> None:
        lines.append(words)
        stage.store.resize_canvas(height - 64, width)

    stage.showing.waiting.connect(say)
    stage.showing.waited.connect(lambda: stage.store.resize_canvas(height, width))
    stage.store.update(head=5)
    qtbot.waitUntil(lambda: stage.showing.settled)
    qtbot.wait(200)
    assert stage.showing.settled
    assert len(lines) <= 1


def test_other_workspaces_read_no_pinned_text(stage: Stage, qtbot: QtBot) -> None:
    stage.store.update(pinned=pin(Scene(text="never read")), workspace="heads")
    qtbot.waitUntil(lambda: stage.showing.settled)
    assert stage.reader.asked == []


def test_a_pinned_view_that_cannot_be_shown_leaves_the_other_on_screen(stage: Stage, qtbot: QtBot) -> None:
    sentences: list[str] = []
    stage.showing.failed.connect(lambda title, sentence: sentences.append(sentence))
    stage.store.update(pinned=pin(Scene(source="/no/such/file")))
    qtbot.waitUntil(lambda: stage.said == ["viewed", "This cannot be shown"])
    assert sentences[0].startswith("The pinned view: ")


def test_what_failed_is_not_said_again_at_another_size(stage: Stage, qtbot: QtBot) -> None:
    stage.said.clear()
    stage.store.update(source="/none/a.safetensors")
    qtbot.waitUntil(lambda: stage.said == ["This cannot be shown"])
    tried: list[str] = []
    stage.showing._worker.failed.connect(tried.append)
    stage.store.resize_canvas(300, 300)  # as when the message is closed
    qtbot.waitUntil(lambda: len(tried) == 1)
    assert stage.said == ["This cannot be shown"]
    stage.showing.refresh()  # the person tries again
    qtbot.waitUntil(lambda: stage.said == 2 * ["This cannot be shown"])
