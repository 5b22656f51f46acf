"""The pseudocode: its current line is marked and always shown, and all of it is copied."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.flash.frame.view import FlashView
from engine.flash.words.code import code_of
from gui.flash.code.layout import LEAST, SMALLEST, TALLEST, letter_size, line_height, shown_lines, width_of
from gui.flash.code.pane import NAMES, TOP, CodePane
from gui.look.theme import font, theme
from gui.store import Store
from tests.gui.flash.handmade import picture
from tests.gui.flash.pixels import at, colours, columns, has, plain

LIGHT = theme("light")
ALL = [(algorithm, "forward") for algorithm in NAMES] + [(name, "backward") for name in ("standard", "fa1", "fa2")]


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> CodePane:
    made = CodePane(store)
    made.resize(374, 316)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_line_is_measured_in_a_font_of_its_own(qapp: QApplication) -> None:
    before = font("code", 500).pixelSize()
    width_of(code_of("fa2", "forward")[0], SMALLEST)
    assert font("code", 500).pixelSize() == before != SMALLEST


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_current_line_is_marked(pane: CodePane, look: Callable[..., FlashView], name: str) -> None:
    pane.apply_theme(theme(name))
    for step in (1, 20, 31):
        view = look(step=step)
        pane.show_view(view)
        image = picture(pane)
        lit = [
            n for n in pane.shown() if at(image, 368 - 14, pane.line_rect(n).top() + 1) == theme(name)["sunken"].name()
        ]
        assert lit == [view.line]
        box = pane.line_rect(view.line)
        assert at(image, box.left(), box.center().y()) == theme(name)["ink"].name()


def test_letters_have_their_colour(pane: CodePane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=20))
    image = picture(pane)
    for line, role in ((2, "query"), (5, "key"), (12, "value")):
        assert has(image, pane.line_rect(line), LIGHT[role]), line
        assert not has(image, pane.line_rect(8), LIGHT[role])


@pytest.mark.parametrize(("algorithm", "direction"), ALL)
@pytest.mark.parametrize("size", [(374, 316), (374, 240), (260, 212)])
def test_the_current_line_is_always_shown(
    pane: CodePane, look: Callable[..., FlashView], algorithm: str, direction: str, size: tuple[int, int]
) -> None:
    pane.resize(*size)
    view = look(algorithm=algorithm, direction=direction)
    count = len(code_of(algorithm, direction))
    for step in range(1, len(view.schedule) + 1, 11):
        pane.show_view(look(algorithm=algorithm, direction=direction, step=step))
        box = pane.line_rect(pane.view.line)  # type: ignore[union-attr]
        assert box.top() >= TOP and box.bottom() < pane.height() and box.height() >= LEAST
        assert pane.shown().start >= 1 and pane.shown()[-1] <= count


@pytest.mark.parametrize(("algorithm", "direction"), ALL)
def test_no_line_runs_out_of_the_pane(
    pane: CodePane, look: Callable[..., FlashView], algorithm: str, direction: str
) -> None:
    for width in (374, 290):
        pane.resize(width, 700)
        pane.show_view(look(algorithm=algorithm, direction=direction, step=3))
        pane.clearFocus()  # its ring runs along the edge
        image = picture(pane)
        edge = QRect(width - 11, TOP, 7, pane.height() - TOP)
        assert colours(image, edge) == {LIGHT["surface"].name()}


def test_a_line_that_is_cut_is_whole_on_hover(pane: CodePane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(algorithm="decoding", step=3))
    line = pane.line_rect(4).center()
    assert pane.tip_at(line.x(), line.y()) == ""
    pane.resize(260, 316)
    assert plain(pane.tip_at(100, pane.line_rect(4).center().y())) == "for each key block j of the range it may see"
    assert pane.tip_at(100, pane.line_rect(2).center().y()) == ""


def wheel(pane: CodePane, by: int) -> None:
    middle = QPointF(pane.rect().center())
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(pane, QWheelEvent(middle, middle, QPoint(), QPoint(0, by), *none, False))


def test_the_wheel_shows_the_other_lines_until_the_next_step(pane: CodePane, look: Callable[..., FlashView]) -> None:
    choices = {"algorithm": "standard", "direction": "backward"}
    pane.show_view(look(step=3, **choices))
    assert pane.shown().start == 1 and len(pane.shown()) < 31
    wheel(pane, -120)
    assert pane.shown().start == 2
    for _ in range(40):
        wheel(pane, -120)
    assert pane.shown()[-1] == 31 and pane.line_rect(1) == QRect()
    thumb = columns(picture(pane), QRect(pane.width() - 11, pane.height() - 20, 8, 8), LIGHT["ink3"].name())
    assert len(thumb) == 3, "the bar at the edge is at its end"
    pane.show_view(look(step=3, **choices))
    assert pane.shown()[-1] == 31, "the same frame again changes nothing"
    pane.show_view(look(step=4, **choices))
    assert pane.shown().start == 1


def test_it_is_copied_whole(pane: CodePane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(algorithm="standard", direction="backward", step=3))
    pane.setFocus()
    QTest.keyClick(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert (
        len(lines) == 31 and lines[:2] == ["for each key block j", "  dVj ← 0"] and lines[-1].startswith("  store dK")
    )


def test_it_is_spoken(pane: CodePane, look: Callable[..., FlashView]) -> None:
    pane.show_view(look(step=31))
    assert pane.accessibleDescription() == "Line 10 of 13: ℓ, O ← α ℓ, α O"
    pane.show_view(look(step=0))
    assert pane.accessibleDescription() == "Line 0 of 13: not begun"


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 900))
def test_lines_that_are_shown(count: int, current: int, room: int) -> None:
    tall = line_height(count, room)
    assert LEAST <= tall <= TALLEST
    shown = shown_lines(count, min(current, count), room, tall)
    assert shown.start >= 1 and shown[-1] <= count and len(shown) == min(count, max(room // tall, 1))
    assert current == 0 or min(current, count) in shown


def test_letters_are_as_large_as_fit() -> None:
    lines = code_of("decoding", "forward")

    def widest(size: int) -> int:
        return max(width_of(line, size) for line in lines)

    for room in (600, 330, 310, 290):
        size = letter_size(lines, room, 20)
        assert widest(size) <= room and (size == font("code").pixelSize() or widest(size + 1) > room)
    assert letter_size(lines, 100, 20) == SMALLEST and letter_size(lines, 600, LEAST) == LEAST - 3
