"""The search marks every place of its words in the open chapter, steps through them and goes on to other chapters."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.learn.marks import plain
from gui.learn.contents import found
from gui.learn.finder import searched
from gui.learn.formula import FormulaPart
from gui.learn.prose import Prose, markup
from gui.learn.ranges import pieces, ranges_of
from gui.learn.room import LearnRoom
from gui.look.theme import theme

LETTERS = st.text("abß ", max_size=12)
SHIFT = Qt.KeyboardModifier.ShiftModifier


@example("aaa", ["aa"])  # places that overlap
@given(LETTERS, st.lists(st.text("abAß", min_size=1, max_size=3), max_size=3))
def test_every_place_of_a_word_is_in_a_range_and_every_letter_of_a_range_is_in_a_place(
    text: str, words: list[str]
) -> None:
    ranges = ranges_of(text, words)
    inside = {at for start, end in ranges for at in range(start, end)}
    lower = "".join(letter.casefold()[0] if len(letter.casefold()) > 1 else letter.casefold() for letter in text)
    lower = text.casefold() if len(text.casefold()) == len(text) else lower
    places = {
        at + step
        for word in words
        for at in range(len(text))
        if lower.startswith(word.casefold(), at)
        for step in range(len(word.casefold()))
    }
    assert inside == places
    assert all(0 <= a < b <= len(text) for a, b in ranges) and all(a[1] < b[0] for a, b in pairwise(ranges))


@given(st.integers(0, 10), st.integers(0, 10), st.lists(st.integers(0, 20), max_size=6, unique=True))
def test_the_pieces_of_a_span_are_all_of_it(start: int, length: int, cuts: list[int]) -> None:
    cuts = sorted(cuts)
    ranges = list(zip(cuts[::2], cuts[1::2], strict=False))
    made = list(pieces(start, start + length, ranges))
    assert [at for a, b, _ in made for at in range(a, b)] == list(range(length))
    for a, b, hit in made:
        for at in range(start + a, start + b):
            assert hit == next((n for n, (first, last) in enumerate(ranges) if first <= at < last), -1)


def test_words_are_found_across_colours_and_lowered_letters() -> None:
    light = theme("light")
    text = "take √d{_k} of the {k:key}"
    ground, strong = light["warn_tint"].name(), light["warn"].name()
    assert ranges_of(plain(text), ["dk"]) == [(6, 8)]
    made = markup(text, light, ranges_of(plain(text), ["dk"]), 0)
    assert made.count(strong) == 2 and ground not in made, "d, and the k below it"
    assert "&lt;" in markup("a < b", light, [(2, 3)]) and markup("a < b", light) == "a &lt; b"


def test_places_are_marked_and_stepped_through_and_escape_takes_the_marks_away(room: LearnRoom) -> None:
    room.open("scale")
    field, finder = room.side.search, room.seeking.finder
    QTest.keyClicks(field, "gradient")
    page = room.article.page
    assert page is not None
    said = [part.words if isinstance(part, Prose) else part.accessibleName() for part in searched(page)]
    count = sum(plain(words).casefold().count("gradient") for words in said)
    assert finder.count == count > 3 and room.side.found.words == f"{count} in this chapter"
    assert shows(room, "warn_tint") and not shows(room, "warn")
    for at in (1, 2):
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert room.side.found.words == f"{at} of {count}"
    assert shows(room, "warn"), "the place that was gone to is in view"
    strong = [part for part in page.findChildren(Prose) if theme("light")["warn"].name() in part.text()]
    assert len(strong) == 1, "and no other is marked so"
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    assert room.side.found.words == f"1 of {count}"
    for _ in range(count - 1):
        QTest.mouseClick(room.side.found.next, Qt.MouseButton.LeftButton)
    assert finder.at == count - 1 and shows(room, "warn")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert finder.count == 0 and room.side.found.isHidden() and not shows(room, "warn") and not shows(room, "warn_tint")


def test_after_the_last_place_comes_the_next_chapter_that_has_one_and_before_the_first_the_one_before(
    room: LearnRoom,
) -> None:
    room.open("history")
    QTest.keyClicks(room.side.search, "one-hot")
    (only,) = [entry.name for entry in found("one-hot")]
    assert only == "scale" and room.side.found.words == "none in this chapter"
    QTest.keyClick(room.side.search, Qt.Key.Key_Return)
    assert room.store.scene.chapter == "scale" and room.side.found.words.startswith("1 of ")
    room.side.search.setText("memory")
    pages = [entry.name for entry in found("memory")]
    room.open(pages[0])
    visited = []
    for _ in range(60):
        QTest.keyClick(room.side.search, Qt.Key.Key_Return)
        visited.append(room.store.scene.chapter)
    assert list(dict.fromkeys(visited))[: len(pages)] == pages
    room.open(pages[0])
    QTest.keyClick(room.side.search, Qt.Key.Key_Return, SHIFT)
    finder = room.seeking.finder
    assert room.store.scene.chapter == pages[0] and finder.at == finder.count - 1
    for _ in range(finder.count):
        QTest.keyClick(room.side.search, Qt.Key.Key_Return, SHIFT)
    assert room.store.scene.chapter == pages[-1] and finder.at == finder.count - 1, "once around, backwards"
    room.side.search.setText("xyzzy")
    assert room.side.found.words == "none in this chapter" and not room.side.found.next.isEnabled()


def test_a_formula_is_found_by_what_is_said_of_it(room: LearnRoom) -> None:
    room.open("scale")
    room.side.search.setText("derivative of p i")
    page = room.article.page
    assert page is not None
    (formula,) = [part for part in searched(page) if isinstance(part, FormulaPart) and "derivative" in part._alt]
    before = formula.grab().toImage()
    assert before.pixelColor(20, 20) == theme("light")["warn_tint"]
    room.side.search.clear()
    assert formula.grab().toImage().pixelColor(20, 20) == theme("light")["window"]


def shows(room: LearnRoom, role: str) -> bool:
    """Whether the article has words on a ground of this colour, in sight."""
    QApplication.processEvents()
    wanted: QColor = theme("light")[role]
    picture = room.article.viewport().grab().toImage()
    rows = range(0, picture.height(), 2)
    return any(picture.pixelColor(x, y) == wanted for y in rows for x in range(0, picture.width(), 2))
