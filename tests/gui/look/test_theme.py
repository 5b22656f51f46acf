"""Colours that can be read, maps that start at the paper, digits of one width."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics
from pytestqt.qtbot import QtBot

from gui.look.colours import BLACK, WHITE
from gui.look.theme import Theme, font, line_height, load_fonts, theme

THEMES = ("light", "dark")
TEXT = ("ink", "ink2", "ink3", "query", "key", "value", "error", "warn", "good")
GROUNDS = ("surface", "window", "sunken", "raised")


def luminance(colour: QColor) -> float:
    rgb = (colour.redF(), colour.greenF(), colour.blueF())
    parts = [float(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: QColor, b: QColor) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", TEXT)
def test_text_can_be_read_on_every_background(name: str, role: str) -> None:
    chosen = theme(name)
    assert min(contrast(chosen[role], chosen[ground]) for ground in GROUNDS) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("colours", ["violet", "viridis", "cividis", "grey"])
def test_zero_is_nearest_to_the_paper_and_one_farthest(name: str, colours: str) -> None:
    chosen = theme(name, colours)
    paper = luminance(chosen["surface"])
    away = [abs(luminance(QColor.fromRgb(int(c))) - paper) for c in chosen.sequential.colours[::32]]
    assert away == sorted(away)


@pytest.mark.parametrize("name", THEMES)
def test_the_middle_of_the_diverging_map_is_the_paper(name: str) -> None:
    chosen = theme(name)
    assert contrast(QColor.fromRgb(int(chosen.diverging.colours[128])), chosen["surface"]) < 1.12


@pytest.mark.parametrize("name", THEMES)
def test_ink_on_a_cell_is_the_better_of_the_two(name: str) -> None:
    chosen: Theme = theme(name)
    for table in (chosen.sequential, chosen.diverging):
        for cell, ink in zip(table.colours, table.inks, strict=True):
            ground = QColor.fromRgb(int(cell))
            best = max(contrast(QColor(each), ground) for each in (WHITE, BLACK))
            assert contrast(QColor.fromRgb(int(ink)), ground) == pytest.approx(best, abs=0.02)


@pytest.mark.parametrize("name", THEMES)
def test_the_anchors_are_met_exactly(name: str) -> None:
    table = theme(name).sequential.colours
    expected = {"light": (0xFFFAF8FD, 0xFF211262), "dark": (0xFF202027, 0xFFF6E6FE)}[name]
    assert (int(table[0]), int(table[-1])) == expected
    assert table.dtype == np.uint32


def test_fonts_are_the_bundled_ones_with_digits_of_one_width(qtbot: QtBot) -> None:
    load_fonts()
    assert QFontInfo(font("body")).family() == "Inter"
    assert QFontInfo(font("code")).family() == "JetBrains Mono"
    widths = {QFontMetrics(font("body")).horizontalAdvance(digit) for digit in "0123456789"}
    assert len(widths) == 1
    assert line_height("body") == 18
