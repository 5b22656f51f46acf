"""Fonts whose own digits are the tabular ones."""

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QRawFont

from gui.export.tabular import tabular
from gui.look.theme import RESOURCES

pytestmark = pytest.mark.usefixtures("qapp")
INTER = sorted((RESOURCES / "fonts").glob("Inter-*.ttf"))


def raw(font: bytes) -> QRawFont:
    made = QRawFont(QByteArray(font), 100)
    assert made.isValid()
    return made


def widths(font: QRawFont, text: str) -> list[float]:
    return [round(font.advancesForGlyphIndexes([glyph])[0].x(), 3) for glyph in font.glyphIndexesForString(text)]


@pytest.mark.parametrize("path", INTER, ids=lambda path: path.stem)
def test_digits_are_equally_wide_and_words_as_before(path: Path) -> None:
    before, after = raw(path.read_bytes()), raw(tabular(path.read_bytes()))
    assert len(set(widths(before, "0123456789"))) > 1
    assert len(set(widths(after, "0123456789"))) == 1
    for letter in "ThebankofrivÄÖßж":
        assert before.glyphIndexesForString(letter) == after.glyphIndexesForString(letter)


def test_tabular_digits_are_the_font_s_own() -> None:
    """The same glyphs that the feature "tnum" gives."""
    from PySide6.QtGui import QFont, QTextLayout

    from gui.look.theme import font, load_fonts

    load_fonts()
    face = QFont(font("body"))
    layout = QTextLayout("0123456789", face)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    shaped = [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]
    path = next(path for path in INTER if "Regular" in path.stem)
    assert raw(tabular(path.read_bytes())).glyphIndexesForString("0123456789") == shaped


def test_what_has_no_tabular_digits_stays() -> None:
    for path in (RESOURCES / "fonts").glob("JetBrains*.ttf"):
        assert tabular(path.read_bytes()) == path.read_bytes()


def test_twice_is_once() -> None:
    once = tabular(INTER[0].read_bytes())
    assert tabular(once) == once
