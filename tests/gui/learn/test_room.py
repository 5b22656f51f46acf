"""The room: every chapter whole in every size, read by keyboard alone, its scenes opened and taken back."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.learn import CHAPTERS
from engine.learn.records import Live
from engine.scene import CHAPTERS as NAMES
from gui.learn import link
from gui.learn.live.frame import LiveFrame
from gui.learn.live.kinds import KINDS
from gui.learn.prose import Prose
from gui.learn.room import LearnRoom
from gui.look.theme import theme
from gui.store import Store
from tests.gui.learn.conftest import settle

SIZES = ((1440, 823), (1280, 643), (960, 523))  # of the room in windows of 1440 x 900, 1280 x 720, 960 x 600


def cut(room: LearnRoom) -> list[str]:
    """Words on screen that have less room than they need."""
    shown = [prose for prose in room.findChildren(Prose) if prose.isVisible()]
    short = [p.words for p in shown if p.height() < p.height_for(p.width())]
    wide = [p.words for p in shown if p.minimumSizeHint().width() > p.width()]
    return short + wide


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_no_word_of_any_page_is_cut_and_nothing_overlaps(
    room: LearnRoom, store: Store, size: tuple[int, int], colours: str
) -> None:
    room.resize(*size)
    store.update(theme=colours)
    room.apply_theme(theme(colours))
    for name in NAMES:
        room.open(name)
        QApplication.processEvents()
        page = room.article.page
        assert page is not None and cut(room) == [], name
        boxes = page.places(page.width())[0]
        assert not any(a.intersects(b) for a, b in combinations(boxes, 2)), name
        assert page.x() >= 0 and page.geometry().right() < room.article.viewport().width()
        buttons = [b.geometry() for b in (room.steps.back, room.steps.next) if b.isVisible()]
        assert not (len(buttons) == 2 and buttons[0].intersects(buttons[1]))


def test_every_live_block_of_the_chapters_is_there(room: LearnRoom) -> None:
    asked = [block for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Live)]
    assert {block.kind for block in asked} <= set(KINDS)


def test_all_chapters_are_read_by_keyboard_alone(
    room: LearnRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(link, "open_address", opened.append)
    seen = [store.scene.chapter]
    bar = room.article.verticalScrollBar()
    for _ in NAMES[1:]:
        QTest.keyClick(room.article, Qt.Key.Key_PageDown)
        assert bar.value() > 0
        QTest.keyClick(room.article, Qt.Key.Key_Down)
        QTest.keyClick(room.article, Qt.Key.Key_Up)
        room.steps.next.setFocus()
        QTest.keyClick(room.steps.next, Qt.Key.Key_Return)
        seen.append(store.scene.chapter)
        assert bar.value() == 0
    assert seen == list(NAMES)
    assert room.progress.read == set(CHAPTERS)
    assert not room.steps.next.isVisible()
    assert opened == []
    room.step(-1)
    assert store.scene.chapter == NAMES[-2]


def test_the_keys_for_next_and_back_are_in_the_table(room: LearnRoom, store: Store) -> None:
    keys = {action.keys[0]: action.run for action in room.actions_of() if action.keys}
    keys["Alt+Right"]()
    keys["Alt+Right"]()
    keys["Alt+Left"]()
    assert store.scene.chapter == NAMES[1]
    keys["Ctrl+F"]()
    assert room.side.search.hasFocus()


def test_a_chapter_whose_end_was_seen_is_read(room: LearnRoom, qtbot: QtBot) -> None:
    room.open("when")
    assert "when" not in room.progress.read
    QTest.keyClick(room.article, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "when" in room.progress.read, timeout=2000)


def test_a_heading_is_gone_to_and_followed(room: LearnRoom) -> None:
    anchors = [anchor for _, anchor in room.side.list.entries[3].headings]
    room.open("scale", anchors[1])
    page, top = room.article.page, room.article.verticalScrollBar().value()
    assert page is not None
    box = page.heading_box(anchors[1])
    assert box is not None and abs(page.y() + box.top() - top - 16) <= 1
    assert room.side.list._heading == anchors[1]


def test_the_margin_stands_beside_the_text_or_below_it(room: LearnRoom) -> None:
    room.open("scale")
    assert room.margin.width() >= 300 and room.article.tail == ()
    room.resize(960, 523)
    QApplication.processEvents()
    page = room.article.page
    assert page is not None and room.margin.isVisible()
    assert room.margin.y() > page.geometry().bottom()
    room.resize(1440, 823)
    QApplication.processEvents()
    assert room.article.tail == () and room.margin.isVisible() and room.steps.isVisible()
    assert not room.article.isAncestorOf(room.margin)


TRIES = [(name, index) for name, chapter in CHAPTERS.items() for index in range(len(chapter.tries))]


def test_every_try_opens_its_scene_and_one_undo_takes_it_back(room: LearnRoom, store: Store) -> None:
    assert len(TRIES) >= len(CHAPTERS)
    store.update(scale=7.0, variant="causal", merge=False, text="Mine.")
    for name, index in TRIES:
        room.open(name)
        before = store.scene
        card = room.margin.cards[index]
        card.click() if index % 2 else QTest.keyClick(card, Qt.Key.Key_Return)
        wanted = dict(CHAPTERS[name].tries[index].fields)
        for field, value in wanted.items():
            assert getattr(store.scene, field) == value, (name, index, field)
        assert store.scene.workspace != "learn" and store.scene.chapter == name
        if "scale" not in wanted:
            assert store.scene.scale is None, "what the person chose before is not mixed in"
        store.undo()
        kept: dict[str, Any] = {"workspace": "learn", "viewport": before.viewport, "step": before.step}
        assert replace(store.scene, **kept) == before, (name, index)
        store.update(workspace="learn")


def frames(room: LearnRoom) -> list[LiveFrame]:
    assert room.article.page is not None
    return room.article.page.frames


def test_live_parts_are_made_when_they_come_into_sight(room: LearnRoom, qtbot: QtBot) -> None:
    room.open("flash")
    qtbot.wait(20)
    assert frames(room)[1].body is None
    room.article.verticalScrollBar().setValue(room.article.verticalScrollBar().maximum() // 2)
    qtbot.waitUntil(lambda: frames(room)[1].body is not None, timeout=2000)


def test_tab_makes_a_live_part_and_goes_into_it(room: LearnRoom, qtbot: QtBot) -> None:
    room.open("formula")
    room.article.setFocus()
    passed: list[LiveFrame] = []
    for _ in range(60):
        QTest.keyClick(QApplication.focusWidget() or room, Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
        inside = [frame for frame in frames(room) if at is not None and frame.isAncestorOf(at)]
        passed += [frame for frame in inside if frame not in passed]
        if len(passed) == len(frames(room)):
            break
    assert passed == frames(room)


def live(room: LearnRoom, qtbot: QtBot, name: str, index: int = 0) -> Any:
    room.open(name)
    frame = frames(room)[index]
    frame.wake()
    settle(room, qtbot)
    return frame.body


def test_a_live_slider_changes_its_own_scene_only(room: LearnRoom, store: Store, qtbot: QtBot) -> None:
    body, before = live(room, qtbot, "scale"), store.scene
    frame = frames(room)[0]
    slider = body.findChild(type(body.panes[2].slider), "scaleSlider")
    assert frame.again.isHidden() and slider.value() == 1.0
    QTest.keyClick(slider, Qt.Key.Key_Right)
    settle(room, qtbot)
    assert body.store.scene.scale > 1.0 and body.view.scene == body.store.scene
    assert store.scene == before and not store.can_undo
    assert frame.again.isVisibleTo(frame)
    frame.again.click()
    settle(room, qtbot)
    assert body.store.scene.scale == 1.0 and frame.again.isHidden()


def test_live_parts_follow_the_theme_and_keep_their_scene(room: LearnRoom, store: Store, qtbot: QtBot) -> None:
    body = live(room, qtbot, "idea")
    body.store.update(query=5)
    store.update(theme="dark")
    room.apply_theme(theme("dark"))
    settle(room, qtbot)
    assert body.store.scene.theme == "dark" and body.store.scene.query == 5
    assert body.panes[0].theme is theme("dark")


def test_two_live_parts_of_a_page_each_get_their_numbers(room: LearnRoom, qtbot: QtBot) -> None:
    room.open("idea")
    for frame in frames(room):
        frame.wake()
    settle(room, qtbot)
    first, second = (frame.body for frame in frames(room))
    texts = [frame.block.fields["text"] for frame in frames(room)]
    assert texts[0] != texts[1]
    assert first is not None and second is not None
    assert [body.view.capture.text for body in (first, second)] == texts


def test_the_wheel_scrolls_the_article_over_a_map_that_was_not_clicked(room: LearnRoom, qtbot: QtBot) -> None:
    body = live(room, qtbot, "formula")
    room.article.setFocus()
    heatmap = body.panes[0].heatmap
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent

    def wheel() -> QWheelEvent:
        at = QPointF(heatmap.rect().center())
        none = Qt.KeyboardModifier.NoModifier
        phase = Qt.ScrollPhase.NoScrollPhase
        return QWheelEvent(at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, none, phase, False)

    event = wheel()
    QApplication.sendEvent(heatmap, event)
    assert body.store.scene.viewport is None
    heatmap.setFocus()
    QApplication.sendEvent(heatmap, wheel())
    assert body.store.scene.viewport is not None


def test_keys_that_nobody_takes_scroll(room: LearnRoom) -> None:
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier)
    room.keyPressEvent(event)
    assert room.article.verticalScrollBar().value() > 0
