"""The foot of a chapter: where both titles have no room the way back gives up its own, and nothing is cut."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gui.learn.steps import Steps
from gui.look.drawing import text_width
from gui.parts.buttons import words_font

LONG = ("Where words stand: RoPE", "When to use it, and when not")


@pytest.mark.parametrize(
    ("width", "before", "after", "back"),
    [(376, *LONG, "Back"), (376, "Masks", "FlashAttention", "Masks"), (900, *LONG, LONG[0])],
)
def test_titles_are_whole_or_give_way(qtbot: QtBot, width: int, before: str, after: str, back: str) -> None:
    made = Steps()
    qtbot.addWidget(made)
    made.resize(width, made.height_for(width))
    made.show()
    made.show_titles(before, after)
    assert (made.back.words, made.next.words) == (back, after)
    for button in (made.back, made.next):
        assert button.width() >= button.sizeHint().width() > text_width(button.words, words_font("control"))
    assert not made.back.geometry().intersects(made.next.geometry())
    assert made.back.accessibleName() == f"Back: {before}"
