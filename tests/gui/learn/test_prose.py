"""Words with marks on screen: colours by theme, whole lines, nothing of a text taken for markup."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QWidget

from engine.learn.pseudocode import LINES
from gui.learn.listing import Listing, pieces_of
from gui.learn.prose import Prose, markup
from gui.look.theme import line_height, theme

LONG = "Take a {q:query} and a {k:key} whose d{_k} entries are independent, and x{^2} besides. " * 4


def prose(text: str, role: str = "text") -> Prose:
    made = Prose(text, role)
    made.apply_theme(theme("light"))
    return made


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(("mark", "role"), [("q", "query"), ("k", "key"), ("v", "value"), ("n", "bar")])
def test_a_mark_takes_its_colour_from_the_theme(name: str, mark: str, role: str) -> None:
    colours = theme(name)
    assert f"color:{colours[role].name()}" in markup(f"a {{{mark}:word}} b", colours)


def test_no_line_ends_about_a_sign_or_before_a_unit() -> None:
    text = "N × N of {n:12} × {n:32} = {n:384}, m − n, a score −∞, {n:192} KiB, {n:5} bits, {n:9 %}, O / ℓ."
    said = re.sub("<[^>]+>", "", markup(text, theme("light"))).replace("\u00a0", "_")
    assert said == "N_×_N of 12_×_32_=_384, m_−_n, a score −∞, 192_KiB, 5_bits, 9_%, O_/_ℓ."
    assert markup("312 TFLOP/s, 9 op/B, key/value", theme("light")) == "312 TFLOP/\u2060s, 9 op/\u2060B, key/value"


def test_a_theme_repaints_the_words() -> None:
    made = prose("a {q:word}")
    made.apply_theme(theme("dark"))
    assert theme("dark")["query"].name() in made.text()
    assert theme("light")["query"].name() not in made.text()


def test_letters_that_mean_something_to_html_stay_letters() -> None:
    said = "k < q & x > <b>y</b>"
    assert QTextDocumentFragment.fromHtml(markup(said, theme("light"))).toPlainText() == said


@pytest.mark.parametrize("role", ["chapter", "lead", "text", "body", "caption"])
def test_a_paragraph_is_whole_lines_high_whatever_is_raised_or_lowered(role: str, qapp: object) -> None:
    made = prose(LONG, role)
    lines, rest = divmod(made.height_for(500), line_height(role))
    assert rest == 0 and lines >= 2
    assert made.height_for(250) > made.height_for(500)


def test_screen_readers_get_the_words_without_marks() -> None:
    assert prose("a {q:word} of √d{_k}, **bold**").accessibleName() == "a word of √dk, bold"


def test_zoom_enlarges_lines_and_letters() -> None:
    made = prose("word")
    small = made.height_for(500), made.font().pixelSize()
    made.set_zoom(2.0)
    assert (made.height_for(500), made.font().pixelSize()) == (2 * small[0], 2 * small[1])


@pytest.mark.parametrize("letters", [36, 44, 51, 80])
@pytest.mark.parametrize("line", LINES)
def test_a_broken_line_of_code_fits_and_loses_nothing(line: str, letters: int) -> None:
    pieces = pieces_of(line, letters)
    assert all(len(piece) <= letters for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(line.split())


def test_the_lit_line_of_a_listing_is_marked_and_said(qapp: object) -> None:
    holder = QWidget()
    made = Listing(LINES, 3, holder)
    made.apply_theme(theme("light"))
    made.setGeometry(0, 0, 340, made.height_for(340))
    picture = made.grab().toImage()
    lit, other = made.line_rect(3), made.line_rect(6)
    assert picture.pixelColor(1, lit.center().y()) == theme("light")["ink"]
    assert picture.pixelColor(1, other.center().y()) != theme("light")["ink"]
    assert LINES[3].strip() in made.accessibleDescription()
    made.light(6)
    assert made.grab().toImage().pixelColor(1, other.center().y()) == theme("light")["ink"]
