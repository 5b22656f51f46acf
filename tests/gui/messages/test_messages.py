"""Banners, progress, notices and the empty box: what is said, closed, cancelled and undone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import Scene
from engine.shown.view import View, view_of
from gui.access.speech import announce
from gui.frame.empty import Empty
from gui.look.plain import broken, one_line, right_to_left, tip
from gui.look.theme import font, load_fonts, theme
from gui.messages import messages as module
from gui.messages import notice
from gui.messages.banner import Banner
from gui.messages.messages import Messages
from gui.messages.notice import Notice
from gui.messages.reading_note import reading_note, share_read
from gui.parts.buttons import Button

LEFT = Qt.MouseButton.LeftButton


class Frame(QWidget):
    """A window with messages above its content."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(800, 400)
        self.messages = Messages(self)
        self.content = QLabel("content")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.messages)
        layout.addWidget(self.content, 1)

    def button(self, name: str) -> Button:
        """The visible button of a name."""
        return next(b for b in self.findChildren(Button) if b.accessibleName() == name and b.isVisible())

    def press(self, name: str) -> None:
        button = self.button(name)
        QTest.mouseClick(button, LEFT, pos=button.body().center())


@pytest.fixture
def frame(qtbot: QtBot) -> Frame:
    load_fonts()
    made = Frame()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []

    def tell(source: QWidget, words: str, urgent: bool = False) -> None:
        said.append(words)
        announce(source, words, urgent)

    monkeypatch.setattr(module, "announce", tell)
    return said


def test_an_error_pushes_the_content_down_and_its_cross_takes_it_away(frame: Frame, qtbot: QtBot) -> None:
    assert not frame.messages.isVisible()
    assert frame.content.y() == 0
    frame.messages.show_error("This file holds no attention", "Open another one.", "Open another…")
    qtbot.waitUntil(lambda: frame.content.y() > 60)
    assert frame.messages.objectName() == "banner"
    assert frame.messages.text == "This file holds no attention. Open another one."
    assert frame.messages.accessibleName() == frame.messages.text
    frame.press("Close")
    assert not frame.messages.isVisible()
    qtbot.waitUntil(lambda: frame.content.y() == 0)
    assert frame.messages.text == ""


def test_the_button_closes_the_banner_and_does_what_it_says(frame: Frame) -> None:
    pressed: list[str] = []
    frame.messages.show_error("Not read", "Try again.", "Try again", lambda: pressed.append(frame.messages.text))
    frame.press("Try again")
    assert pressed == [""]


def test_an_equal_message_is_said_once_and_a_new_one_takes_its_place(frame: Frame, announced: list[str]) -> None:
    for _ in range(3):
        frame.messages.show_error("A", "do this")
    frame.messages.show_error("B", "do that")
    assert announced == ["A: do this", "B: do that"]
    assert len([b for b in frame.findChildren(Banner) if b.isVisible()]) == 1
    assert frame.messages.text == "B: do that"


def test_progress_shows_how_far_it_is_and_cancels(frame: Frame, announced: list[str]) -> None:
    cancelled: list[bool] = []

    def cancel() -> None:
        cancelled.append(True)

    for fraction in (0.25, 0.75):
        frame.messages.show_progress("Reading", "layer 3 of 6", fraction, cancel)
        (progress,) = frame.messages._progress.lines
        QApplication.processEvents()
        seen = progress.grab().toImage()
        row = [seen.pixelColor(x, 36) == theme("light")["ink"] for x in range(14, 640)]
        assert abs(sum(row) / len(row) - fraction) < 0.08
    assert announced == ["Reading"]
    assert progress.accessibleDescription() == "75%"
    frame.press("Cancel")
    assert cancelled == [True]
    assert not frame.messages.isVisible()


def test_progress_of_unknown_length_moves(frame: Frame, qtbot: QtBot) -> None:
    frame.messages.show_progress("Reading", "", -1.0)
    (progress,) = frame.messages._progress.lines
    first = progress.grab().toImage()
    qtbot.waitUntil(lambda: progress.grab().toImage() != first)
    frame.messages.clear("progress")
    assert not progress.isVisible()


