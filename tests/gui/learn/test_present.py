"""Present mode by keys alone, and a chapter on paper."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from engine.learn import CHAPTERS
from engine.learn.records import Heading, Live, Para
from gui.attention.strip.strip import TokenStrip
from gui.learn.magnified import Magnified
from gui.learn.part import Column
from gui.learn.present import Presenting
from gui.learn.printing import sheets_of, strips_of
from gui.learn.prose import Prose
from gui.learn.room import LearnRoom
from gui.learn.slides import slides_of
from gui.store import Store

A4 = 1072  # px of the column on one sheet


def presenting(room: LearnRoom, chapter: str) -> Presenting:
    room.open(chapter)
    room.present()
    assert room.presenting is not None
    return room.presenting


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_block_has_its_slide(chapter: str) -> None:
    blocks = [block for block in CHAPTERS[chapter].blocks if not isinstance(block, Heading)]
    assert [block for slide in slides_of(chapter) for block in slide.blocks] == blocks
    assert [not slide.blocks for slide in slides_of(chapter)] == [True, *[False] * (len(slides_of(chapter)) - 1)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_paragraph_is_on_the_slide_of_what_it_introduces(chapter: str) -> None:
    for one, other in pairwise(CHAPTERS[chapter].blocks):
        if isinstance(one, Para) and not isinstance(other, Para | Heading):
            assert any(one in slide.blocks and other in slide.blocks for slide in slides_of(chapter)), one


def test_the_words_after_a_live_part_that_none_introduces_are_beside_it() -> None:
    (slide,) = (slide for slide in slides_of("masks") if any(isinstance(block, Live) for block in slide.blocks))
    live, words = slide.blocks
    assert isinstance(live, Live) and isinstance(words, Para) and "“bank” no longer sees “river”" in words.text


@pytest.mark.parametrize("chapter", ["formula", "when", "history"])
def test_no_slide_is_cut(room: LearnRoom, chapter: str) -> None:
    room.resize(1280, 720)
    show = presenting(room, chapter)
    for at in range(len(show.slides)):
        show.go(at)
        QApplication.processEvents()
        column = show.column
        assert isinstance(column, Column) and show.rect().contains(show._area.geometry())
        for prose in column.findChildren(Prose):
            if prose.isVisible():
                assert prose.height_for(prose.width()) <= prose.height(), prose.words
    show.end()


def test_keys_go_on_and_back_and_escape_ends(room: LearnRoom, store: Store) -> None:
    before = store.scene
    show = presenting(room, "scale")
    assert show.size() == room.window().size() and show.hasFocus()
    seen = [show.at]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_PageDown, Qt.Key.Key_Left, Qt.Key.Key_End):
        QTest.keyClick(show, key)
        seen.append(show.at)
    last = len(show.slides) - 1
    QTest.keyClick(show, Qt.Key.Key_Right)
    assert [*seen, show.at] == [0, 1, 2, 3, 2, last, last]
    QTest.keyClick(show, Qt.Key.Key_Home)
    assert show.at == 0 and CHAPTERS["scale"].title in show.accessibleName()
    QTest.keyClick(show, Qt.Key.Key_Escape)
    assert room.presenting is None and not show.isVisible() and room.article.hasFocus()
    assert store.scene.workspace == before.workspace and not store.can_undo


def test_a_live_slide_fills_the_window_and_tab_goes_into_it_and_no_further(room: LearnRoom, qtbot: QtBot) -> None:
    show = presenting(room, "scale")
    show.go(next(i for i, slide in enumerate(show.slides) if any(isinstance(block, Live) for block in slide.blocks)))
    (frame,) = show.frames
    qtbot.waitUntil(lambda: frame.settled, timeout=30_000)
    (large,) = show.findChildren(Magnified)
    assert frame.body is not None and large.height() > 0.8 * show.height()
    stops = set[QWidget | None]()
    for _ in range(20):
        QTest.keyClick(QApplication.focusWidget() or show, Qt.Key.Key_Tab)
        held = QApplication.focusWidget()
        assert held is show or held is large
        stops.add(frame.focusWidget() if held is large else show)
    assert show in stops and len(stops) > 3
    show.end()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_a_live_part_is_larger_with_the_type(room: LearnRoom, qtbot: QtBot, size: tuple[int, int]) -> None:
    room.resize(*size)
    show = presenting(room, "idea")
    show.go(next(i for i, slide in enumerate(show.slides) if any(isinstance(block, Live) for block in slide.blocks)))
    (frame,), (large,) = show.frames, show.findChildren(Magnified)
    qtbot.waitUntil(lambda: frame.settled, timeout=30_000)
    zoom = large.transform().m11()
    assert zoom > 1.1 and frame.width() == pytest.approx(large.width() / zoom, abs=1)
    assert show.rect().contains(QRect(large.mapTo(show, QPoint(0, 0)), large.size()))
    strip = frame.findChild(TokenStrip)
    assert strip is not None and frame.body is not None
    chip = strip.mapTo(frame, strip.chip_rect(5).center())
    QTest.mouseClick(large.viewport(), Qt.MouseButton.LeftButton, pos=large.mapFromScene(QPointF(chip)))
    assert frame.body.store.scene.query == 5, "a click on what is seen"
    at = show.at
    QTest.keyClick(large, Qt.Key.Key_PageDown)
    assert show.at == at + 1, "keys that the live part has no use for"
    show.end()


def test_it_follows_the_size_of_the_window(room: LearnRoom) -> None:
    show = presenting(room, "idea")
    room.resize(1000, 700)
    QApplication.processEvents()
    assert show.size() == room.size()
    show.end()


def test_the_tasks_are_not_presented_or_printed(room: LearnRoom) -> None:
    room.open("tasks")
    room.present()
    assert room.presenting is None and room.side.present.isHidden() and room.side.print.isHidden()
    room.open("idea")
    assert room.side.present.isVisible()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_sheets_hold_everything_once_and_cut_nothing(room: LearnRoom, chapter: str) -> None:
    room.open(chapter)
    page = room.article.page
    assert page is not None
    strips = strips_of(page)
    assert strips[0].top() == 0 and strips[-1].bottom() >= page.height() - 1
    assert all(a.bottom() < b.top() for a, b in pairwise(strips))
    covered = [prose for prose in page.findChildren(Prose) if prose.isVisible()]
    for prose in covered:
        top = prose.mapTo(page, prose.rect().topLeft()).y()
        middle = top + prose.height() // 2
        assert any(strip.top() <= middle <= strip.bottom() for strip in strips), prose.words
        if prose.role not in ("caption",):
            assert any(s.top() <= top and top + prose.height() - 1 <= s.bottom() + 1 for s in strips), prose.words
    for heading in (prose for prose in covered if prose.role == "heading" and prose.y() and prose.parent() is page):
        strip = next(strip for strip in strips if strip.contains(heading.geometry().center()))
        assert strip.bottom() > heading.geometry().bottom() + 8, "a heading goes with what follows"
    sheets = sheets_of(page, A4)
    assert [strip for sheet in sheets for strip in sheet] == strips
    assert all(len(sheet) == 1 or sheet[-1].bottom() - sheet[0].top() < A4 for sheet in sheets)


def test_a_chapter_is_printed_with_its_live_parts_as_vectors(room: LearnRoom, qtbot: QtBot, tmp_path: Path) -> None:
    room.open("scale")
    job = room.print_to(tmp_path / "scale.pdf", "scale")
    room.open("tasks")  # while it is made
    with qtbot.waitSignal(job.done, timeout=60_000):
        pass
    written = (tmp_path / "scale.pdf").read_bytes()
    assert written.startswith(b"%PDF") and b"/FontFile" in written
    room.open("scale")
    assert len(re.findall(rb"/Type /Page\b", written)) == len(sheets_of(room.article.page, A4))  # type: ignore[arg-type]


def test_where_a_chapter_is_printed_to_is_asked_among_pdfs(room: LearnRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[QFileDialog] = []
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: asked.append(dialog))
    room.choose_print()
    assert asked[0].nameFilters() == ["PDF (*.pdf)"] and asked[0].defaultSuffix() == "pdf"


def test_a_page_that_is_being_printed_goes_with_its_room(store: Store, qtbot: QtBot, tmp_path: Path) -> None:
    room = LearnRoom(store)
    page = room.print_to(tmp_path / "idea.pdf", "idea").page
    room.stop()
    room.deleteLater()
    qtbot.waitUntil(lambda: not isValid(page))


def test_what_cannot_be_written_is_said(room: LearnRoom, qtbot: QtBot, tmp_path: Path) -> None:
    room.open("papers")
    job = room.print_to(tmp_path / "no" / "such" / "folder.pdf", "papers")
    with qtbot.waitSignal(job.failed, timeout=60_000) as told:
        pass
    assert told.args == ["“folder.pdf” cannot be saved: No such file or directory."]
