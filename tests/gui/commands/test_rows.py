"""A row of the palette shows its whole title where there is room."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from gui.actions import Action
from gui.commands.finding import Found
from gui.commands.rows import _put_title
from gui.look.drawing import text_width
from gui.look.theme import load_fonts, theme
from gui.parts.buttons import words_font

TITLE = "Set the scale back to the model’s"


def ink(marks: tuple[int, ...], width: int = 500) -> int:
    """The last column that the title of a row paints."""
    image = QImage(500, 30, QImage.Format.Format_RGB32)
    image.fill(theme("light")["raised"])
    with QPainter(image) as painter:
        found = Found(Action("x", TITLE, (), lambda: None), marks)
        _put_title(painter, QRect(0, 0, width, 30), found, theme("light"))
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(30, 500)
    return int(np.flatnonzero((pixels != pixels[0, -1]).any(axis=0))[-1])


def test_a_title_is_whole_with_and_without_bold_letters_and_elided_where_it_is_too_long(qtbot: QtBot) -> None:
    load_fonts()
    plain, bold = (text_width(TITLE, words_font("body", weight)) for weight in (None, 600))
    assert abs(ink(()) - plain) <= 3
    assert abs(ink(tuple(range(len(TITLE)))) - bold) <= 3
    assert plain - 3 <= ink((8, 9, 10, 11, 12)) <= bold
    assert ink((8, 9, 10, 11, 12), 100) <= 100