def test_each_job_has_its_line_and_its_cancel(frame: Frame, announced: list[str]) -> None:
    cancelled: list[str] = []

    def read() -> None:
        cancelled.append("reading")

    def export() -> None:
        cancelled.append("exporting")

    def export_again() -> None:
        cancelled.append("again")

    for fraction in (0.25, 0.5):
        frame.messages.show_progress("Reading", "", fraction, read)
        frame.messages.show_progress("Exporting", "", fraction, export)
    QApplication.processEvents()
    assert frame.messages.text == "Reading\nExporting" and announced == ["Reading", "Exporting"]
    first, second = frame.messages._progress.lines
    assert first.isVisible() and second.isVisible() and second.y() > first.geometry().bottom()
    first.cancel.click()
    assert cancelled == ["reading"] and frame.messages.text == "Exporting"
    frame.messages.show_progress("Once more", "", None, export_again)
    QTest.keyClick(frame, Qt.Key.Key_Escape)
    assert cancelled == ["reading", "again"] and frame.messages.text == "Exporting"
    frame.messages.end_progress(export)
    assert frame.messages.text == "" and not frame.messages.isVisible() and cancelled == ["reading", "again"]


def test_escape_cancels_first_and_then_closes(frame: Frame) -> None:
    cancelled: list[bool] = []
    frame.messages.show_warning("Warning")
    frame.messages.show_error("Error", "Do this.")
    frame.messages.show_progress("Reading", "", None, lambda: cancelled.append(True))
    kinds = [frame.messages.kind]
    for _ in range(3):
        QTest.keyClick(frame, Qt.Key.Key_Escape)
        kinds.append(frame.messages.kind)
    assert kinds == ["error", "error", "warning", ""]
    assert cancelled == [True]


def test_a_notice_offers_undo_at_the_bottom_left(frame: Frame, announced: list[str]) -> None:
    undone: list[bool] = []
    frame.messages.show_notice("Text replaced", "Undo", lambda: undone.append(True))
    note = frame.findChild(Notice)
    assert isinstance(note, Notice)
    assert note.geometry().top() >= frame.height() - 28 and note.geometry().bottom() < frame.height()
    assert not frame.messages.isVisible()  # it moves nothing
    assert announced == ["Text replaced"]
    frame.resize(800, 300)
    assert note.geometry().top() >= 300 - 28 and note.geometry().bottom() < 300
    frame.press("Undo")
    assert undone == [True]
    assert not note.isVisible()


