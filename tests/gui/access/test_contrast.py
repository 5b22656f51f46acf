"""Every text on every background that it stands on, in both themes and all maps, from the real palette."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from engine.scene import COLOURS
from gui.look.colours import ColourMap
from gui.look.theme import Theme, theme
from tests.gui.look.test_theme import contrast

TEXT, SHAPE = 4.5, 3.0
GROUNDS = ("window", "surface", "raised", "sunken")
TEXTS = ("ink", "ink2", "ink3", "query", "key", "value", "bar", "error", "warn", "good")
UNDER_HAND = ("hover", "pressed", "seg_on")  # where only these are written
PAIRS = (
    *(("ink", ground) for ground in UNDER_HAND),
    *(("ink2", ground) for ground in UNDER_HAND),
    *(("ink3", ground) for ground in ("hover", "query_tint", "key_tint", "warn_tint")),
    *((ink, f"{ink}_tint") for ink in ("query", "key", "value", "error", "warn", "good")),
    *((ink, f"{tint}_tint") for ink in ("ink", "ink2") for tint in ("query", "key", "value", "error", "warn", "good")),
    *(("on_primary", "primary"), ("tooltip_ink", "tooltip")),
)
SHAPES = (
    *((role, ground) for role in ("focus", "primary", "bar", "neg", "ink") for ground in GROUNDS),
    *((role, ground) for role in ("query_fill", "key_fill", "value_fill") for ground in ("surface", "raised")),
    *(("control_border", ground) for ground in GROUNDS),
    *(("focus", ground) for ground in UNDER_HAND),
)


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest) -> Theme:
    return theme(request.param)


@pytest.mark.parametrize("ink", TEXTS)
def test_text_is_read_on_all_four_grounds(look: Theme, ink: str) -> None:
    assert not {ground for ground in GROUNDS if contrast(look[ink], look[ground]) < TEXT}


def test_text_is_read_where_the_hand_is_and_on_tints(look: Theme) -> None:
    assert not {pair for pair in PAIRS if contrast(look[pair[0]], look[pair[1]]) < TEXT}


def test_what_is_chosen_and_what_has_the_keyboard_is_seen(look: Theme) -> None:
    assert not {pair for pair in SHAPES if contrast(look[pair[0]], look[pair[1]]) < SHAPE}


def test_the_palette_of_the_application_is_read_too(look: Theme) -> None:
    """What Qt itself writes: on windows, fields, buttons, selections and hover texts."""
    of = look.palette()
    for ink, ground in (
        (of.windowText(), of.window()),
        (of.text(), of.base()),
        (of.text(), of.alternateBase()),
        (of.buttonText(), of.button()),
        (of.highlightedText(), of.highlight()),
        (of.placeholderText(), of.base()),
        (of.toolTipText(), of.toolTipBase()),
        (of.link(), of.base()),
    ):
        assert contrast(ink.color(), ground.color()) >= TEXT


@pytest.mark.parametrize("colours", COLOURS)
def test_the_number_in_a_cell_is_read_on_each_of_the_256_colours(look: Theme, colours: str) -> None:
    chosen = theme(look.name, colours)
    for table in (chosen.sequential, chosen.diverging):
        assert _least(table) >= TEXT


def _least(table: ColourMap) -> float:
    """The contrast of the worst pair of a colour and its ink."""
    return min(
        contrast(QColor.fromRgb(int(ink)), QColor.fromRgb(int(cell)))
        for ink, cell in zip(table.inks, table.colours, strict=True)
    )
