"""The sentence field, driven by keys and mouse: it grows over what is below, and every change reaches the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QImage, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import LONGEST_TEXT
from engine.shown.view import View
from gui.attention.context.field import HEIGHT, SentenceField
from gui.look.style import sheet
from gui.look.theme import theme
from gui.store import Store

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
PLACE = QRect(16, 10, 700, HEIGHT)
LONG = "The bank of the river was muddy. " * 30


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.setStyleSheet(sheet(theme("light")))
    made.resize(740, 300)
    return made


@pytest.fixture
def field(qtbot: QtBot, store: Store, host: QWidget) -> SentenceField:
    """A field over its place in a window, without the focus."""
    made = SentenceField(store, host)
    store.changed.connect(lambda new, old: made.show_scene(new))
    made.show_scene(store.scene)
    made.lie_over(PLACE)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)
    made.edit.clearFocus()
    return made


def click_text(field: SentenceField) -> None:
    QTest.mouseClick(field.edit.viewport(), LEFT)


def paste(field: SentenceField, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    field.edit.insertFromMimeData(data)


def test_typing_reaches_the_store_at_once_as_one_step(field: SentenceField, store: Store) -> None:
    store.update(key=3)
    click_text(field)
    QTest.keyClick(field.edit, Qt.Key.Key_End, CTRL)
    QTest.keyClicks(field.edit, " Yes")
    assert store.scene.text == "The bank of the river was muddy. Yes"
    assert store.scene.key is None
    store.undo()
    assert field.edit.text() == "The bank of the river was muddy."
    store.redo()
    assert field.edit.text() == "The bank of the river was muddy. Yes"


def test_what_comes_from_the_store_is_shown_and_not_sent_back(field: SentenceField, store: Store) -> None:
    heard: list[str] = []
    field.edit.edited.connect(heard.append)
    store.update(text="From\r\nelsewhere\u00a0!")
    assert field.edit.toPlainText() == "From\nelsewhere !"
    assert store.scene.text == "From\r\nelsewhere\u00a0!"
    assert heard == []


def test_undo_is_the_windows(field: SentenceField, store: Store) -> None:
    shortcut = QShortcut(QKeySequence("Ctrl+Z"), field.window())
    shortcut.activated.connect(store.undo)
    click_text(field)
    QTest.keyClicks(field.edit, "x")
    QTest.keyClick(field.edit, Qt.Key.Key_Z, CTRL)
    assert store.scene.text == field.edit.text() == "The bank of the river was muddy."


def test_it_grows_over_what_is_below_while_it_has_the_focus(field: SentenceField, store: Store) -> None:
    store.update(text=LONG)
    assert field.geometry() == PLACE
    click_text(field)
    line = field.edit.fontMetrics().lineSpacing()
    assert field.height() == HEIGHT + 4 * line
    assert (field.pos(), field.width()) == (PLACE.topLeft(), PLACE.width())
    store.update(text="two\nlines")
    assert field.height() == HEIGHT + line
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert field.height() == HEIGHT + 2 * line
    assert store.scene.text.count("\n") == 2
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert not field.edit.hasFocus()
    assert field.geometry() == PLACE
    assert store.scene.text.count("\n") == 2


def test_of_the_lines_above_nothing_shows_when_it_is_scrolled(field: SentenceField) -> None:
    click_text(field)
    paste(field, "gjpqy " * 300)
    edit = field.edit
    edit.verticalScrollBar().setValue(edit.verticalScrollBar().maximum())
    top = edit.viewport().grab().toImage()
    paper = field.theme["raised"].name()
    assert edit.contentOffset().y() < 0
    assert {top.pixelColor(x, 0).name() for x in range(2, 300)} == {paper}


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_leaves_it(field: SentenceField, store: Store, key: Qt.Key) -> None:
    click_text(field)
    QTest.keyClick(field.edit, key)
    assert not field.edit.hasFocus()
    assert "\t" not in store.scene.text


def test_at_rest_a_long_text_ends_in_an_ellipsis(field: SentenceField, store: Store) -> None:
    def right_end(image: QImage) -> list[str]:
        area = field.edit.geometry()
        return [
            image.pixelColor(area.right() - x, y).name() for x in range(30) for y in range(area.top(), area.bottom())
        ]

    store.update(text="short")
    assert set(right_end(field.grab().toImage())) == {theme("light")["raised"].name()}
    store.update(text=LONG)
    assert not field.edit.one_line_is_enough()
    rest = field.grab().toImage()
    assert len(set(right_end(rest))) > 1
    store.update(text=LONG[:-40])
    assert field.grab().toImage() == rest  # the start, whatever the end
    store.update(text="שלום עולם " * 60)
    assert len(set(right_end(field.grab().toImage()))) > 1
    store.update(text="one\n" + "word " * 30)  # all lines in one
    assert len(set(right_end(field.grab().toImage()))) > 1


def test_the_frame_shows_the_focus_and_a_refusal(field: SentenceField) -> None:
    colours, edge = theme("light"), QPoint(300, 0)
    assert field.grab().toImage().pixelColor(edge) == colours["line_strong"]
    click_text(field)
    seen = field.grab().toImage()
    assert [seen.pixelColor(300, y) for y in range(3)] == [colours["focus"], colours["focus"], colours["raised"]]
    field.refuse("No.")
    assert field.grab().toImage().pixelColor(edge) == colours["error"]
    assert field.edit.accessibleDescription() == "No."
    assert field.height() > HEIGHT


def test_a_text_beyond_the_limit_is_refused_with_a_sentence(field: SentenceField, store: Store) -> None:
    click_text(field)
    paste(field, "x" * (LONGEST_TEXT + 1))
    assert store.scene.text == "The bank of the river was muddy."
    assert "too many" in field.edit.accessibleDescription()
    grown = field.height()
    QTest.keyClicks(field.edit, "y")
    assert field.height() < grown
    assert len(store.scene.text) == len("The bank of the river was muddy.y")
    field.refuse("No.")
    store.undo()
    assert field.edit.accessibleDescription() != "No."


def test_a_long_paste_is_given_whole(field: SentenceField, store: Store) -> None:
    text = ("word " * 60_000)[:300_000]
    click_text(field)
    field.edit.selectAll()
    paste(field, text)
    assert store.scene.text == text
    store.undo()
    assert field.edit.text() == "The bank of the river was muddy."


def test_it_tells_how_many_tokens_there_are(field: SentenceField, store: Store, view: View) -> None:
    told = field.edit.accessibleDescription
    assert told() == "reading…"
    field.show_view(view)
    assert told() == "10 tokens"
    field.show_view(replace(view, capture=replace(view.capture, tokens=view.capture.tokens[:1])))
    assert told() == "1 token"
    field.show_view(view)
    store.update(head=3)
    assert told() == "10 tokens"
    store.update(text="New words")
    assert told() == "reading…"
    field.show_view(view)  # an answer that comes too late
    assert told() == "reading…"
    field.show_failure()
    assert told() == "not read"
    store.update(text="  ")
    assert told() == ""


def test_what_was_not_read_is_grey_in_both_themes(
    field: SentenceField, store: Store, capture: Capture, look: Callable[..., View]
) -> None:
    field.show_view(look(of=replace(capture, read=8)))
    (marked,) = field.edit.extraSelections()
    assert marked.cursor.selectedText() == capture.text[8:]
    field.apply_theme(theme("dark"))
    (marked,) = field.edit.extraSelections()
    assert marked.format.foreground().color() == theme("dark")["ink3"]
    field.show_view(look())
    assert field.edit.extraSelections() == []


def test_typing_over_an_open_file_goes_back_to_a_model(field: SentenceField, store: Store) -> None:
    store.update(source="/some/file.safetensors", model="unknown", layer=29, head=40)
    click_text(field)
    QTest.keyClicks(field.edit, "A")
    scene = store.scene
    assert (scene.source, scene.model, scene.layer, scene.head) == ("", "minilm", 5, 11)


def test_an_example_is_chosen_from_the_menu(field: SentenceField, store: Store) -> None:
    store.update(layer=5, head="mean")
    QTest.mouseClick(field.gallery, LEFT)
    menu = field.gallery.menu
    assert menu is not None
    names = list(GALLERY)
    assert len(menu.actions()) == len(names)
    at = names.index("animal-tired")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[at]).center())
    assert store.scene.text == field.edit.text() == GALLERY["animal-tired"].text
    assert (store.scene.layer, store.scene.head, store.scene.query) == (3, 1, 10)
    assert field.gallery.menu is None
    store.undo()
    assert field.edit.text() == "The bank of the river was muddy."


def test_files_are_left_to_the_window_and_words_are_not(field: SentenceField) -> None:
    files, words = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/a.txt")])
    words.setText("dropped")
    for data, accepted in ((files, False), (words, True)):
        buttons, keys = LEFT, Qt.KeyboardModifier.NoModifier
        event = QDragEnterEvent(QPointF(5, 5).toPoint(), Qt.DropAction.CopyAction, data, buttons, keys)
        QApplication.sendEvent(field.edit.viewport(), event)
        assert event.isAccepted() == accepted


def test_a_click_beside_the_text_is_in_the_field(field: SentenceField) -> None:
    QTest.mouseClick(field, LEFT, pos=QPoint(field.gallery.x() - 20, 16))
    assert field.edit.hasFocus()


def test_an_empty_field_invites(field: SentenceField, store: Store) -> None:
    store.update(text="")
    assert field.edit.placeholderText() == "Type a sentence"
    inked = field.grab().toImage()
    area = field.edit.geometry()
    colours = {inked.pixelColor(x, y).name() for x in range(area.left(), 120) for y in range(area.top(), area.bottom())}
    assert len(colours) > 5


def test_the_context_menu_has_no_undo_of_its_own(field: SentenceField) -> None:
    at = QPoint(10, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, field.edit.viewport().mapToGlobal(at))
    QApplication.sendEvent(field.edit.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    names = [action.objectName() for action in menu.actions() if not action.isSeparator()]
    menu.close()
    assert "edit-paste" in names
    assert not {"edit-undo", "edit-redo"} & set(names)


def test_the_open_field_says_what_was_read_since_it_covers_the_line_that_does(
    field: SentenceField, store: Store, capture: Capture, look: Callable[..., View]
) -> None:
    def has_amber() -> bool:
        seen, amber = field.grab().toImage(), theme("light")["warn"]
        places = [(x, y) for x in range(field.gallery.x() - 60, field.width()) for y in range(HEIGHT, field.height())]
        return any(seen.pixelColor(x, y) == amber for x, y in places)

    store.update(text=LONG)
    click_text(field)
    field.show_view(look(of=replace(capture, text=LONG, read=100)))
    assert has_amber()
    field.show_view(look(of=replace(capture, text=LONG, read=len(LONG))))
    assert not has_amber()
    field.show_view(look(of=replace(capture, text=LONG, read=100)))
    QTest.keyClicks(field.edit, "!")  # another text: nothing is known of it
    assert not has_amber()


def test_escape_leaves_the_text_before_it_closes_anything(field: SentenceField, host: QWidget) -> None:
    closed: list[bool] = []
    shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), host)
    shortcut.activated.connect(lambda: closed.append(True))
    click_text(field)
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert (field.edit.hasFocus(), closed) == (False, [])
    QTest.keyClick(host, Qt.Key.Key_Escape)
    assert closed == [True]


def test_a_long_text_has_its_scroll_bar_before_it_is_laid_out(field: SentenceField) -> None:
    """One that comes with the layout takes room from it, and all is laid out once more."""
    click_text(field)
    assert field.edit.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
    widths: list[int] = []
    field.edit.document().contentsChange.connect(lambda *_: widths.append(field.edit.viewport().width()))
    paste(field, "word " * 20_000)
    assert field.edit.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn
    assert set(widths) == {field.edit.viewport().width()}
    paste_all = QMimeData()
    paste_all.setText("word " * 300)
    field.edit.selectAll()
    field.edit.insertFromMimeData(paste_all)
    assert field.edit.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
    field.edit.clearFocus()
    assert field.edit.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
