"""The plain text editor: very long texts, foreign texts, and an undo that is somebody else's."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QColor, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.look.theme import load_fonts
from gui.messages.long_text import ANYWHERE, AT_WORDS, SHOWN, LongText

LONGEST = 250_000
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def edit(qtbot: QtBot) -> LongText:
    load_fonts()
    made = LongText(LONGEST)
    qtbot.addWidget(made)
    made.resize(500, 90)
    made.show()
    return made


@pytest.fixture
def heard(edit: LongText) -> list[str]:
    texts: list[str] = []
    edit.edited.connect(texts.append)
    return texts


def paste(edit: LongText, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)


def test_typing_is_heard_and_setting_is_not(edit: LongText, heard: list[str]) -> None:
    edit.set_text("one")
    assert heard == []
    edit.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(edit, "!?")
    assert heard == ["one!", "one!?"]
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert heard[-1] == edit.text() == "one!?\n"
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert heard[-1] == "one!?\n\n"


def test_an_equal_text_is_not_set_again_and_the_cursor_stays(edit: LongText) -> None:
    edit.set_text("the bank\r\nof the river")
    edit.moveCursor(QTextCursor.MoveOperation.NextWord)
    at = edit.textCursor().position()
    edit.set_text("the bank\r\nof the river")
    assert edit.textCursor().position() == at
    edit.set_text("the banks of it")
    assert edit.textCursor().position() == at
    edit.set_text("t")
    assert edit.textCursor().position() == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "a\0b",
        "nb\u00a0sp",
        "🙂🙃 e\u0301",
        "שלום world",
        "<b>x</b> & y",
        "a\u2029b",
        "x" * 300,
        "\ufdd0\ufffc",
    ],
)
def test_foreign_texts_come_back_as_they_are(edit: LongText, text: str) -> None:
    paste(edit, text)
    assert edit.text() == text.replace("\u2029", "\n").replace("\ufdd0", "\n")
    edit.set_text("")
    edit.set_text(text)
    assert edit.text() == text.replace("\u2029", "\n").replace("\ufdd0", "\n")


def test_half_a_pair_of_surrogates_does_no_harm(edit: LongText, heard: list[str]) -> None:
    edit.set_text("a\ud800b")
    edit.grey_from(2, QColor("grey"))
    edit.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(edit, "c")
    assert heard[-1].endswith("bc")


def test_a_paste_goes_to_the_cursor_and_replaces_the_selection(edit: LongText, heard: list[str]) -> None:
    for new in ("NEW", "NEW" * 2000):  # short, and long
        edit.set_text("🙂 one\ntwo three")
        cursor = edit.document().find("two")
        edit.setTextCursor(cursor)
        paste(edit, new)
        assert heard[-1] == edit.text() == f"🙂 one\n{new} three"
        QTest.keyClicks(edit, "!")
        assert edit.text() == f"🙂 one\n{new}! three"


@pytest.mark.parametrize(
    ("piece", "wrapping"),
    [("the quick brown fox ", AT_WORDS), ("x", ANYWHERE), ("🙂", ANYWHERE), ("a line\n", AT_WORDS)],
)
def test_endless_words_break_anywhere(edit: LongText, heard: list[str], piece: str, wrapping: object) -> None:
    """Qt looks for a place to break a word of 300,000 letters for three seconds, at every key."""
    text = (piece * 100_000)[:100_000]
    paste(edit, text)
    QTest.keyClicks(edit, "!")
    assert heard == [text, text + "!"]
    assert edit.wordWrapMode() == wrapping
    paste(edit, "y" * 2000)
    assert edit.wordWrapMode() == wrapping
    edit.set_text("short")
    assert edit.wordWrapMode() == AT_WORDS


def test_a_long_text_is_put_into_an_empty_document(edit: LongText) -> None:
    """Over an old text, however short, Qt lays the new one out twice: 100 ms for 100,000 letters of Arabic."""
    edit.set_text("x")
    changes: list[tuple[int, int]] = []
    edit.document().contentsChange.connect(lambda at, removed, added: changes.append((removed, added)))
    paste(edit, "النهر كان عميقا " * 2000)
    edit.set_text("word " * 2000)
    assert all(removed <= 1 for removed, added in changes if added > 1)
    assert max(added for _, added in changes) > 10_000


def test_what_is_too_long_to_show_is_kept(edit: LongText, heard: list[str]) -> None:
    text = "word " * 40_000
    paste(edit, text)
    assert heard == [text]
    assert len(edit.toPlainText()) == SHOWN
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClicks(edit, "A ")
    assert edit.text() == "A " + text
    QTest.keyClick(edit, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(edit, "x")
    assert edit.text() == "x"


def test_selecting_all_and_pasting_replaces_what_is_not_shown_too(edit: LongText) -> None:
    edit.set_text("word " * 40_000)
    edit.selectAll()
    paste(edit, "new " * 1000)
    assert edit.text() == "new " * 1000
    edit.set_text("word " * 40_000)
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Backspace)
    assert edit.text() == ""


def test_a_text_beyond_the_limit_is_refused_and_the_old_one_stays(edit: LongText, heard: list[str]) -> None:
    refused: list[str] = []
    edit.refused.connect(refused.append)
    edit.set_text("kept")
    edit.moveCursor(QTextCursor.MoveOperation.End)
    paste(edit, "y" * LONGEST)
    assert (edit.text(), heard) == ("kept", [])
    assert refused == ["250,004 characters are too many: 250,000 is the most. Nothing was changed."]
    full = "z" * LONGEST
    edit.set_text(full)
    QTest.keyClicks(edit, "!")
    assert (edit.text(), heard) == (full, [])
    assert len(refused) == 2


def test_an_input_method_is_heard_when_it_commits(edit: LongText, heard: list[str]) -> None:
    edit.set_text("")
    QApplication.sendEvent(edit, QInputMethodEvent("にほ", []))
    assert heard == []
    edit.set_text("")  # the same text: the composition goes on
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(edit, commit)
    assert heard == ["日本"]


def test_what_was_not_read_is_grey_from_the_right_character_on(edit: LongText) -> None:
    edit.set_text("🙂🙃 read unread")
    edit.grey_from(len("🙂🙃 read"), QColor("#808080"))
    (marked,) = edit.extraSelections()
    assert marked.cursor.selectedText() == " unread"
    assert marked.format.foreground().color() == QColor("#808080")
    edit.set_text("other")
    assert edit.extraSelections() == []


def test_undo_and_redo_are_left_to_the_window(edit: LongText) -> None:
    QTest.keyClicks(edit, "abc")
    QTest.keyClick(edit, Qt.Key.Key_Z, CTRL)
    assert edit.text() == "abc"
    assert not edit.isUndoRedoEnabled()


def test_formatted_text_and_pictures_are_pasted_as_words(edit: LongText) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    edit.insertFromMimeData(data)
    link = QMimeData()
    link.setUrls([QUrl("https://example.org/a")])
    edit.insertFromMimeData(link)
    assert edit.text().startswith("bold")
    assert "<b>" not in edit.text()
