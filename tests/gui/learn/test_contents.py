"""Contents, search, and the list of chapters."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.learn import CHAPTERS
from engine.scene import CHAPTERS as NAMES
from gui.learn.chapters import ChapterList
from gui.learn.contents import entries, found
from gui.learn.progress import progress_of
from gui.learn.prose import document_of
from gui.learn.side import Side
from gui.look.theme import theme
from gui.store import Store


def test_the_scene_names_the_pages_that_there_are() -> None:
    assert tuple(entry.name for entry in entries()) == NAMES
    assert [entry.number for entry in entries()] == [*map(str, range(1, len(CHAPTERS) + 1)), ""]


def test_a_search_finds_words_in_any_order_and_case_and_the_headings_they_stand_under() -> None:
    (one,) = [entry for entry in found("VANISHED gradient") if entry.name == "scale"]
    assert [words for words, _ in one.headings] == ["What the gradient loses"]
    assert found("vanished gradient") == found("gradient vanished")
    assert found("") == found("  ") == entries()
    assert found("xyzzy") == ()


def test_a_search_reads_tables_events_papers_and_captions() -> None:
    for words, name in (("longformer", "history"), ("dao", "papers"), ("sparsemax", "variants"), ("39 KiB", "when")):
        assert name in [entry.name for entry in found(words)], words


def chapter_list(store: Store) -> ChapterList:
    made = ChapterList(store, progress_of(store))
    made.resize(264, made.sizeHint().height())
    made.show()
    made.setFocus()
    return made


def test_another_width_makes_it_as_high_as_its_rows(store: Store, qapp: object) -> None:
    made = chapter_list(store)
    heights = []
    for width in (160, 264, 900):
        made.resize(width, made.height())
        heights.append(made.height())
        assert made.height() == made.sizeHint().height()
    assert heights[0] > heights[2], "titles that have room take one line"
    made.close()


def test_keys_move_and_enter_opens(store: Store, qapp: object) -> None:
    made, taken = chapter_list(store), list[tuple[str, str]]()
    made.chosen.connect(lambda page, anchor: taken.append((page, anchor)))
    subs = len(entries()[0].headings)
    for _ in range(subs + 1):
        QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Home)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Space)
    QTest.keyClick(made, Qt.Key.Key_End)
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert taken == [("qkv", ""), ("idea", entries()[0].headings[0][1]), ("tasks", "")]
    made.close()


@pytest.mark.parametrize("width", [232, 250, 264])
def test_no_word_of_it_is_cut_and_what_is_lowered_stays_so(store: Store, qapp: object, width: int) -> None:
    for read in CHAPTERS:
        progress_of(store).mark_read(read)
    for name in CHAPTERS:
        store.update(chapter=name)
        made = chapter_list(store)
        made.resize(width, made.sizeHint().height())
        made.show_page("")
        rows = made.places()
        for row, below in pairwise(rows):
            role, weight = made.role_of(row)
            box = made.words_rect(row)
            document = document_of(row.words, role, weight, box.width(), "black")
            assert document.idealWidth() <= box.width() and document.size().height() <= row.box.height(), row
            assert row.box.bottom() < below.box.top()
        assert rows[-1].box.bottom() < made.height()
        made.close()
    store.update(chapter="scale")
    made = chapter_list(store)
    (row,) = [row for row in made.places() if row.anchor == "always"]
    assert "{_k}" in row.words and "{" not in made.tip_at(row.box.center().x(), row.box.center().y())
    made.close()


def test_a_click_opens_what_it_is_on(store: Store, qapp: object) -> None:
    made, taken = chapter_list(store), list[str]()
    made.chosen.connect(lambda page, anchor: taken.append(page))
    for name in ("rope", "papers"):
        QTest.mouseClick(made, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, made.row_rect(name).center())
    assert taken == ["rope", "papers"]
    made.close()


def test_a_read_chapter_has_a_tick(store: Store, qapp: object) -> None:
    made = chapter_list(store)
    made.apply_theme(theme("light"))
    box = made.row_rect("qkv").adjusted(190, 4, -4, -4)
    before = made.grab(box).toImage()
    progress_of(store).mark_read("qkv")
    assert made.grab(box).toImage() != before
    assert made.grab(made.row_rect("scale").adjusted(190, 4, -4, -4)).toImage() == before
    made.close()


def test_progress_belongs_to_a_store_and_tells_once(store: Store) -> None:
    told = list[int]()
    progress_of(store).changed.connect(lambda: told.append(1))
    progress_of(store).mark_read("idea")
    progress_of(store).mark_read("idea")
    assert progress_of(store).read == {"idea"} and told == [1]
    assert progress_of(Store()).read == set()


def test_the_search_field_filters_goes_on_and_empties(store: Store, qapp: object) -> None:
    side, steps = Side(store, progress_of(store)), list[int]()
    side.stepped.connect(steps.append)
    side.resize(264, 700)
    side.show()
    QTest.keyClicks(side.search, "vanished gradient")
    assert [row.page for row in side.list.places() if not row.anchor] == [e.name for e in found("vanished gradient")]
    QTest.keyClick(side.search, Qt.Key.Key_Return)
    QTest.keyClick(side.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert steps == [1, -1] and not side.found.isHidden()
    QTest.keyClick(side.search, Qt.Key.Key_Escape)
    assert side.search.text() == "" and len(side.list.entries) == len(entries())
    side.close()
