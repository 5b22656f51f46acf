"""The foot of a chapter: titles are whole, in two lines where one has no room, and the way back may give up its own."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.learn import CHAPTERS
from gui.learn.columns import WIDTHS
from gui.learn.steps import Steps, halves
from gui.look.drawing import text_width
from gui.parts.buttons import words_font

LONG = ("Where words stand: RoPE", "When words stand, and when they do not")


def steps(qtbot: QtBot, width: int, before: str, after: str) -> Steps:
    made = Steps()
    qtbot.addWidget(made)
    made.resize(width, made.height_for(width))
    made.show()
    made.show_titles(before, after)
    return made


@pytest.mark.parametrize(
    ("width", "before", "after", "back", "lines"),
    [
        (420, *LONG, "Back", 1),
        (316, *LONG, "Back", 2),
        (376, "Masks", "FlashAttention", "Masks", 1),
        (900, *LONG, LONG[0], 1),
    ],
)
def test_titles_are_whole_or_give_way(qtbot: QtBot, width: int, before: str, after: str, back: str, lines: int) -> None:
    made = steps(qtbot, width, before, after)
    assert (made.back.words, made.next.words, len(made.next.lines())) == (back, after, lines)
    whole(made)
    assert made.back.accessibleName() == f"Back: {before}"


def test_no_title_of_a_chapter_is_cut_in_any_column(qtbot: QtBot) -> None:
    titles = ["", *(chapter.title for chapter in CHAPTERS.values()), "Tasks", ""]
    for margin in {margin for _, _, margin in WIDTHS if margin}:
        for before, after in zip(titles, titles[2:], strict=False):
            whole(steps(qtbot, margin, before, after))


def test_two_lines_are_as_alike_as_they_can_be() -> None:
    face = words_font("control")
    assert halves("When to use it, and when not", face) == ("When to use it,", "and when not")
    assert halves("Masks", face) == ("Masks",)


def whole(made: Steps) -> None:
    """Nothing is cut, and the buttons stand apart inside the foot."""
    for button in (made.back, made.next):
        if not button.isHidden():
            words = max(text_width(line, words_font("control")) for line in button.lines())
            assert button.width() >= button.sizeHint().width() > words
            assert made.rect().contains(button.geometry())
    assert not made.back.geometry().intersects(made.next.geometry()) or made.back.isHidden() or made.next.isHidden()
