"""The style sheet, the icons and the buttons: colours of the theme, and nothing of Qt's own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from gui.look.icons import FOLDER, draw_icon, pixmap
from gui.look.style import sheet
from gui.look.theme import Theme, load_fonts, theme
from gui.parts.buttons import RING, Button, IconButton, TextButton

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def fonts(qapp: object) -> None:
    load_fonts()


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest) -> Theme:
    return theme(request.param)


Shown = Callable[[Button], Button]


@pytest.fixture
def shown(qtbot: QtBot, look: Theme) -> Shown:
    """Shows a button alone on the theme's surface."""
    host = QWidget()
    qtbot.addWidget(host)
    palette = host.palette()
    palette.setColor(host.backgroundRole(), look["surface"])
    host.setPalette(palette)
    host.setAutoFillBackground(True)
    host.resize(200, 80)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)

    def show(button: Button) -> Button:
        button.setParent(host)
        button.apply_theme(look)
        button.move(20, 20)
        button.resize(button.sizeHint())
        button.show()
        return button

    return show


def body_colour(button: Button) -> QColor:
    return picture(button).pixelColor(button.body().topLeft() + QPoint(4, 4))


def picture(widget: QWidget) -> QImage:
    """The widget on what is behind it."""
    host = widget.parentWidget() or widget
    return host.grab(QRect(widget.mapTo(host, QPoint(0, 0)), widget.size())).toImage()


def test_every_colour_of_the_sheet_is_one_of_the_theme(look: Theme) -> None:
    used = {colour.lower() for colour in re.findall(r"#[0-9a-fA-F]{6}", sheet(look))}
    assert used
    assert used <= {colour.name() for colour in look.roles.values()}
    assert "{" not in re.sub(r"\{[^{}]*\}", "", sheet(look))


def test_the_sheet_reaches_a_text_field(qtbot: QtBot, look: Theme) -> None:
    edit = QPlainTextEdit("words " * 20)
    qtbot.addWidget(edit)
    edit.setStyleSheet(sheet(look))
    edit.resize(300, 60)
    edit.show()
    edit.selectAll()
    colours = edit.grab().toImage()
    found = {colours.pixelColor(x, y).name() for x in range(0, 290, 2) for y in range(0, 60, 2)}
    assert look["pressed"].name() in found
    assert "#308cc6" not in found  # Fusion's blue


def test_the_keyboard_ring_is_two_pixels_wide_and_two_away(shown: Shown, look: Theme) -> None:
    button = shown(TextButton("Export"))
    button.setFocus(Qt.FocusReason.TabFocusReason)
    seen = picture(button)
    middle = button.height() // 2
    row = [seen.pixelColor(x, middle).name() for x in range(RING + 1)]
    focus, around = look["focus"].name(), look["surface"].name()
    assert row[:4] == [focus, focus, around, around]
    assert row[4] == look["btn_line"].name()


def test_a_click_leaves_no_ring_and_the_next_key_shows_it(shown: Shown, look: Theme) -> None:
    button = shown(TextButton("Export"))
    focus, middle = look["focus"], QPoint(0, button.height() // 2)
    QTest.mouseClick(button, LEFT)
    assert button.hasFocus()
    assert picture(button).pixelColor(middle) != focus
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert picture(button).pixelColor(middle) == focus


def test_the_states_of_a_button(shown: Shown, look: Theme) -> None:
    button = shown(TextButton("Export"))
    assert body_colour(button) == look["raised"]
    QTest.mousePress(button, LEFT)
    assert body_colour(button) == look["pressed"]
    QTest.mouseRelease(button, LEFT)
    button.setEnabled(False)
    assert body_colour(button) == look["surface"]
    primary = shown(TextButton("Run", "primary"))
    assert body_colour(primary) == look["primary"]


def test_space_and_enter_press_a_button(shown: Shown) -> None:
    button = shown(IconButton("x", "Close"))
    presses: list[bool] = []
    button.clicked.connect(lambda: presses.append(True))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(button, key)
    assert len(presses) == 3
    assert button.accessibleName() == button.toolTip() == "Close"


def test_words_with_an_ampersand_have_no_shortcut(qtbot: QtBot) -> None:
    button = TextButton("Q&K")
    qtbot.addWidget(button)
    assert button.shortcut().isEmpty()
    assert button.accessibleName() == "Q&K"


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_icons_take_the_colour_and_the_ratio(ratio: float) -> None:
    red = QColor("#ff0000")
    made = pixmap("undo-2", red, 16, ratio)
    assert made.width() == round(16 * ratio)
    seen = made.toImage()
    inks = [seen.pixelColor(x, y) for x in range(seen.width()) for y in range(seen.height())]
    full = [ink for ink in inks if ink.alpha() == 255]
    assert full
    assert all((ink.red(), ink.green(), ink.blue()) == (255, 0, 0) for ink in full)


def test_the_icon_points_where_it_should() -> None:
    """undo-2 has its arrow at the left, so the left half of its upper part is fuller; redo-2 is its mirror."""

    def weights(name: str) -> tuple[int, int]:
        seen = pixmap(name, QColor("black"), 24).toImage()
        alpha = [[seen.pixelColor(x, y).alpha() for x in range(24)] for y in range(15)]
        return sum(sum(row[:10]) for row in alpha), sum(sum(row[14:]) for row in alpha)

    left, right = weights("undo-2")
    assert left > right
    left, right = weights("redo-2")
    assert left < right


def test_every_icon_draws_something() -> None:
    for path in FOLDER.glob("*.svg"):
        canvas = QImage(20, 20, QImage.Format.Format_ARGB32)
        canvas.fill(0)
        painter = QPainter(canvas)
        draw_icon(painter, path.stem, QRect(2, 2, 16, 16), QColor("black"))
        painter.end()
        assert any(canvas.pixelColor(x, y).alpha() for x in range(20) for y in range(20)), path.stem
    with pytest.raises(FileNotFoundError):
        pixmap("no such icon", QColor("black"), 16)


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_a_placeholder_has_the_ink_of_the_theme(
    kind: type[QLineEdit] | type[QPlainTextEdit], look: Theme, qtbot: QtBot
) -> None:
    field = kind()
    qtbot.addWidget(field)
    field.setStyleSheet(sheet(look))
    field.ensurePolished()
    assert field.palette().placeholderText().color() == look["ink3"]