def test_a_notice_goes_by_itself(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert notice.SECONDS == 6
    monkeypatch.setattr(notice, "SECONDS", 0.02)
    frame = Frame()
    qtbot.addWidget(frame)
    frame.show()
    frame.messages.show_notice("Saved")
    assert frame.messages.kind == "notice"
    qtbot.waitUntil(lambda: frame.messages.kind == "")


def test_hostile_names_are_plain_text(frame: Frame) -> None:
    name = "<img src=x>\n\u202egnp.exe\0 & <b>bold</b>"
    frame.messages.show_error(name, "a\r\nb")
    assert frame.messages.text == "<img src=x> gnp.exe & <b>bold</b>: a b"
    assert one_line(name) == "<img src=x> gnp.exe & <b>bold</b>"
    assert tip(name) == "<span>&lt;img src=x&gt; gnp.exe &amp; &lt;b&gt;bold&lt;/b&gt;</span>"
    assert tip("") == ""


def test_long_sentences_take_two_lines_and_the_whole_is_on_hover(frame: Frame, qtbot: QtBot) -> None:
    banner = frame.findChild(Banner)
    assert isinstance(banner, Banner)
    frame.messages.show_error("Title", "short")
    qtbot.waitUntil(lambda: banner.height() == 56)
    assert banner.toolTip() == ""
    frame.messages.show_error("Title", "A sentence about what to do. " * 5)
    qtbot.waitUntil(lambda: banner.height() == 74)
    assert banner.toolTip() == ""
    frame.messages.show_error("Title", "A sentence about what to do. " * 50)
    qtbot.waitUntil(lambda: banner.height() == 74)
    assert banner.toolTip().count("what to do") == 50
    frame.resize(400, 400)
    frame.messages.show_error("Title", "A sentence about what to do. " * 3)
    qtbot.waitUntil(lambda: banner.height() == 74)


@pytest.mark.parametrize("text", ["one two three four five six", "🙂🙃 " * 9, "x" * 60, "שלום עולם " * 5])
def test_lines_break_and_end_in_an_ellipsis(qtbot: QtBot, text: str) -> None:
    load_fonts()
    whole = broken(text, font("body"), 100, 99)
    assert "".join(whole).replace(" ", "") == text.replace(" ", "")
    assert len(whole) > 1
    (first,) = broken(text, font("body"), 100, 1)
    assert first.endswith("…")


def test_the_direction_of_a_text_is_that_of_its_first_letter() -> None:
    assert all(map(right_to_left, ("12 שלום", "، سلام abc")))
    assert not any(map(right_to_left, ("abc שלום", "", "?! 12")))


def view_of_part(read: int, text: str) -> View:
    capture = Capture.load(GALLERY["bank-muddy"].path)
    part = replace(capture, text=text, read=read)
    view = view_of(Scene(theme="light"), part, (40, 40), lambda: False)
    assert view is not None
    return view


def test_a_text_that_was_read_in_part_is_said_once(frame: Frame) -> None:
    text = "word " * 3000
    view = view_of_part(5 * 510, text)
    frame.messages.show_view(view)
    assert frame.messages.kind == "warning"
    assert frame.messages.text == "MiniLM-L6-v2 read 510 of 3,000 words; the rest is greyed."
    frame.messages.show_view(replace(view, query=1))
    frame.press("Close")
    frame.messages.show_view(view)
    assert frame.messages.kind == ""
    frame.messages.show_view(view_of_part(5 * 510, text + "more"))
    assert "of 3,001 words" in frame.messages.text
    frame.messages.show_view(view_of_part(32, "The bank of the river was muddy."))
    assert frame.messages.text == ""


def test_the_note_about_reading_in_part() -> None:
    def note(read: int, text: str) -> str:
        return reading_note(view_of_part(read, text).capture)

    assert note(5, "whole") == ""
    assert share_read(view_of_part(4, "one two three").capture) == "1 of 3 words"
    assert note(3, "xxxxxx") == "MiniLM-L6-v2 read 3 of 6 characters; the rest is greyed."
    assert note(10, "word " * 40_000).endswith("The editor shows 100,000 characters.")


def test_an_empty_pane_offers_ways_on(qtbot: QtBot) -> None:
    load_fonts()
    taken: list[str] = []
    ways = [("The bank", lambda: taken.append("bank")), ("Open file…", lambda: taken.append("open"))]
    empty = Empty("Nothing to look at yet", "Type a sentence.", ways)
    qtbot.addWidget(empty)
    empty.apply_theme(theme("dark"))
    empty.resize(700, 300)
    empty.show()
    for button in empty.buttons:
        assert empty.box().contains(button.geometry())
        QTest.mouseClick(button, LEFT)
    assert taken == ["bank", "open"]
    seen = empty.grab().toImage()
    edge = [seen.pixelColor(x, empty.box().top()) for x in range(empty.box().left() + 20, empty.box().right() - 20)]
    inked = [colour != theme("dark")["surface"] for colour in edge]
    assert 0.4 < sum(inked) / len(inked) < 0.8  # dashed
    assert empty.accessibleName() == "Nothing to look at yet. Type a sentence."


def test_all_messages_take_the_theme(frame: Frame, qtbot: QtBot) -> None:
    dark = theme("dark")
    frame.messages.show_error("A", "b", "Try")
    frame.messages.show_warning("C")
    frame.messages.apply_theme(dark)
    qtbot.wait(10)
    seen = frame.messages.grab().toImage()
    error, warning = (banner for banner in frame.findChildren(Banner))
    assert seen.pixelColor(error.geometry().center()) == dark["error_tint"]
    assert seen.pixelColor(warning.geometry().center()) == dark["warn_tint"]
    assert seen.pixelColor(2, 2) == dark["surface"]
